"""The cross-table says who did what against whom, from the view of the row."""

import io

from rich.console import Console

from croupier.cli.crosstable import as_json, as_table
from croupier.contracts.events import GameRecorded
from croupier.contracts.specs import Award
from croupier.folds.standings import Table

NAMES = {"ada": "Ada", "bob": "Bob [red]", "cleo": "Cleo"}


def game(number: int, points: list[int], places: list[int]) -> GameRecorded:
    drawn = places.count(1) > 1
    return GameRecorded(
        id=f"g-{number}", head="0" * 64, lines=9, points=points, places=places, outcome="drawn" if drawn else "won"
    )


def played() -> Table:
    table = Table(list(NAMES), ((0,), (1,)), Award())
    table.record(["ada", "bob"], game(1, [70, 50], [1, 2]))
    table.record(["bob", "ada"], game(2, [20, 100], [2, 1]))
    table.record(["ada", "bob"], game(3, [60, 60], [1, 1]))
    table.record(["cleo", "ada"], game(4, [61, 59], [1, 2]))
    return table


def drawn(*, colour: bool) -> str:
    file = io.StringIO()
    table = as_table(played(), NAMES, title="First")
    Console(file=file, width=100, force_terminal=colour, color_system="standard" if colour else None).print(table)
    return file.getvalue()


GOLDEN = """\
First

  #   entrant       1       2       3     games   won   drawn   lost   points     score
 ───────────────────────────────────────────────────────────────────────────────────────
  1   Ada           ·     0-0-1   2-1-0       4     2       1      1        5   289:191
  2   Cleo        1-0-0     ·                 1     1       0      0        2     61:59
  3   Bob [red]   0-1-2             ·         3     0       1      2        1   130:230
"""


def test_the_table_as_text() -> None:
    lines = [line.rstrip() for line in drawn(colour=False).strip().splitlines()]
    assert lines == GOLDEN.strip().splitlines()


def test_a_name_is_text_and_never_markup() -> None:
    assert "Bob [red]" in drawn(colour=True)


def test_a_name_moves_no_cursor() -> None:
    file = io.StringIO()
    Console(file=file, width=100).print(as_table(played(), NAMES | {"ada": "\x1b[2JAda"}))
    assert "\x1b" not in file.getvalue()
    assert "�[2JAda" in file.getvalue()


def test_as_json_names_every_opponent() -> None:
    assert as_json(played(), NAMES)[0] == {
        "name": "Ada", "place": 1, "entrant": "ada", "games": 4, "won": 2, "drawn": 1, "lost": 1, "points": 5,
        "score": 289, "against": 191,
        "opponents": {"bob": {"won": 2, "drawn": 1, "lost": 0}, "cleo": {"won": 0, "drawn": 0, "lost": 1}},
    }  # fmt: skip


def test_many_entrants_get_a_table_without_columns_for_opponents() -> None:
    names = {f"e{n}": f"E{n}" for n in range(20)}
    table = as_table(Table(list(names), ((0,), (1,)), Award()), names)
    assert [column.header for column in table.columns] == [
        "#", "entrant", "games", "won", "drawn", "lost", "points", "score",
    ]  # fmt: skip

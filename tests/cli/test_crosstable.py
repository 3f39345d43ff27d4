"""The cross-table says who did what against whom, from the view of the row."""

import io

from rich.console import Console

from croupier.cli.crosstable import CrossTable, as_json, as_table
from croupier.contracts.events import Standing

TWO_SIDES = ((0,), (1,))


def standing(place: int, entrant: str, won: int, drawn: int, lost: int, score: int, against: int) -> Standing:
    return Standing(
        place=place, entrant=entrant, games=won + drawn + lost, won=won, drawn=drawn, lost=lost,
        points=2 * won + drawn, score=score, against=against,
    )  # fmt: skip


def three_entrants() -> tuple[CrossTable, list[Standing], dict[str, str]]:
    table = CrossTable()
    for places in ((1, 2), (1, 2), (1, 1)):
        table.add(("ada", "bob"), TWO_SIDES, places)
    table.add(("cleo", "ada"), TWO_SIDES, (1, 2))
    standings = [
        standing(1, "ada", 2, 1, 1, 250, 230),
        standing(2, "cleo", 1, 0, 0, 70, 50),
        standing(3, "bob", 0, 1, 2, 160, 200),
    ]
    return table, standings, {"ada": "Ada", "bob": "Bob [red]", "cleo": "Cleo"}


def drawn(*, colour: bool) -> str:
    file = io.StringIO()
    table = as_table(*three_entrants(), title="First")
    Console(file=file, width=100, force_terminal=colour, color_system="standard" if colour else None).print(table)
    return file.getvalue()


GOLDEN = """\
First

  #   entrant       1       2       3     games   won   drawn   lost   points     score
 ───────────────────────────────────────────────────────────────────────────────────────
  1   Ada           ·     0-0-1   2-1-0       4     2       1      1        5   250:230
  2   Cleo        1-0-0     ·                 1     1       0      0        2     70:50
  3   Bob [red]   0-1-2             ·         3     0       1      2        1   160:200
"""


def test_the_table_as_text() -> None:
    lines = [line.rstrip() for line in drawn(colour=False).strip().splitlines()]
    assert lines == GOLDEN.strip().splitlines()


def test_a_name_is_text_and_never_markup() -> None:
    assert "Bob [red]" in drawn(colour=False)


def test_partners_do_not_play_against_each_other() -> None:
    table = CrossTable()
    table.add(("a", "b", "c", "d"), ((0, 2), (1, 3)), (1, 2))
    assert table.cell("a", "c") is None
    assert str(table.cell("a", "b")) == "1-0-0"
    assert str(table.cell("d", "c")) == "0-0-1"


def test_in_a_game_of_three_each_meets_the_two_others() -> None:
    table = CrossTable()
    table.add(("a", "b", "c"), ((0,), (1,), (2,)), (1, 1, 3))
    assert [str(table.cell(*pair)) for pair in ("ab", "ac", "ca", "bc")] == ["0-1-0", "1-0-0", "0-0-1", "1-0-0"]


def test_a_game_without_places_counts_nowhere() -> None:
    table = CrossTable()
    table.add(("a", "b"), TWO_SIDES, ())
    assert table.cells == {}


def test_as_json_names_every_opponent() -> None:
    rows = as_json(*three_entrants())
    assert rows[0] == {
        "name": "Ada", "place": 1, "entrant": "ada", "games": 4, "won": 2, "drawn": 1, "lost": 1, "points": 5,
        "score": 250, "score_against": 230,
        "opponents": {"bob": {"won": 2, "drawn": 1, "lost": 0}, "cleo": {"won": 0, "drawn": 0, "lost": 1}},
    }  # fmt: skip


def test_many_entrants_get_a_table_without_columns_for_opponents() -> None:
    names = {f"e{n}": f"E{n}" for n in range(20)}
    table = as_table(CrossTable(), [standing(n + 1, who, 0, 0, 0, 0, 0) for n, who in enumerate(names)], names)
    assert [column.header for column in table.columns] == [
        "#", "entrant", "games", "won", "drawn", "lost", "points", "score",
    ]  # fmt: skip

"""What a watcher keeps of pairings: reasons, and no game without one, however long a tournament is."""

import pytest

from croupier.cli import pairings
from croupier.cli.pairings import Pairings, told
from croupier.contracts.events import PairedGame, RoundPaired


def paired(number: int, *whys: str) -> RoundPaired:
    """A round with a game for each of ``whys``; the empty text stands for no reason."""
    games = [
        PairedGame(
            id=f"cup-r{number}-t{table}-1", board=f"cup-r{number}-b{table}", seats=["ada", "bo"], why=why or None
        )
        for table, why in enumerate(whys, 1)
    ]
    return RoundPaired(round=number, games=games, byes=["cy"], bye_whys=["lowest"], why="as planned")


def test_what_is_told_of_a_round_needs_no_game_without_a_reason() -> None:
    event, kept = paired(1, "", "both lead", ""), Pairings()
    kept.take(event)
    names = {"ada": "Ada", "bo": "Bo", "cy": "Cy"}

    assert [len(each.games) for each in kept.rounds] == [1]
    assert list(told(kept.rounds[0], names)) == list(told(event, names))
    assert "  Ada – Bo: both lead" in told(event, names)


def test_so_many_reasons_are_kept_and_all_rounds_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairings, "KEPT", 10)
    kept = Pairings()
    for number in range(1, 8):
        kept.take(paired(number, "both lead", ""))
    kept.take(RoundPaired(round=8, games=[], byes=[], why="none"))

    assert [each.round for each in kept.rounds] == [1, 2, 3]
    assert kept.count == 8

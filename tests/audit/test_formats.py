"""Tournaments of other formats than a round robin: right ones pass, and a changed pairing or place is found."""

from pathlib import Path
from typing import Any

import pytest

from audit.drafts import Draft, chained
from audit.making import World, make, spec_of
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.specs import DoubleElimination, Duel, Format, Gauntlet, Knockout, Swiss

FORMATS: list[tuple[Format, dict[str, Any]]] = [
    (Swiss(rounds=3, games=1), {}),
    (Swiss(rounds=2, games=2), {"boards": "duplicate", "ties": ["datum", "wins"]}),
    (Knockout(games=1), {}),
    (DoubleElimination(games=1, replays=0), {}),
    (Gauntlet(champions=2, games=2), {"ties": ["direct", "ratio"]}),
]


@pytest.mark.parametrize(("shape", "more"), FORMATS)
def test_a_right_tournament_passes(shape: Format, more: dict[str, Any], tmp_path: Path) -> None:
    """Some of its games end early, by a flag, by strikes, by giving up."""
    world = make(spec_of(5, format=shape, **more), ends=("played", "flag", "played", "resigned"))
    assert audit(world.write(tmp_path / "cup")).findings == []


def codes(world: World, folder: Path) -> set[str]:
    world.seal()
    return {finding.code for finding in audit(world.write(folder)).findings if not finding.note}


def changed(world: World, kind: type[ev.Event], nth: int, **changes: Any) -> World:
    place = world.index(kind, nth)
    draft: Draft = world.tournament[place]
    world.tournament[place] = draft.but(**changes)
    return world


def test_a_forged_reason_of_a_pairing_is_found(tmp_path: Path) -> None:
    world = make(spec_of(5, format=Swiss(rounds=3, games=1)))
    paired = world.tournament[world.index(ev.RoundPaired, 1)].event
    assert isinstance(paired, ev.RoundPaired)
    games = [paired.games[0].model_copy(update={"why": "because"}), *paired.games[1:]]
    assert "audit/pairing" in codes(changed(world, ev.RoundPaired, 1, games=games), tmp_path / "cup")


@pytest.mark.parametrize("shape", [Swiss(rounds=3, games=1), Knockout(games=1)])
def test_opponents_who_were_exchanged_are_found(shape: Format, tmp_path: Path) -> None:
    """The second round is the first again: no rule gives that."""
    world = make(spec_of(4, format=shape))
    first, second = (world.tournament[world.index(ev.RoundPaired, nth)].event for nth in (0, 1))
    assert isinstance(first, ev.RoundPaired)
    assert isinstance(second, ev.RoundPaired)
    games = [game.model_copy(update={"seats": first.games[n].seats}) for n, game in enumerate(second.games)]
    assert "audit/pairing" in codes(changed(world, ev.RoundPaired, 1, games=games), tmp_path / "cup")


def test_a_bye_for_somebody_else_and_a_bye_for_another_reason_are_found(tmp_path: Path) -> None:
    world = make(spec_of(5, format=Swiss(rounds=3, games=1)))
    assert "audit/pairing" in codes(changed(world, ev.RoundPaired, 0, byes=["bot-a"]), tmp_path / "one")
    world = make(spec_of(5, format=Swiss(rounds=3, games=1)))
    assert "audit/pairing" in codes(changed(world, ev.RoundPaired, 0, bye_whys=["a gift"]), tmp_path / "two")


def test_a_tie_break_that_is_not_what_the_results_give_is_found(tmp_path: Path) -> None:
    world = make(spec_of(5, format=Swiss(rounds=3, games=1)))
    closed = world.tournament[world.index(ev.RoundClosed, 2)].event
    assert isinstance(closed, ev.RoundClosed)
    row = closed.standings[0].model_copy(update={"ties": [99_000, 0, 0]})
    forged = changed(world, ev.RoundClosed, 2, standings=[row, *closed.standings[1:]])
    assert codes(forged, tmp_path / "cup") == {"audit/standings"}


def test_a_swiss_that_stops_a_round_early_is_found(tmp_path: Path) -> None:
    """Every event of the last round is left out, and its games with them."""
    world = make(spec_of(4, format=Swiss(rounds=3, games=1)))
    start, end = world.index(ev.RoundPaired, 2), world.index(ev.TournamentFinished)
    for draft in world.tournament[start:end]:
        if isinstance(draft.event, ev.GameRecorded):
            del world.games[draft.event.id]
    closed = world.tournament[world.index(ev.RoundClosed, 1)].event
    assert isinstance(closed, ev.RoundClosed)
    finished = world.tournament[end].but(standings=closed.standings)
    world.tournament[start : end + 1] = [finished]
    assert codes(world, tmp_path / "cup") == {"audit/pairing", "audit/ratings"}
    assert chained("t/cup", world.tournament)


def duel() -> World:
    """Random players of whom neither is better: a test with a wide question stops soon."""
    return make(spec_of(2, format=Duel(elo1=600, pairs=40), boards="mirror"))


def test_a_right_duel_passes_and_says_when_it_was_over(tmp_path: Path) -> None:
    world = duel()
    finished = world.tournament[world.index(ev.TournamentFinished)].event
    assert isinstance(finished, ev.TournamentFinished)
    assert finished.duel is not None
    assert finished.duel.verdict == "not better"
    assert audit(world.write(tmp_path / "cup")).findings == []


def test_another_verdict_of_a_duel_is_found_at_its_line(tmp_path: Path) -> None:
    world = duel()
    place = world.index(ev.TournamentFinished)
    forged = changed(
        world, ev.TournamentFinished, 0, duel=ev.DuelEnd(verdict="better", pairs=9, decided=8, ratio=9_000)
    )
    forged.seal()
    [finding] = audit(forged.write(tmp_path / "cup")).findings
    assert (finding.code, finding.line) == ("audit/duel", place + 1)


def test_a_duel_that_goes_on_after_its_verdict_or_ends_before_it_is_found(tmp_path: Path) -> None:
    """Somebody who likes the figures of the moment would stop, and who does not would go on."""
    asked = make(spec_of(2, format=Duel(elo1=600, pairs=40), boards="mirror"))
    longer = make(spec_of(2, format=Duel(elo1=600, pairs=40, fixed=True), boards="mirror"))
    for world, name in ((asked, "early"), (longer, "late")):
        wanted = Duel(elo1=20, pairs=40) if name == "early" else Duel(elo1=600, pairs=40)
        spec = world.spec.model_copy(update={"format": wanted})
        world.tournament[0] = world.tournament[0].but(spec=spec)
        assert "audit/pairing" in codes(world, tmp_path / name)

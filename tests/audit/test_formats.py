"""Tournaments of other formats than a round robin: right ones pass, and a changed pairing or place is found."""

from pathlib import Path
from typing import Any

import pytest

from audit.drafts import Draft, chained
from audit.making import World, make, spec_of
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.specs import Arena, DoubleElimination, Duel, Format, Gauntlet, Knockout, Swiss

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


def arena(**more: Any) -> World:
    """One table at a time, so that each pairing follows from all results before it."""
    return make(spec_of(4, format=Arena(total=12), concurrency=1, **more), ends=("played", "flag", "resigned"))


def test_a_right_arena_passes(tmp_path: Path) -> None:
    assert audit(arena().write(tmp_path / "cup")).findings == []


def test_another_opponent_in_an_arena_is_found_at_its_line(tmp_path: Path) -> None:
    """Somebody who would rather meet a weaker one: every later pairing is another one, too, and the first is named."""
    world = arena()
    place = world.index(ev.RoundPaired, 5)
    paired = world.tournament[place].event
    assert isinstance(paired, ev.RoundPaired)
    [game] = paired.games
    others = [f"bot-{letter}" for letter in "abcd" if f"bot-{letter}" not in game.seats]
    forged = changed(world, ev.RoundPaired, 5, games=[game.model_copy(update={"seats": [game.seats[0], others[0]]})])
    forged.seal()
    findings = [found for found in audit(forged.write(tmp_path / "cup")).findings if found.log == "t/cup"]
    assert (findings[0].code, findings[0].line) == ("audit/pairing", place + 1)


def test_seats_that_were_exchanged_in_an_arena_are_found(tmp_path: Path) -> None:
    world = arena()
    paired = world.tournament[world.index(ev.RoundPaired, 3)].event
    assert isinstance(paired, ev.RoundPaired)
    games = [game.model_copy(update={"seats": game.seats[::-1]}) for game in paired.games]
    assert "audit/pairing" in codes(changed(world, ev.RoundPaired, 3, games=games), tmp_path / "cup")


def test_a_result_that_is_taken_before_whoever_is_free_is_paired_is_found(tmp_path: Path) -> None:
    """Two tables, played one after the other: who had become free was to be paired before the second result."""
    world = make(spec_of(5, format=Arena(total=8), concurrency=2))
    findings = audit(world.write(tmp_path / "cup")).findings
    assert {finding.code for finding in findings} == {"audit/pairing"}
    second = world.index(ev.GameRecorded, 1)
    assert (findings[0].line, findings[0].reason) == (second + 1, "round 2 was to be paired before this")


def test_a_table_where_none_belongs_and_a_missing_one_are_found(tmp_path: Path) -> None:
    """In an arena every fourth of four entrants' rounds shows it."""
    world = arena()
    fourth = world.tournament[world.index(ev.RoundClosed, 3)].event
    assert isinstance(fourth, ev.RoundClosed)
    assert fourth.standings
    assert codes(changed(world, ev.RoundClosed, 1, standings=fourth.standings), tmp_path / "one") == {"audit/standings"}
    assert codes(changed(arena(), ev.RoundClosed, 3, standings=[]), tmp_path / "two") == {"audit/standings"}


def test_an_arena_that_is_to_end_at_another_moment_is_found(tmp_path: Path) -> None:
    """Its end is the stamp of its start and its duration; a number of games has none."""
    assert codes(changed(arena(), ev.TournamentStarted, 0, until=1), tmp_path / "cup") == {"audit/not-due"}


def test_a_clock_that_stops_an_arena_early_is_found(tmp_path: Path) -> None:
    """The director may not end it when the table looks right; here all is over, and it should just say so."""
    world = make(spec_of(4, format=Arena(total=12, duration=3600 * 1_000_000), concurrency=1))
    started = world.tournament[world.index(ev.TournamentStarted)]
    changed(world, ev.TournamentStarted, 0, until=started.at + 3600 * 1_000_000)
    place = world.index(ev.RoundSealed, 11) + 1
    early = ev.TournamentStopping(who="clock", why="the time is up")
    world.tournament.insert(place, Draft(early, "director", world.tournament[place - 1].at))
    assert codes(world, tmp_path / "cup") == {"audit/not-due", "audit/pairing"}

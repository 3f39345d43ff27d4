"""What the server spoiled is played again on the same cards, so often as the policy says, and costs nobody."""

from pathlib import Path
from typing import Any

import pytest

from audit.making import Draft, chained
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.contracts.specs import (
    SECOND,
    Arena,
    Clock,
    Duel,
    Format,
    Gauntlet,
    Knockout,
    Policy,
    RoundRobin,
    Swiss,
    TournamentSpec,
)
from failing import Failing
from world import events, spec, story

CLOCK = Clock(action=10 * SECOND, start=60 * SECOND)
FIRST, SECOND_TRY, THIRD = "cup-r1-t1-1", "cup-r1-t1-1-a2", "cup-r1-t1-1-a3"


def cup(**more: Any) -> TournamentSpec:
    """Two entrants, one game at a time."""
    given: dict[str, Any] = {"entrants": "ann bob", "concurrency": 1, "clock": CLOCK} | more
    return spec(given.pop("games", 2), **given)


async def played(folder: Path, of: TournamentSpec, *lagging: str, **world: Any) -> Failing:
    """A tournament in which the server is at fault in some games, and an auditor finds it right."""
    found = Failing(folder, {}, lagging, **world)
    await found.play(of)
    assert audit(folder / "cup").findings == []
    return found


def decks(log: list[Line]) -> list[str]:
    """The decks of a game."""
    return [event.deck for event in events(log, ev.DealDealt)]


async def test_a_voided_game_is_played_again_on_the_same_cards(tmp_path: Path) -> None:
    """Only the second result counts, and nobody has lost a game by it."""
    world = await played(tmp_path, cup(), FIRST)
    games, log = world.games(), world.tournament()
    assert set(games) == {FIRST, SECOND_TRY, "cup-r1-t1-2"}
    assert decks(games[FIRST]) == decks(games[SECOND_TRY]) != decks(games["cup-r1-t1-2"])
    outcomes = {event.id: event.outcome for event in events(log, ev.GameRecorded)}
    assert outcomes.pop(FIRST) == "void"
    assert set(outcomes.values()) <= {"won", "drawn"}
    (finished,) = events(log, ev.TournamentFinished)
    assert [row.games for row in finished.standings] == [2, 2]


async def test_the_deck_is_shown_after_the_last_game_on_it(tmp_path: Path) -> None:
    """Who has lost a game that is void must not know the cards of the next one."""
    world = await played(tmp_path, cup(), FIRST, SECOND_TRY)
    games = world.games()
    scored = {
        game: next(line.at for line in lines if isinstance(line.event, ev.GameScored)) for game, lines in games.items()
    }
    shown = {
        game: next(line.at for line in lines if isinstance(line.event, ev.DeckRevealed))
        for game, lines in games.items()
    }
    assert shown[FIRST] > scored[THIRD]
    assert shown[SECOND_TRY] > scored[THIRD]


async def test_after_so_many_attempts_it_counts_nowhere(tmp_path: Path) -> None:
    """And the tournament goes on."""
    world = await played(tmp_path, cup(policy=Policy(attempts=2)), FIRST, SECOND_TRY)
    log = world.tournament()
    assert [event.id for event in events(log, ev.GameReplayed)] == [FIRST]
    outcomes = {event.id: event.outcome for event in events(log, ev.GameRecorded)}
    assert outcomes[FIRST] == outcomes[SECOND_TRY] == "void"
    (finished,) = events(log, ev.TournamentFinished)
    assert [row.games for row in finished.standings] == [1, 1]


async def test_a_round_that_waits_for_results_waits_for_the_replay(tmp_path: Path) -> None:
    """The next round of a Swiss tournament is paired by it."""
    of = cup(entrants="ann bob cleo dan", format=Swiss(rounds=2, games=1))
    world = await played(tmp_path, of, "cup-r1-t2-1")
    order = [(line.event.TYPE, getattr(line.event, "id", "")) for line in world.tournament()]
    assert order.index(("game.recorded", "cup-r1-t2-1-a2")) < order.index(("round.closed", ""))


async def test_a_duplicate_board_is_held_for_the_replay(tmp_path: Path) -> None:
    """Every table of the round plays it; its deck is shown after the last of them."""
    of = cup(entrants="ann bob cleo dan", format=RoundRobin(games=1), boards="duplicate")
    world = await played(tmp_path, of, FIRST)
    games = {game: lines for game, lines in world.games().items() if game.startswith("cup-r1-")}
    assert len({tuple(decks(lines)) for lines in games.values()}) == 1
    last = max(line.at for lines in games.values() for line in lines if isinstance(line.event, ev.GameScored))
    assert all(line.at > last for lines in games.values() for line in lines if isinstance(line.event, ev.DeckRevealed))


@pytest.mark.parametrize("seed", range(3))
async def test_services_that_die_at_any_moment_replay_once(tmp_path: Path, seed: int) -> None:
    """The same games, replays and table."""
    calm = await played(tmp_path / "calm", cup(), FIRST, "cup-r1-t1-2")
    cut = await played(
        tmp_path / "cut", cup(), FIRST, "cup-r1-t1-2", seed=seed, odds=0.1, mortal="dealer scoring director"
    )
    assert cut.deaths > 3
    assert story(cut) == story(calm)


@pytest.mark.parametrize("kind", ["left-out", "of-another-board"])
async def test_an_auditor_misses_a_replay(tmp_path: Path, kind: str) -> None:
    """One that is left out, or on other cards, is named."""
    world = await played(tmp_path, cup(), FIRST)
    lines = world.tournament()
    place = next(place for place, line in enumerate(lines) if isinstance(line.event, ev.GameReplayed))
    drafts = [Draft(line.event, line.by, line.at) for line in lines]
    if kind == "left-out":
        del drafts[place]
    else:
        event = drafts[place].event
        assert isinstance(event, ev.GameReplayed)
        drafts[place] = drafts[place].but(game=event.game.model_copy(update={"board": event.game.id}))
    stored = b"".join(raw + b"\n" for raw in chained("t/cup", drafts))
    (tmp_path / "cup" / "tournament.jsonl").write_bytes(stored)
    first = audit(tmp_path / "cup").first
    assert first is not None
    assert (first.log, first.code) in {("t/cup", "log/out-of-place"), ("t/cup", "audit/replay")}


SHAPES: list[tuple[Format, dict[str, Any]]] = [
    (Arena(total=8), {}),
    (Knockout(games=2), {}),
    (Duel(elo1=200, pairs=4), {"entrants": "ann bob", "boards": "mirror"}),
    (Gauntlet(games=2), {"boards": "mirror"}),
]


@pytest.mark.parametrize(("shape", "more"), SHAPES, ids=[shape.kind for shape, _ in SHAPES])
async def test_in_every_format_the_others_wait_for_what_depends_on_it(
    tmp_path: Path, shape: Format, more: dict[str, Any]
) -> None:
    """And the tournament comes to its end."""
    of = cup(**{"entrants": "ann bob cleo dan", "format": shape, "concurrency": 3} | more)
    log = (await played(tmp_path, of, FIRST, "cup-r2-t1-1")).tournament()
    replayed = [event.game.id for event in events(log, ev.GameReplayed)]
    recorded = {event.id: event.outcome for event in events(log, ev.GameRecorded)}
    assert FIRST + "-a2" in replayed
    assert all(recorded[game] in {"won", "drawn"} for game in replayed)


async def test_a_seat_that_fails_voids_nothing(tmp_path: Path) -> None:
    """However late the server was in other games."""
    world = Failing(tmp_path, {"ann": ("late", 3)}, (FIRST,))
    await world.play(cup())
    outcomes = {event.id: event.outcome for event in events(world.tournament(), ev.GameRecorded)}
    assert outcomes == {FIRST: "void", SECOND_TRY: "forfeit", "cup-r1-t1-2": "forfeit"}

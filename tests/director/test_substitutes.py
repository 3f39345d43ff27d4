"""Whoever fails at a table of several is played for, so that the others can finish; it loses all the same."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audit.drafts import Draft, chained
from croupier import games
from croupier.audit.game import GameAudit
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.errors import BadConfig
from croupier.contracts.lines import Line
from croupier.contracts.specs import SECOND, Clock, Policy
from croupier.folds import substitute
from croupier.folds.game import GameState
from croupier.folds.plans import plan_of
from failing import WAYS, Failing
from world import events, spec

PLAY_ON = Policy(failing="substitute")
NAMES = "ann bob cleo dan eve fay gus"


def table(players: int, game: str = "briscola", **more: Any) -> Any:
    """A tournament of one group that fills the table."""
    given: dict[str, Any] = {"clock": Clock(action=10 * SECOND, start=60 * SECOND), "policy": PLAY_ON} | more
    entrants = " ".join(NAMES.split()[:players])
    return spec(1, concurrency=1, entrants=entrants, game=game, options={"players": players}, **given)


async def played(folder: Path, ways: dict[str, tuple[str, int]], of: Any) -> list[Line]:
    """The log of the only game, which an auditor finds right."""
    world = Failing(folder, ways)
    await world.play(of)
    (log,) = world.games().values()
    assert audit(folder / "cup").findings == []
    return log


def after(log: list[Line], seat: int) -> list[ev.ActionTaken]:
    """What was played for a seat after it had failed."""
    failed = next(line.seq for line in log if isinstance(line.event, ev.SeatForfeited) and line.event.seat == seat)
    return [line.event for line in log[failed:] if isinstance(line.event, ev.ActionTaken) and line.event.seat == seat]


@pytest.mark.parametrize(("way", "why"), WAYS.items())
@pytest.mark.parametrize(("game", "players"), [("briscola", 3), ("trionfo", 4)])
async def test_the_others_finish_the_game(tmp_path: Path, game: str, players: int, way: str, why: str) -> None:
    """However it fails; it is named, and last."""
    log = await played(tmp_path, {"bob": (way, 2)}, table(players, game))
    (forfeit,) = events(log, ev.SeatForfeited)
    (result,) = events(log, ev.GameScored)
    assert forfeit.why == why
    assert len(events(log, ev.DealScored)) >= 1
    actions = after(log, forfeit.seat)
    assert actions
    assert all(action.auto for action in actions)
    assert (result.outcome, result.why, result.places[forfeit.seat]) == ("forfeit", why, players)
    assert result.places.count(players) == 1


async def test_what_the_substitute_wins_helps_nobody(tmp_path: Path) -> None:
    """Its cards count as points of the game, and not for its place."""
    log = await played(tmp_path, {"ann": ("resigns", 0), "bob": ("late", 1)}, table(4, "trionfo"))
    (result,) = events(log, ev.GameScored)
    failed = {event.seat for event in events(log, ev.SeatForfeited)}
    assert [place for seat, place in enumerate(result.places) if seat in failed] == [3, 3]
    assert max(place for seat, place in enumerate(result.places) if seat not in failed) < 3
    assert result.points == log_points(log)


def log_points(log: list[Line]) -> list[int]:
    """The points of the deals, added up."""
    return [sum(column) for column in zip(*(event.points for event in events(log, ev.DealScored)), strict=True)]


async def test_one_that_is_left_alone_has_won(tmp_path: Path) -> None:
    """There is nobody to be played against: the game ends with the second failure."""
    log = await played(tmp_path, {"ann": ("resigns", 1), "cleo": ("illegal", 2)}, table(3))
    (result,) = events(log, ev.GameScored)
    assert (sorted(result.places), events(log, ev.DealPlayed)) == ([1, 2, 2], [])


async def test_partners_go_on_and_share_the_loss(tmp_path: Path) -> None:
    """A side of two is played on by its other seat and the substitute; sides share their results."""
    log = await played(tmp_path, {"ann": ("late", 3)}, table(4))
    (result,) = events(log, ev.GameScored)
    (forfeit,) = events(log, ev.SeatForfeited)
    assert (result.outcome, len(events(log, ev.DealPlayed))) == ("forfeit", 1)
    assert result.places[forfeit.seat % 2] == 2


async def test_where_both_sides_have_failed_nobody_can_win(tmp_path: Path) -> None:
    """The game ends there."""
    log = await played(tmp_path, {"ann": ("late", 2), "bob": ("resigns", 3)}, table(4))
    (result,) = events(log, ev.GameScored)
    assert (result.outcome, events(log, ev.DealPlayed)) == ("no-contest", [])


async def test_without_the_policy_a_failure_ends_the_game(tmp_path: Path) -> None:
    """As before."""
    log = await played(tmp_path, {"bob": ("late", 2)}, table(3, policy=Policy()))
    (result,) = events(log, ev.GameScored)
    assert (sorted(result.places), events(log, ev.DealPlayed)) == ([1, 1, 3], [])


def test_with_two_seats_there_is_nobody_to_finish() -> None:
    """The option is refused."""
    with pytest.raises(BadConfig) as refused:
        plan_of(spec(policy=PLAY_ON))
    assert (refused.value.code, refused.value.place) == ("format/seats", "policy.failing")


@given(
    failed=st.sets(st.integers(0, 5)),
    teams=st.sampled_from([[[0], [1], [2]], [[0, 2], [1, 3]], [[0, 2, 4], [1, 3, 5]]]),
)
def test_a_game_goes_on_only_where_somebody_can_win_it(failed: set[int], teams: list[list[int]]) -> None:
    """Against somebody who plays."""
    if substitute.goes_on(PLAY_ON, teams, failed):
        assert any(failed.isdisjoint(side) for side in teams)
        assert sum(not failed.issuperset(side) for side in teams) > 1
    assert not substitute.goes_on(Policy(), teams, failed)


def test_the_substitute_plays_the_first_legal_action() -> None:
    """Of the kernel's order, which is fixed."""
    game = games.get("trionfo")
    options = game.resolve("house", {"players": 4})
    deal = game.deal(options, 3, game.pack(options), 0, 1, [0, 0, 0, 0])
    assert substitute.action(deal) == deal.legal()[0]


async def test_an_auditor_plays_the_substitute_again(tmp_path: Path) -> None:
    """Another action than the first legal one was somebody's choice."""
    log = await played(tmp_path, {"bob": ("late", 1)}, table(3))
    state, drafts = GameState("g/cup-r1-t1-1"), [Draft(line.event, line.by, line.at) for line in log]
    for place, line in enumerate(log):
        event = line.event
        if isinstance(event, ev.ActionTaken) and event.seat in state.failed and len(state.deal.legal()) > 1:  # type: ignore[union-attr]
            drafts[place] = drafts[place].but(action=state.deal.legal()[-1])  # type: ignore[union-attr]
            break
        state.evolve(line)
    found = GameAudit(state.log).run(raw + b"\n" for raw in chained(state.log, drafts)).findings
    assert (found[0].code, found[0].line) == ("audit/auto", place + 1)

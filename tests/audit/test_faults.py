"""Who was late, and whose fault it was: an auditor decides it again by what stands in the log."""

from typing import Any

import pytest

from audit.drafts import Draft, chained
from audit.making import World, make, spec_of
from croupier.audit.game import GameAudit
from croupier.contracts import events as ev
from croupier.contracts.specs import SECOND, Clock, Policy
from croupier.folds import faults
from tampered import GAME, state_before

LIMIT = 10 * SECOND


@pytest.fixture(scope="module")
def world() -> World:
    """A tournament on a clock without a bank."""
    return make(spec_of(clock=Clock(action=LIMIT), policy=Policy(fault_share=20)))


def found(world: World, ended: type[ev.SeatForfeited] | type[ev.GameVoided], **given: Any) -> list[str]:
    """What is found in a game that ends at its eighth decision, 30 seconds after the seat was asked."""
    drafts = world.games[GAME]
    place = world.index(ev.ActionTaken, 8, GAME)
    seat, at = state_before(world, place).to_act or 0, drafts[place - 1].at
    event = ended(**({"seat": seat, "limit": LIMIT} | given))
    places = [2 if side == seat else 1 for side in range(2)]
    if isinstance(event, ev.GameVoided):
        result = ev.GameScored(points=[], places=[], outcome="void", why=event.why)
    else:
        failed = faults.failures([event])
        result = ev.GameScored(points=[0, 0], places=places, outcome="forfeit", why=event.why, failures=failed)
    end = drafts[world.index(ev.DeckRevealed, 0, GAME)]
    late = [(event, "referee", 30 * SECOND), (result, "scoring", 31 * SECOND), (end.event, "dealer", 32 * SECOND)]
    log = [*drafts[:place], *(Draft(event, by, at + after) for event, by, after in late)]  # type: ignore[arg-type]
    findings = GameAudit(f"g/{GAME}").run(line + b"\n" for line in chained(f"g/{GAME}", log)).findings
    return [finding.code for finding in findings if finding.code != "seal/missing"]


def voided(world: World, **given: Any) -> list[str]:
    """What is found where the game was voided."""
    fault = {"why": "server/fault", "measured": LIMIT + SECOND, "server_lag": 2 * SECOND}
    return found(world, ev.GameVoided, **(fault | given))


def flagged(world: World, **given: Any) -> list[str]:
    """What is found where the seat was flagged."""
    return found(world, ev.SeatForfeited, **({"why": "clock/flag", "measured": LIMIT + SECOND} | given))


def test_a_void_by_the_servers_own_lag_is_right(world: World) -> None:
    """The seat would have been in time."""
    assert voided(world) == []


@pytest.mark.parametrize("measured", [LIMIT, LIMIT + 3 * SECOND], ids=["in-time", "late-anyway"])
def test_a_void_is_wrong_where_the_lag_did_not_decide(world: World, measured: int) -> None:
    """A seat's own failure never voids."""
    assert voided(world, measured=measured) == ["audit/void"]


def test_a_void_is_wrong_where_the_lag_is_within_its_share(world: World) -> None:
    """A fiftieth here."""
    assert voided(world, measured=LIMIT + 1, server_lag=LIMIT // 50) == ["audit/void"]
    assert voided(world, measured=LIMIT + 1, server_lag=LIMIT // 50 + 1) == []


@pytest.mark.parametrize(
    "given",
    [{"why": "organiser"}, {"seat": None}, {"limit": LIMIT - 1}, {"measured": 40 * SECOND, "server_lag": 35 * SECOND}],
    ids=["no-fault", "nobody", "another-limit", "more-than-passed"],
)
def test_a_void_that_the_log_does_not_bear_out_is_wrong(world: World, given: dict[str, Any]) -> None:
    """Nobody else may void a game."""
    assert voided(world, **given) == ["audit/void"]


def test_a_forfeit_must_not_stand_where_the_server_was_at_fault(world: World) -> None:
    """By the same rule."""
    assert flagged(world, server_lag=SECOND) == ["audit/void"]
    assert flagged(world, server_lag=SECOND - 1) == []
    assert flagged(world) == []


def test_the_first_decision_has_its_own_limit(world: World) -> None:
    """And no other has it."""
    first = make(spec_of(clock=Clock(action=LIMIT, first=2 * LIMIT)))
    late = {"limit": 2 * LIMIT, "measured": 2 * LIMIT + 1}
    assert flagged(first, **late) == ["audit/forfeit"]
    assert flagged(first) == []


@pytest.mark.parametrize("kind", [ev.GameVoided, ev.SeatForfeited], ids=["void", "flag"])
def test_nobody_is_late_where_the_engine_acts(kind: type[ev.GameVoided] | type[ev.SeatForfeited]) -> None:
    """A seat that has failed is played for, so a server that is late spoils nothing."""
    spec = spec_of(4, 1, options={"players": 3}, clock=Clock(action=LIMIT), policy=Policy(failing="substitute"))
    played = make(spec, ("flag",))
    drafts = played.games[GAME]
    place = next(
        place for place, draft in enumerate(drafts) if isinstance(draft.event, ev.ActionTaken) and draft.event.auto
    )
    late = {"limit": LIMIT, "measured": LIMIT + SECOND, "seat": drafts[place].event.__dict__["seat"]}
    why = {"why": "server/fault", "server_lag": 2 * SECOND} if kind is ev.GameVoided else {"why": "clock/flag"}
    log = [*drafts[:place], Draft(kind(**late, **why), "referee", drafts[place - 1].at + 30 * SECOND)]
    findings = GameAudit(f"g/{GAME}").run(line + b"\n" for line in chained(f"g/{GAME}", log)).findings
    code = "audit/void" if kind is ev.GameVoided else "log/out-of-place"
    assert (findings[0].code, findings[0].line) == (code, place + 1)

"""How many decisions a recorded game can have had, from what its tournament's log alone says of it."""

import pytest

from audit.making import make, spec_of
from audit.playing import ENDS
from croupier.contracts import events as ev
from croupier.contracts.specs import Policy
from croupier.folds.disputing import most_plies


@pytest.mark.parametrize("end", [*ENDS, "void"])
@pytest.mark.parametrize(
    "more",
    [{}, {"options": {"players": 4}}, {"options": {"players": 3}, "policy": Policy(failing="substitute")}],
    ids=["two", "four", "substitutes"],
)
@pytest.mark.parametrize("length", [{}, {"length": "best-of", "length_n": 3}], ids=["one deal", "best of three"])
def test_no_decision_that_was_asked_for_is_beyond_it(
    end: str, more: dict[str, object], length: dict[str, object]
) -> None:
    """However a game ends: whoever failed at a decision can dispute it, though it was never taken."""
    options = {**more.get("options", {}), **length}  # type: ignore[dict-item]
    world = make(spec_of(5, 1, **more | {"options": options}), (end, "played"))
    for draft in world.tournament:
        if not isinstance(draft.event, ev.GameRecorded):
            continue
        events = [each.event for each in world.games[draft.event.id]]
        taken = sum(isinstance(event, ev.ActionTaken) for event in events)
        failed = taken and any(isinstance(event, ev.SeatForfeited | ev.GameVoided) for event in events)
        seats = len(next(event.seats for event in events if isinstance(event, ev.GameOpened)))
        assert taken + bool(failed) <= most_plies(draft.event, seats)

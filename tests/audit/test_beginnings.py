"""How a game's log may begin: nobody waits for anybody, but the first deal for all seats and the commitment."""

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from audit.drafts import Draft
from audit.making import World, make, spec_of
from croupier.audit.run import audit
from croupier.contracts import events as ev
from tampered import GAME

BEGINNING = 4
"""Lines before the first deal is ordered, with two seats."""
WITHOUT_A_DEAL = ("left", "nobody")


def begun(world: World, order: tuple[int, ...]) -> World:
    """The lines after ``game.opened`` in another order; stamps stay in theirs."""
    drafts = world.games[GAME]
    moments = [draft.at for draft in drafts]
    drafts[1:BEGINNING] = [drafts[place] for place in order]
    world.games[GAME] = [replace(draft, at=at) for draft, at in zip(drafts, moments, strict=True)]
    world.seal()
    return world


def uncommitted(world: World) -> World:
    """Nowhere a commitment to a deck; results are recorded for the lines where they stand then."""
    for game, drafts in world.games.items():
        world.games[game] = [draft for draft in drafts if not isinstance(draft.event, ev.DeckCommitted)]
    world.tournament[:] = [_one_line_less(draft) for draft in world.tournament]
    world.seal()
    return world


def _one_line_less(draft: Draft) -> Draft:
    return draft.but(lines=draft.event.lines - 1) if isinstance(draft.event, ev.GameRecorded | ev.GameClosed) else draft


@pytest.mark.parametrize("order", list(permutations(range(1, BEGINNING))))
def test_the_commitment_may_come_before_between_and_after_the_seats(tmp_path: Path, order: tuple[int, ...]) -> None:
    assert audit(begun(make(spec_of(2, 1)), order).write(tmp_path / "cup")).findings == []


@pytest.mark.parametrize("end", WITHOUT_A_DEAL)
def test_a_game_without_a_deal_may_lack_the_commitment(tmp_path: Path, end: str) -> None:
    """A dealer that comes back too late commits to nothing any more, and no deck was dealt that it could bind."""
    assert audit(uncommitted(make(spec_of(2, 1), (end,))).write(tmp_path / "cup")).findings == []


def test_no_deal_is_ordered_without_a_commitment(tmp_path: Path) -> None:
    found = audit(uncommitted(make(spec_of(2, 1))).write(tmp_path / "cup")).findings

    assert [(each.code, each.log, each.line) for each in found] == [("log/out-of-place", f"g/{GAME}", BEGINNING)]

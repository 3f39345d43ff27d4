"""What frauds are made of: the library, and ways to change a world's logs."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from audit.drafts import Draft
from audit.making import World, make, spec_of
from croupier.contracts import events as ev
from croupier.contracts.events import Event
from croupier.contracts.lines import Line
from croupier.folds.game import GameState

GAME = "cup-r1-t1-1"
"""The game that is forged; it is played to its end."""


class Named(NamedTuple):
    """What the audit must name first."""

    code: str
    log: str
    line: int


Fraud = Callable[[World], Named]
FRAUDS: dict[str, Fraud] = {}
WORLDS: dict[str, Callable[[], World]] = {}
"""Of frauds that need another world than the others, by the fraud's name."""


@cache
def plain() -> World:
    """Three bots, two games a pairing, all played to the end."""
    return make(spec_of())


def fraud(forge: Fraud) -> Fraud:
    """Add a fraud to the library under its name."""
    FRAUDS[_name(forge)] = forge
    return forge


def fraud_in(world: Callable[[], World]) -> Callable[[Fraud], Fraud]:
    """Add a fraud to the library that is done in a world of its own."""

    def add(forge: Fraud) -> Fraud:
        WORLDS[_name(forge)] = world
        return fraud(forge)

    return add


def _name(forge: Fraud) -> str:
    return forge.__name__.replace("_", "-")


def forged(name: str) -> tuple[World, Named]:
    """A world in which the fraud was done, by somebody who holds all keys, and what must be named."""
    right = WORLDS.get(name, plain)()
    world = World(right.spec, list(right.tournament), {game: list(drafts) for game, drafts in right.games.items()})
    named = FRAUDS[name](world)
    world.seal()
    return world, named


def postponed(drafts: list[Draft], place: int, by: int) -> None:
    """Stamp a log from ``place`` on later, in microseconds."""
    drafts[place:] = [replace(draft, at=draft.at + by) for draft in drafts[place:]]


def changed(world: World, code: str, kind: type[Event], nth: int = 0, **fields: Any) -> Named:
    """Change fields of the nth event of a kind in the game's log."""
    place = world.index(kind, nth, GAME)
    world.games[GAME][place] = world.games[GAME][place].but(**fields)
    return Named(code, f"g/{GAME}", place + 1)


def changed_in_tournament(world: World, code: str, kind: type[Event], nth: int = 0, **fields: Any) -> Named:
    """Change fields of the nth event of a kind in the tournament's log."""
    place = world.index(kind, nth)
    world.tournament[place] = world.tournament[place].but(**fields)
    return Named(code, "t/cup", place + 1)


def event(world: World, kind: type[Event], nth: int = 0, game: str | None = GAME) -> Any:
    """The nth event of a kind, in the game's log or (``game=None``) in the tournament's."""
    drafts = world.tournament if game is None else world.games[game]
    return drafts[world.index(kind, nth, game)].event


def state_before(world: World, place: int) -> GameState:
    """The game's state before the line at ``place``."""
    state = GameState(f"g/{GAME}")
    for seq, draft in enumerate(world.games[GAME][:place], 1):
        state.evolve(Line(seq, draft.at, draft.by, "", "", draft.event))
    return state


def inserted(world: World, code: str, place: int, new: Event) -> Named:
    """Put a line of the referee into the game's log."""
    drafts = world.games[GAME]
    drafts.insert(place, Draft(new, "referee", drafts[place - 1].at + 10))
    recorded = event(world, ev.GameRecorded, 0, None)
    world.tournament[world.index(ev.GameRecorded)] = world.tournament[world.index(ev.GameRecorded)].but(
        lines=recorded.lines + 1
    )
    return Named(code, f"g/{GAME}", place + 1)

"""What a tournament's log says of its games: the ground on which a game's log is judged."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from croupier.contracts.events import GameClosed, GameRecorded
from croupier.contracts.specs import Clock, Policy
from croupier.folds.tournament import TournamentState


class Problem(NamedTuple):
    """A finding without its place, as a check returns it."""

    code: str
    reason: str
    expected: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all games of a tournament share. ``seed`` and ``beacon`` are ``None`` while they are not known.

    ``options``: resolved; ``names``: the name of each entrant; ``signers``: its key (hex), where play is signed.
    """

    tournament: str
    game: str
    ruleset: str
    options: dict[str, Any]
    clock: Clock
    policy: Policy
    names: dict[str, str]
    beacon: bytes | None
    seed: bytes | None
    signers: dict[str, str] = field(default_factory=dict)


def setting_of(state: TournamentState, seed: bytes | None) -> Setting:
    """What a tournament that has started says of all its games; ``seed``: where it is known."""
    spec = state.spec
    assert spec is not None
    assert state.beacon is not None
    names = {entrant.id: entrant.name for entrant in state.entrants.values()}
    beacon, signers = bytes.fromhex(state.beacon), dict(state.signers)
    return Setting(
        spec.id, spec.game, spec.ruleset, state.options, spec.clock, spec.policy, names, beacon, seed, signers
    )


@dataclass(frozen=True, slots=True)
class Expected:
    """What the tournament's log says of one game. ``recorded`` stands in its line ``recorded_line``.

    ``due``, ``recorded_at``, ``over``, ``closed_at``: the stamps of the lines that let the game be opened, record it,
    let its deck be shown, and close it; ``None`` where that is not known.
    ``closed``: where the game ends, in line ``closed_line``. ``keys``: of the services, up to there, without
    those that were given up before the last game of the board was over; ``None`` in a
    tournament that was played before services held keys.
    """

    id: str
    round: int
    board: str
    seats: tuple[str, ...]
    recorded: GameRecorded | None = None
    recorded_line: int = 0
    closed: GameClosed | None = None
    closed_line: int = 0
    keys: dict[str, tuple[str, ...]] | None = None
    due: int | None = None
    recorded_at: int | None = None
    over: int | None = None
    closed_at: int | None = None

"""Entrants wait until the dealer is committed to its seed: a nonce that it knew before would prove nothing."""

import asyncio
import time
from collections.abc import Container, Iterable, Mapping, Sequence

from pydantic import ValidationError

from croupier.contracts import commands as cmd
from croupier.contracts.errors import Unavailable
from croupier.contracts.lines import read_trusted
from croupier.contracts.streams import tournament_log
from croupier.folds.tournament import TournamentState
from croupier.runtime.entries import Entry
from croupier.runtime.eventlog import EventLog
from croupier.runtime.slots import Slot

POLL = 0.02
"""Seconds between two looks into the log."""


async def seeds_committed(
    log: EventLog,
    slots: Mapping[str, Slot[TournamentState]],
    joins: Iterable[Entry],
    patience: float,
    left_out: Container[str] = (),
) -> None:
    """Wait until the tournaments that are joined have their commitment, or do not exist, or cannot be followed.

    Raises ``Unavailable`` (``server/unready``) after ``patience`` seconds.
    """
    deadline = time.monotonic() + patience
    for name in sorted({tournament_log(name) for name in map(_tournament, joins) if name}):
        slot = slots.get(name)
        if name in left_out or (slot is not None and slot.state.commitment is not None):
            continue
        while not _ready(name, await log.read(name)):
            if time.monotonic() > deadline:
                raise Unavailable("server/unready", f"the dealer has not committed to the seed of {name[2:]}")
            await asyncio.sleep(POLL)


def _ready(log: str, lines: Sequence[bytes]) -> bool:
    """Nothing is to be waited for in a log that cannot be followed: whoever loads it leaves it out."""
    state = TournamentState(log)
    try:
        for line in lines:
            state.evolve(read_trusted(line))
    except Exception:  # noqa: BLE001 - whatever a foreign line does to a fold, those who join elsewhere are let in
        return True
    return not lines or state.commitment is not None


def _tournament(entry: Entry) -> str:
    try:
        message = cmd.DIRECTOR_MESSAGE.validate_json(entry.body)
    except ValidationError:
        return ""
    return message.tournament if isinstance(message, cmd.EntrantJoin) else ""

"""What the webhooks keep in the store: how far logs were read, what waits to be told, and what came of each attempt.

All of it is small, whatever is played: a log is read no further while a receiver has its fill of waiting messages.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from redis.asyncio import Redis

from croupier.contracts.streams import DELIVERIES_KEY, HOOKS_KEY, PLACES_KEY, waiting_key

from .wire import Command, demand, transaction

KEPT = 10_000
"""Attempts that are remembered."""

DONE = "done"
"""The place of a log that was read to its end."""

Outcome = Literal["delivered", "failed", "given up", "switched off"]


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be told: the event that stands in line ``line`` of a tournament's log.

    ``id``: the hash of that line; ``body``: what is sent; ``attempts``: how many failed; ``due``: when the next is
    made, in microseconds.
    """

    id: str
    tournament: str
    line: int
    type: str
    body: str
    due: int
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class Delivery:
    """An attempt and its outcome. ``status``: the HTTP status, 0 where there was no answer; ``took`` and ``at`` in µs.

    ``next``: when it is tried again, 0 for never.
    """

    hook: str
    message: str
    tournament: str
    line: int
    type: str
    attempt: int
    outcome: Outcome
    status: int
    why: str
    took: int
    at: int
    next: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """A webhook as the store knows it: ``since`` when (µs), and why it is switched off, if it is."""

    since: int
    off: str | None = None


class HookStore:
    """Reads and writes the keys of the webhooks. Every method raises ``Unavailable`` (``store/…``)."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    async def known(self) -> dict[str, Known]:
        """All webhooks that there ever were, by name."""
        (flat,) = await demand(self._client, [(b"HGETALL", HOOKS_KEY)])
        return {name: Known(**json.loads(value)) for name, value in _pairs(flat)}

    async def learn(self, name: str, since: int) -> Known:
        """A webhook, known from now on if it was not."""
        fresh = json.dumps(asdict(Known(since)))
        _, value = await demand(self._client, [(b"HSETNX", HOOKS_KEY, name, fresh), (b"HGET", HOOKS_KEY, name)])
        return Known(**json.loads(value))

    async def switch(self, name: str, known: Known, off: str | None) -> Known:
        """Switch a webhook off, with the reason, or on again."""
        fresh = Known(known.since, off)
        await demand(self._client, [(b"HSET", HOOKS_KEY, name, json.dumps(asdict(fresh)))])
        return fresh

    async def places(self, name: str) -> dict[str, int | None]:
        """How far logs were read for a webhook, by tournament; ``None`` for to the end."""
        (flat,) = await demand(self._client, [(b"HGETALL", PLACES_KEY)])
        mine = ((field.partition("|")[2], value) for field, value in _pairs(flat) if field.partition("|")[0] == name)
        return {tournament: None if value == DONE else int(value) for tournament, value in mine}

    async def add(self, name: str, tournament: str, place: int | None, messages: Sequence[Message]) -> None:
        """A log was read up to ``place`` (``None``: to its end), and this is to be told of it: both or neither."""
        commands: list[Command] = [
            (b"HSET", waiting_key(name), message.id, json.dumps(asdict(message))) for message in messages
        ]
        move: Command = (b"HSET", PLACES_KEY, f"{name}|{tournament}", DONE if place is None else place)
        await transaction(self._client, [*commands, move])

    async def waiting(self, name: str) -> dict[str, Message]:
        """What a webhook has still to be told, by id."""
        (flat,) = await demand(self._client, [(b"HGETALL", waiting_key(name))])
        return {key: Message(**json.loads(value)) for key, value in _pairs(flat)}

    async def settle(self, delivery: Delivery, again: Message | None) -> None:
        """Note an attempt; ``again`` waits in the message's place, which else is done with."""
        key = waiting_key(delivery.hook)
        change: Command = (
            (b"HDEL", key, delivery.message) if again is None else (b"HSET", key, again.id, json.dumps(asdict(again)))
        )
        note: Command = (b"XADD", DELIVERIES_KEY, b"MAXLEN", b"~", KEPT, b"*", b"e", json.dumps(asdict(delivery)))
        await transaction(self._client, [change, note])

    async def hurry(self, name: str) -> int:
        """Let all that waits be due now; how much that is."""
        now = time.time_ns() // 1_000
        found = await self.waiting(name)
        fields = [
            part for message in found.values() for part in (message.id, json.dumps(asdict(message) | {"due": now}))
        ]
        if fields:
            await demand(self._client, [(b"HSET", waiting_key(name), *fields)])
        return len(found)

    async def deliveries(self, limit: int = KEPT) -> list[Delivery]:
        """The newest attempts, oldest of them first."""
        (found,) = await demand(self._client, [(b"XREVRANGE", DELIVERIES_KEY, b"+", b"-", b"COUNT", limit)])
        return [Delivery(**json.loads(fields[1])) for _, fields in reversed(found)]


def _pairs(flat: Any) -> list[tuple[str, str]]:
    if isinstance(flat, Mapping):
        return [(key.decode(), value.decode()) for key, value in flat.items()]
    return [(key.decode(), value.decode()) for key, value in zip(flat[::2], flat[1::2], strict=True)]

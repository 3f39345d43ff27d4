"""Entries that could not be handled: kept with the reason, listed, sent again or thrown away."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from redis.asyncio import Redis

from croupier.contracts.errors import BadConfig
from croupier.contracts.streams import Feed, dead_key, feed_key

from .eventlog import LINE_FIELD
from .wire import Command, demand, transaction

MOST = 100_000
"""Letters kept per partition, roughly; the oldest go first. A flood of them must not fill the server's memory."""

FIELDS = frozenset({"feed", "entry", "body", "code", "reason", "deliveries", "at"})


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A buried entry. ``at``: when, in µs; ``entry``: its id in the feed; ``deliveries``: how often it came."""

    id: str
    partition: int
    feed: Feed
    entry: str
    body: bytes
    code: str
    reason: str
    deliveries: int
    at: int


def burial(feed: Feed, partition: int, entry: str, body: bytes, *, code: str, reason: str, deliveries: int) -> Command:
    """The command that adds a letter; to be sent in one transaction with the entry's acknowledgement."""
    at = time.time_ns() // 1_000
    what = (
        "feed",
        feed,
        "entry",
        entry,
        "body",
        body,
        "code",
        code,
        "reason",
        reason,
        "deliveries",
        deliveries,
        "at",
        at,
    )
    return (b"XADD", dead_key(partition), b"MAXLEN", b"~", MOST, b"*", *what)


async def letters(client: Redis, partitions: int, *, limit: int = 1_000) -> list[DeadLetter]:
    """The oldest ``limit`` letters of each partition."""
    ranges: list[Command] = [(b"XRANGE", dead_key(n), b"-", b"+", b"COUNT", limit) for n in range(partitions)]
    replies = await demand(client, ranges)
    return [_letter(number, entry) for number, reply in enumerate(replies) for entry in reply]


async def count(client: Redis, partitions: int) -> int:
    """How many letters there are in the whole store."""
    return sum(await demand(client, [(b"XLEN", dead_key(number)) for number in range(partitions)]))


async def requeue(client: Redis, found: Sequence[DeadLetter]) -> None:
    """Put entries back at the end of their feeds, as new entries, and remove the letters.

    Raises ``BadConfig`` (``config/value``) for a letter without a readable feed; nothing is moved then.
    """
    for letter in found:
        if letter.feed not in get_args(Feed):
            raise BadConfig("config/value", f"letter {letter.id} came from no feed of ours", place=letter.feed)
    for letter in found:
        again: Command = (b"XADD", feed_key(letter.feed, letter.partition), b"*", LINE_FIELD, letter.body)
        await transaction(client, [again, (b"XDEL", dead_key(letter.partition), letter.id)])


async def discard(client: Redis, found: Sequence[DeadLetter]) -> None:
    """Remove letters for good."""
    await demand(client, [(b"XDEL", dead_key(letter.partition), letter.id) for letter in found])


def _letter(partition: int, entry: Any) -> DeadLetter:
    letter_id, flat = entry
    fields: dict[str, bytes] = {name.decode(): value for name, value in zip(flat[::2], flat[1::2], strict=True)}
    text = {name: fields.get(name, b"").decode(errors="replace") for name in FIELDS}
    return DeadLetter(
        id=letter_id.decode(),
        partition=partition,
        feed=cast(Feed, text["feed"]),
        entry=text["entry"],
        body=fields.get("body", b""),
        code=text["code"],
        reason=text["reason"],
        deliveries=int(text["deliveries"] or 0),
        at=int(text["at"] or 0),
    )

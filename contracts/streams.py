"""Names of Redis keys. Everything of one log shares a partition, and so a Redis Cluster slot."""

from binascii import crc32
from functools import lru_cache
from typing import Literal

Feed = Literal["cmd", "to:dealer", "to:referee", "to:scoring", "to:director", "to:table"]

FEEDS: tuple[Feed, ...] = ("cmd", "to:dealer", "to:referee", "to:scoring", "to:director", "to:table")

READERS: dict[str, tuple[Feed, ...]] = {
    "dealer": ("to:dealer",),
    "referee": ("cmd", "to:referee"),
    "scoring": ("to:scoring",),
    "director": ("to:director",),
}
"""Which feeds each service's group reads. ``to:table`` is read by every gateway without a group."""


def game_log(game: str) -> str:
    """Log id of a game."""
    return f"g/{game}"


def tournament_log(tournament: str) -> str:
    """Log id of a tournament."""
    return f"t/{tournament}"


@lru_cache(maxsize=8_192)
def partition(log: str, partitions: int) -> int:
    """The partition of a log: CRC-32 of its id modulo the store's number of partitions."""
    return crc32(log.encode()) % partitions


@lru_cache(maxsize=8_192)
def log_key(log: str, partitions: int) -> str:
    """Key of the stream that holds a log."""
    return f"croupier:{{{partition(log, partitions):02d}}}:log:{log}"


def feed_key(feed: Feed, number: int) -> str:
    """Key of a feed in partition ``number``."""
    return f"croupier:{{{number:02d}}}:{feed}"


def dead_key(number: int) -> str:
    """Key of the dead letters of partition ``number``."""
    return f"croupier:{{{number:02d}}}:dead"


def live_key(number: int) -> str:
    """Key of the set of logs in partition ``number`` that are still in play."""
    return f"croupier:{{{number:02d}}}:live"


def gone_key(number: int) -> str:
    """Key of the logs of partition ``number`` that moved to the archive lately, by the time they did."""
    return f"croupier:{{{number:02d}}}:gone"


PARTITIONS_KEY = "croupier:partitions"
"""Key of the number of partitions, fixed when a store is first used."""

HOOKS = "croupier:{hooks}:"
"""What the keys of the webhooks begin with; they share a slot, so that they change together."""


def waiting_key(hook: str) -> str:
    """Key of the messages that webhook ``hook`` has still to be told, by their id."""
    return f"{HOOKS}waiting:{hook}"


PLACES_KEY = f"{HOOKS}places"
"""Key of the places up to which logs were read for each webhook."""

HOOKS_KEY = f"{HOOKS}known"
"""Key of what is known of each webhook: since when there is it, and whether it is switched off."""

DELIVERIES_KEY = f"{HOOKS}deliveries"
"""Key of the stream of attempts to deliver, the newest ten thousand."""

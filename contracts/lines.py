"""A line of a log: canonical JSON, chained to the line before by its hash."""

import re
from typing import Any, NamedTuple, cast, get_args

import orjson
from pydantic import ValidationError

from croupier.contracts.base import MAX_INTEGER, first_flaw
from croupier.contracts.canonical import canonical_trusted, digest, is_canonical
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import EVENTS, ActionTaken, By, Event
from croupier.contracts.upcast import upcast

FIELDS = frozenset({"seq", "type", "v", "at", "by", "cause", "data", "prev"})
BLANK = {"left": None, "auto": None, "signature": None}
"""Fields of ``action.taken`` that a line may lack."""
WRITERS = frozenset(get_args(By))
HASH = re.compile(r"[0-9a-f]{64}")


class Line(NamedTuple):
    """One event of a log with its envelope; ``event`` has the newest shape of its type."""

    seq: int
    at: int
    by: By
    cause: str
    prev: str
    event: Event


def genesis(log: str) -> str:
    """What stands for the head of the line before the first: SHA-256 of the log's id under a tag."""
    return digest(b"croupier/log/v1:" + log.encode())


def write_line(event: Event, *, seq: int, at: int, by: By, cause: str, prev: str) -> bytes:
    """The stored bytes of ``event`` as line ``seq``; :func:`digest` of them is the new head."""
    return canonical_trusted(
        {
            "seq": seq,
            "type": event.TYPE,
            "v": event.V,
            "at": at,
            "by": by,
            "cause": cause,
            "data": event.data(),
            "prev": prev,
        }
    )


def read_line(stored: bytes) -> Line:
    """Parse one stored line and lift it to the newest shape.

    Raises :class:`Unreadable` with ``log/not-json``, ``log/not-canonical``, ``log/envelope``,
    ``log/unknown-type``, ``log/unknown-version`` or ``log/schema``.
    """
    raw = _parse(stored)
    _check_envelope(raw)
    try:
        line = _lift(raw)
    except Unreadable:
        _check_canonical(raw, stored)  # what is not even canonical says so first
        raise
    if raw["v"] != line.event.V:  # a model of today has not seen what stands there
        _check_canonical(raw, stored)
    elif not _is_written(raw, stored):
        raise _not_canonical()
    return line


def read_trusted(stored: bytes) -> Line:
    """As :func:`read_line` for lines that this installation appended itself: canonical form is not checked again.

    Nor are the fields of ``action.taken``, of which there are more than of all others together.
    """
    raw = _parse(stored)
    try:
        if raw["type"] != ActionTaken.TYPE or raw["v"] != ActionTaken.V:
            return _lift(raw)
        event = ActionTaken.adopt(BLANK | raw["data"])
        return Line(raw["seq"], raw["at"], cast(By, raw["by"]), raw["cause"], raw["prev"], event)
    except (LookupError, TypeError):  # what stands there was not appended by us
        raise Unreadable("log/envelope", "the line does not have the fields of a log line") from None


def _parse(stored: bytes) -> Any:
    try:
        return orjson.loads(stored)
    except orjson.JSONDecodeError as error:
        raise Unreadable("log/not-json", str(error)) from None


def _check_canonical(raw: Any, stored: bytes) -> None:
    try:
        if not is_canonical(raw, stored):
            raise _not_canonical()
    except TypeError as error:
        raise Unreadable("log/not-canonical", str(error)) from None


def _not_canonical() -> Unreadable:
    return Unreadable("log/not-canonical", "the line is not in canonical form")


def _is_written(raw: Any, stored: bytes) -> bool:
    """Whether ``stored`` is how ``raw`` is written, which a model has found to hold no float and no odd key."""
    try:
        return orjson.dumps(raw, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER) == stored
    except TypeError:
        return False


def _check_envelope(raw: Any) -> None:
    """Raise what is wrong with the envelope; the usual case first, in one go, for every line passes here."""
    if (
        type(raw) is dict
        and raw.keys() == FIELDS
        and type(raw["seq"]) is type(raw["v"]) is type(raw["at"]) is int
        and 0 < raw["seq"] <= MAX_INTEGER
        and 0 < raw["v"] <= MAX_INTEGER
        and 0 <= raw["at"] <= MAX_INTEGER
        and type(raw["type"]) is type(raw["cause"]) is type(raw["by"]) is type(raw["prev"]) is str
        and raw["by"] in WRITERS
        and HASH.fullmatch(raw["prev"])
        and type(raw["data"]) is dict
    ):
        return
    _refuse_envelope(raw)


def _refuse_envelope(raw: Any) -> None:
    if not isinstance(raw, dict) or raw.keys() != FIELDS:
        raise Unreadable("log/envelope", f"a line has exactly the fields {', '.join(sorted(FIELDS))}")
    for field, least in (("seq", 1), ("v", 1), ("at", 0)):
        if type(raw[field]) is not int or not least <= raw[field] <= MAX_INTEGER:
            raise Unreadable("log/envelope", f"{field} is not an integer of at least {least}")
    for field in ("type", "by", "cause"):
        if not isinstance(raw[field], str):
            raise Unreadable("log/envelope", f"{field} is not text")
    if raw["by"] not in WRITERS:
        raise Unreadable("log/envelope", f"unknown writer {raw['by'][:40]!r}")
    if not isinstance(raw["prev"], str) or not HASH.fullmatch(raw["prev"]):
        raise Unreadable("log/envelope", "prev is not a SHA-256 in lower-case hex")
    if not isinstance(raw["data"], dict):
        raise Unreadable("log/envelope", "data is not an object")


def _lift(raw: dict[str, Any]) -> Line:
    kind = EVENTS.get(raw["type"])
    if kind is None:
        raise Unreadable("log/unknown-type", f"no event is called {raw['type'][:40]!r}")
    data = raw["data"] if raw["v"] == kind.V else upcast(raw["type"], raw["v"], kind.V, raw["data"])
    try:
        event = kind.model_validate(data)
    except ValidationError as error:
        raise Unreadable("log/schema", f"{raw['type']}: {first_flaw(error)}") from None
    return Line(raw["seq"], raw["at"], cast(By, raw["by"]), raw["cause"], raw["prev"], event)

"""Old shapes of events, lifted step by step where lines are read.

``STEPS[type, v]`` turns the data of version v into that of version v + 1. A stored sample of every
version ever released stays in ``tests/contracts/samples/``.
"""

from collections.abc import Callable
from typing import Any

from croupier.contracts.errors import Unreadable

Step = Callable[[dict[str, Any]], dict[str, Any]]


def _unrated(data: dict[str, Any]) -> dict[str, Any]:
    """The first version of ``tournament.finished`` had a place for ratings, and nothing ever stood there."""
    if data.get("ratings"):
        raise ValueError("it has ratings")
    return {**data, "ratings": None}


STEPS: dict[tuple[str, int], Step] = {("tournament.finished", 1): _unrated}


def upcast(kind: str, version: int, newest: int, data: dict[str, Any]) -> dict[str, Any]:
    """Lift ``data`` of ``kind`` from ``version`` to ``newest``.

    Raises :class:`Unreadable`: ``log/unknown-version`` for a version without a step or from the
    future, ``log/schema`` for data that is not of the version it claims.
    """
    if not 1 <= version <= newest:
        raise Unreadable("log/unknown-version", f"{kind} has no version {version}")
    for step in range(version, newest):
        if (kind, step) not in STEPS:
            raise Unreadable("log/unknown-version", f"{kind} cannot be lifted from version {step}")
        try:
            data = STEPS[kind, step](data)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise Unreadable("log/schema", f"{kind} is not of version {step}: {error!r}") from None
    return data

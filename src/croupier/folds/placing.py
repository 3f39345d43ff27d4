"""Where events may stand."""

from croupier.contracts.errors import Unreadable


def require(holds: bool, reason: str) -> None:
    """Raise :class:`Unreadable` (``log/out-of-place``) for an event that cannot stand here."""
    if not holds:
        raise Unreadable("log/out-of-place", reason)

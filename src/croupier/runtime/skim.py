"""Looking at stored lines without parsing them, for who needs only a few of their types.

Lines are canonical JSON, so a line ends with ``"prev":"…","seq":…,"type":"…","v":…}``, and a text inside of it
cannot hold these words: its quotes are escaped.
"""

from croupier.contracts.errors import Unreadable


def type_of(stored: bytes) -> str:
    """The type of the event in a stored line. Raises ``Unreadable`` (``log/envelope``) if it has none."""
    try:
        start = stored.rindex(b'"type":"') + 8
        return stored[start : stored.index(b'"', start)].decode()
    except ValueError:
        raise Unreadable("log/envelope", "the line names no type") from None


def seq_of(stored: bytes) -> int:
    """The number of a stored line. Raises ``Unreadable`` (``log/envelope``) if it has none."""
    try:
        end = stored.rindex(b',"type":"')
        return int(stored[stored.rindex(b":", 0, end) + 1 : end])
    except ValueError:
        raise Unreadable("log/envelope", "the line has no number") from None


def follows(stored: bytes, head: str) -> bool:
    """Whether a stored line is chained to the line whose hash is ``head``."""
    return b',"prev":"%s","seq":' % head.encode() in stored

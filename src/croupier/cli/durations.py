"""Lengths of time as people write them in a run file: ``500ms``, ``10s``, ``2m``, ``1.5s``."""

import re

UNITS = {"us": 1, "ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000}
"""Microseconds of each unit."""

FORM = r"^([0-9]{1,15})(?:\.([0-9]{1,6}))?(us|ms|s|m|h)$"
_FORM = re.compile(FORM)


def parse_duration(text: str) -> int:
    """Microseconds of ``text``: a number and a unit, ``us ms s m h``.

    Raises ``ValueError`` for anything else, and for a length that is no whole number of microseconds.
    """
    match = _FORM.fullmatch(text.strip())
    if match is None:
        raise ValueError("a number and one of us, ms, s, m, h, as in 500ms or 10s")
    whole, fraction, unit = match[1], match[2] or "", match[3]
    micros, rest = divmod(int(whole + fraction) * UNITS[unit], int(10 ** len(fraction)))
    if rest:
        raise ValueError("finer than a microsecond")
    return micros


def format_duration(micros: int) -> str:
    """The shortest way to write ``micros`` with one unit."""
    for unit, size in reversed(UNITS.items()):
        if micros and micros % size == 0:
            return f"{micros // size}{unit}"
    return "0s"

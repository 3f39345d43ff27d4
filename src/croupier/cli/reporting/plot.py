"""Figures with their intervals as a drawing (SVG): a bar each, on one scale."""

from collections.abc import Iterator, Sequence

from croupier.audit.legible import printable

from .document import Bar, Bars
from .tags import Markup, joined, tag

WIDTH, LABELS, ROW, EDGE = 720, 190, 26, 12
"""Pixels: of the whole, of the names on the left, from row to row, at the right edge."""

TICKS = 8
"""So many marks on the scale at most."""

LONGEST = 24
"""Characters of a name that fit beside its bar."""


def plot(bars: Bars) -> Markup:
    """The drawing; for who cannot see it, the same in words."""
    low, high, step = scale(bars.bars)
    height = ROW * (len(bars.bars) + 1) + EDGE

    def x(value: float) -> str:
        return f"{LABELS + (value - low) / (high - low) * (WIDTH - LABELS - EDGE):.1f}"

    said = "; ".join(f"{printable(bar.label)} {bar.value} ± {bar.margin}" for bar in bars.bars)
    parts = [tag("title", printable(bars.caption)), tag("desc", said)]
    parts += [_mark(x(value), value, height) for value in range(low, high + 1, step)]
    for number, bar in enumerate(bars.bars):
        parts += _row(bar, EDGE + ROW * number, x(bar.value - bar.margin), x(bar.value), x(bar.value + bar.margin))
    return tag("svg", *parts, class_="bars", role="img", viewBox=f"0 0 {WIDTH} {height}", width=f"{WIDTH}")


def scale(bars: Sequence[Bar]) -> tuple[int, int, int]:
    """Ends of a scale that holds all intervals, and the distance of its marks: 1, 2 or 5 times a power of ten."""
    least = min(bar.value - bar.margin for bar in bars)
    most = max(bar.value + bar.margin for bar in bars)
    step = next(size for size in _sizes() if (most - least) / size <= TICKS - 2)
    low = least // step * step
    return low, max(-(-most // step) * step, low + step), step


def _sizes() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _mark(place: str, value: int, height: int) -> Markup:
    line = tag("line", x1=place, x2=place, y1="0", y2=f"{height - ROW}", class_="grid")
    return joined(line, tag("text", f"{value}", x=place, y=f"{height - EDGE}", class_="mark"))


def _row(bar: Bar, top: int, low: str, middle: str, high: str) -> list[Markup]:
    centre = f"{top + ROW // 2 - 4}"
    label = printable(bar.label)
    name = label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
    return [
        tag("text", name, x=f"{LABELS - EDGE}", y=f"{top + ROW // 2}", class_="name"),
        tag("line", x1=low, x2=high, y1=centre, y2=centre, class_="interval"),
        tag("circle", cx=middle, cy=centre, r="5", class_="value"),
    ]

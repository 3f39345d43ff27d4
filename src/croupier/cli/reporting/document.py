"""What a report is made of, whatever it is written in: sections of texts, tables with links, bars and commands.

All of it is plain text of which nobody has escaped anything; whoever writes it down does.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A text that leads to ``target``, a file: its address as seen from the report, percent-encoded."""

    text: str
    target: str


Cell = str | Link


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. ``right``: columns of figures, by index. ``folded``: it is long, and may be hidden until asked for."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    right: frozenset[int] = frozenset()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure with the half width of its interval."""

    label: str
    value: int
    margin: int


@dataclass(frozen=True, slots=True)
class Bars:
    """Figures to be drawn one below the other, on one scale."""

    caption: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines that keep their form: commands, or a calculation."""

    caption: str
    lines: tuple[str, ...]
    folded: bool = False


Part = Text | Grid | Bars | Listing


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report under a heading."""

    title: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A report. ``lead``: the first lines, below the title."""

    title: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...] = field(default=())

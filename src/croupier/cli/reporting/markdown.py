"""A report as Markdown, with tables as GitHub knows them. Each sign that Markdown would read is escaped."""

import re
from collections.abc import Iterator

from croupier.audit.legible import printable

from .document import Bars, Cell, Document, Grid, Link, Listing, Part, Text

SPECIAL = re.compile(r"([\\`*_\[\]<>|~&$]|:(?=//)|(?<=www)\.)")
"""Signs that mean something anywhere, and what would make a link."""

FIRST = re.compile(r"^(\s*\d*)([#+=.)-])")
"""Signs that mean something where a line begins."""


def markdown(document: Document) -> str:
    """The text of a report."""
    return "\n".join(_lines(document)) + "\n"


def table(grid: Grid) -> Iterator[str]:
    """The lines of a table."""
    yield f"| {' | '.join(map(_cell, grid.headings))} |"
    yield f"|{'|'.join('--:' if index in grid.right else '---' for index in range(len(grid.headings)))}|"
    for row in grid.rows:
        yield f"| {' | '.join(map(_cell, row))} |"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Link):
        return f"[{_inline(cell.text)}]({cell.target})"
    return _inline(cell)


def _inline(text: str) -> str:
    """``text`` where it begins no line."""
    return SPECIAL.sub(r"\\\1", printable(text))


def escaped(text: str) -> str:
    """``text`` so that Markdown shows it as it is, in one line."""
    return FIRST.sub(r"\1\\\2", _inline(text))


def _lines(document: Document) -> Iterator[str]:
    yield f"# {escaped(document.title)}"
    yield ""
    for line in document.lead:
        yield escaped(line)
        yield ""
    for section in document.sections:
        yield f"## {escaped(section.title)}"
        yield ""
        for part in section.parts:
            yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    match part:
        case Text():
            yield escaped(part.text)
        case Bars():
            return  # the table beside it says the same
        case Grid():
            yield from _captioned(part.caption)
            yield from table(part)
        case Listing():
            yield from _captioned(part.caption)
            yield from (f"    {printable(line)}" for line in part.lines)
    yield ""


def _captioned(caption: str) -> Iterator[str]:
    if caption:
        yield escaped(caption)
        yield ""

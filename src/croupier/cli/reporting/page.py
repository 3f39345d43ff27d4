"""A report as one page that needs nothing else: no network, no script, opened from a file.

Names and reasons come from outside. They stand in the page as escaped text, and its policy lets nothing run or load.
"""

from collections.abc import Iterator
from importlib.resources import files

from croupier import __version__
from croupier.audit.legible import printable
from croupier.audit.page.frame import part as shared
from croupier.audit.page.frame import policy

from .document import Bars, Cell, Document, Grid, Link, Listing, Part, Section, Text
from .plot import plot
from .tags import Markup, joined, tag


def page(document: Document) -> str:
    """The text of the page."""
    lead = (tag("p", printable(line)) for line in document.lead)
    header = tag("header", tag("p", "Tournament", class_="kicker"), tag("h1", printable(document.title)), *lead)
    main = tag("main", *(_section(section) for section in document.sections))
    footer = tag("footer", tag("p", f"Written by croupier report, version {__version__}, from the bundle alone."))
    style = shared("page.css") + (files("croupier.cli.reporting") / "report.css").read_text(encoding="utf-8")
    return framed(document.title, style, header, main, footer)


def framed(title: str, style: str, *body: Markup, script: str | None = None) -> str:
    """A page with its head. ``script``: the one that ``body`` holds; no other may run."""
    head = tag(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy(style, script)}">'),
        tag("title", printable(title)),
        tag("style", Markup(style)),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', *body), lang='en')}\n"


def _section(section: Section) -> Markup:
    return tag("section", tag("h2", printable(section.title)), *(_part(part) for part in section.parts))


def _part(part: Part) -> Markup:
    match part:
        case Text():
            return tag("p", printable(part.text))
        case Bars():
            return plot(part) if part.bars else joined()
        case Grid():
            return _folded(part.caption, part.folded, _grid(part))
        case Listing():
            lines = tag("pre", tag("code", "\n".join(map(printable, part.lines))))
            caption = tag("p", printable(part.caption))
            return _folded(part.caption, part.folded, lines if part.folded else joined(caption, lines))


def _folded(caption: str, folded: bool, inside: Markup) -> Markup:
    return tag("details", tag("summary", printable(caption)), inside) if folded else inside


def _grid(grid: Grid) -> Markup:
    caption = [tag("caption", printable(grid.caption))] if grid.caption and not grid.folded else []
    head = tag("thead", tag("tr", *_row("th", grid, grid.headings)))
    body = tag("tbody", *(tag("tr", *_row("td", grid, row)) for row in grid.rows))
    return tag("div", tag("table", *caption, head, body), class_="wide")


def _row(kind: str, grid: Grid, row: tuple[Cell, ...]) -> Iterator[Markup]:
    scope = {"scope": "col"} if kind == "th" else {}
    for index, cell in enumerate(row):
        yield tag(kind, _cell(cell), **({"class_": "right"} if index in grid.right else {}), **scope)


def _cell(cell: Cell) -> str:
    return tag("a", printable(cell.text), href=cell.target) if isinstance(cell, Link) else printable(cell)

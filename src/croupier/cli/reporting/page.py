"""A report as one page that needs nothing else: no network, no script, opened from a file.

Names and reasons come from outside. They stand in the page as escaped text, and its policy lets nothing run or load.
"""

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files

from croupier import __version__
from croupier.audit.legible import printable

from .document import Bars, Document, Grid, Listing, Part, Section, Text
from .plot import plot
from .tags import Markup, joined, tag


def page(document: Document) -> str:
    """The text of the page."""
    style = _style()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    head = tag(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup('<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        tag("title", printable(document.title)),
        tag("style", Markup(style)),
    )
    lead = (tag("p", printable(line)) for line in document.lead)
    header = tag("header", tag("p", "Tournament", class_="kicker"), tag("h1", printable(document.title)), *lead)
    main = tag("main", *(_section(section) for section in document.sections))
    footer = tag("footer", tag("p", f"Written by croupier report, version {__version__}, from the bundle alone."))
    return f"<!doctype html>\n{tag('html', head, tag('body', header, main, footer), lang='en')}\n"


def _style() -> str:
    shared = (files("croupier.audit.page") / "page.css").read_text(encoding="utf-8")
    return shared + (files("croupier.cli.reporting") / "report.css").read_text(encoding="utf-8")


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
    head = tag("thead", tag("tr", *(_cell("th", grid, index, text) for index, text in enumerate(grid.headings))))
    body = tag("tbody", *(tag("tr", *_row(grid, row)) for row in grid.rows))
    return tag("div", tag("table", *caption, head, body), class_="wide")


def _row(grid: Grid, row: tuple[str, ...]) -> Iterator[Markup]:
    yield from (_cell("td", grid, index, text) for index, text in enumerate(row))


def _cell(kind: str, grid: Grid, index: int, text: str) -> Markup:
    more = {"class_": "right"} if index in grid.right else {}
    return tag(kind, printable(text), **more, **({"scope": "col"} if kind == "th" else {}))

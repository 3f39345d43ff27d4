"""``croupier report``: the final report of a tournament, as Markdown and as one page for a browser."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.cli.follow import Watched

PAGE, MARKDOWN = "report.html", "report.md"
"""How the files of a run's report are called; they are no part of the bundle."""


def command(
    tournament: Annotated[
        str, typer.Argument(metavar="ID|BUNDLE", help="A tournament's id, or its bundle: a folder or a zip file.")
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page for a browser.", show_default=False)
    ] = None,
    markdown: Annotated[Path | None, typer.Option(metavar="FILE", help="Write Markdown.", show_default=False)] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
) -> None:
    """Write the report of a tournament: the table and why, cross-table, ratings, failures, disputes, every game.

    Everything follows from the log alone. The page needs no network and runs no script. Without a file the Markdown is
    printed. A run leaves both in its folder.
    """
    from croupier.cli.reporting.contents import document
    from croupier.cli.reporting.markdown import markdown as as_markdown
    from croupier.cli.standings import read

    watched = read(tournament, runs)
    if html is None and markdown is None:
        typer.echo(as_markdown(document(watched)), nl=False)
        return
    write(watched, html, markdown)


def write(watched: "Watched", html: Path | None, markdown: Path | None) -> None:
    """Write the report into files. Raises ``BadConfig`` (``config/unwritable``)."""
    from croupier.cli.reporting.contents import document
    from croupier.cli.reporting.markdown import markdown as as_markdown
    from croupier.cli.reporting.page import page

    made = document(watched)
    for path, form in ((html, page), (markdown, as_markdown)):
        if path is not None:
            put(path, form(made))


def put(path: Path, text: str) -> None:
    """Write a file. Raises ``BadConfig`` (``config/unwritable``)."""
    from croupier.contracts.errors import BadConfig

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(path)) from None

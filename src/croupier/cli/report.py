"""``croupier report``: the final report of a tournament, as Markdown and as one page for a browser, with replays."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.audit.files import Files
    from croupier.cli.follow import Watched
    from croupier.cli.reporting.replays import Bound

PAGE, MARKDOWN = "report.html", "report.md"
"""How the files of a run's report are called; they are no part of the bundle, nor are the pages of its games."""


def command(
    tournament: Annotated[
        str, typer.Argument(metavar="ID|BUNDLE", help="A tournament's id, or its bundle: a folder or a zip file.")
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page for a browser.", show_default=False)
    ] = None,
    markdown: Annotated[Path | None, typer.Option(metavar="FILE", help="Write Markdown.", show_default=False)] = None,
    replays: Annotated[
        str | None,
        typer.Option(
            metavar="N|all|none",
            show_default=False,
            help="How many games get a page at most; 200, of 32 MiB together, where it is not given.",
        ),
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
) -> None:
    """Write the report of a tournament: the table and why, cross-table, ratings, failures, disputes, every game.

    Everything follows from the logs alone. The page needs no network and runs no script. In the folder replays beside
    it games have a page each to step through with all hands, first those that were disputed or failed; while the
    tournament is on there is none. Without a file the Markdown is printed. A run leaves all of this in its folder.
    """
    from croupier.cli.reporting.contents import document
    from croupier.cli.reporting.markdown import markdown as as_markdown
    from croupier.cli.reporting.replays import USUAL, read_bound
    from croupier.cli.standings import find, read

    bound = USUAL if replays is None else read_bound(replays)
    if html is None and markdown is None:
        _check_alone(replays)
        typer.echo(as_markdown(document(read(tournament, runs))), nl=False)
        return
    write(read(tournament, runs), find(tournament, runs), html, markdown, bound)


def _check_alone(replays: str | None) -> None:
    from croupier.contracts.errors import BadConfig

    if replays is not None:
        reason = "a report that is printed has no pages beside it"
        raise BadConfig("usage/option", reason, place="croupier report --replays", hint="give --html FILE")


def write(
    watched: "Watched", files: "Files", html: Path | None, markdown: Path | None, bound: "Bound | None" = None,
    quiet: bool = False,
) -> None:  # fmt: skip
    """Write the report into files, and pages of its games beside them. ``bound``: as many as usual where it is absent.

    The pages come first, so that no link leads nowhere; where they cannot be written the report has none. Raises
    as :func:`croupier.cli.saving.save`.
    """
    from croupier.cli.reporting import replays

    homes = [path for path in (html, markdown) if path is not None and _has_sides(path)]
    if not homes:
        _write(watched, html, markdown, {})
        return
    folder = homes[0].parent / replays.FOLDER
    page = html if html in homes else None
    kept: list[str] = []
    try:
        kept = _write_replays(watched, files, folder, replays.USUAL if bound is None else bound, page, quiet)
    finally:
        _write(watched, html, markdown, {path: replays.links(kept, folder, path) for path in homes})
        replays.prune(watched, folder, kept)


def _has_sides(path: Path) -> bool:
    """Whether something can lie beside a file: it cannot beside a pipe or a terminal, such as ``/dev/stdout``."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def _write_replays(
    watched: "Watched", files: "Files", folder: Path, bound: "Bound", report: Path | None, quiet: bool
) -> list[str]:
    from croupier.cli.progress import Counter
    from croupier.cli.reporting import replays

    games = replays.chosen(watched, files, bound)
    with Counter(len(games), "shown") as counter:
        done = (lambda _: None) if quiet else counter
        return replays.write(watched, files, games, bound.size, folder, report, done)


def _write(
    watched: "Watched", html: Path | None, markdown: Path | None, links: Mapping[Path, Mapping[str, str]]
) -> None:
    from croupier.cli.reporting.contents import document
    from croupier.cli.reporting.markdown import markdown as as_markdown
    from croupier.cli.reporting.page import page
    from croupier.cli.saving import save

    made, known = None, None
    for path, form in ((html, page), (markdown, as_markdown)):
        if path is not None:
            pages = links.get(path, {})
            if made is None or pages != known:  # they are alike where both lie in one folder
                made, known = document(watched, pages), pages
            save(path, form(made))

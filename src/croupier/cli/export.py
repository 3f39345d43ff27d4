"""``croupier export``: a bundle, or one game, as a zip file; or a tournament's tables for other programs."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Format = Literal["bundle", "standings", "pairs", "games", "ratings", "markdown", "jsonl", "trf"]


def export(
    source: Annotated[
        Path, typer.Argument(metavar="BUNDLE|LOG", help="A bundle (runs/<id> or a zip file), or a single log.")
    ],
    target: Annotated[
        Path | None,
        typer.Argument(
            metavar="OUT.zip|OUT", help="The file to write, or the folder. Tables are printed without it.",
            show_default=False,
        ),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="What to write.")] = "bundle",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
) -> None:  # fmt: skip
    """Pack a bundle into one file for somebody who wants to audit it, or write its tables for other programs.

    From the same logs come the same bytes. A game inside a bundle takes its tournament's log along, because
    no deck can be checked without it. All commands that read a bundle read the zip file as it is; a name
    without .zip makes a folder instead, of a zip file too.

    Tables follow from the tournament's log: standings, pairs, games and ratings as CSV, the table in Markdown,
    all of it as lines of JSON, and a Swiss tournament as TRF.
    """
    if form == "bundle":
        _pack(source, target, force)
    else:
        _table(source, target, form, force)


def _pack(source: Path, target: Path | None, force: bool) -> None:
    from croupier.audit.export import export as write
    from croupier.contracts.errors import BadConfig

    if target is None:
        raise BadConfig("usage/missing", "a bundle needs a file or a folder to go to", place="OUT.zip|OUT")
    files = write(source, target, force)
    size = f", {target.stat().st_size} bytes" if target.is_file() else ""
    typer.echo(f"{target}: {files} file{'s' * (files != 1)}{size}")


def _table(source: Path, target: Path | None, form: str, force: bool) -> None:
    from croupier.cli.exporting.formats import FORMATS
    from croupier.cli.output import print_json_text
    from croupier.cli.saving import save
    from croupier.cli.standings import read
    from croupier.contracts.errors import Unreadable

    if target is not None and target.exists() and not force:
        raise Unreadable("bundle/exists", "the file exists", place=str(target), hint="--force writes over it")
    text = FORMATS[form](read(str(source), Path("runs")))
    if target is not None:
        save(target, text)
    elif form == "jsonl":
        print_json_text(text)
    else:
        typer.echo(text, nl=False)


command = export

"""``croupier export``: a bundle, or one game, as a zip file that anybody can make again byte for byte."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    source: Annotated[
        Path, typer.Argument(metavar="BUNDLE|LOG", help="A bundle (runs/<id> or a zip file), or a single log.")
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT.zip|OUT", help="The zip file to write, or the folder.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a zip file that exists.")] = False,
) -> None:
    """Pack a bundle into one file for somebody who wants to audit it.

    From the same logs come the same bytes. A game inside a bundle takes its tournament's log along, because
    no deck can be checked without it. All commands that read a bundle read the zip file as it is; a name
    without .zip makes a folder instead, of a zip file too.
    """
    from croupier.audit.export import export as write

    files = write(source, target, force)
    size = f", {target.stat().st_size} bytes" if target.is_file() else ""
    typer.echo(f"{target}: {files} file{'s' * (files != 1)}{size}")


command = export

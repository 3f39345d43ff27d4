"""``croupier export``: a bundle, or one game, as a zip file that anybody can make again byte for byte."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    source: Annotated[Path, typer.Argument(metavar="FOLDER|LOG", help="A bundle (runs/<id>), or a single log.")],
    target: Annotated[Path, typer.Argument(metavar="OUT.zip", help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
) -> None:
    """Pack a bundle into one file for somebody who wants to audit it.

    From the same logs come the same bytes. A game inside a bundle takes its tournament's log along, because
    no deck can be checked without it. Unpack it and audit what comes out.
    """
    from croupier.audit.export import export as write

    files = write(source, target, force)
    typer.echo(f"{target}: {files} file{'s' * (files != 1)}, {target.stat().st_size} bytes")


command = export

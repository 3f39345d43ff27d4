"""``croupier up``: an installation on this machine that stays until Ctrl-C."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[
        Path, typer.Option(help="Where the bundles go, and in .work what the installation keeps.")
    ] = Path("runs"),
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for bots from elsewhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any that is free.", min=0, max=65535)] = 8080,
    webhooks: Annotated[Path | None, typer.Option(help="A file with webhooks to be sent.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print where to connect as JSON.")] = False,
) -> None:
    """Start the store and all services, and keep them running.

    Tournaments are opened with `croupier open`, bots connect to the address that is printed. Ctrl-C ends
    everything; the next start goes on where this one stopped.
    """
    from croupier.cli.standing import keep_up

    keep_up(folder, host, port, webhooks, as_json=as_json)

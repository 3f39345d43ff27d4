"""``croupier replay``: a game from its log, step by step or at one decision, as one audience saw it."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG|ID", help="A game's log, or its id under --runs.")],
    ply: Annotated[int | None, typer.Option(min=0, help="Stop at this decision, counted from 0.")] = None,
    audience: Annotated[
        str, typer.Option("--as", metavar="seat:N|public|auditor", help="Show only what this audience saw.")
    ] = "public",
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show a game from its log: the whole course, or the table before one decision and what followed from it."""
    from croupier.audit import legible
    from croupier.audit.places import find_log
    from croupier.audit.replay import replay as play
    from croupier.cli.output import print_json

    found = find_log(log, runs)
    played = play(found.id(), found.lines(), audience, ply)
    if as_json:
        print_json(played.as_dict())
    else:
        for line in legible.text(played):
            typer.echo(line)


command = replay

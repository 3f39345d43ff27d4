"""``croupier replay``: a game as one audience saw it, or a whole tournament as it happened."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.audit.bundle import Log
    from croupier.audit.course import Moment


def replay(
    log: Annotated[
        str,
        typer.Argument(metavar="LOG|ID|BUNDLE", help="A game's log, BUNDLE/GAME, its id under --runs, or a bundle."),
    ],
    ply: Annotated[int | None, typer.Option(min=0, help="Stop at this decision, counted from 0.")] = None,
    audience: Annotated[
        str, typer.Option("--as", metavar="seat:N|public|auditor", help="Show only what this audience saw.")
    ] = "public",
    step: Annotated[bool, typer.Option("--step", help="Go through the game key by key on a terminal.")] = False,
    speed: Annotated[
        float | None, typer.Option(min=0, help="As it happened, this many times as fast; 0 without waiting.")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help="Of a bundle tell the play of all games, too.")] = False,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON; with --speed a line a moment.")] = False,
) -> None:
    """Show a game from its log, or the tournament in a bundle as it happened.

    Of a game: the whole course, or the table before one decision and what followed from it. Of a bundle:
    who came, pairings with their reasons, results and tables in the order of their stamps.
    """
    from croupier.audit.bundle import Log
    from croupier.audit.course import of_game, of_tournament
    from croupier.audit.places import find, find_log
    from croupier.cli.pairings import with_reasons

    path = Path(log)
    found = find(path) if path.exists() else find_log(log, runs)
    if isinstance(found, Log) and not found.id().startswith("t/"):
        _check(not moves, "--moves", "is for a bundle: a game is all moves")
        if step:
            from croupier.cli.stepping import step as by_keys

            by_keys(found, audience, ply)
        elif speed is None:
            _whole(found, audience, ply, as_json=as_json)
        else:
            _check(ply is None, "--ply", "does not go with --speed")
            _tell(of_game(found, audience), speed, games=False, as_json=as_json)
        return
    _check(not step and ply is None, "--step, --ply", "are for a game; name one: BUNDLE/GAME")
    _tell(with_reasons(of_tournament(found.files, moves), found.files), speed or 0, games=True, as_json=as_json)


def _check(holds: bool, place: str, reason: str) -> None:
    from croupier.contracts.errors import BadConfig

    if not holds:
        raise BadConfig("usage/option", reason, place=f"croupier replay {place}")


def _whole(log: "Log", audience: str, ply: int | None, *, as_json: bool) -> None:
    from croupier.audit import legible
    from croupier.audit.replay import replay as play
    from croupier.cli.output import print_json

    played = play(log.id(), log.lines(), audience, ply)
    if as_json:
        print_json(played.as_dict())
        return
    for line in legible.text(played):
        typer.echo(legible.printable(line))


def _tell(course: "Iterable[Moment]", speed: float, *, games: bool, as_json: bool) -> None:
    """Each moment when it is due. Ctrl-C ends it."""
    from croupier.audit.legible import printable
    from croupier.cli.moments import Pacer, told
    from croupier.cli.moments import as_json as shape
    from croupier.cli.output import print_json

    pacer, start = Pacer(speed), None
    try:
        for moment in course:
            start = moment.at if start is None else start
            pacer.wait(moment.at)
            if as_json:
                print_json(shape(moment))
            else:
                for line in told(moment, start, games):
                    typer.echo(printable(line))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


command = replay

"""``croupier watch``: look on while a tournament is played, from its folder or over HTTP."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.cli.follow import Watched
    from croupier.cli.views import View

LOOK = 0.2
"""Seconds between two looks into the folder."""


def command(
    tournament: Annotated[str, typer.Argument(metavar="ID|FOLDER", help="A tournament's id, or its folder.")],
    url: Annotated[str | None, typer.Option(help="Ask this server instead of looking into a folder.")] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    plain: Annotated[bool, typer.Option("--plain", help="Show lines, on a terminal too.")] = False,
    json_lines: Annotated[bool, typer.Option("--json-lines", help="Print lines of JSON.")] = False,
) -> None:
    """Look on while a tournament is played, until it is over.

    Reads the folder that the director writes and nothing else, so it costs the tournament nothing and may come and go;
    with --url it asks a server for the table once a second. Ctrl-C ends it; the tournament goes on.
    """
    from croupier.cli.output import say

    try:
        if url is not None:
            _from_afar(url, tournament, plain=plain, json_lines=json_lines)
        else:
            _from_folder(_folder(tournament, runs), plain=plain, json_lines=json_lines)
    except KeyboardInterrupt:
        say("the tournament goes on")
        raise typer.Exit(130) from None


def _from_afar(url: str, tournament: str, *, plain: bool, json_lines: bool) -> None:
    from croupier.cli.output import print_json
    from croupier.cli.standings import show_told
    from croupier.cli.watchremote import choose, look_on

    screen = choose(plain=plain, json_lines=json_lines)
    try:
        told = look_on(url, tournament, screen)
    finally:
        screen.close()
    if json_lines:
        print_json({"type": "result", **told})
    else:
        show_told(told)


def _from_folder(folder: Path, *, plain: bool, json_lines: bool) -> None:
    from croupier.cli.output import print_json
    from croupier.cli.standings import result, show
    from croupier.cli.views import choose

    view = choose(plain=plain, json_lines=json_lines)
    view.open()
    try:
        watched = _look_on(folder, view)
    finally:
        view.close()
    if json_lines:
        print_json({"type": "result", **result(watched), "bundle": str(folder)})
    else:
        show(watched)


def _folder(tournament: str, runs: Path) -> Path:
    """Raises ``BadConfig`` (``run/not-found``)."""
    from croupier.cli.standings import LOG
    from croupier.contracts.errors import BadConfig

    for path in (runs / tournament, Path(tournament)):
        if (path / LOG).is_file():
            return path
    place = f"{runs / tournament} and {Path(tournament)}"
    raise BadConfig("run/not-found", f"no {LOG} in there; a zip file does not grow", place=place)


def _look_on(folder: Path, view: "View") -> "Watched":
    """Follow the log to its last line. Raises ``Unreadable`` for one that cannot be followed."""
    from croupier.cli.follow import Follower

    follower = Follower(folder, folder.resolve().name)
    while not follower.archived:
        view.update(follower.read_archive())
        time.sleep(LOOK)
    return follower.watched

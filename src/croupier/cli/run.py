"""``croupier run FILE``: a tournament from its file to its bundle on this machine."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.cli.follow import Watched
    from croupier.cli.runfile import RunFile
    from croupier.cli.runfolder import RunFolder
    from croupier.cli.views import View


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The run file (TOML).", show_default=False)],
    runs: Annotated[Path, typer.Option(help="The run gets a folder of its own in here.")] = Path("runs"),
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for bots from elsewhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any that is free.", min=0, max=65535)] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Show progress in lines, on a terminal too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    json_lines: Annotated[
        bool, typer.Option("--json-lines", help="Print progress and result as lines of JSON.")
    ] = False,
) -> None:
    """Play a tournament from a file, here and now.

    Starts a store, the services and the bots, plays to the end and leaves a bundle that anybody can check.
    A run that was cut goes on where it stopped: give the same command again.
    """
    from croupier.cli.output import say
    from croupier.cli.runfile import load
    from croupier.cli.runfolder import RunFolder

    run = load(file)
    folder = RunFolder(runs, run.id)
    view = _view(run, quiet=quiet, plain=plain, json_lines=json_lines, as_json=as_json)
    with folder.locked():
        watched = finished(folder, run.id)
        if watched is None:
            watched = play_here(file, run, folder, host, port, view)
        elif not quiet:
            say(f"this tournament has ended; for a new one change its id or remove {folder.path}")
        folder.clean()
        leave_report(watched, folder, quiet=quiet)
    _report(watched, folder, quiet=quiet, as_json=as_json, json_lines=json_lines)


def _view(run: "RunFile", **flags: bool) -> "View":
    """A duel shows its test, everything else its table."""
    from croupier.cli import duelview, views

    return duelview.choose(**flags) if run.format.kind == "duel" else views.choose(**flags)


def finished(folder: "RunFolder", tournament: str) -> "Watched | None":
    """The tournament, if its bundle is whole."""
    from croupier.cli.follow import Follower

    if not folder.is_whole():
        return None
    follower = Follower(folder.path, tournament)
    watched = follower.read_archive()
    return watched if follower.archived else None


def play_here(file: Path, run: "RunFile", folder: "RunFolder", host: str, port: int, view: "View") -> "Watched":
    """Play a run file, or go on with it. Leaves with code 130 at Ctrl-C."""
    from croupier.cli.crew import Site, free_port
    from croupier.cli.hooking import set_up
    from croupier.cli.interrupt import run_until_interrupted
    from croupier.cli.output import say
    from croupier.cli.playing import Run, play
    from croupier.cli.runcheck import check_moments
    from croupier.cli.surroundings import heed

    heed(say)
    if not folder.begun():
        check_moments(file, run, time.time_ns() // 1_000)
    secrets = folder.begin(file, run)
    hooks = set_up(run, file, folder)
    port = free_port(host, port, folder.work / "port")
    site = Site(folder.work, folder.path.parent, secrets.secret, host, port, hooks)
    view.open()
    try:
        return run_until_interrupted(play(Run(run, folder, secrets, site, view)))
    except KeyboardInterrupt:
        view.close()
        view.note("stopped; the same command goes on from here")
        raise typer.Exit(130) from None
    finally:
        view.close()


def leave_report(watched: "Watched", folder: "RunFolder", *, quiet: bool) -> None:
    """The report in two forms and pages of its games, beside the bundle.

    They can be made again at any time, so a full disk is no failure.
    """
    from croupier.audit.files import Folder
    from croupier.cli.output import say
    from croupier.cli.report import MARKDOWN, PAGE, write
    from croupier.contracts.errors import BadConfig

    try:
        write(watched, Folder(folder.path), folder.path / PAGE, folder.path / MARKDOWN, quiet=quiet)
    except BadConfig as error:
        say(f"the report is not whole: {error}")


def _report(watched: "Watched", folder: "RunFolder", *, quiet: bool, as_json: bool, json_lines: bool) -> None:
    from croupier.cli.output import print_json, say
    from croupier.cli.report import PAGE
    from croupier.cli.standings import result, show

    if as_json or json_lines:
        print_json({"type": "result", **result(watched), "bundle": str(folder.path)})
        return
    show(watched)
    if not quiet:
        say(f"The bundle is in {folder.path}; anybody can check it: croupier audit {folder.path}")
        say(f"The report is in {folder.path / PAGE}")

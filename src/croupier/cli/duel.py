"""``croupier duel A B``: is one bot better than another?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from croupier.cli.duelbots import Contestant
    from croupier.cli.duelfile import Question
    from croupier.cli.follow import Watched
    from croupier.cli.runfolder import RunFolder

Boards = Literal["mirror", "fresh"]
WHO = "A built-in bot with its flags, a Python file, a program, a command in quotes, or remote."


def command(
    a: Annotated[str, typer.Argument(metavar="A", help=f"Who is asked about. {WHO}", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Whom it must beat, in the same way.", show_default=False)],
    game: Annotated[str, typer.Option(help="What they play.")] = "briscola",
    ruleset: Annotated[str, typer.Option(help="A named set of rules of the game.")] = "house",
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    boards: Annotated[Boards, typer.Option(help="Each deal again with seats exchanged, or each one new.")] = "mirror",
    no_memory: Annotated[
        bool, typer.Option("--no-memory", help="You say that no remote bot remembers one game in another.")
    ] = False,
    elo0: Annotated[int, typer.Option(help="Is A better by elo1 Elo, or only by elo0?", min=-1000, max=1000)] = 0,
    elo1: Annotated[int, typer.Option(help="See elo0; the nearer, the more games.", min=-1000, max=1000)] = 40,
    alpha: Annotated[float, typer.Option(help="How often it may say better at elo0.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often it may say not better at elo1.")] = 0.05,
    pairs: Annotated[int | None, typer.Option(help="Play just so many pairs instead.", min=2, max=50_000)] = None,
    most: Annotated[int, typer.Option(help="Pairs after which it ends in any case.", min=2, max=50_000)] = 5_000,
    action: Annotated[str, typer.Option(metavar="TIME", help="The most that a decision may take.")] = "10s",
    concurrency: Annotated[int, typer.Option(help="How many games are open at once.", min=1, max=10_000)] = 16,
    no_luck: Annotated[
        bool, typer.Option("--no-luck", help="With fresh boards: do not work out the luck of the deals.")
    ] = False,
    seed: Annotated[str | None, typer.Option(help="Fixes cards and chance, so that it can be repeated.")] = None,
    name: Annotated[str | None, typer.Option("--id", help="Id of the tournament that is played.")] = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Only write the run file, for croupier run.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="The duel gets a folder of its own in here.")] = Path("runs"),
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for bots from elsewhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 for any that is free.", min=0, max=65535)] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Show progress in lines, on a terminal too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    json_lines: Annotated[
        bool, typer.Option("--json-lines", help="Print progress and result as lines of JSON.")
    ] = False,
) -> None:
    """Play two bots against each other until it is clear whether A is better than B.

    Pairs of games on the same deal with seats exchanged take most of the luck out. A sequential test looks at them one
    by one and stops by itself. A duel is a tournament like any other: its bundle can be audited, and one that was cut
    goes on with the same command; after its end the command plays another one.
    """
    from croupier.cli.duelbots import contestant
    from croupier.cli.duelfile import Question
    from croupier.cli.flags import options_of

    one, two = contestant(a, "croupier duel A"), contestant(b, "croupier duel B")
    _check_memory(one, two, mirrored=boards == "mirror", no_memory=no_memory)
    test = {"elo0": elo0, "alpha": alpha, **({"pairs": pairs, "fixed": True} if pairs is not None else
            {"elo1": elo1, "beta": beta, "pairs": most})}  # fmt: skip
    top = {"concurrency": concurrency, **({} if seed is None else {"seed": seed})}
    options = options_of(option or (), "croupier duel --option")
    question = Question(one, two, game, ruleset, options, boards == "mirror", top, test, action)
    if write is not None:
        _write(write, question, name)
        return
    flags = {"quiet": quiet, "plain": plain, "as_json": as_json, "json_lines": json_lines}
    folder, watched = _play(question, name, runs, host, port, **flags)
    _report(watched, folder, quiet=quiet, as_json=as_json or json_lines, luck=boards == "fresh" and not no_luck)


def _check_memory(one: "Contestant", two: "Contestant", *, mirrored: bool, no_memory: bool) -> None:
    """Of a bot that runs elsewhere somebody must say that it does not remember the cards."""
    from croupier.contracts.errors import BadConfig

    if mirrored and not no_memory and (one.remote or two.remote):
        reason = "a remote bot may remember the cards of a mirrored board"
        hint = "say --no-memory if it does not, or --boards fresh"
        raise BadConfig("config/missing", reason, place="croupier duel --no-memory", hint=hint)


def _write(file: Path, question: "Question", name: str | None) -> None:
    from croupier.cli.output import say
    from croupier.contracts.errors import BadConfig

    text = question.text(name or question.base)
    question.run(text)
    try:
        with file.open("x") as out:
            out.write(text)
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(file)) from None
    say(f"croupier run {file} plays it")


def _play(
    question: "Question", name: str | None, runs: Path, host: str, port: int, **flags: bool
) -> tuple["RunFolder", "Watched"]:
    from croupier.cli.duelview import choose
    from croupier.cli.run import finished, leave_report, play_here
    from croupier.cli.runfolder import RunFolder, write_private

    name = name or _next(runs, question.base)
    text = question.text(name)
    run = question.run(text)
    folder = RunFolder(runs, run.id)
    view = choose(**flags)
    with folder.locked():
        watched = finished(folder, run.id)
        if watched is None:
            file = folder.work / "duel.toml"
            write_private(file, text.encode())
            _say_what_counts(question, folder, quiet=flags["quiet"])
            watched = play_here(file, run, folder, host, port, view)
        folder.clean()
        leave_report(watched, folder, quiet=flags["quiet"])
    return folder, watched


def _next(runs: Path, base: str) -> str:
    """The first id of this duel that has not ended."""
    from itertools import count

    from croupier.cli.runfolder import RunFolder

    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(name for name in names if not RunFolder(runs, name).is_whole())


def _say_what_counts(question: "Question", folder: "RunFolder", *, quiet: bool) -> None:
    from croupier.cli.output import say

    if quiet:
        return
    if (folder.work / "run.toml").exists():
        say(f"goes on with the duel that was cut in {folder.path}")
    if question.mirrored and not (question.one.ours and question.two.ours):
        say("Each deal is played twice, seats exchanged: this counts on bots that remember nothing from one game to")
        say("another (a remote one may; nothing here can check that). For others: --boards fresh")


def _report(watched: "Watched", folder: "RunFolder", *, quiet: bool, as_json: bool, luck: bool) -> None:
    from dataclasses import replace

    from croupier.cli.duelresult import as_json as told
    from croupier.cli.duelresult import standing, text
    from croupier.cli.output import print_json, say

    found = standing(watched)
    assert found is not None
    if luck:
        from croupier.cli.duelluck import less_luck

        found = replace(found, adjusted=less_luck(watched, folder.path))
    if as_json:
        print_json({"type": "result", "tournament": watched.spec.id, **told(found), "bundle": str(folder.path)})
        return
    typer.echo(text(found))
    if not quiet:
        say(f"The bundle is in {folder.path}; anybody can check it: croupier audit {folder.path}")

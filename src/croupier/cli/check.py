"""``croupier check FILE``: everything that is wrong with a run file, and whether its commands can play."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.cli.probe import Outcome
    from croupier.cli.runfile import EntrantSection, RunFile
    from croupier.contracts.errors import CroupierError


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The run file (TOML).", show_default=False)],
    no_bots: Annotated[bool, typer.Option("--no-bots", help="Only read the file, and start nothing.")] = False,
    patience: Annotated[float, typer.Option(help="Seconds that a bot has to come to its game.", min=1)] = 20.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a run file, and that its commands can play.

    Names all problems of the file at once. If there is none, each command plays one game by the rules and the clock of
    the file against built-in bots, on a server of its own; nothing is kept of that. Ends with 0 if all is well, with 1
    if a bot fails, with 2 if the file is wrong.
    """
    from croupier.cli.output import print_error, print_json
    from croupier.cli.runcheck import check, check_moments
    from croupier.contracts.errors import CroupierError

    try:
        run = check(file)
        check_moments(file, run, time.time_ns() // 1_000)
    except CroupierError as error:
        if as_json:
            print_json(_told(file, getattr(error, "problems", (error,))))
        raise
    tried = {} if no_bots else _try(run, patience, quiet=as_json)
    problems = [_problem(file, number, tried[who.id]) for number, who in enumerate(run.entrant) if _bad(tried, who)]
    if as_json:
        print_json({**_told(file, problems), **_plan(run), "entrants": [_entrant(who, tried) for who in run.entrant]})
    else:
        _show(file, run, tried)
        for problem in problems:
            print_error(problem, as_json=False)
    if problems:
        raise typer.Exit(1)


def _try(run: "RunFile", patience: float, *, quiet: bool) -> "dict[str, Outcome]":
    """How the probe games of all commands went, by entrant."""
    commands = [who.name for who in run.entrant if who.command is not None]
    if not commands:
        return {}
    from croupier.cli.interrupt import run_until_interrupted
    from croupier.cli.output import say
    from croupier.cli.probe import probe

    if not quiet:
        say(f"a game of {run.game} for each of: {', '.join(commands)}")
    try:
        return {outcome.entrant: outcome for outcome in run_until_interrupted(probe(run, patience, say))}
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _bad(tried: "dict[str, Outcome]", who: "EntrantSection") -> bool:
    return who.id in tried and bool(tried[who.id].code)


def _problem(file: Path, number: int, outcome: "Outcome") -> "CroupierError":
    from croupier.cli.output import Detailed
    from croupier.cli.runcheck import Source

    found = Source(file, file.read_text()).problem(outcome.code, ("entrant", number, "command"), outcome.why)
    if not outcome.words:
        return found
    words = "".join(f"  {line}\n" for line in outcome.words)
    return Detailed(found.code, found.reason, place=found.place, details=words)


def _told(file: Path, problems: "Sequence[CroupierError]") -> dict[str, Any]:
    return {"file": str(file), "ok": not problems, "problems": [problem.as_dict() for problem in problems]}


def _plan(run: "RunFile") -> dict[str, Any]:
    """What would be played."""
    from croupier.cli.plan import made
    from croupier.folds.plans import evenness_of, most_games, plan_of

    spec = made(run, dict.fromkeys((who.id for who in run.entrant), "0" * 64))
    told = {"tournament": run.id, "game": run.game, "format": run.format.kind, "games": plan_of(spec).games}
    even = evenness_of(spec)
    return {**told, "most": most_games(spec), **({} if even is None else {"evenness": even})}


def _entrant(who: "EntrantSection", tried: "dict[str, Outcome]") -> dict[str, Any]:
    plays = "bot" if who.bot is not None else "remote" if who.remote else "command"
    told: dict[str, Any] = {"entrant": who.id, "name": who.name, "plays": plays, "tried": who.id in tried}
    if who.id in tried:
        outcome = tried[who.id]
        told |= {"decisions": outcome.decisions, "slowest_us": outcome.slowest, "refused": list(outcome.refused)}
    return told


def _show(file: Path, run: "RunFile", tried: "dict[str, Outcome]") -> None:
    plan = _plan(run)
    typer.echo(f"{file}: {plan['format']} of {plan['game']}, {len(run.entrant)} entrants, {_games(plan)}")
    if "evenness" in plan:
        typer.echo(f"  {plan['evenness']}")
    for who in run.entrant:
        typer.echo(f"  {who.name}: {_said(who, tried)}")


def _games(plan: dict[str, Any]) -> str:
    games, most = plan["games"], plan["most"]
    if not games:
        return "as many games as there is time for"
    if games == most:
        return f"{games} games at most"
    final = " and the final may have to be played twice" if plan["format"] == "double-elimination" else ""
    return f"{games} games, or up to {most}: drawn matches are replayed{final}"


def _said(who: "EntrantSection", tried: "dict[str, Outcome]") -> str:
    if who.id not in tried:
        return "connects from elsewhere" if who.remote else who.command or f"built-in {who.bot}"
    outcome = tried[who.id]
    if not outcome.decisions:
        return "did not play"
    return f"played {outcome.decisions} decisions, the slowest in {outcome.slowest / 1_000:.1f} ms"

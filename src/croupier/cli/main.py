"""The command ``croupier``: finds the command that was asked for and imports only that one.

``COMMANDS`` names every command with its module and what it is for. A module offers a function with
typer's annotations, called ``command`` or like the command itself, or ``app``, a :class:`typer.Typer` with
commands of its own. Help stays quick because no module but the wanted one is imported.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, cast

import typer

from croupier import __version__
from croupier.contracts.errors import CroupierError, Unavailable

COMMANDS: dict[str, tuple[str, str]] = {
    "run": ("croupier.cli.run", "Play a tournament from a file, here and now."),
    "init": ("croupier.cli.init", "Write a run file with comments, from a few answers."),
    "check": ("croupier.cli.check", "Check a run file, and that its commands can play."),
    "run-schema": ("croupier.cli.run_schema", "Print the JSON Schema of run files, for editors."),
    "duel": ("croupier.cli.duel", "Find out whether one bot is better than another."),
    "up": ("croupier.cli.up", "Start the store and all services, and keep them running."),
    "open": ("croupier.cli.open", "Open a tournament on an installation that is up."),
    "serve": ("croupier.cli.serve", "Run one service in this process."),
    "bot": ("croupier.cli.bot", "Let a built-in bot play for an entrant."),
    "games": ("croupier.cli.games", "List the games, with seats, rulesets and options."),
    "rules": ("croupier.cli.rules", "Show the rules of a game, or one rule."),
    "watch": ("croupier.cli.watch", "Look on while a tournament is played."),
    "tournament": ("croupier.cli.tournament", "Start, pause, change and stop a tournament that is on."),
    "standings": ("croupier.cli.standings", "Show the table of a tournament."),
    "disputes": ("croupier.cli.disputes", "Show what was disputed, found and ruled in a tournament."),
    "dispute": ("croupier.cli.dispute", "Say that something is wrong with a game."),
    "rule": ("croupier.cli.rule", "Decide a dispute, as organiser."),
    "ratings": ("croupier.cli.ratings", "Rate the entrants of a tournament by all results at once."),
    "report": ("croupier.cli.report", "Write the report of a tournament."),
    "audit": ("croupier.cli.audit", "Check a tournament from its bundle alone."),
    "replay": ("croupier.cli.replay", "Show a game move by move."),
    "record": ("croupier.cli.record", "Write a game as a text to read and compare, or check one."),
    "explain": ("croupier.cli.explain", "Say why a decision went as it did."),
    "export": ("croupier.cli.export", "Write games or tables for other programs."),
    "prove": ("croupier.cli.prove", "Make and check proofs, and cosign checkpoints."),
    "keys": ("croupier.cli.keys", "Show or rotate the key that a service signs with."),
    "webhooks": ("croupier.cli.webhooks", "Look after the webhooks of an installation."),
    "dead-letters": ("croupier.cli.dead_letters", "Look after entries that no service could handle."),
}
"""Every command by name: its module, and one line for the help."""

FINDING, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes beside 0: the job failed or found something; the input is wrong; Ctrl-C."""

USAGE = cast(type[Exception], typer.BadParameter.__base__)
"""What typer raises for wrong usage; it exports only this one kind of it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line ``arguments`` (default: those of the process). Returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None and given[:1] != ["serve"]:  # a service goes on, whoever reads its log
        from croupier.cli.closed import end_with_the_reader

        end_with_the_reader()
    try:
        code = _run(given)
        sys.stdout.flush()
    except SystemExit as stop:
        error = getattr(stop, "error", None)
        if error is not None:  # output that could not be written
            _fail(error, given)
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return code


def _run(given: Sequence[str]) -> int:
    try:
        code = build(given)(args=given, prog_name="croupier", standalone_mode=False)
    except CroupierError as error:
        return _fail(error, given)
    except USAGE as wrong:
        return _misused(wrong, given)
    return code if isinstance(code, int) else 0


def _fail(error: CroupierError, given: Sequence[str]) -> int:
    from croupier.cli.output import print_error

    print_error(error, as_json="--json" in given or "--json-lines" in given)
    return exit_code(error)


def _misused(wrong: Any, given: Sequence[str]) -> int:
    from croupier.cli.usage import explain

    error = explain(wrong)
    if error is not None:
        return _fail(error, given)
    wrong.show()
    return BAD_INPUT


def exit_code(error: CroupierError) -> int:
    """1 where something that we need is not there or fails, 2 for what is wrong with the input."""
    return FINDING if isinstance(error, Unavailable) else BAD_INPUT


def build(arguments: Sequence[str]) -> typer.Typer:
    """The application, with the real command for the one that ``arguments`` ask for."""
    app = typer.Typer(
        name="croupier",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    wanted = next((word for word in arguments if not word.startswith("-")), "")
    for name, (module, about) in COMMANDS.items():
        if name == wanted:
            _add(app, name, module, about)
        else:
            app.command(name, help=about)(_elsewhere)
    return app


def _add(app: typer.Typer, name: str, module: str, about: str) -> None:
    loaded = import_module(module)
    if hasattr(loaded, "app"):
        app.add_typer(loaded.app, name=name, help=about)
    else:
        app.command(name)(getattr(loaded, "command", None) or getattr(loaded, name))


def _elsewhere() -> None:
    """Stands for a command that this call does not run."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Tournaments of trick-taking card games that anybody can audit."""


if __name__ == "__main__":
    sys.exit(main())

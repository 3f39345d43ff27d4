"""``croupier init``: asks a few questions and writes a run file with comments."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.cli.freshfile import Answers

PLACE = "croupier init"


def command(
    file: Annotated[Path, typer.Argument(metavar="[FILE]", help="What to write.")] = Path("tournament.toml"),
    name: Annotated[str | None, typer.Option(help="What people read.")] = None,
    game: Annotated[str | None, typer.Option(help="What is played.")] = None,
    ruleset: Annotated[str | None, typer.Option(help="A named set of rules of the game.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    kind: Annotated[str | None, typer.Option("--format", help="Who meets whom: round-robin, swiss, …")] = None,
    games: Annotated[int | None, typer.Option(help="Games of each pairing.", min=1, max=100_000)] = None,
    rounds: Annotated[int | None, typer.Option(help="Rounds of a Swiss tournament.", min=1, max=1_000)] = None,
    action: Annotated[str | None, typer.Option(metavar="TIME", help="The most that a decision may take.")] = None,
    entrant: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=BOT", help="Who plays: a built-in bot, a file, a command, or remote."),
    ] = None,
    no_schema: Annotated[bool, typer.Option("--no-schema", help="Write no JSON Schema for editors beside it.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
) -> None:
    """Write a run file with comments, from a few answers.

    On a terminal it asks for what no flag says; elsewhere it takes what is usual. `croupier check` passes what it
    writes. A file that exists stays as it is.
    """
    from croupier.cli.asking import Given, ask
    from croupier.cli.output import say

    if not force:
        _check_free(file)
    given = Given(name, game, ruleset, option or [], kind, games, rounds, action, entrant or [], schema=not no_schema)
    try:
        answers = ask(given)
    except typer.Abort:
        raise typer.Exit(130) from None
    _write(file, answers)
    say(f"{file} is written; next: croupier check {file}, then croupier run {file}")


def _check_free(file: Path) -> None:
    from croupier.contracts.errors import BadConfig

    if file.exists():
        raise BadConfig("config/exists", "there is such a file", place=str(file), hint="--force writes over it")


def _write(file: Path, answers: "Answers") -> None:
    """Nothing is written that the check does not pass. Raises ``Problems`` at the flags, and ``BadConfig``."""
    from croupier.cli.flags import at_flag
    from croupier.cli.freshfile import text_of
    from croupier.cli.output import Problems
    from croupier.cli.runcheck import checked
    from croupier.cli.runschema import NAME, run_schema
    from croupier.contracts import schemas
    from croupier.contracts.errors import BadConfig

    text = text_of(answers)
    try:
        checked(file, text)
    except Problems as found:
        raise Problems([at_flag(one, PLACE, FLAGS, "--entrant") for one in found.problems]) from None
    schema = file.parent / NAME
    try:
        file.write_text(text, encoding="utf-8")
        if answers.schema and not schema.exists():
            schema.write_text(schemas.text_of(run_schema()), encoding="utf-8")
    except OSError as error:
        place = str(error.filename or file)
        raise BadConfig("config/unwritable", error.strerror or str(error), place=place) from None


FLAGS = {
    "name": "--name", "id": "FILE", "game": "--game", "ruleset": "--ruleset", "games": "--games",
    "clock.action": "--action", "format": "--format", "format.kind": "--format", "format.rounds": "--rounds",
}  # fmt: skip
"""Where a key of the run file stands on the command line."""

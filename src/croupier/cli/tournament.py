"""``croupier tournament``: what an organiser does while a tournament is on."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.cli.office import Office
    from croupier.cli.runfile import EntrantSection

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Which = Annotated[str, typer.Argument(metavar="ID|FOLDER", help="The tournament's id, or its folder.")]
Entrant = Annotated[str, typer.Argument(metavar="ENTRANT", help="The entrant's id.")]
Why = Annotated[str, typer.Option(help="A reason; it stands in the log for everybody to read.")]
Runs = Annotated[Path, typer.Option(help="Where ids are looked for.")]
Url = Annotated[str | None, typer.Option(help="The server, where no folder here tells it.", show_default=False)]
TokenFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A token's file. Default: CROUPIER_TOKEN, or what the folder keeps."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the tournament as JSON.")]
Bot = Annotated[str | None, typer.Option(help="A built-in bot that `croupier run` starts.", show_default=False)]
Command = Annotated[str | None, typer.Option(help="A program that `croupier run` starts.", show_default=False)]

RUNS = Path("runs")


@app.command()
def start(
    tournament: Which,
    without_missing: Annotated[
        bool, typer.Option("--without-missing", help="Withdraw whoever has not come, rather than refuse.")
    ] = False,
    why: Why = "", runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Begin a tournament whose start is held back, or that waits for somebody."""
    _tell(_office(tournament, runs, url, token_file).ask("start", without_missing=without_missing, why=why), as_json)


@app.command()
def pause(
    tournament: Which,
    during: Annotated[
        str | None, typer.Option("--for", metavar="TIME", help="For so long, as in 30m or 8h.")
    ] = None,
    why: Why = "", runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Open no further game; games in play go on."""
    until = None if during is None else _from_now(during)
    _tell(_office(tournament, runs, url, token_file).ask("pause", until=until, why=why), as_json)


@app.command()
def resume(
    tournament: Which, why: Why = "",
    runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """End a pause."""
    _tell(_office(tournament, runs, url, token_file).ask("resume", why=why), as_json)


@app.command()
def stop(
    tournament: Which, why: Why = "",
    runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Play what is paired, then finish."""
    _tell(_office(tournament, runs, url, token_file).ask("stop", why=why), as_json)


@app.command()
def add_rounds(
    tournament: Which,
    total: Annotated[int, typer.Argument(help="How many rounds, or laps, there are to be in all.", min=1, max=1_000)],
    why: Why = "", runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Let a Swiss tournament have more rounds, a round robin or a gauntlet more laps."""
    _tell(_office(tournament, runs, url, token_file).ask("rounds", total=total, why=why), as_json)


@app.command()
def withdraw(
    tournament: Which, entrant: Entrant, why: Why = "",
    runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Take an entrant out of all rounds to come."""
    _tell(_office(tournament, runs, url, token_file).ask(_of(entrant, "withdraw"), why=why), as_json)


@app.command()
def rejoin(
    tournament: Which, entrant: Entrant, why: Why = "",
    runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Let an entrant that has left take part again. A bot that `croupier run` started is started anew."""
    _tell(_office(tournament, runs, url, token_file).ask(_of(entrant, "rejoin"), why=why), as_json)


@app.command()
def enter(
    tournament: Which,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people read.")],
    entrant: Annotated[str, typer.Option("--id", help="Its id; else it follows from the name.")] = "",
    bot: Bot = None, command: Command = None,
    rating: Annotated[int | None, typer.Option(help="What it is known to be worth.", min=0)] = None,
    why: Why = "", runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Let somebody more take part: before the start in any format, after it in a Swiss or an arena.

    Without --bot and --command it connects from elsewhere, with the token that is printed.
    """
    desk, who = _office(tournament, runs, url, token_file), _player(name, entrant, bot, command)
    told, token = _enter(desk, who, rating=rating, why=why)
    if as_json:
        _tell({**told, "token": token}, as_json)
    else:
        if who.remote:
            typer.echo(f"{token}  {who.id}")
        _tell(told, as_json, err=who.remote)


@app.command()
def replace(
    tournament: Which, entrant: Entrant,
    why: Annotated[str, typer.Option(help="What was wrong with the program before; it stands in the log.")],
    bot: Bot = None, command: Command = None,
    program: Annotated[
        str | None, typer.Option(metavar="SHA256", help="Of a program that runs elsewhere.", show_default=False)
    ] = None,
    runs: Runs = RUNS, url: Url = None, token_file: TokenFile = None, as_json: Json = False,
) -> None:  # fmt: skip
    """Have another program play for an entrant, with the change on record.

    `croupier run` ends the bot and starts the other one. Of a program that runs elsewhere only the change is recorded.
    """
    from croupier.contracts.errors import BadConfig

    desk = _office(tournament, runs, url, token_file)
    if program is None:
        if bot is None and command is None:
            raise BadConfig("usage/missing", "one of --bot, --command, --program", place="croupier tournament replace")
        program = _cast(desk).replace(_player(entrant, entrant, bot, command))
    _tell(desk.ask(_of(entrant, "replace"), program=program, why=why), as_json)


# --- what they share


def _office(tournament: str, runs: Path, url: str | None, token_file: Path | None) -> "Office":
    from croupier.cli.office import office

    return office(tournament, runs, url, token_file)


def _of(entrant: str, what: str) -> str:
    from urllib.parse import quote

    return f"entrants/{quote(entrant, safe='')}/{what}"


def _cast(desk: "Office") -> Any:
    """The cast of a run. Raises ``BadConfig`` (``usage/option``) where no ``croupier run`` starts bots."""
    from croupier.cli.cast import Cast
    from croupier.contracts.errors import BadConfig

    if desk.run is None:
        reason = "bots are started by `croupier run` alone, and this tournament is not one of its"
        raise BadConfig("usage/option", reason, place="croupier tournament --bot, --command")
    return Cast(desk.run.cast)


def _enter(desk: "Office", who: "EntrantSection", **more: Any) -> tuple[dict[str, Any], str]:
    """Ask for a late entrant; the tournament, and the entrant's token.

    Of a bot that a run starts the token is kept, so that it is the same where the answer to the first try did not come.
    """
    from hashlib import sha256

    from croupier.cli.runfolder import fresh_ticket
    from croupier.contracts.errors import BadConfig

    cast = None if who.remote else _cast(desk)
    kept = None if cast is None else cast.entered(who.id)
    ticket = kept[1] if kept is not None else fresh_ticket(None if cast is None else desk.run, who.id)
    if kept is not None and kept[0] != who:
        reason = f"{who.id} was entered as something else"
        raise BadConfig(
            "config/duplicate", reason, place="croupier tournament enter", hint="replace changes its program"
        )
    if cast is not None:
        cast.enter(who, ticket)
    try:
        token = sha256(ticket.token.encode()).hexdigest()
        return desk.ask("entrants", id=who.id, name=who.name, token=token, **more), ticket.token
    except BadConfig:
        if cast is not None and kept is None:
            cast.forget(who.id)
        raise


def _player(name: str, entrant: str, bot: str | None, command: str | None) -> "EntrantSection":
    """An entrant as it would stand in a run file. Raises ``BadConfig``."""
    from pydantic import ValidationError

    from croupier.cli.bots import bot_names
    from croupier.cli.runfile import EntrantSection, slug
    from croupier.contracts.errors import BadConfig, did_you_mean

    if bot is not None and bot not in (known := bot_names()):
        hint = did_you_mean(bot, known) or f"there are {', '.join(known)}"
        raise BadConfig("config/value", f"no built-in bot is called {bot!r}", place="--bot", hint=hint)
    remote = bot is None and command is None
    try:
        return EntrantSection(name=name, id=entrant or slug(name), bot=bot, command=command, remote=remote)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "--bot, --command"
        raise BadConfig("config/value", first["msg"], place=place) from None


def _from_now(length: str) -> int:
    """The moment after a length of time, in microseconds since the epoch. Raises ``BadConfig``."""
    import time

    from croupier.cli.durations import parse_duration
    from croupier.contracts.errors import BadConfig

    try:
        micros = parse_duration(length)
    except ValueError as error:
        raise BadConfig("config/duration", str(error), place="--for") from None
    if not micros:
        raise BadConfig("config/value", "a pause that is over at once is none", place="--for")
    return time.time_ns() // 1_000 + micros


def _tell(told: dict[str, Any], as_json: bool, *, err: bool = False) -> None:
    from croupier.cli.office import shown
    from croupier.cli.output import print_json

    print_json(told) if as_json else typer.echo(shown(told), err=err)

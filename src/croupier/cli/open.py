"""``croupier open FILE``: a tournament of a run file on an installation that is up already."""

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from croupier.cli.runfile import RunFile
    from croupier.cli.runfolder import Secrets
    from croupier.contracts.specs import Access, TournamentSpec

SCOPES: dict[str, Literal["organiser", "read-only"]] = {"@organiser": "organiser", "@read-only": "read-only"}
"""Tokens that are no entrant's, by what they are called in the file of tokens: no id looks like that."""


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The run file (TOML).", show_default=False)],
    redis: Annotated[
        str | None,
        typer.Option("--redis", help="URL of the store, or the folder of `croupier up`. Default: CROUPIER_REDIS_URL."),
    ] = None,
    tokens: Annotated[
        Path | None, typer.Option(help="Keep the tokens in this file. Default: ID.tokens.json.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tokens as JSON.")] = False,
) -> None:
    """Open a tournament on an installation that is up.

    Draws a token for every entrant, one to organise this tournament with, and one to read it with where that needs
    one, and prints them; they stand in the file of tokens and nowhere else. No bot is started: each connects with its
    token from wherever it runs. A repeat changes nothing.
    """
    from croupier.cli.output import print_json
    from croupier.cli.plan import spec_of
    from croupier.cli.runcheck import check_moments
    from croupier.cli.runfile import load
    from croupier.cli.storeurl import store_url

    run = load(file)
    _refuse_webhooks(file, run)
    kept = tokens or Path(f"{run.id}.tokens.json")
    if not kept.exists():  # else it may have been opened before those moments
        check_moments(file, run, time.time_ns() // 1_000)
    secrets = _secrets(kept, run)
    spec = spec_of(run, secrets).model_copy(update={"access": _access(secrets)})
    asyncio.run(_open(store_url(redis), spec))
    told = {who.id: secrets.tickets[who.id].token for who in run.entrant}
    others = {name: ticket.token for name, ticket in secrets.tickets.items() if name in SCOPES}
    if as_json:
        print_json({"tournament": run.id, "tokens": told, **{SCOPES[name]: token for name, token in others.items()}})
    else:
        typer.echo("\n".join(f"{token}  {whose}" for whose, token in {**told, **others}.items()))


def _refuse_webhooks(file: Path, run: "RunFile") -> None:
    """Secrets of this machine cannot be handed to an installation: it has webhooks of its own."""
    from croupier.contracts.errors import BadConfig

    if run.webhooks:
        hint = "croupier up --webhooks FILE, or CROUPIER_HOOKS_FILE"
        raise BadConfig("config/value", "an installation has its own webhooks", place=f"{file} webhooks", hint=hint)


def _access(secrets: "Secrets") -> "list[Access] | None":
    """The tokens beside those of the entrants; none in a file of tokens that was written before there were any."""
    from hashlib import sha256

    from croupier.contracts.specs import Access

    found = [(SCOPES[name], ticket.token) for name, ticket in secrets.tickets.items() if name in SCOPES]
    return [Access(token=sha256(token.encode()).hexdigest(), scope=scope) for scope, token in found] or None


def _secrets(kept: Path, run: "RunFile") -> "Secrets":
    import json

    from croupier.cli.runfolder import Secrets, Ticket, draw, fresh_ticket, write_private
    from croupier.contracts.errors import BadConfig

    if not kept.exists():
        drawn = draw(run)
        drawn.tickets.update({name: fresh_ticket(None, name) for name in SCOPES})
        write_private(kept, json.dumps({who: ticket.token for who, ticket in drawn.tickets.items()}, indent=1).encode())
        return drawn
    known = json.loads(kept.read_bytes())
    if set(known) - set(SCOPES) != {who.id for who in run.entrant}:
        raise BadConfig("config/changed", "the file of tokens names other entrants", place=str(kept))
    return Secrets("", {who: Ticket(token, "", "") for who, token in known.items()})


async def _open(url: str, spec: "TournamentSpec") -> None:
    """Send the command, and wait until the director has opened the tournament.

    Raises ``Unavailable`` ``run/not-ready`` if it does not, ``Unreadable`` ``store/foreign`` if it cannot.
    """
    from croupier.cli.opening import open_tournament
    from croupier.contracts.errors import Unavailable, Unreadable
    from croupier.contracts.lines import read_trusted
    from croupier.contracts.streams import tournament_log
    from croupier.runtime.leftout import foreign
    from croupier.runtime.store import open_store

    store = await open_store(url, wait=2)
    try:
        await open_tournament(store.log, spec)
        deadline = time.monotonic() + 10
        while not (lines := await store.log.read(tournament_log(spec.id))):
            if time.monotonic() > deadline:
                raise Unavailable("run/not-ready", "the director has not opened the tournament; is it running?")
            await asyncio.sleep(0.05)
        for line in lines:
            read_trusted(line)
    except Unreadable as error:
        raise foreign(tournament_log(spec.id), error) from None
    finally:
        await store.close()

"""``croupier dead-letters``: entries that no service could read or handle, kept with the reason."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.runtime.deadletters import DeadLetter
    from croupier.runtime.store import Store

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Where = Annotated[
    str | None,
    typer.Option(
        "--redis", help="URL of the store, or a run's folder. Default: CROUPIER_REDIS_URL.", show_default=False
    ),
]
Which = Annotated[list[str] | None, typer.Argument(metavar="LETTER...", help="Ids from the list.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="Every letter there is.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_letters(redis: Where = None, as_json: Json = False) -> None:
    """List the letters: where each came from, and why it could not be handled."""
    from croupier.cli.output import print_json

    found = asyncio.run(_with_letters(redis, None, None))
    if as_json:
        print_json([_as_json(letter) for letter in found])
    else:
        _show(found)


@app.command()
def requeue(which: Which = None, everything: All = False, redis: Where = None, as_json: Json = False) -> None:
    """Put letters back at the end of their feeds, to be handled anew."""
    from croupier.runtime import deadletters

    _change(redis, which, everything, deadletters.requeue, "sent again", as_json)


@app.command()
def discard(which: Which = None, everything: All = False, redis: Where = None, as_json: Json = False) -> None:
    """Throw letters away for good."""
    from croupier.runtime import deadletters

    _change(redis, which, everything, deadletters.discard, "thrown away", as_json)


def _change(
    redis: str | None, which: list[str] | None, everything: bool, what: Callable[..., Awaitable[None]], done: str,
    as_json: bool,
) -> None:  # fmt: skip
    from croupier.cli.output import print_json, say
    from croupier.contracts.errors import BadConfig

    if bool(which) == everything:
        raise BadConfig("config/missing", "either ids of letters or --all", place="LETTER...")
    found = asyncio.run(_with_letters(redis, which, what))
    if as_json:
        print_json([_as_json(letter) for letter in found])
    else:
        say(f"{len(found)} {'letter' if len(found) == 1 else 'letters'} {done}")


async def _with_letters(
    redis: str | None, which: Sequence[str] | None, what: Callable[..., Awaitable[None]] | None
) -> "list[DeadLetter]":
    """The letters that were asked for (all where ``which`` is ``None``), after ``what`` was done with them."""
    from croupier.runtime import deadletters

    store = await _open(redis)
    try:
        found = _pick(await deadletters.letters(store.client, store.partitions, limit=100_000), which)
        if what is not None:
            await what(store.client, found)
    finally:
        await store.close()
    return found


def _pick(letters: "list[DeadLetter]", which: Sequence[str] | None) -> "list[DeadLetter]":
    from croupier.contracts.errors import BadConfig, did_you_mean

    if not which:
        return letters
    known = {name(letter): letter for letter in letters}
    unknown = [word for word in which if word not in known]
    if unknown:
        hint = did_you_mean(unknown[0], [*known])
        raise BadConfig("config/value", f"there is no letter {unknown[0]!r}", place="LETTER...", hint=hint)
    return [known[word] for word in dict.fromkeys(which)]


async def _open(redis: str | None) -> "Store":
    from croupier.cli.storeurl import store_url
    from croupier.runtime.store import open_store

    return await open_store(store_url(redis), wait=2)


def name(letter: "DeadLetter") -> str:
    """A letter's id on the command line: its partition and its id there, ``00/1700000000000-0``."""
    return f"{letter.partition:02}/{letter.id}"


def _as_json(letter: "DeadLetter") -> dict[str, Any]:
    fields = {key: getattr(letter, key) for key in ("feed", "entry", "code", "reason", "deliveries", "at")}
    return {"letter": name(letter), **fields, "body": letter.body.decode(errors="replace")}


def _show(letters: "list[DeadLetter]") -> None:
    from datetime import UTC, datetime

    from rich import box
    from rich.table import Table
    from rich.text import Text

    from croupier.cli.output import console, say

    if not letters:
        say("there are no dead letters")
        return
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("letter", "when (UTC)", "feed", "code", "reason", "body"):
        table.add_column(heading)
    for letter in letters:
        when = datetime.fromtimestamp(letter.at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        body = letter.body.decode(errors="replace")[:80]
        table.add_row(name(letter), when, letter.feed, letter.code, Text(letter.reason), Text(body))
    console().print(table)

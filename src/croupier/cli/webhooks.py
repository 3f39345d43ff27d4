"""``croupier webhooks``: who is told of what happens, what waits to be told, and what came of each attempt."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from contextlib import AbstractAsyncContextManager

    from croupier.runtime.hookstore import Delivery, HookStore, Known

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Where = Annotated[
    str | None,
    typer.Option(
        "--redis", help="URL of the store, or a run's folder. Default: CROUPIER_REDIS_URL.", show_default=False
    ),
]
MOMENTS = frozenset({"at", "since", "next"})
"""Columns that are moments."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_webhooks(redis: Where = None, as_json: Json = False) -> None:
    """List the webhooks: since when there is each, whether it is on, and how much waits for it."""
    from croupier.cli.output import print_json

    found = asyncio.run(_states(redis))
    rows = [
        {"webhook": name, "since": known.since, "on": known.off is None, "why": known.off or "", "waiting": waiting}
        for name, known, waiting in found
    ]
    if as_json:
        print_json(rows)
    else:
        _show(rows, ("webhook", "since", "on", "why", "waiting"), "there are no webhooks")


@app.command("log")
def show_log(
    folder: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="The folder of a run that has ended.", show_default=False)
    ] = None,
    redis: Where = None,
    limit: Annotated[int, typer.Option(help="Show so many of the newest.", min=1, max=10_000)] = 100,
    as_json: Json = False,
) -> None:
    """Show the attempts to deliver, newest last: of an installation that is up, or of a run that has ended."""
    from dataclasses import asdict

    from croupier.cli.output import print_json

    found = _recalled(folder)[-limit:] if folder is not None else asyncio.run(_deliveries(redis, limit))
    rows = [asdict(delivery) for delivery in found]
    if as_json:
        print_json(rows)
        return
    columns = ("at", "hook", "type", "tournament", "line", "attempt", "outcome", "status", "why", "next")
    _show(rows, columns, "nothing was sent yet")


@app.command()
def enable(
    name: Annotated[str, typer.Argument(metavar="WEBHOOK", help="Its name in the list.", show_default=False)],
    redis: Where = None,
    as_json: Json = False,
) -> None:
    """Switch a webhook on that was switched off because its receiver answered 410 Gone.

    What waits is sent at once, and the logs are read on from where they were left.
    """
    from croupier.cli.output import print_json, say

    waiting = asyncio.run(_enable(redis, name))
    if as_json:
        print_json({"webhook": name, "on": True, "waiting": waiting})
    else:
        say(f"{name} is on; {waiting} waiting")


@app.command()
def secret(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file for the secret.", show_default=False)],
    as_json: Json = False,
) -> None:
    """Make a file with a fresh secret, for its owner alone; one that is there is checked and stays."""
    from croupier.cli.output import print_json, say
    from croupier.runtime.hooks import read_secrets

    count = len(read_secrets(file))
    if as_json:
        print_json({"file": str(file), "secrets": count})
    else:
        say(f"{file} holds {count} {'secret' if count == 1 else 'secrets'}; the receiver needs the first line")


async def _states(redis: str | None) -> "list[tuple[str, Known, int]]":
    async with _opened(redis) as store:
        return [(name, known, len(await store.waiting(name))) for name, known in sorted((await store.known()).items())]


async def _deliveries(redis: str | None, limit: int) -> "list[Delivery]":
    async with _opened(redis) as store:
        return await store.deliveries(limit)


async def _enable(redis: str | None, name: str) -> int:
    from croupier.contracts.errors import BadConfig, did_you_mean

    async with _opened(redis) as store:
        known = await store.known()
        if name not in known:
            hint = did_you_mean(name, [*known])
            raise BadConfig("config/value", f"there is no webhook {name!r}", place="WEBHOOK", hint=hint)
        if known[name].off is None:
            return len(await store.waiting(name))
        waiting = await store.hurry(name)
        await store.switch(name, known[name], None)
        return waiting


def _opened(redis: str | None) -> "AbstractAsyncContextManager[HookStore]":
    from contextlib import asynccontextmanager

    from croupier.cli.storeurl import store_url
    from croupier.runtime.hookstore import HookStore
    from croupier.runtime.store import open_store

    @asynccontextmanager
    async def opened() -> "AsyncIterator[HookStore]":
        store = await open_store(store_url(redis), wait=2)
        try:
            yield HookStore(store.client)
        finally:
            await store.close()

    return opened()


def _recalled(folder: Path) -> "list[Delivery]":
    from croupier.cli.hooking import recall
    from croupier.contracts.errors import BadConfig

    try:
        return recall(folder)
    except OSError:
        reason = "no record of webhooks is here: the run sent none, or it has not ended (then give --redis)"
        raise BadConfig("run/not-found", reason, place=str(folder)) from None


def _show(rows: list[dict[str, Any]], columns: tuple[str, ...], empty: str) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from croupier.cli.output import console, say

    if not rows:
        say(empty)
        return
    table = Table(box=box.SIMPLE_HEAD)
    for name in columns:
        table.add_column(f"{name} (UTC)" if name in MOMENTS else name)
    for row in rows:
        table.add_row(*(Text(_shown(name, row[name])) for name in columns))
    console().print(table)


def _shown(name: str, value: Any) -> str:
    from datetime import UTC, datetime

    if name in MOMENTS:
        return datetime.fromtimestamp(value // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S") if value else ""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

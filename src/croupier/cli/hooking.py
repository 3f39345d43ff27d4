"""The webhooks of a run: set up before it starts, and given a while at its end to be delivered."""

import asyncio
import json
import time
from dataclasses import asdict
from pathlib import Path

from redis.asyncio import Redis

from croupier.cli.crew import patiently
from croupier.cli.runfile import RunFile
from croupier.cli.runfolder import RunFolder, write_private
from croupier.contracts.errors import Unavailable
from croupier.runtime.hooks import Webhook, located, receivers, written
from croupier.runtime.hookstore import Delivery, HookStore, Known

SETTLE = 20.0
"""Seconds at the end of a run for what has not been tried yet."""

LOOK = 0.1


def set_up(run: RunFile, file: Path, folder: RunFolder) -> Path | None:
    """The file of a run's webhooks for the service that sends them; ``None`` where there are none.

    Secrets are named from the folder of the run file, and made if they are not there. Raises ``BadConfig`` for one that
    cannot be used.
    """
    if not run.webhooks:
        return None
    hooks = located(run.webhooks, file.parent)
    receivers(hooks)
    path = folder.work / "webhooks.toml"
    write_private(path, written(hooks).encode())
    return path.resolve()


def remembered(folder: Path) -> Path:
    """Where the attempts of a run that has ended stand, a line of JSON each."""
    return folder / ".work" / "logs" / "webhooks.jsonl"


def recall(folder: Path) -> list[Delivery]:
    """The attempts of a run that has ended, oldest first."""
    return [Delivery(**json.loads(line)) for line in remembered(folder).read_text().splitlines()]


async def begin(client: Redis, run: RunFile) -> None:
    """Whoever is named in the run file hears of the run from its first line on. Raises ``Unavailable``."""
    for hook in run.webhooks:
        await HookStore(client).learn(hook.name, 0)


async def finish(client: Redis, run: RunFile, folder: RunFolder) -> str:
    """Wait until everything has been tried, keep the record, and say what did not arrive; nothing if all did.

    Raises ``Unavailable`` for a store that stays away.
    """
    if not run.webhooks:
        return ""
    store = HookStore(client)
    deadline = time.monotonic() + SETTLE
    while time.monotonic() < deadline and not await _all_tried(store, run):
        await asyncio.sleep(LOOK)
    return await patiently(lambda: _record(store, run, folder))


async def _record(store: HookStore, run: RunFile, folder: RunFolder) -> str:
    left = {hook.name: len(await store.waiting(hook.name)) for hook in run.webhooks}
    lines = [json.dumps(asdict(delivery)) for delivery in await store.deliveries()]
    write_private(remembered(folder.path), "".join(f"{line}\n" for line in lines).encode())
    missing = ", ".join(f"{count} to {name}" for name, count in left.items() if count)
    return f"webhooks that did not arrive: {missing}; see croupier webhooks log {folder.path}" if missing else ""


async def _all_tried(store: HookStore, run: RunFile) -> bool:
    """Every log was read to its end, and what waits has failed before; a receiver that is off is not waited for."""
    try:
        known = await store.known()
        return all([await _tried(store, hook, run.id) for hook in run.webhooks if not _off(known, hook)])
    except Unavailable:
        return False


def _off(known: dict[str, Known], hook: Webhook) -> bool:
    return hook.name in known and known[hook.name].off is not None


async def _tried(store: HookStore, hook: Webhook, tournament: str) -> bool:
    read = await store.places(hook.name)
    return read.get(tournament, 0) is None and all(
        message.attempts for message in (await store.waiting(hook.name)).values()
    )

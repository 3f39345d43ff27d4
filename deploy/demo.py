"""The demo of ``docker-compose.yml``: ``demo.py open`` opens a small tournament, ``demo.py show`` shows how it ends."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from croupier.contracts.canonical import canonical
from croupier.contracts.commands import TournamentOpen
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec
from croupier.contracts.streams import partition, tournament_log
from croupier.runtime.eventlog import LINE_FIELD, Send
from croupier.runtime.store import open_store

TOURNAMENT = "demo"
GATEWAY = os.environ.get("CROUPIER_URL", "http://gateway:8000")
PATIENCE = 120
"""Seconds until the demo counts as stuck."""


def specification(entrants: dict[str, str]) -> TournamentSpec:
    """Twenty games of briscola between the entrants, given by id with the digest of their token."""
    return TournamentSpec(
        id=TOURNAMENT,
        name="Demo",
        game="briscola",
        format=RoundRobin(games=20),
        entrants=[EntrantSpec(id=who, name=who.capitalize(), token=token) for who, token in entrants.items()],
    )


async def announce(spec: TournamentSpec) -> None:
    """Ask the director to open the tournament. Once it is open, asking again changes nothing."""
    store = await open_store(os.environ["CROUPIER_REDIS_URL"])
    command = TournamentOpen(id=f"demo-{time.time_ns()}", spec=spec)
    body = canonical(command.model_dump(exclude_none=True))
    where = partition(tournament_log(spec.id), store.partitions)
    await store.log.send([Send(where, "to:director", {LINE_FIELD: body})])
    await store.close()


def standings(*flags: str) -> "subprocess.CompletedProcess[str]":
    """What ``croupier standings`` says of the tournament."""
    command = ["croupier", "standings", TOURNAMENT, "--url", GATEWAY, *flags]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def until(reached: Callable[[dict[str, str]], bool]) -> None:
    """Wait until the tournament is known and ``reached`` says yes to its state. Exits with 1 when it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = standings("--json")
        if answer.returncode == 0 and reached(json.loads(answer.stdout)):
            return
        time.sleep(0.5)
    sys.exit(f"demo: no end after {PATIENCE} s; the last answer: {answer.stdout}{answer.stderr}")


def main(what: str) -> None:
    """Open the tournament and wait until clients can join it, or wait for its end and print the table."""
    if what == "open":
        entrants = json.loads(Path("/run/croupier/entrants.json").read_text())
        asyncio.run(announce(specification(entrants)))
        until(lambda _: True)
    else:
        until(lambda answer: answer["state"] == "finished")
        print(standings().stdout)


if __name__ == "__main__":
    main(sys.argv[1])

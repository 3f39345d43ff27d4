"""What a run is made of: the tournament as the director gets it, and a child process for every part."""

import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter

from croupier.cli.runfile import EntrantSection, RunFile
from croupier.cli.runfolder import Secrets, Ticket
from croupier.contracts.specs import (
    Award,
    Clock,
    Disputes,
    Disqualify,
    EntrantSpec,
    Format,
    Policy,
    Start,
    TournamentSpec,
)
from croupier.runtime.supervisor import Child

WITHOUT_GAMES = ("tables", "duel", "arena")
"""Formats that say themselves how many games there are."""

BOT_RESTARTS = 5
"""How often a bot that ends at once is started again before it is left."""


BOT_PAUSE = 0.5
"""Seconds before that: long enough to read in the log that it was sent away, and is not to come back."""


def spec_of(run: RunFile, secrets: Secrets) -> TournamentSpec:
    """The tournament of a run file. Of a token only its SHA-256 goes in."""
    return made(run, {who.id: sha256(secrets.tickets[who.id].token.encode()).hexdigest() for who in run.entrant})


def made(run: RunFile, tokens: Mapping[str, str]) -> TournamentSpec:
    """The same with the hashes of tokens given, by entrant."""
    entrants = [
        EntrantSpec(id=who.id, name=who.name, token=tokens[who.id], rating=who.rating, host=who.host)
        for who in run.entrant
    ]
    return TournamentSpec(
        id=run.id,
        name=run.name,
        game=run.game,
        ruleset=run.ruleset,
        options=run.options,
        format=format_of(run),
        boards=None if run.boards == "fresh" else run.boards,
        ties=ties_of(run),
        award=Award(**run.award.model_dump()),
        clock=Clock(**run.clock.model_dump()),
        policy=policy_of(run),
        disqualify=None if run.disqualify is None else Disqualify(**run.disqualify.model_dump()),
        concurrency=run.concurrency,
        concurrency_per_entrant=run.concurrency_per_entrant,
        concurrency_per_host=run.concurrency_per_host,
        signed=True if run.signed else None,
        start=start_of(run),
        disputes=None if run.disputes is None else Disputes(**run.disputes.model_dump()),
        entrants=entrants,
    )


def start_of(run: RunFile) -> Start | None:
    """What holds the start of a run back; ``None`` where nothing does."""
    start = Start(at=run.start.at, by_hand=True if run.start.by_hand else None, deadline=run.start.deadline)
    return None if start == Start() else start


def policy_of(run: RunFile) -> Policy:
    """The policy of a run file; what is so anyway is left out."""
    given = run.policy.model_dump()
    return Policy(**given | {"failing": None if run.policy.failing == "forfeit" else run.policy.failing})


def ties_of(run: RunFile) -> list[str] | None:
    """The tie-breaks of a run file.

    Where it has none: games won, and then whoever failed less often, before the difference of the game's own points,
    which somebody who fails in time could save. A Swiss tournament has a list of its own.
    """
    if run.ties is None and run.format.kind in {"round-robin", "gauntlet", "tables", "duel", "arena"}:
        return ["wins", "forfeits", "difference"]
    return run.ties


def format_of(run: RunFile) -> Format:
    """The format of a run file; what the file leaves out is as the contract says."""
    given = run.format.model_dump(exclude_none=True)
    if run.format.fixed is False:
        del given["fixed"]  # as in the contract, where it is there or is not
    if run.format.kind not in WITHOUT_GAMES:
        given["games"] = run.games
    return TypeAdapter[Format](Format).validate_python(given)


def bots(run: RunFile, secrets: Secrets, url: str, logs: Path) -> Iterator[Child]:
    """A child for every entrant that we start ourselves."""
    for who in run.entrant:
        if not who.remote:
            yield bot_of(who, secrets.tickets[who.id], url, logs, signed=run.signed)


def bot_of(who: EntrantSection, ticket: Ticket, url: str, logs: Path, *, signed: bool) -> Child:
    """The child that plays for an entrant; with a key of its own where play is ``signed``."""
    name, env = bot_child(who.id), bot_env(ticket, url)
    if signed:
        env["CROUPIER_PLAY_KEY_FILE"] = str((logs.parent / "keys" / name).resolve())
    return Child(name, argv_of(who), env, logs / f"{name}.log", restarts=BOT_RESTARTS, pause=BOT_PAUSE)


def bot_child(entrant: str) -> str:
    """The name of an entrant's process."""
    return f"bot-{entrant}"


def argv_of(who: EntrantSection) -> list[str]:
    """The words of an entrant's command; split as a shell does, but there is no shell."""
    if who.bot is not None:
        return [sys.executable, "-m", "croupier.sdk.bots", who.bot, *_thinking(who)]
    return shlex.split(who.command or "")


def _thinking(who: EntrantSection) -> list[str]:
    if who.think is not None:
        return ["--think", str(who.think // 1_000)]
    return [] if who.worlds is None else ["--worlds", str(who.worlds)]


def bot_env(ticket: Ticket, url: str) -> dict[str, str]:
    """The environment of a bot: ours without any setting of ours, and what it needs to connect.

    The folder of our own Python comes first on PATH, so that ``python`` is one that knows the SDK.
    """
    env = clean_env()
    env["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), env.get("PATH", os.defpath)])
    return {
        **env,
        "PYTHONUNBUFFERED": "1",
        "CROUPIER_URL": url,
        "CROUPIER_TOKEN": ticket.token,
        "CROUPIER_SEED": ticket.seed,
        "CROUPIER_NONCE": ticket.nonce,
    }


def clean_env() -> dict[str, str]:
    """Our environment without Croupier's own variables."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}

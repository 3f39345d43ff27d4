"""A probe game for each command of a run file: on a server of its own, in a folder that is gone afterwards.

The bot that is tried has the first seat, and built-in bots at random have the others. Rules and clock are those of the
file; a decision may take 30 seconds at most, so that a check ends.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from croupier import games
from croupier.cli.bot_logs import last_words
from croupier.cli.crew import Site, check_services, free_port, gateway_ready, patiently, start_services, start_store
from croupier.cli.follow import Follower
from croupier.cli.opening import open_tournament
from croupier.cli.plan import bot_child, bots, spec_of
from croupier.cli.playing import LOOK, stop_in_order
from croupier.cli.runfile import EntrantSection, FormatSection, RunFile, StartSection
from croupier.cli.runfolder import RunFolder, Secrets, draw
from croupier.cli.surroundings import heed
from croupier.contracts import events as ev
from croupier.contracts.errors import Unavailable
from croupier.contracts.lines import read_trusted
from croupier.contracts.specs import SECOND
from croupier.runtime.eventlog import EventLog
from croupier.runtime.supervisor import Supervisor, supervisor

HOST = "127.0.0.1"
SLOWEST = 30 * SECOND
RESTARTS = 3
"""A bot that ends at once is started again so often: the first time the server may not know its token yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a probe went. ``refused``: codes of refused answers; ``slowest``: microseconds of the longest decision.

    ``code`` and ``why`` name what went wrong; they are empty where the game was played.
    """

    entrant: str
    code: str = ""
    why: str = ""
    decisions: int = 0
    slowest: int = 0
    refused: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(slots=True)
class Probe:
    """One bot's game: a tournament of its own with a single game."""

    who: EntrantSection
    file: RunFile
    secrets: Secrets
    follower: Follower
    outcome: Outcome | None = None
    _folder: Path = field(default_factory=Path)

    @property
    def log(self) -> Path:
        """The log of its only game, once it is in the archive."""
        return next((self._folder / "games").glob("*.jsonl"))


async def probe(run: RunFile, patience: float, complain: Callable[[str], None]) -> list[Outcome]:
    """Try every command of ``run``; bots have ``patience`` seconds to come.

    Raises ``Unavailable`` (``store/…``, ``run/not-ready``) if no server can be had; ``BadConfig`` for a setting
    of the environment that cannot be obeyed.
    """
    heed(complain)
    with tempfile.TemporaryDirectory(prefix="croupier-check-", ignore_cleanup_errors=True) as name:
        home = RunFolder(Path(name), "")
        home.logs.mkdir(parents=True)
        port = free_port(HOST, 0, home.work / "port")
        site = Site(home.work, home.path, home.secret(), HOST, port)
        made = [_probe(run, who, number, site) for number, who in enumerate(run.entrant, 1) if who.command is not None]
        try:
            await _serve(home, site, made, patience, complain)
        finally:
            home.clean()
        return [each.outcome for each in made if each.outcome is not None]


async def _serve(
    home: RunFolder, site: Site, made: list[Probe], patience: float, complain: Callable[[str], None]
) -> None:
    """Start a server, let all play, and end it in good order."""
    async with supervisor(home.marks) as children:
        try:
            server, store = await start_store(children, site, complain)
            async with contextlib.aclosing(store.client):
                start_services(children, site, server)
                await _play(children, site, store.log, made, patience)
        finally:
            await stop_in_order(children)


def _probe(run: RunFile, who: EntrantSection, number: int, site: Site) -> Probe:
    game = games.get(run.game)
    seats = game.seats(game.resolve(run.ruleset, run.options))
    others = [EntrantSection(name=f"Probe {number}, seat {seat}", id=f"probe-{number}-{seat}", bot="random")
              for seat in range(2, seats + 1)]  # fmt: skip
    clock = run.clock.model_copy(update={"action": min(run.clock.action, SLOWEST), "start": SLOWEST})
    changed = {
        "id": f"probe-{number}", "name": f"Probe {number}", "games": 1, "boards": "fresh", "ties": None,
        "format": FormatSection(), "clock": clock, "entrant": [who, *others], "webhooks": [],
        "start": StartSection(), "disputes": None,  # nothing to wait for
    }  # fmt: skip
    file = run.model_copy(update=changed)
    folder = site.archive / file.id
    return Probe(who, file, draw(file), Follower(folder, file.id), _folder=folder)


async def _play(children: Supervisor, site: Site, log: EventLog, made: list[Probe], patience: float) -> None:
    for each in made:
        await patiently(partial(open_tournament, log, spec_of(each.file, each.secrets)))
    await gateway_ready(children, site)
    for each in made:
        for child in bots(each.file, each.secrets, site.url, site.logs):
            children.start(replace(child, restarts=RESTARTS))
    deadline = time.monotonic() + patience
    while any(each.outcome is None for each in made):
        check_services(children)
        for each in made:
            if each.outcome is None:
                with contextlib.suppress(Unavailable):  # the store may be on its way back
                    await each.follower.catch_up(log)
                each.outcome = _look(children, each, late=time.monotonic() > deadline)
        await asyncio.sleep(LOOK)


def _look(children: Supervisor, each: Probe, *, late: bool) -> Outcome | None:
    """How the probe has ended; ``None`` while it goes on."""
    watched, who = each.follower.watched, each.who
    if each.follower.archived:
        return judged(who.id, _events(each.log))
    status = children.children[bot_child(who.id)]
    words = tuple(last_words(status.child.log, 5))
    if not watched.started and status.state == "left":
        why = f"ended {status.failures} times with exit code {status.code} before it came"
        return Outcome(who.id, "check/bot-failed", why, words=words)
    if late and not watched.started:
        return Outcome(who.id, "check/bot-silent", "runs and does not come to its game", words=words)
    return None


def _events(log: Path) -> Iterator[ev.Event]:
    for stored in log.read_bytes().splitlines():
        yield read_trusted(stored).event


def judged(entrant: str, events: Iterable[ev.Event]) -> Outcome:
    """What the log of a game says of the bot in its first seat."""
    decisions = slowest = 0
    refused: list[str] = []
    lost: ev.SeatForfeited | None = None
    for event in events:
        if isinstance(event, ev.ActionTaken) and event.seat == 0 and not event.auto:
            decisions += 1
            slowest = max(slowest, event.received - event.asked - event.allowance)
        elif isinstance(event, ev.ActionRefused) and event.seat == 0:
            refused.append(event.code)
        elif isinstance(event, ev.SeatForfeited) and event.seat == 0:
            lost = event
    code = "check/bot-forfeit" if lost is not None else "check/bot-refused" if refused else ""
    return Outcome(entrant, code, _why(lost, refused), decisions, slowest, tuple(refused))


def _why(lost: ev.SeatForfeited | None, refused: Sequence[str]) -> str:
    often = f"{len(refused)} answers were refused, the first for {refused[0]}" if refused else ""
    if lost is None or lost.why == "move/strikes":
        return often
    if lost.why in ("clock/flag", "session/left"):
        return f"{lost.why}: {lost.measured / SECOND:.1f} s were too long, the limit is {lost.limit / SECOND:.1f} s"
    return f"it lost its game by {lost.why}"

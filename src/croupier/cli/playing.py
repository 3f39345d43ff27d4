"""One tournament from its run file to its bundle: what ``croupier run`` does between lock and table."""

import asyncio
import contextlib
import time
from dataclasses import dataclass

from croupier.cli import hooking
from croupier.cli.bot_logs import Reminder, last_words
from croupier.cli.cast import Cast
from croupier.cli.crew import STORE, Site, check_services, gateway_ready, patiently, start_services, start_store
from croupier.cli.follow import Follower, Watched
from croupier.cli.opening import open_tournament
from croupier.cli.plan import bot_child, bot_of, spec_of
from croupier.cli.runfile import EntrantSection, RunFile
from croupier.cli.runfolder import RunFolder, Secrets, Ticket
from croupier.cli.stage import Stage
from croupier.cli.views import View
from croupier.contracts.errors import Unavailable
from croupier.folds.life import Life
from croupier.runtime.eventlog import EventLog
from croupier.runtime.processes import kill_all, read_marks
from croupier.runtime.supervisor import Child, Status, Supervisor, supervisor

LOOK = 0.2
"""Seconds between two looks at the tournament's log."""


@dataclass(frozen=True, slots=True)
class Run:
    """All that a run needs to know of itself."""

    file: RunFile
    folder: RunFolder
    secrets: Secrets
    site: Site
    view: View


class Teller:
    """Says what happens to children, as far as it was nothing that we did.

    ``begun``: the tournament goes on without a bot that is left alone; before, the run ends with its last words.
    ``over``: the end is no news.
    """

    def __init__(self, view: View) -> None:
        self.begun = False
        self.over = False
        self._view = view

    def __call__(self, status: Status) -> None:
        """Take note of a child's new state."""
        name = status.child.name
        at_peace = name.startswith("bot-") and (self.over or (status.code == 0 and status.state != "left"))
        if status.ending.is_set() or status.state == "running" or at_peace:
            return
        how = f"exit code {status.code}" if (status.code or 0) >= 0 else f"signal {-(status.code or 0)}"
        if status.state == "left":
            self._view.note(f"{name} ended {status.failures} times ({how}) and is left alone{self._last(status)}")
        else:
            self._view.note(f"{name} ended ({how}) and is started again")

    def _last(self, status: Status) -> str:
        if not self.begun:
            return ""
        return "; its last words:" + "".join(f"\n  {line}" for line in last_words(status.child.log, 5))


async def play(run: Run) -> Watched:
    """Play the tournament to its end, or on from where it was cut.

    Raises ``Unavailable``: ``store/…``, ``run/not-ready``, ``run/bot-failed``.
    """
    kill_all(read_marks(run.folder.marks))
    teller = Teller(run.view)
    async with supervisor(run.folder.marks, teller) as children:
        try:
            server, store = await start_store(children, run.site, run.view.note)
            async with contextlib.aclosing(store.client):
                await patiently(lambda: hooking.begin(store.client, run.file))
                start_services(children, run.site, server)
                watched = await _play(children, run, store.log, teller)
                if left := await hooking.finish(store.client, run.file, run.folder):
                    run.view.note(left)
                return watched
        finally:
            await stop_in_order(children)


async def _play(children: Supervisor, run: Run, log: EventLog, teller: Teller) -> Watched:
    follower = Follower(run.folder.path, run.file.id)
    await patiently(lambda: _open(follower, run, log))
    await gateway_ready(children, run.site)
    stage = _stage(children, run)
    await stage.look(follower.watched.state.life if follower.watched.opened else Life())
    _tell_remote(run)
    return await _watch(children, run, follower, log, teller, stage)


async def _open(follower: Follower, run: Run, log: EventLog) -> None:
    if not (await follower.catch_up(log)).opened:
        await open_tournament(log, spec_of(run.file, run.secrets))


def _stage(children: Supervisor, run: Run) -> Stage:
    def make(who: EntrantSection, ticket: Ticket) -> Child:
        return bot_of(who, ticket, run.site.url, run.site.logs, signed=run.file.signed)

    return Stage(children, run.file, run.secrets, Cast(run.folder.cast), make)


def _tell_remote(run: Run) -> None:
    for who in run.file.entrant:
        if who.remote:
            ticket = run.secrets.tickets[who.id]
            run.view.note(f"{who.name} connects with CROUPIER_URL={run.site.public_url} CROUPIER_TOKEN={ticket.token}")


async def _watch(
    children: Supervisor, run: Run, follower: Follower, log: EventLog, teller: Teller, stage: Stage
) -> Watched:
    """Look on until the archive holds everything."""
    reminder = Reminder(run.file.entrant, run.site.logs, run.view, time.monotonic())
    while True:
        teller.begun, teller.over = follower.watched.started, follower.watched.finished
        with contextlib.suppress(Unavailable):  # the store may be on its way back
            run.view.update(await follower.catch_up(log))
        if follower.archived and run.folder.is_whole():
            return follower.watched
        check_services(children)
        if follower.watched.opened:
            await stage.look(follower.watched.state.life)
        _check_bots(children, run, follower.watched)
        reminder.look(follower.watched, time.monotonic())
        await asyncio.sleep(LOOK)


def _check_bots(children: Supervisor, run: Run, watched: Watched) -> None:
    """A tournament cannot begin without a bot that does not run."""
    if watched.started or not watched.opened:
        return
    for who in run.file.entrant:
        status = children.children.get(bot_child(who.id))
        if status is not None and status.state == "left" and who.id not in watched.state.nonces:
            silent = "(no output)" if status.code else "(no output; a bot in Python ends with a call of run())"
            end = "\n  ".join(last_words(status.child.log)) or silent
            often = f"{status.failures} times with exit code {status.code}"
            reason = f"the bot of {who.name} ended {often}; its last words:\n  {end}"
            raise Unavailable("run/bot-failed", reason, place=str(status.child.log))


async def stop_in_order(children: Supervisor) -> None:
    """The end in good order: bots, then services, the store last."""
    await children.stop([name for name in children.children if name.startswith("bot-")], grace=3)
    await children.stop([name for name in children.children if name != STORE], grace=5)
    await children.stop(grace=10)

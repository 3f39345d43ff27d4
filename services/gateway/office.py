"""Where people ask for something: what cannot be had is refused at once, the rest goes to the director."""

import asyncio
import contextlib
from collections.abc import Callable

from croupier.contracts import commands as cmd
from croupier.contracts.errors import CroupierError, NotAllowed, Unavailable
from croupier.contracts.specs import TournamentSpec
from croupier.folds.asking import answer
from croupier.folds.disputing import answer as answer_dispute
from croupier.folds.docket import Dispute
from croupier.folds.fresh import require_fresh
from croupier.folds.life import with_entrant
from croupier.folds.plans import plan_of
from croupier.games.kernel import BadOptions
from croupier.runtime.shell import now_micros

from .desk import Desk
from .gateway import Gateway
from .models import Tournament
from .views import TournamentView

PATIENCE = 10.0
"""Seconds in which the director is to have done what it was asked for."""
POLL = 0.05
"""Seconds between two looks into the log."""


class Office:
    """Passes on what people ask for, and waits until it stands in the log."""

    def __init__(self, gateway: Gateway, desk: Desk, now: Callable[[], int] = now_micros) -> None:
        """``now``: the moment, in microseconds since the epoch."""
        self._gateway = gateway
        self._desk = desk
        self._now = now

    async def ask(self, command: cmd.Organising) -> Tournament:
        """Have the director do something; the tournament as it is then.

        Raises ``NotAllowed`` as :func:`croupier.folds.asking.answer` does, ``tournament/finished`` for one that is in
        the archive, ``tournament/past`` for a pause until a moment that has come, ``http/not-found``; ``Unavailable``
        (``server/unready``) if the director does not answer in time.
        """
        await self._gateway.roster.refresh()
        view = await self._view(command.tournament)
        if isinstance(command, cmd.EntrantEnter) and view.life.spec is not None:
            with contextlib.suppress(CroupierError):  # a plan may take a while to make, and is then remembered
                await _check(with_entrant(view.life.spec, command.entrant))
        before = view.life.pauses
        if not _is_done(view, command):
            if isinstance(command, cmd.TournamentPause):
                _require_ahead(command, self._now())
            await self._send(
                command, lambda: _is_done(self._gateway.roster.views.get(command.tournament), command, before)
            )
        return await self._desk.tournament(command.tournament)

    async def dispute(self, command: cmd.DisputeRaise) -> Dispute:
        """Have a dispute raised; the dispute as it is then.

        Raises ``NotAllowed`` as :func:`croupier.folds.disputing.answer` does, and as :meth:`ask`; ``Unavailable`` too.
        """
        view = await self._settled(command)
        return next(
            dispute
            for dispute in view.docket.disputes.values()
            if (dispute.raised.entrant, dispute.game, dispute.raised.claim)
            == (command.entrant, command.game, command.claim)
        )

    async def rule(self, command: cmd.DisputeRule) -> Dispute:
        """Have a dispute ruled; the dispute as it is then. Raises as :meth:`dispute`."""
        return (await self._settled(command)).docket.disputes[command.dispute]

    async def _settled(self, command: cmd.Disputing) -> TournamentView:
        """The tournament once its log has what was asked for."""
        await self._gateway.roster.refresh()
        view = await self._view(command.tournament)
        if tuple(answer_dispute(view.case, command)):
            await self._send(command, lambda: not tuple(answer_dispute(view.case, command)))
        return view

    async def open(self, spec: TournamentSpec) -> Tournament:
        """Open a tournament. A repeat with the same specification changes nothing.

        Raises ``NotAllowed`` (``tournament/exists``, family ``option``), ``BadConfig`` for what does not go together;
        ``Unavailable`` as :meth:`ask`.
        """
        await _check(spec)
        await self._gateway.roster.refresh()
        if not await self._is_open(spec):
            require_fresh(spec, self._now())
            command = cmd.TournamentOpen(id=f"open/{spec.id}", spec=spec)
            await self._send(command, lambda: self._shown(spec.id) is not None)
        if not await self._is_open(spec):  # another one was quicker
            raise _exists(spec.id)
        return await self._desk.tournament(spec.id)

    async def _view(self, tournament: str) -> TournamentView:
        view = self._shown(tournament)
        if view is None:
            await self._desk.view(tournament)
            raise NotAllowed("tournament/finished", "the tournament is over, and in the archive")
        return view

    def _shown(self, tournament: str) -> TournamentView | None:
        view = self._gateway.roster.views.get(tournament)
        return view if view is not None and view.spec is not None else None

    async def _is_open(self, spec: TournamentSpec) -> bool:
        try:
            view = await self._desk.view(spec.id)
        except NotAllowed:
            return False
        if view.spec != spec:
            raise _exists(spec.id)
        return True

    async def _send(
        self, command: cmd.Organising | cmd.Disputing | cmd.TournamentOpen, done: Callable[[], bool]
    ) -> None:
        tournament = command.spec.id if isinstance(command, cmd.TournamentOpen) else command.tournament
        if not self._gateway.outbox.to_director(tournament, command):
            raise Unavailable("server/unready", "the store takes no commands")
        try:
            async with asyncio.timeout(PATIENCE):
                while not done():
                    await asyncio.sleep(POLL)
                    await self._gateway.roster.refresh()
        except TimeoutError:
            reason = "the director has not answered yet; what was asked for is on its way to it"
            raise Unavailable("server/unready", reason) from None


def _is_done(view: TournamentView | None, command: cmd.Organising, pauses: int | None = None) -> bool:
    """Things are as they were asked to be. What is not known any more is over.

    A short pause may be over before anybody looks: ``pauses`` is how many there had been when it was asked for.
    """
    if view is None:
        return True
    if isinstance(command, cmd.TournamentPause) and pauses is not None and view.life.pauses > pauses:
        return True
    return not tuple(answer(view.life, command))


def _require_ahead(command: cmd.TournamentPause, now: int) -> None:
    if command.until is not None and command.until <= now:
        reason = f"the pause would be over already: it is {now} here, in microseconds since the epoch"
        raise NotAllowed("tournament/past", reason, place="until")


async def _check(spec: TournamentSpec) -> None:
    try:
        await asyncio.to_thread(plan_of, spec)
    except BadOptions as error:
        raise NotAllowed(error.code, error.reason, place="options") from None


def _exists(tournament: str) -> NotAllowed:
    return NotAllowed("tournament/exists", f"{tournament} is open with another specification", place="id")

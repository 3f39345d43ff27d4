"""The class that a bot's author subclasses."""

import asyncio
import sys
import traceback
from collections.abc import Awaitable, Callable, Sequence

from .errors import BotError, BotFailed
from .messages import CLAIMS, LONGEST, Disputed, Event, Over, Snapshot
from .settings import Settings, from_command_line, settings
from .turn import Turn


class Bot:
    """A player: fill in :meth:`choose`, then call :meth:`run`.

    A plain ``choose`` runs in a worker thread, so it may compute for as long as the clock allows. ``workers``
    is the number of threads; with one, choose and the hooks are never called at the same time. A ``choose`` that
    needs well under a millisecond may set ``quick`` and runs on the event loop, which saves two changes of
    thread a decision. An ``async def choose`` runs as a task, as many at once as there are turns.
    """

    _disputing: Callable[[str, str, int | None, str], object] | None = None

    quick: bool = False
    workers: int = 1

    def choose(self, turn: Turn) -> str | Awaitable[str]:
        """Your answer: one of ``turn.legal``, or an action of ``turn.form``. May be ``async``."""
        raise NotImplementedError(f"{type(self).__name__} does not say what to choose")

    def on_game(self, snapshot: Snapshot) -> None:
        """A game begins, or goes on after a cut: events between the last one and ``snapshot.n`` do not come again."""

    def on_event(self, event: Event) -> None:
        """Something happened in a game: each event comes once, in order."""

    def on_over(self, over: Over) -> None:
        """A game is over."""

    def dispute(self, game: str, claim: str, *, ply: int | None = None, text: str = "") -> None:
        """Dispute a game of yours, in play or over, from ``choose`` or a hook; the answer comes to :meth:`on_disputed`.

        ``claim``: ``illegal-move``, ``wrong-score``, ``wrong-deck``, ``clock`` or ``other``; ``ply``: the decision that
        it is about; ``text``: what is wrong, of which the first 200 characters are sent. It is said again until the
        server has answered, over as many connections as that takes. Raises ``ValueError`` for another claim, and
        ``RuntimeError`` while the bot does not play.
        """
        if claim not in CLAIMS:
            raise ValueError(f"a claim is one of {', '.join(CLAIMS)}, not {claim!r}")
        if self._disputing is None:
            raise RuntimeError("a bot disputes while it plays")
        self._disputing(game, claim, ply, text[:LONGEST])

    def disputes_by(self, say: Callable[[str, str, int | None, str], object] | None) -> None:
        """From here on disputes are said by ``say``, from whatever thread; ``None``: the bot does not play."""
        self._disputing = say

    def on_disputed(self, disputed: Disputed) -> None:
        """The server has taken a dispute, or says why not."""

    def hears(self, hook: str) -> bool:
        """Whether this bot fills in the hook; what nobody hears is not built."""
        return getattr(type(self), hook) is not getattr(Bot, hook)

    async def play(
        self,
        *,
        url: str | None = None,
        token: str | None = None,
        seed: str | int | None = None,
        nonce: str | None = None,
        keep_going: bool = False,
        key: str | None = None,
    ) -> str:
        """Play until the server says good-bye, over as many connections as it takes; the reason it gave.

        Settings that are not given come from ``CROUPIER_URL``, ``CROUPIER_TOKEN``, ``CROUPIER_SEED``,
        ``CROUPIER_NONCE`` and ``CROUPIER_PLAY_KEY_FILE``. Raises :class:`BadSetting`, :class:`Rejected` where the
        server does not want this bot, and :class:`BotFailed` where its own code raised an error and ``keep_going``
        is off.
        """
        chosen = settings(url=url, token=token, seed=seed, nonce=nonce, keep_going=keep_going, key=key)
        return await self._play(chosen)

    def run(
        self,
        *,
        url: str | None = None,
        token: str | None = None,
        seed: str | int | None = None,
        keep_going: bool = False,
        argv: Sequence[str] | None = None,
    ) -> None:
        """Be a program: play as :meth:`play` does, then exit.

        Settings come from the arguments here, else from the flags in ``argv`` (by default the process's), else
        from the environment. Exit codes: 0 the server said good-bye, 1 the bot failed, 2 a bad setting or the
        server rejects the bot, 130 interrupted.
        """
        given = from_command_line(argv, (type(self).__doc__ or type(self).__name__).strip().splitlines()[0])
        ours = {"url": url, "token": token, "seed": seed, "keep_going": keep_going or None}
        sys.exit(self.run_with(**{**given, **{name: value for name, value in ours.items() if value is not None}}))

    def run_with(self, **given: object) -> int:
        """Play with these settings and report to stderr; the exit code."""
        _log_to_stderr(type(self).__name__)
        try:
            reason = asyncio.run(self._play(settings(**given)))  # type: ignore[arg-type] # checked by settings
        except BotFailed as failure:
            traceback.print_exception(failure.__cause__)
            return _leave(f"{failure.reason}; --keep-going would play the first legal action", failure.exit_code)
        except BotError as error:
            return _leave(str(error), error.exit_code)
        except KeyboardInterrupt:
            return 130
        return _leave(reason, 0)

    async def _play(self, chosen: Settings) -> str:
        from .connection import play

        return await play(self, chosen)


def _leave(words: str, code: int) -> int:
    print(f"croupier: {words}", file=sys.stderr)  # noqa: T201 - the last words of a program
    return code


def _log_to_stderr(name: str) -> None:
    import logging

    logging.basicConfig(level=logging.INFO, format=f"%(asctime)s {name}: %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("websockets").setLevel(logging.ERROR)

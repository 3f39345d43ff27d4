"""The bots that a run starts on this machine, as the tournament's log wants them.

A late entrant's is started when the log has it, another one takes the place of a bot that was replaced, and one whose
entrant has come back is started anew, since a bot that is sent away does not ask again. A bot whose entrant has left
ends by itself once it is sent away, and is not started again.
"""

from collections.abc import Callable, Iterator

from croupier.cli.cast import Cast
from croupier.cli.plan import bot_child
from croupier.cli.runfile import EntrantSection, RunFile
from croupier.cli.runfolder import Secrets, Ticket
from croupier.folds.life import Life
from croupier.runtime.supervisor import Child, Supervisor

Make = Callable[[EntrantSection, Ticket], Child]

GRACE = 3.0
"""Seconds for a bot to end."""


class Stage:
    """``make`` gives the child process of an entrant, with what it is given."""

    def __init__(self, children: Supervisor, run: RunFile, secrets: Secrets, cast: Cast, make: Make) -> None:
        self._children = children
        self._make = make
        self._run = run
        self._secrets = secrets
        self._cast = cast
        self._playing: dict[str, str] = {}
        self._away: set[str] = set()

    async def look(self, life: Life) -> None:
        """Start what is to play and does not, in the place of what played before; leave alone who plays no more."""
        for who, ticket, program in self._wanted(life):
            if who.id in life.withdrawn:
                self._children.retire(bot_child(who.id))
                continue
            back = who.id in self._away
            if self._playing.get(who.id) != program or back:
                await self._end(bot_child(who.id))
                self._children.start(self._make(who, ticket))
                self._playing[who.id] = program
        self._away = set(life.withdrawn)

    async def _end(self, name: str) -> None:
        if name in self._children.children:
            await self._children.stop([name], GRACE)

    def _wanted(self, life: Life) -> Iterator[tuple[EntrantSection, Ticket, str]]:
        """Every entrant that is played from here, what it is given, and the program that the log names."""
        for who, ticket in self._field(life):
            program = life.programs.get(who.id, "")
            other = self._cast.program(program) if program else None
            playing = who if other is None else other.model_copy(update={"id": who.id, "name": who.name})
            if not playing.remote:
                yield playing, ticket, program if other is not None else ""

    def _field(self, life: Life) -> Iterator[tuple[EntrantSection, Ticket]]:
        for who in self._run.entrant:
            yield who, self._secrets.tickets[who.id]
        known = {who.id for who in self._run.entrant}
        for entrant in life.entrants:
            found = None if entrant in known else self._cast.entered(entrant)
            if found is not None:
                yield found

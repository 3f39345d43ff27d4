"""What a bot author imports: subclass :class:`Bot`, fill in ``choose``, call ``run``.

>>> from croupier.sdk import Bot, Turn
>>> class First(Bot):
...     def choose(self, turn: Turn) -> str:
...         return turn.legal[0]

Standard library and ``websockets`` only.
"""

from .bot import Bot
from .errors import BadSetting, BotError, BotFailed, Rejected
from .messages import Clock, Disputed, Event, Form, Over, Player, Refusal, Snapshot, Table
from .turn import Turn

__all__ = [
    "BadSetting", "Bot", "BotError", "BotFailed", "Clock", "Disputed", "Event", "Form", "Over", "Player", "Refusal",
    "Rejected", "Snapshot", "Table", "Turn",
]  # fmt: skip

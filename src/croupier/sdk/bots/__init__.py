"""The bots that come with Croupier.

With a seed ``random`` and ``greedy`` answer the same to the same turn; so does ``pimc`` where it is given a number of
worlds instead of a time to think.
"""

from croupier.sdk.bot import Bot
from croupier.sdk.errors import BadSetting

from .chance import RandomBot
from .greedy import GreedyBot
from .pimc import PimcBot

BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "pimc": PimcBot, "random": RandomBot}
"""By the name on the command line."""

THINKERS = ("pimc",)
"""Those that can be told how long to think."""


def make(name: str, think: int | None = None, worlds: int | None = None) -> Bot:
    """The bot called ``name``, which may be told to ``think`` so many milliseconds or in so many ``worlds``.

    Raises ``KeyError`` for a bot that does not exist, :class:`BadSetting` where the numbers make no sense.
    """
    if think is None and worlds is None:
        return BOTS[name]()
    if name not in THINKERS:
        raise BadSetting("config/value", f"{name} does not think ahead: --think and --worlds are for pimc")
    if think is not None and worlds is not None:
        raise BadSetting("config/value", "--think is a time and --worlds a number: give one of them")
    if any(number is not None and number < 1 for number in (think, worlds)):
        raise BadSetting("config/value", "--think and --worlds are at least 1")
    return PimcBot(worlds=worlds) if think is None else PimcBot(think)


__all__ = ["BOTS", "GreedyBot", "PimcBot", "RandomBot", "make"]

"""The bots that come with Croupier. All answer the same to the same turn when they are given a seed."""

from croupier.sdk.bot import Bot

from .chance import RandomBot
from .greedy import GreedyBot

BOTS: dict[str, type[Bot]] = {"greedy": GreedyBot, "random": RandomBot}
"""By the name on the command line."""

__all__ = ["BOTS", "GreedyBot", "RandomBot"]

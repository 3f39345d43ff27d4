"""Connects, says hello and never answers a turn. ``--deaf``: nor a ping. ``--mute``: does not even say hello."""

import argparse
from typing import Any

from rogue import Json, Rogue, main


class Silent(Rogue):
    """Listens."""

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--deaf", action="store_true", help="answer no ping")
        parser.add_argument("--mute", action="store_true", help="say no hello")

    async def on_connected(self) -> None:
        if not self.flags.mute:
            await super().on_connected()

    async def on_turn(self, turn: Json) -> None:
        pass

    async def say(self, **message: Any) -> None:
        if message["type"] != "pong" or not self.flags.deaf:
            await super().say(**message)


if __name__ == "__main__":
    main(Silent)

"""Sends a frame of ``--bytes`` at its first turn on each of the first ``--times`` connections, then plays."""

import argparse

from rogue import Json, Rogue, main


class Huge(Rogue):
    """Takes much room."""

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--bytes", type=int, default=10_000_000, help="size of the frame")
        parser.add_argument("--times", type=int, default=1, help="how often")

    async def on_turn(self, turn: Json) -> None:
        if self.flags.times > 0:
            self.flags.times -= 1
            await self.act(turn, "x" * self.flags.bytes)
        await super().on_turn(turn)


if __name__ == "__main__":
    main(Huge)

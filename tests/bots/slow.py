"""Answers every turn after ``--seconds``, and goes on answering pings meanwhile."""

import argparse
import asyncio

from rogue import Json, Rogue, first_action, main


class Slow(Rogue):
    """Thinks it over."""

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=2.0, help="before each answer")

    async def on_turn(self, turn: Json) -> None:
        self.later(self.answer(turn))

    async def answer(self, turn: Json) -> None:
        """The right answer, late."""
        await asyncio.sleep(self.flags.seconds)
        await self.act(turn, first_action(turn))


if __name__ == "__main__":
    main(Slow)

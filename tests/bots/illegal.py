"""Answers what is not allowed, ``--times`` for each turn, and the first legal action after that.

``--kind``: ``unknown`` (no such action), ``malformed`` (no such card), ``unheld`` (a card that exists and is not
in the hand), ``old`` (an action that was legal at the last turn), ``long`` (a thousand characters), ``empty``.
Without ``--times`` it never gives in.
"""

import argparse

from rogue import Json, Rogue, first_action, main

CARDS = [rank + suit for suit in "CDSBH" for rank in "24567JQK3A"]


class Illegal(Rogue):
    """Insists."""

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        kinds = ["unknown", "malformed", "unheld", "old", "long", "empty"]
        parser.add_argument("--kind", choices=kinds, default="unheld", help="what is wrong with the answers")
        parser.add_argument("--times", type=int, default=1_000_000, help="wrong answers for each turn")

    def __init__(self, flags: argparse.Namespace) -> None:
        super().__init__(flags)
        self.turn: Json = {}
        self.wrong = 0
        self.last = "play AC"

    async def on_turn(self, turn: Json) -> None:
        if (turn["game"], turn["ply"]) != (self.turn.get("game"), self.turn.get("ply")):
            self.wrong = 0
        self.turn = turn
        await self.answer()

    async def on_refused(self, message: Json) -> None:
        if message["game"] == self.turn.get("game") and message["ply"] == self.turn["ply"] and message["left"]:
            await self.answer()

    async def answer(self) -> None:
        """Wrong as often as the flags say, then right."""
        if self.wrong < self.flags.times:
            self.wrong += 1
            await self.act(self.turn, self.nonsense())
        else:
            self.last = first_action(self.turn)
            await self.act(self.turn, self.last)

    def nonsense(self) -> str:
        """An answer that is not legal."""
        unheld = next(f"play {card}" for card in CARDS if f"play {card}" not in self.turn["legal"])
        old = self.last if self.last not in self.turn["legal"] else unheld
        said = {"unknown": "frobnicate", "malformed": "play 10C", "long": "play " + "A" * 995, "empty": ""}
        return {**said, "unheld": unheld, "old": old}[self.flags.kind]


if __name__ == "__main__":
    main(Illegal)

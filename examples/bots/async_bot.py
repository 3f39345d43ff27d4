"""An async bot: it waits for advice, and looks after its clock meanwhile.

Decisions of several games are taken side by side, because ``choose`` is a coroutine. Run it with
``python async_bot.py --url ws://127.0.0.1:8080 --token TOKEN``.
"""

import asyncio

from croupier.sdk import Bot, Over, Turn


class Advised(Bot):
    """Asks an adviser, and plays the first legal action where no advice comes in time."""

    def __init__(self) -> None:
        self.won = 0

    async def choose(self, turn: Turn) -> str:
        try:
            async with asyncio.timeout(min(2.0, turn.seconds_left() / 2)):
                return await self.advice(turn)
        except TimeoutError:
            return turn.actions[0]

    async def advice(self, turn: Turn) -> str:
        """In a bot of yours: a call to a model, an engine in another process, a colleague."""
        await asyncio.sleep(0.01)
        return turn.random.choice(turn.actions)

    def on_over(self, over: Over) -> None:
        seat = over.table.seat
        self.won += over.outcome == "won" and seat is not None and over.places[seat % len(over.places)] == 1
        print(f"{over.table.game}: {over.outcome}, {over.points}; {self.won} won so far")


if __name__ == "__main__":
    Advised().run()

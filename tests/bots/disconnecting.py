"""Cuts its connection at every ``--every``-th turn, ``--when`` ``before`` or ``after`` its answer, and comes back.

``--abort``: without a closing handshake, as a crash would. ``--stay-away``: does not come back.
"""

import argparse
import sys

from rogue import Json, Rogue, first_action, main


class Disconnecting(Rogue):
    """Has a bad line."""

    @classmethod
    def add_flags(cls, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--every", type=int, default=3, help="turns between two cuts")
        parser.add_argument(
            "--when", choices=["before", "after"], default="before", help="cut before or after the answer"
        )
        parser.add_argument("--abort", action="store_true", help="cut without a closing handshake")
        parser.add_argument("--stay-away", action="store_true", help="do not come back")

    async def on_turn(self, turn: Json) -> None:
        cut = self.turns % self.flags.every == 0
        if cut and self.flags.when == "before":
            await self.cut()
            return
        await self.act(turn, first_action(turn))
        if cut:
            await self.cut()

    async def cut(self) -> None:
        """End the connection."""
        if self.flags.abort:
            self.socket.transport.abort()
        else:
            await self.socket.close()
        if self.flags.stay_away:
            sys.exit(0)


if __name__ == "__main__":
    main(Disconnecting)

"""``python -m croupier.sdk.bots greedy --url ws://… --token …``: run a bot that comes with Croupier."""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from croupier.sdk.errors import BadSetting
from croupier.sdk.settings import add_flags

from . import BOTS, make


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the bot that is named in ``argv`` (the process's own where ``None``) and exit as :meth:`Bot.run` does."""
    parser = argparse.ArgumentParser(prog="python -m croupier.sdk.bots", description="Run a bot of Croupier's own.")
    parser.add_argument("bot", choices=sorted(BOTS), help="which bot")
    parser.add_argument("--think", type=int, metavar="MS", help="pimc: milliseconds a decision")
    parser.add_argument(
        "--worlds", type=int, metavar="N", help="pimc: worlds a decision instead, for repeatable answers"
    )
    add_flags(parser)
    flags = vars(parser.parse_args(argv))
    try:
        bot = make(flags.pop("bot"), flags.pop("think"), flags.pop("worlds"))
    except BadSetting as error:
        parser.error(error.reason)
    sys.exit(bot.run_with(**flags))


if __name__ == "__main__":
    main()

"""``python -m croupier.sdk.bots greedy --url ws://… --token …``: run a bot that comes with Croupier."""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from croupier.sdk.settings import add_flags

from . import BOTS


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the bot that is named in ``argv`` (the process's own where ``None``) and exit as :meth:`Bot.run` does."""
    parser = argparse.ArgumentParser(prog="python -m croupier.sdk.bots", description="Run a bot of Croupier's own.")
    parser.add_argument("bot", choices=sorted(BOTS), help="which bot")
    add_flags(parser)
    flags = vars(parser.parse_args(argv))
    sys.exit(BOTS[flags.pop("bot")]().run_with(**flags))


if __name__ == "__main__":
    main()

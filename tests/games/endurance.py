"""Play random games of all games by the thousand, each with every check of the battery, and a fuzzer beside it.

    python -m tests.games.endurance --games 100000 --jobs 2

Games, numbers of seats and options are drawn at random. A game that fails is told with the line that plays it
again alone. Ends with 1 if one failed.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from multiprocessing import Pool

from croupier import games
from games.marathon import Tally, play

CHUNK = 25
"""Games that a process plays between two reports."""

Work = tuple[tuple[str, ...], str, int, int]
"""The games to play in turn, the seed, number of the first one, how many."""

Outcome = tuple[Tally, dict[str, set[str]], list[tuple[str, int, str]]]
"""What was played; the codes that were met, by game; what failed: name, number, traceback."""


def chunk(work: Work) -> Outcome:
    """Play some games."""
    names, seed, first, number = work
    tally, codes, failed = Tally(), {name: set[str]() for name in names}, list[tuple[str, int, str]]()
    for index in range(first, first + number):
        name = names[index % len(names)]
        try:
            one = play(name, f"{seed}/{name}/{index}")
        except Exception:  # noqa: BLE001 - whatever goes wrong is what is looked for
            failed.append((name, index, traceback.format_exc()))
        else:
            tally.add(one)
            codes[name] |= set(one.codes)
    return tally, codes, failed


def chunks(names: tuple[str, ...], arguments: argparse.Namespace) -> Iterator[Work]:
    """The work in pieces."""
    for first in range(0, arguments.games, CHUNK):
        yield names, arguments.seed, first, min(CHUNK, arguments.games - first)


def run(arguments: argparse.Namespace) -> int:
    """Play; how many games failed."""
    names = tuple(arguments.game or games.names())
    total, codes, failed, start = Tally(), {name: set[str]() for name in names}, 0, time.monotonic()
    with Pool(arguments.jobs) as pool:
        for tally, more, wrong in pool.imap_unordered(chunk, chunks(names, arguments)):
            total.add(tally)
            for name, seen in more.items():
                codes[name] |= seen
            for name, index, trace in wrong:
                failed += 1
                again = f"python -m tests.games.endurance --seed {arguments.seed} --game {name} --only {index}"
                print(f"\n{trace}FAILED: play it again with\n  {again}", flush=True)
            _progress(total, failed, start)
    _report(total, codes, failed, time.monotonic() - start)
    return failed


def _progress(total: Tally, failed: int, start: float) -> None:
    """On a terminal a line that counts, elsewhere a line now and then."""
    terminal = sys.stderr.isatty()
    if terminal or total.games % 1000 < CHUNK:
        rate = total.games / (time.monotonic() - start)
        told = f"{total.games} games, {total.decisions} decisions, {rate:.0f} games/s, {failed} failed"
        print(f"\r{told}" if terminal else told, end="" if terminal else "\n", file=sys.stderr, flush=True)


def _report(total: Tally, codes: dict[str, set[str]], failed: int, seconds: float) -> None:
    print(f"\n{total.games} games, {total.deals} deals, {total.decisions} decisions, {total.worlds} other worlds,")
    print(f"{sum(total.codes.values())} refusals in {seconds:.0f} s; {failed} games failed")
    for name, seen in codes.items():
        print(f"{name}: {len(seen)} codes: {' '.join(sorted(seen))}")


def main(words: list[str]) -> int:
    """Play what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.endurance", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=1000, help="how many games, over all games in turn (1000)")
    parser.add_argument("--game", action="append", choices=games.names(), help="only this game; may be repeated")
    parser.add_argument("--seed", default="1", help="any text (1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--only", type=int, help="play this one game of a seed again, with --game")
    arguments = parser.parse_args(words)
    if arguments.only is None:
        return 1 if run(arguments) else 0
    if not arguments.game:
        parser.error("--only needs --game")
    play(arguments.game[0], f"{arguments.seed}/{arguments.game[0]}/{arguments.only}")
    print("this game keeps everything")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

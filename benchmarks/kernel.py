"""How fast the rules kernel is, in plain Python: random deals of every game, and the pieces that a referee uses.

``python -m benchmarks.kernel`` compares with spades, hearts and euchre of OpenSpiel through its Python API where the
package ``open_spiel`` is installed: all play random legal actions to the end, in turns, in one process; only decisions
of players are counted, and all that dealing costs is on the clock. ``--write`` keeps the result. Ends with 1 if a
game is below its budget.
"""

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.rivals import GAMES, Play, rivals
from croupier import games
from croupier.games.kernel import Deal

ROUNDS = 9
SECONDS = 0.2
"""Processor time that each contender gets in each round; the median of the rounds counts."""
RESULT = Path(__file__).with_name("results") / "kernel.md"
BUDGETS = {"briscola": 2.0, "trionfo": 1.0, "bezique": 1.0, "piquet": 0.7}
"""We ask of ourselves to be at least so many times as fast as the quickest of OpenSpiel's three; 0.7 of a new game."""


def ours(name: str, **given: Any) -> Play:
    """Random deals of a game through ``moves`` and ``push``, shuffle and deal included."""
    game = games.get(name)
    options = game.resolve("house", given)
    deck, dealer = list(game.pack(options)), game.seats(options) - 1

    def play(rng: random.Random) -> int:
        rng.shuffle(deck)
        deal = game.deal(options, dealer, deck)
        decisions = 0
        while deal.to_act is not None:
            deal.push(rng.choice(deal.moves()))
            decisions += 1
        return decisions

    return play


def contenders() -> dict[str, Play]:
    """Every game with its defaults, and with every other number of seats."""
    made = {}
    for name in games.names():
        made[name] = ours(name)
        for option in games.get(name).options:
            if option.name == "players":
                made |= {f"{name}, {n} players": ours(name, players=n) for n in option.values if n != option.default}
    return made


def rate(play: Play, rng: random.Random) -> float:
    """Decisions a second of processor time, over ``SECONDS`` of play."""
    decisions, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < SECONDS:
        decisions += play(rng)
    return decisions / elapsed


def race(contenders: dict[str, Play]) -> dict[str, float]:
    """Median decisions a second of each; they take turns, so that a busy machine hits all alike."""
    rng, rates = random.Random(1), {name: list[float]() for name in contenders}
    for _ in range(ROUNDS):
        for name, play in contenders.items():
            rates[name].append(rate(play, rng))
    return {name: statistics.median(values) for name, values in rates.items()}


def middle(name: str) -> Deal:
    """A deal in the middle of its play, which always comes out the same."""
    game, rng = games.get(name), random.Random(1)
    options = game.resolve("house", {})
    pack = game.pack(options)
    deal = game.deal(options, game.seats(options) - 1, rng.sample(pack, len(pack)))
    line = [deal]
    while line[-1].to_act is not None:
        following = line[-1].copy()
        following.push(rng.choice(following.moves()))
        line.append(following)
    return line[len(line) // 2]


def micros(act: Callable[[], object]) -> float:
    """Microseconds of one call: the best of some rounds, so that others on the machine do not count."""
    best = float("inf")
    for _ in range(50):
        start = time.process_time()
        for _ in range(200):
            act()
        best = min(best, (time.process_time() - start) / 200)
    return best * 1e6


def apply_micros(name: str) -> float:
    """Microseconds of ``apply`` with its facts: the mean over whole deals, the best of some."""
    game, best = games.get(name), float("inf")
    options = game.resolve("house", {})
    pack = game.pack(options)
    for seed in range(60):
        rng = random.Random(seed % 20)
        deal = game.deal(options, game.seats(options) - 1, rng.sample(pack, len(pack)))
        plan = list(_line(deal.copy(), rng))
        start = time.process_time()
        for seat, action in plan:
            deal.apply(seat, action)
        best = min(best, (time.process_time() - start) / len(plan))
    return best * 1e6


def _line(deal: Deal, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Random actions to the end of a deal, as text; of a form the smallest."""
    while deal.to_act is not None:
        form = deal.form()
        fitting = [] if form is None else [" ".join([form.verb, *form.cards[: form.least]])]
        seat, action = deal.to_act, rng.choice(deal.legal() or fitting)
        deal.apply(seat, action)
        yield seat, action


def edge(name: str) -> tuple[float, ...]:
    """Microseconds of what a referee does with a decision: legal, check, apply, view, copy."""
    deal = middle(name)
    seat, action = deal.to_act or 0, deal.legal()[0]
    return (
        micros(deal.legal),
        micros(lambda: deal.check(seat, action)),
        apply_micros(name),
        micros(lambda: deal.view(seat)),
        micros(deal.copy),
    )


def machine() -> str:
    """Processor, number of cores, system and Python."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    model = next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, {python}"


def report(rates: dict[str, float]) -> str:
    """All figures as Markdown."""
    lines = ["| random play | decisions/s |", "|---|---:|"]
    lines += [f"| {name} | {rate:,.0f} |" for name, rate in rates.items()]
    lines += [
        "",
        *verdicts(rates),
        "",
        "| at the edge, µs | legal | check | apply, with facts | view of a seat | copy |",
    ]
    lines.append("|---|---:|---:|---:|---:|---:|")
    lines += [f"| {name} | " + " | ".join(f"{value:.2f}" for value in edge(name)) + " |" for name in games.names()]
    return "\n".join(lines)


def ratios(rates: dict[str, float]) -> dict[str, float]:
    """By game, how many times as fast as the quickest of OpenSpiel's; empty where that is not installed."""
    theirs = [rates[title] for name in GAMES if (title := f"OpenSpiel {name}") in rates]
    return {name: rates[name] / max(theirs) for name in games.names()} if theirs else {}


def verdicts(rates: dict[str, float]) -> list[str]:
    """A table of ratios and budgets, and what the shortcut for chance would make of it."""
    found = ratios(rates)
    if not found:
        return ["No comparison: the package `open_spiel` is not installed (`pip install open_spiel`)."]
    lines = ["| against the quickest of the three | times as fast | budget | |", "|---|---:|---:|---|"]
    for name, ratio in found.items():
        budget = BUDGETS.get(name, 0.7)
        lines.append(f"| {name} | {ratio:.2f} | {budget:g} | {'kept' if ratio >= budget else 'MISSED'} |")
    return lines


def quick_chance() -> str:
    """What OpenSpiel reaches if its chance nodes, which are all even, are played by any legal action."""
    found = race(rivals(quick=True))
    told = ", ".join(f"{name} {rate:,.0f}" for name, rate in found.items())
    how = "the outcomes of a chance node are asked for with their chances, as OpenSpiel's examples do"
    return f"Above, {how}. Here they are all even; drawing any legal action instead gives {told} decisions/s."


def main(words: list[str]) -> int:
    """Print the figures; with ``--write`` keep them too."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kernel", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--write", action="store_true", help=f"keep the result in {RESULT.name}")
    arguments = parser.parse_args(words)
    rates = race(contenders() | {f"OpenSpiel {name}": play for name, play in rivals().items()})
    text = report(rates) + ("\n\n" + quick_chance() if ratios(rates) else "")
    print(text)
    if arguments.write:
        RESULT.parent.mkdir(exist_ok=True)
        head = "# The rules kernel\n\nWritten by `python -m benchmarks.kernel --write`. Medians of "
        how = f"{ROUNDS} rounds of {SECONDS:g} s of processor time each, contenders in turns, one process."
        RESULT.write_text(f"{head}{how}\n\nMachine: {machine()}\n\n{text}\n", encoding="utf-8")
    return int(any(ratio < BUDGETS.get(name, 0.7) for name, ratio in ratios(rates).items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

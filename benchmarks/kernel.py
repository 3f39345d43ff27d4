"""How fast the rules kernel is, in plain Python: random deals of briscola, and the pieces that a referee uses.

``python -m benchmarks.kernel`` compares with the spades of OpenSpiel through its Python API where the package
``open_spiel`` is installed: both play random legal actions to the end, in turns, in one process; only decisions
of players are counted, and all that dealing costs is on the clock. ``--write`` keeps the result.
"""

import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier import games
from croupier.games.kernel import Deal

ROUNDS = 9
SECONDS = 0.2
"""Processor time that each contender gets in each round; the median of the rounds counts."""
RESULT = Path(__file__).with_name("results") / "kernel.md"
BUDGET = 2.0
"""We ask of ourselves to be at least so many times as fast as OpenSpiel's spades."""

Play = Callable[[random.Random], int]
"""Play one game at random; the number of decisions."""


def briscola(players: int, **given: Any) -> Play:
    """Random briscola through ``moves`` and ``push``, shuffle and deal included."""
    game = games.get("briscola")
    options = game.resolve("house", {"players": players, **given})
    deck = list(game.pack(options))

    def play(rng: random.Random) -> int:
        rng.shuffle(deck)
        deal = game.deal(options, players - 1, deck)
        decisions = 0
        while deal.to_act is not None:
            deal.push(rng.choice(deal.moves()))
            decisions += 1
        return decisions

    return play


def spades() -> Play | None:
    """Random spades through OpenSpiel's Python API, chance nodes as they come; ``None`` without the package."""
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    game = pyspiel.load_game("spades")

    def play(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


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


def middle(players: int) -> Deal:
    """A deal in the middle of a trick in the middle of the play."""
    game = games.get("briscola")
    options = game.resolve("house", {"players": players})
    deck = list(game.pack(options))
    random.Random(1).shuffle(deck)
    deal = game.deal(options, players - 1, deck)
    for _ in range(21):
        deal.push(deal.moves()[0])
    return deal


def micros(act: Callable[[], object]) -> float:
    """Microseconds of one call: the best of some rounds, so that others on the machine do not count."""
    best = float("inf")
    for _ in range(50):
        start = time.process_time()
        for _ in range(500):
            act()
        best = min(best, (time.process_time() - start) / 500)
    return best * 1e6


def apply_micros(players: int) -> float:
    """Microseconds of ``apply`` with its facts: the mean over whole deals, the best of some."""
    game = games.get("briscola")
    options = game.resolve("house", {"players": players, "table_talk": "off"})
    best = float("inf")
    for seed in range(60):
        rng = random.Random(seed % 20)
        deck = list(game.pack(options))
        rng.shuffle(deck)
        deal, plan = game.deal(options, players - 1, deck), []
        twin = deal.copy()
        while twin.to_act is not None:
            plan.append((twin.to_act, rng.choice(twin.legal())))
            twin.apply(*plan[-1])
        start = time.process_time()
        for seat, action in plan:
            deal.apply(seat, action)
        best = min(best, (time.process_time() - start) / len(plan))
    return best * 1e6


def edge() -> dict[str, float]:
    """Microseconds of what a referee does with a decision, two players."""
    deal = middle(2)
    seat, action = deal.to_act or 0, deal.legal()[0]
    return {
        "`legal()`": micros(deal.legal),
        "`check()`": micros(lambda: deal.check(seat, action)),
        "`apply()` with its facts": apply_micros(2),
        "`view()` of a seat": micros(lambda: deal.view(seat)),
        "`copy()`": micros(deal.copy),
    }


def machine() -> str:
    """Processor, number of cores, system and Python."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    model = next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, {python}"


def report() -> str:
    """All figures as Markdown."""
    open_spiel = spades()
    contenders = {f"briscola, {n} players": briscola(n) for n in (2, 3, 4, 6)}
    contenders["briscola, 4 players, silent"] = briscola(4, table_talk="off")
    if open_spiel is not None:
        contenders["OpenSpiel spades, Python API"] = open_spiel
    rates = race(contenders)
    lines = ["| random play | decisions/s |", "|---|---:|"]
    lines += [f"| {name} | {rate:,.0f} |" for name, rate in rates.items()]
    lines += ["", _ratio(rates), "", "| at the edge, 2 players | µs |", "|---|---:|"]
    lines += [f"| {name} | {value:.2f} |" for name, value in edge().items()]
    return "\n".join(lines)


def _ratio(rates: dict[str, float]) -> str:
    theirs = rates.get("OpenSpiel spades, Python API")
    if theirs is None:
        return "No comparison: the package `open_spiel` is not installed (`pip install open_spiel`)."
    ratio = rates["briscola, 2 players"] / theirs
    verdict = "kept" if ratio >= BUDGET else "MISSED"
    return (
        f"Briscola with 2 players against spades: **{ratio:.1f} times** as fast (budget: {BUDGET:g} times, {verdict})."
    )


def main(arguments: list[str]) -> int:
    """Print the figures; with ``--write`` keep them too."""
    text = report()
    print(text)
    if "--write" in arguments:
        RESULT.parent.mkdir(exist_ok=True)
        head = "# The rules kernel\n\nWritten by `python -m benchmarks.kernel --write`. Medians of "
        how = f"{ROUNDS} rounds of {SECONDS:g} s of processor time each, contenders in turns, one process."
        RESULT.write_text(f"{head}{how}\n\nMachine: {machine()}\n\n{text}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

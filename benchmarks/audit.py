"""How fast an audit is: decisions re-dealt, re-refereed and re-scored a second on one core, and the memory it takes.

``python -m benchmarks.audit`` makes bundles of random two-player briscola in memory, writes them to a temporary
folder and audits them. Processor time counts, not time on the wall, so others on the machine matter less.
``--write`` keeps the result.
"""

import hashlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from audit.making import make, spec_of  # noqa: E402
from benchmarks.kernel import machine  # noqa: E402
from croupier.audit.chain import Chain  # noqa: E402
from croupier.audit.findings import Report  # noqa: E402
from croupier.audit.run import audit  # noqa: E402
from croupier.contracts.lines import read_line  # noqa: E402
from croupier.folds.game import GameState  # noqa: E402
from croupier.proofs.keys import SigningKey, signed  # noqa: E402

Act = Callable[[], object]

ROUNDS = 7
SMALL, LARGE = (8, 10), (8, 50)
"""Entrants and games a pairing: 280 and 1,400 games."""

RESULT = Path(__file__).with_name("results") / "audit.md"

WHOLE, FLOOR = "the whole audit", "parsing and hashing"

TIMES = 6
"""An audit may take so many times as long as parsing its lines as JSON and hashing them, which any check must do."""

PEAK = "import sys; from pathlib import Path; from croupier.audit.run import audit; "
PEAK += "assert audit(Path(sys.argv[1])).sound; print(Path('/proc/self/status').read_text())"


def in_turn(acts: dict[str, Act]) -> dict[str, list[float]]:
    """Processor time of each act in each round; a round does all of them, since a machine is not always as fast."""
    times: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(ROUNDS):
        for name, act in acts.items():
            start = time.process_time()
            act()
            times[name].append(time.process_time() - start)
    return times


def parts(folder: Path) -> dict[str, Act]:
    """Acts that do the pieces of an audit over all games of a bundle, each alone."""
    paths = sorted((folder / "games").glob("*.jsonl"))
    stored = {f"g/{path.stem}": path.read_bytes().splitlines(keepends=True) for path in paths}
    read = {log: [read_line(line[:-1]) for line in lines] for log, lines in stored.items()}

    def parse() -> None:
        for lines in stored.values():
            for line in lines:
                read_line(line[:-1])

    def chain() -> None:
        for log, lines in stored.items():
            for _ in Chain(log, lines):
                pass

    def fold() -> None:
        for log, lines in read.items():
            state = GameState(log)
            for line in lines:
                state.evolve(line)

    return {"reading lines": parse, "reading and chaining": chain, "folding": fold}


def least(folder: Path) -> Act:
    """An act that parses every line of a bundle with the standard library's JSON and hashes it, no more."""
    paths = [folder / "tournament.jsonl", *sorted((folder / "games").glob("*.jsonl"))]
    lines = [line for path in paths for line in path.read_bytes().splitlines()]

    def parse_and_hash() -> None:
        for line in lines:
            json.loads(line)
            hashlib.sha256(line).digest()

    return parse_and_hash


def signatures() -> Act:
    """An act that checks a thousand signatures, such as signed play has one of for each answer."""
    key, message = SigningKey(bytes(32)), bytes(200)
    word = key.sign(message)
    return lambda: [signed(key.public, word, message) for _ in range(1000)]


def peak(folder: Path) -> float:
    """Megabytes that an audit in a process of its own has held at most (Linux)."""
    done = subprocess.run([sys.executable, "-c", PEAK, str(folder)], check=True, capture_output=True, text=True)
    high = next(line for line in done.stdout.splitlines() if line.startswith("VmHWM"))
    return int(high.split()[1]) / 1024


def report() -> str:
    """All figures as Markdown."""
    with tempfile.TemporaryDirectory() as place:
        small = make(spec_of(*SMALL)).write(Path(place) / "small")
        large = make(spec_of(*LARGE)).write(Path(place) / "large")
        sizes: list[Report] = [audit(small), audit(large)]
        assert all(report.sound for report in sizes)
        pieces = {f"{name} alone": act for name, act in parts(small).items()}
        times = in_turn({WHOLE: lambda: audit(small), FLOOR: least(small), **pieces})
        (checking,) = in_turn({"a thousand signatures": signatures()}).values()
        each = statistics.median(checking) * 1000
        memory = [peak(small), peak(large)]
    decisions = sizes[0].counts.decisions
    more = f"Signed play is not in it: to check the signature of one answer takes {each:.0f} µs more."
    return "\n".join([*_speed(decisions, times), "", _times(times), "", more, "", *_memory(sizes, memory)])


def _speed(decisions: int, times: dict[str, list[float]]) -> list[str]:
    medians = {name: statistics.median(found) for name, found in times.items()}
    return [
        f"One core verifies **{decisions / medians[WHOLE]:,.0f} decisions a second**.", "",
        "| a decision, with its share of all other lines | µs |", "|---|---:|",
        *(f"| {name} | {median / decisions * 1e6:.1f} |" for name, median in medians.items()),
    ]  # fmt: skip


def _times(times: dict[str, list[float]]) -> str:
    ratios = sorted(whole / floor for whole, floor in zip(times[WHOLE], times[FLOOR], strict=True))
    ratio = statistics.median(ratios)
    verdict = "kept" if ratio <= TIMES else "MISSED"
    what = "parsing the same lines with the standard library's json and hashing them"
    spread = f"{ratios[0]:.1f} to {ratios[-1]:.1f} in {ROUNDS} rounds"
    return f"That is **{ratio:.1f} times** the time of {what} ({spread}; budget: {TIMES}, {verdict})."


def _memory(sizes: list[Report], memory: list[float]) -> list[str]:
    rows = [f"| {size.counts.games:,} | {peak:.0f} |" for size, peak in zip(sizes, memory, strict=True)]
    return ["| games | peak memory of the process, MB |", "|---:|---:|", *rows]


def main(arguments: list[str]) -> int:
    """Print the figures; with ``--write`` keep them too."""
    text = report()
    print(text)
    if "--write" in arguments:
        head = "# The audit\n\nWritten by `python -m benchmarks.audit --write`. Random two-player briscola, one deal a "
        how = f"game; medians of {ROUNDS} rounds of processor time, one process."
        _, mark, kept = RESULT.read_text(encoding="utf-8").partition("\n## ")  # measured by other means
        RESULT.write_text(f"{head}{how}\n\nMachine: {machine()}\n\n{text}\n{mark}{kept}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

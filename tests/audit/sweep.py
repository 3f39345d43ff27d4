"""Every single-byte change to a small bundle, one after the other: each must be found, and at its place.

``python tests/audit/sweep.py`` tries every byte of every file with some other values (each bit flipped, the
neighbours, and the signs that shape JSON), which takes about 90 minutes of one core; ``--values 1`` draws one of
them for each byte, ``--all`` takes all 255; ``--random 10000`` tries so many of a bundle of
sixty games. ``--jobs`` shares the work. It prints what was missed and ends with 1 if anything was.

A game whose file is untouched, and of which the tournament's log says what it said before, is not audited anew with
every change: an audit of a game reads nothing else.
"""

import argparse
import io
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO, NamedTuple
from unittest.mock import patch

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "src")]

from audit.making import World, make, spec_of  # noqa: E402
from audit.playing import ENDS  # noqa: E402
from croupier.audit import run  # noqa: E402
from croupier.audit.bundle import Bundle, open_bundle  # noqa: E402
from croupier.audit.context import Expected, Setting  # noqa: E402
from croupier.audit.findings import Finding  # noqa: E402
from croupier.contracts.errors import Unreadable  # noqa: E402

SIGNS = b'\n "{}[],:0019aZ\\\x00\xff'
LOGS = ".jsonl"
AUDITED = run._game


class Change(NamedTuple):
    """A byte of a file and the value that it gets."""

    file: str
    place: int
    value: int
    large: bool = False


Seen = tuple[Setting, Expected, run.Outcome]


class Memory:
    """A bundle's files in memory."""

    place = Path("cup")

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def has(self, name: str) -> bool:
        return name in self.files

    def open(self, name: str) -> BinaryIO:
        return io.BytesIO(self.files[name])

    def under(self, folder: str) -> Iterator[str]:
        start = f"{folder}/"
        return (name.removeprefix(start) for name in self.files if name.startswith(start))


@cache
def small() -> dict[str, bytes]:
    """A bundle of two games: one is played to its end, one ends by strikes."""
    return _files(make(spec_of(2, 2), ("played", "strikes"), chance=5))


@cache
def large() -> dict[str, bytes]:
    """A bundle of sixty games that end in every way."""
    return _files(make(spec_of(4, 10), ENDS, chance=5))


def _files(world: World) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as place:
        folder = world.write(Path(place) / "cup")
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def changes(everything: bool, files: dict[str, bytes], most: int = 256) -> Iterator[Change]:
    """All changes that are tried, file by file; of each byte ``most`` of its values, drawn."""
    dice = random.Random(1)
    for name, stored in files.items():
        for place, byte in enumerate(stored):
            values = sorted(set(range(256) if everything else _values(byte)) - {byte})
            drawn = values if most >= len(values) else dice.sample(values, most)
            yield from (Change(name, place, value) for value in drawn)


def drawn(number: int) -> Iterator[Change]:
    """Changes to the large bundle, drawn byte by byte with equal chance."""
    files, dice = large(), random.Random(1)
    names = list(files)
    sizes = [len(files[name]) for name in names]
    for name in dice.choices(names, sizes, k=number):
        place = dice.randrange(len(files[name]))
        yield Change(name, place, files[name][place] ^ dice.randrange(1, 256), large=True)


def _values(byte: int) -> set[int]:
    return {byte ^ 1 << bit for bit in range(8)} | {(byte + 1) % 256, (byte - 1) % 256} | set(SIGNS)


def verdict(change: Change) -> str:
    """Empty if the change was found at its place, else what is wrong."""
    files = large() if change.large else small()
    stored = bytearray(files[change.file])
    stored[change.place] = change.value
    try:
        found = _first({**files, change.file: bytes(stored)}, change)
    except Unreadable as error:
        return "" if change.file == "manifest.json" else f"unreadable: {error.code}"
    if found is None:
        return "not found"
    wanted = expected(change, files[change.file])
    return "" if (found.log, found.line) == wanted else f"named {found.log}, line {found.line} [{found.code}]"


def _first(files: dict[str, bytes], change: Change) -> Finding | None:
    """The first finding of the changed bundle."""
    clean = _clean(change.large)
    with patch.object(run, "_game", partial(_game, change.file, clean)):
        return run.audit_bundle(open_bundle(Memory(files))).first


def _game(changed: str, clean: dict[str, Seen], bundle: Bundle, setting: Setting, game: Expected) -> run.Outcome:
    """Audit a game, unless all that its audit would read is as in the clean bundle."""
    before = clean.get(game.id)
    if before is not None and bundle.game(game.id).name != changed and before[:2] == (setting, game):
        return before[2]
    return AUDITED(bundle, setting, game)


@cache
def _clean(big: bool) -> dict[str, Seen]:
    """What the audit of an unchanged bundle was told of each game, and its outcome."""
    seen: dict[str, Seen] = {}

    def record(bundle: Bundle, setting: Setting, game: Expected) -> run.Outcome:
        outcome = AUDITED(bundle, setting, game)
        seen[game.id] = setting, game, outcome
        return outcome

    with patch.object(run, "_game", record):
        assert run.audit_bundle(open_bundle(Memory(large() if big else small()))).first is None
    return seen


def expected(change: Change, stored: bytes) -> tuple[str, int]:
    """The place that must be named: the log, or the file, and the line."""
    line = stored.count(b"\n", 0, change.place) + 1
    name = Path(change.file).stem
    log = "t/cup" if name == "tournament" else f"g/{name}"
    return (log if change.file.endswith(LOGS) else change.file), line


def _tried(batch: list[Change]) -> list[tuple[Change, str]]:
    return [(change, wrong) for change in batch if (wrong := verdict(change))]


def main() -> int:
    """Try them all; 1 if one was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="all 255 other values of every byte")
    parser.add_argument("--values", type=int, metavar="N", default=256, help="so many values of every byte, drawn")
    parser.add_argument("--random", type=int, metavar="N", help="so many changes to a large bundle instead")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", help="only this file of the bundle")
    given = parser.parse_args()
    files = {name: stored for name, stored in small().items() if given.file in (None, name)}
    every = list(drawn(given.random) if given.random else changes(given.all, files, given.values))
    batches = [every[place : place + 500] for place in range(0, len(every), 500)]
    start, missed, done = time.monotonic(), Counter[tuple[str, str]](), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        for batch, wrong in zip(batches, pool.map(_tried, batches), strict=True):
            done += len(batch)
            print(f"\r{done:,} of {len(every):,}, {missed.total()} missed ", end="", file=sys.stderr, flush=True)
            for change, why in wrong:
                missed[change.file, why] += 1
                if missed[change.file, why] <= 3:
                    print(f"{change.file}, byte {change.place} → {change.value:#04x}: {why}", flush=True)
    print(file=sys.stderr)
    size = sum(map(len, (large() if given.random else files).values()))
    print(f"{done} changes to {size} bytes in {time.monotonic() - start:.0f} s: ", end="")
    print(f"{missed.total()} not found at their place" if missed else "all found at their place")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

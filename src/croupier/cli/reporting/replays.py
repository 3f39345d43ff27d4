"""Pages of a tournament's games in a folder beside its report: which games get one, and how they come into the folder.

All cards are open in them, so there are none before the last seed is revealed.
"""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from pathlib import Path
from urllib.parse import quote

from croupier.audit.bundle import ID, Log, game_file
from croupier.audit.files import Files
from croupier.cli.follow import Watched
from croupier.contracts.errors import BadConfig, Unreadable, did_you_mean
from croupier.contracts.ids import tournament_of
from croupier.folds.books import Entry

from .replaypage import replay_page

FOLDER = "replays"

FILE = re.compile(r"([a-z0-9-]+)\.html|\.([a-z0-9-]+)\.html\.\d+")
"""How a page is called, and one that was not finished: by its game."""

LONGEST = 4 * 1024 * 1024
"""Bytes of a log that gets a page; a game of bezique to 1000 points has 300 kB."""


@dataclass(frozen=True, slots=True)
class Bound:
    """How many games get a page at most, and how many bytes all pages may have; ``None``: any number."""

    games: int | None = None
    size: int | None = None


USUAL = Bound(games=200, size=32 * 1024 * 1024)
"""A page of one deal has 40 to 120 kB and takes 5 to 25 ms, one of bezique to 1000 points 900 kB and 130 ms."""


def read_bound(text: str) -> Bound:
    """``all``, ``none``, or a number of games. Raises ``BadConfig``, ``usage/value``."""
    known = {"all": Bound(), "none": Bound(games=0)}
    if text in known:
        return known[text]
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return Bound(games=int(text))
    reason = f"{text[:40]!r} is neither a number of games nor all nor none"
    raise BadConfig("usage/value", reason, place="croupier report --replays", hint=did_you_mean(text, list(known)))


def chosen(watched: Watched, files: Files, bound: Bound) -> list[str]:
    """The games that are to have a page, of those whose logs are there; none before the tournament is whole."""
    if not watched.sealed:
        return []
    return list(islice((game for game in ordered(watched) if files.has(game_file(game))), bound.games))


def ordered(watched: Watched) -> list[str]:
    """The games of a tournament that are over: disputed ones, those that failed, the others as they were paired."""
    disputed = (dispute.game for dispute in watched.state.docket.disputes.values())
    failed = (each.game for each in watched.failures.games)
    others = (game.id for _, game, _ in watched.state.books.results())
    return list(dict.fromkeys(game for game in chain(disputed, failed, others) if _is_own(watched, game)))


def _is_own(watched: Watched, game: str) -> bool:
    """Whether a game's id is one that this tournament gives: it becomes the name of a file."""
    return ID.fullmatch(game) is not None and tournament_of(game) == watched.spec.id


def write(
    watched: Watched, files: Files, games: list[str], size: int | None, folder: Path, report: Path | None,
    done: Callable[[int], None],
) -> list[str]:  # fmt: skip
    """Write pages of ``games`` into ``folder``, each whole or not at all, and return the games that have one.

    ``size``: how many bytes they may have together; ``report``: the page to go back to. ``done`` is called with the
    number of pages so far. A game whose log cannot be read has none. Raises ``BadConfig``, ``config/unwritable``.
    """
    back = None if report is None else address(report, folder)
    written: list[str] = []
    total = 0
    for game, text in _pages(watched, files, games, back):
        content = text.encode()
        total += len(content)
        if size is not None and total > size:
            break
        _put(folder, _name(game), content)
        written.append(game)
        done(len(written))
    return written


def _pages(watched: Watched, files: Files, games: list[str], back: str | None) -> Iterator[tuple[str, str]]:
    wanted = set(games)
    entries = {game.id: Entry(game, result) for _, game, result in watched.state.books.results() if game.id in wanted}
    for game in games:
        log = Log(files, game_file(game))
        try:
            if _is_short(log):
                yield game, replay_page(watched, log, entries.get(game), back)
        except Unreadable:
            continue


def _is_short(log: Log) -> bool:
    """Whether a log is no longer than games are: a page stands in the memory as a whole."""
    return all(size <= LONGEST for size in accumulate(map(len, log.lines())))


def links(games: list[str], folder: Path, report: Path) -> dict[str, str]:
    """Addresses of the pages of ``games`` in ``folder``, as seen from ``report``."""
    return {game: address(folder / _name(game), report.parent) for game in games}


def _name(game: str) -> str:
    return f"{game}.html"


def _put(folder: Path, name: str, content: bytes) -> None:
    fresh = folder / f".{name}.{os.getpid()}"
    try:
        folder.mkdir(exist_ok=True)
        try:
            fresh.write_bytes(content)
            fresh.replace(folder / name)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(folder)) from None


def prune(watched: Watched, folder: Path, kept: list[str]) -> None:
    """Remove pages of this tournament from ``folder`` but those ``kept``, and the folder if nothing else is in it.

    Whatever else lies there is left alone. Raises ``BadConfig``, ``config/unwritable``.
    """
    names = set(map(_name, kept))
    try:
        entries = list(folder.iterdir()) if folder.is_dir() else []
        for path in entries:
            found = FILE.fullmatch(path.name)
            if found and _is_own(watched, found[1] or found[2]) and path.name not in names:
                path.unlink()
        if entries and not folder.is_symlink() and not any(folder.iterdir()):
            folder.rmdir()
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(folder)) from None


def address(path: Path, folder: Path) -> str:
    """The address of a file as seen from a page in ``folder``."""
    return quote(os.fsencode(os.path.relpath(path, folder)))

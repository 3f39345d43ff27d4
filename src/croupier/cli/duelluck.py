"""The score of a duel less the luck of its deals: read from the bundle, where all decks are revealed."""

import signal
from collections import defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from croupier import games
from croupier.cli.follow import Watched
from croupier.cli.progress import Counter, cores
from croupier.contracts import events as ev
from croupier.contracts.lines import read_trusted
from croupier.folds.duel.luck import Adjusted, DealLuck, adjusted, luck, luck_of_pairs, played_out
from croupier.folds.duel.results import LOST, halves_of, side_of
from croupier.games.kernel import OptionValue

LEAST = 4
"""Pairs without which nothing can be said."""


class Played(NamedTuple):
    """A game of a pair: its id, half points of the first team, and on which side that sat."""

    id: str
    halves: int
    side: int


def less_luck(watched: Watched, bundle: Path) -> Adjusted | None:
    """The first team's score a pair, from 0 to 1, plain and less the luck; ``None`` for fewer than four pairs."""
    pairs = list(pairs_in(watched))
    if len(pairs) < LEAST:
        return None
    played = [game for pair in pairs for game in pair]
    work = partial(lucks_in, bundle / "games", watched.spec.game, watched.state.options)
    with (
        ProcessPoolExecutor(cores(), initializer=_ignore_interrupts) as pool,
        Counter(len(played), "looked at for luck") as count,
    ):
        found: list[list[DealLuck]] = []
        for deals in pool.map(work, played, chunksize=4):
            found.append(deals)
            count(len(found))
    both = [one + two for one, two in zip(found[::2], found[1::2], strict=True)]
    values = [sum(game.halves for game in pair) / 4 for pair in pairs]
    return adjusted(values, luck_of_pairs(both))


def pairs_in(watched: Watched) -> Iterator[tuple[Played, Played]]:
    """All pairs that count, in the order of pairing."""
    state, first = watched.state, watched.spec.entrants[0].id
    sides = state.books.sides
    rounds: defaultdict[int, list[Played]] = defaultdict(list)
    for number, game, result in state.books.results():
        halves = halves_of(first, sides, game.seats, result)
        rounds[number].append(Played(game.id, halves, side_of(first, sides, game.seats)))
    for played in rounds.values():
        half = len(played) // 2
        for pair in zip(played[:half], played[half:], strict=True):
            if LOST not in (pair[0].halves, pair[1].halves):
                yield pair


def lucks_in(folder: Path, name: str, options: Mapping[str, OptionValue], played: Played) -> list[DealLuck]:
    """The luck of each deal of one game."""
    game, found, dealer = games.get(name), [], 0
    mine = game.sides(options)[played.side]
    for stored in (folder / f"{played.id}.jsonl").read_bytes().splitlines():
        if b'"deal.ordered"' not in stored and b'"deal.dealt"' not in stored:
            continue
        event = read_trusted(stored).event
        if isinstance(event, ev.DealOrdered):
            dealer = event.dealer
        elif isinstance(event, ev.DealDealt):
            points = played_out(game, options, event.deck.split(" "), dealer)
            found.append(DealLuck(luck(points, played.side), dealer in mine))
    return found


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that shares out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

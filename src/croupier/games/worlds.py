"""Worlds: deals that a seat cannot tell from the real one.

A game that offers them (:meth:`croupier.games.kernel.Game.worlds`) builds once what the seat knows, and fills in
what is hidden from it by chance, again and again. Nothing here draws a random number by itself: the source is given.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .kernel import Chance

GAP: Mapping[str, Any] = {"kind": "gap"}
"""Stands among the facts that a seat heard where others were lost, after a cut of its connection."""


def since_gap(heard: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The facts after the last gap: for what only an unbroken story tells."""
    last = max((place for place, fact in enumerate(heard) if fact["kind"] == "gap"), default=-1)
    return heard[last + 1 :]


def share_out(
    chance: Chance, cards: Iterable[int], sizes: Sequence[int], fits: Callable[[int, int], bool]
) -> list[list[int]] | None:
    """Share out ``cards`` at random to places of ``sizes``; ``fits(place, card)`` says which may hold which.

    A place is drawn for each card in proportion to the room that it has left; where none is free, cards that are
    placed already move on (augmenting paths), so a way is found if there is one. ``None`` if there is none, or if
    there are more cards than room.
    """
    pool = list(cards)
    chance.shuffle(pool)
    held: list[list[int]] = [[] for _ in sizes]
    for card in pool:
        free = [place for place, size in enumerate(sizes) if len(held[place]) < size and fits(place, card)]
        if free:
            held[_drawn(chance, free, [sizes[place] - len(held[place]) for place in free])].append(card)
        elif not _squeeze_in(card, held, sizes, fits, set()):
            return None
    return held


def _drawn(chance: Chance, places: Sequence[int], room: Sequence[int]) -> int:
    at = chance.random() * sum(room)
    for place, size in zip(places, room, strict=True):
        at -= size
        if at < 0:
            return place
    return places[-1]


def _squeeze_in(
    card: int,
    held: list[list[int]],
    sizes: Sequence[int],
    fits: Callable[[int, int], bool],
    tried: set[int],
) -> bool:
    """Find room for ``card`` by moving others on, each place tried once."""
    for place in range(len(held)):
        if place in tried or not fits(place, card):
            continue
        tried.add(place)
        if len(held[place]) < sizes[place]:
            held[place].append(card)
            return True
        for index, other in enumerate(held[place]):
            if _squeeze_in(other, held, sizes, fits, tried):
                held[place][index] = card
                return True
    return False


class Void(NamedTuple):
    """Somebody did not follow suit: who, the suit led, and the card that was played instead."""

    seat: int
    suit: int
    card: int


def voids(
    heard: Sequence[Mapping[str, Any]], number: Mapping[str, int], suit: Sequence[int], fresh: Collection[str]
) -> list[Void]:
    """Who could not follow suit, where there is a duty to, since hands last changed.

    Reads facts of the kinds ``play`` (seat, card) and ``trick`` (which ends one); those in ``fresh`` bring new
    cards, so that nothing holds any more that was known before. ``number`` and ``suit`` are those of the pack.
    """
    found: list[Void] = []
    facts = since_gap(heard)
    led, begun = None, len(facts) == len(heard)
    for fact in facts:
        kind = fact["kind"]
        if kind in fresh:
            found.clear()
        if kind == "play":
            card = number[fact["card"]]
            if led is None:
                led = suit[card] if begun else None
            elif suit[card] != led:
                found.append(Void(fact["seat"], led, card))
        elif kind == "trick" or kind in fresh:
            led, begun = None, True
    return found


def played(heard: Sequence[Mapping[str, Any]], number: Mapping[str, int]) -> set[int]:
    """The numbers of all cards that the seat heard being played."""
    return _single(heard, number) | _taken(heard, number)


def untaken(heard: Sequence[Mapping[str, Any]], number: Mapping[str, int]) -> set[int]:
    """Cards heard being played and not being taken: they are on the table, or in a trick whose end was not heard."""
    return _single(heard, number) - _taken(heard, number)


def _single(heard: Sequence[Mapping[str, Any]], number: Mapping[str, int]) -> set[int]:
    return {number[fact["card"]] for fact in heard if fact["kind"] == "play"}


def _taken(heard: Sequence[Mapping[str, Any]], number: Mapping[str, int]) -> set[int]:
    return {number[card] for fact in heard if fact["kind"] == "trick" for card in fact["cards"]}

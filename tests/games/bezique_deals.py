"""The worked deals of bezique, card by card, and ways to set up tables for a purpose."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from croupier import games
from croupier.games.bezique.deal import BeziqueDeal
from croupier.games.bezique.melds import KINDS
from croupier.games.kernel import Illegal

BEZIQUE = games.get("bezique")


class Trick(NamedTuple):
    """A trick of a worked deal: who leads, the two cards, who takes it, the melds after it, the cards drawn."""

    leader: int
    cards: list[str]
    winner: int
    melds: list[str]
    drawn: list[str]


def words(text: str) -> list[str]:
    """A deck or a hand."""
    return text.split()


def numbered(cards: Iterable[str]) -> list[str]:
    """Cards with copy numbers: the first of its kind is copy 1."""
    counts: Counter[str] = Counter()
    found = []
    for card in cards:
        counts[card] += 1
        found.append(f"{card}{counts[card]}")
    return found


def copied(cards: list[str]) -> list[str]:
    """Cards with copy numbers, where they have none the lowest that is left."""
    found: list[str] = []
    for card in cards:
        copies = [card] if len(card) == 3 else [card + "1", card + "2"]
        found.append(next(copy for copy in copies if copy not in found and (copy == card or copy not in cards)))
    return found


def deal(
    deck: list[str], *, dealer: int = 1, ruleset: str = "house", points: tuple[int, ...] = (), **given: Any
) -> BeziqueDeal:
    """Deal a deck; seat 1 deals unless it is said."""
    dealt = BEZIQUE.deal(BEZIQUE.resolve(ruleset, given), dealer, deck, points=points)
    assert isinstance(dealt, BeziqueDeal)
    return dealt


def deck_of(first: str, second: str, turn_up: str, stock: str = "", packs: int = 2) -> list[str]:
    """A deck that deals the hand ``first`` to the non-dealer, ``second`` to the dealer, and then the ``stock``.

    Cards that are not named follow in the order of the pack. Copies are numbered as they come.
    """
    a, b, c = first.split(), second.split(), stock.split()
    named = [*a[:3], *b[:3], *a[3:5], *b[3:5], *a[5:], *b[5:], turn_up, *c]
    pack = list(BEZIQUE.pack(BEZIQUE.resolve("house", {"packs": packs})))
    if packs == 2:
        named = copied(named)
    assert len(a) == len(b) == 8
    assert len(set(named)) == len(named)
    return [*named, *(card for card in pack if card not in named)]


def act(table: BeziqueDeal, *actions: str) -> BeziqueDeal:
    """Do actions, each by the seat that is asked."""
    for action in actions:
        assert table.to_act is not None, f"{action}: the deal is over"
        table.apply(table.to_act, action)
    return table


def lines(table: BeziqueDeal) -> list[tuple[int, str, int]]:
    """The score: seat, kind, points."""
    return [(score.seat, score.kind, score.points) for score in table.scores]


def find(wanted: Callable[[BeziqueDeal], bool], ruleset: str = "house", **given: Any) -> BeziqueDeal:
    """The first deal played at random that ends as ``wanted``."""
    pack = BEZIQUE.pack(BEZIQUE.resolve(ruleset, given))
    for seed in range(5_000):
        rng = random.Random(seed)
        found = deal(rng.sample(pack, len(pack)), ruleset=ruleset, **given)
        while found.to_act is not None:
            found.push(rng.choice(found.moves()))
        if wanted(found):
            return found
    raise AssertionError("no such deal was found")


TWO_PACKS = numbered(
    words(
        "QS 7H 8D 8D TD 9S 8C JS 9H TC KH QS AD 9D KS KD KC AD JD 7C JD 9H TH JH QD QC AC QC TH 8S QD 9C 8H QH 7H KD "
        "AH 8S JS 7S TD TS AS 7S TS 8C AH KH 7D TC QH KS 7C JC JH 9C 9D AC 9S KC JC AS 8H 7D"
    )
)

TWO_PACKS_TRICKS = """
    P0 7H 9H P1 | | AD JD
    P1 8D 8D P1 | | 7C JD
    P1 9D JS P1 | seven exchange | 9H TH
    P1 9H TH P0 | meld double QS QS JD JD | JH QD
    P0 JH 9S P0 | | QC AC
    P0 JD TD P1 | meld marriage KD QD | QC TH
    P1 KD JD P1 | meld royal KC QC | 8S QD
    P1 8S TH P1 | | 9C 8H
    P1 QD 8H P1 | | QH 7H
    P1 AD 8C P0 | meld queens QS QS QC QD | KD AH
    P0 7H QH P1 | | 8S JS
    P1 8S JS P0 | meld marriage KD QD | 7S TD
    P0 7S TD P0 | | TS AS
    P0 TS 9C P1 | | 7S TS
    P1 7S TS P0 | | 8C AH
    P0 AD AH P0 | | KH 7D
    P0 QD 7D P0 | | TC QH
    P0 KD AH P0 | | KS 7C
    P0 KH QH P0 | meld marriage KS QS | JC JH
    P0 KH JH P0 | | 9C 9D
    P0 QS1 9D P0 | | AC 9S
    P0 QS 9S P0 | | KC JC
    P0 KS KS P0 | meld sequence AC TC KC QC JC | AS 8H
    P0 AS 7C P1 | meld sequence AC TC KC QC JC | 7D 7C
    P1 AS 7C P0 | |
    P0 AC JC P0 | |
    P0 TC AC P1 | |
    P1 TC 8C P1 | |
    P1 KC 9C P1 | |
    P1 QC KC P0 | |
    P0 QC 7D P0 | |
    P0 JC 8H P0 | |
"""

ONE_PACK = words("8D 7S TD 9D QS 8C KC JC TH KH KD QD AH 7H JS TC AC KS 7D 8S 7C 9S 9C TS QH AS JH JD QC 8H 9H AD")

ONE_PACK_TRICKS = """
    P0 7S JS P1 | | KS 7D
    P1 7H 7D P1 | meld marriage KS QS | 8S 7C
    P1 8S 8D P1 | | 9S 9C
    P1 9D TD P0 | meld marriage KD QD | TS QH
    P0 TS 8C P1 | meld marriage KH QH | AS JH
    P1 9S JH P1 | | JD QC
    P1 JD KD P0 | meld royal KC QC | 8H 9H
    P0 8H TH P1 | | AD AC
    P1 AS 7C P0 | |
    P0 AH 9H P0 | |
    P0 AC TC P0 | |
    P0 KC QH P0 | |
    P0 QD AD P1 | |
    P1 KS 9C P0 | |
    P0 QC QS P0 | |
    P0 JC KH P0 | |
"""


def read(tricks: str) -> list[Trick]:
    """The tricks of a worked deal."""
    found = []
    for line in tricks.strip().splitlines():
        play, melds, drawn = line.split("|")
        leader, first, second, winner = play.split()
        named = [melds.strip()] if melds.strip() else []
        found.append(Trick(int(leader[1]), [first, second], int(winner[1]), named, drawn.split()))
    return found


def actions(tricks: str) -> list[str]:
    """The actions of a worked deal; a phase of melds ends with a pass where nothing was melded."""
    found: list[str] = []
    stock = True
    for trick in read(tricks):
        stock = bool(trick.drawn)
        found += [f"play {card}" for card in trick.cards]
        found += (trick.melds or ["pass"]) if stock else []
    return found


def full_actions(deck: list[str], tricks: str, **given: Any) -> str:
    """The actions of a worked deal with all copies named, as words for the golden record."""
    table, found = deal(deck, **given), list[str]()
    for action in actions(tricks):
        full = table.full(action)
        found.append(full.removeprefix("play ").replace(" ", ":"))
        act(table, full)
    return " ".join(found)


def winner_of_all(deck: list[str], made: Iterable[str], **given: Any) -> tuple[int, list[tuple[str, str | None]]]:
    """Seat 0 wins trick after trick and tries one meld after each: points by melds, and the melds that were refused.

    It leads cards that are in none of the melds to come, and seat 1 always throws its lowest one.
    """
    table, tried, refused = deal(deck, **given), list(made), list[tuple[str, str | None]]()
    for number, meld in enumerate(tried):
        wanted = {word[:2] for later in tried[number:] for word in later.split(" ")[1:]}
        act(table, f"play {_lead(table, wanted)}")
        act(table, f"play {_lowest(table)}")
        assert (table.phase, table.to_act) == ("meld", 0)
        try:
            act(table, f"meld {meld}")
        except Illegal as error:
            refused.append((meld, error.code))
        if table.phase == "meld":
            act(table, "pass")
    return sum(points for seat, kind, points in lines(table) if seat == 0 and kind in KINDS), refused


def _lead(table: BeziqueDeal, wanted: set[str]) -> str:
    view = table.view(0)
    held = [*view["hand"], *view["table"]["0"]]
    return max((card for card in held if card[:2] not in wanted), key=_strength(view["trump"]))


def _lowest(table: BeziqueDeal) -> str:
    view = table.view(1)
    return min(view["hand"], key=_strength(view["trump"]))


def _strength(trump: str) -> Callable[[str], tuple[bool, int]]:
    return lambda card: (card[1] == trump, "789JQKTA".index(card[0]))

"""Bezique: who may see what. Everything here is built up from allowed facts; nothing is cut out of a state.

All see: the turn-up and what becomes of it, the trick, what lies on the table and which melds it was in, what was
announced, the points, how many cards everybody holds, and a card in a hand that all saw before: melds that went
back to the hand, a turn-up that was drawn or taken for a seven. A seat sees its own hand. An auditor sees everything.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.games.kernel import Audience, Fact

from .actions import ANNOUNCE, EXCHANGE, PASS, SEVEN
from .declare import unshown
from .melds import KINDS, MELD, MELDS
from .setup import BIT, CARDS, HAND, PACKS

if TYPE_CHECKING:
    from .deal import BeziqueDeal


class Before(NamedTuple):
    """How far the deal was before an action: tricks, lines of the score, cards drawn."""

    tricks: int
    lines: int
    drawn: int


def _text(deal: "BeziqueDeal") -> tuple[str, ...]:
    return PACKS[deal.setup.packs].cards


def opening(deal: "BeziqueDeal") -> list[Fact]:
    """The hands to their owners, the turn-up, and what it brings."""
    text = _text(deal)
    hands = {seat: {"hand": [text[card] for card in hand]} for seat, hand in enumerate(deal.hands)}
    turn_up = text[deal.stock[-1]]
    return [
        Fact("deal", {"dealer": deal.dealer, "cards": [HAND, HAND]}, hands),
        Fact("turn-up", {"card": turn_up, "trump": turn_up[1], "stock": len(deal.stock)}),
        *_scored(deal, 0),
    ]


def done(deal: "BeziqueDeal", seat: int, move: int) -> Fact:
    """The action itself, just before it is performed: all may see all of it."""
    text = _text(deal)
    if move < CARDS:
        return Fact("play", {"seat": seat, "card": text[move]})
    if move == PASS:
        return Fact("pass", {"seat": seat})
    if move in (SEVEN, EXCHANGE):
        seven = text[unshown(deal, seat)[0]]
        taken = {"took": text[deal.stock[-1]], "turn_up": seven} if move == EXCHANGE else {}
        return Fact("seven", {"seat": seat, "card": seven, **taken})
    if move in MELDS:
        return Fact("meld", {"seat": seat, **_meld(deal, move)})
    return Fact("announce", {"seat": seat, **_meld(deal, move - ANNOUNCE)})


def _meld(deal: "BeziqueDeal", move: int) -> dict[str, Any]:
    text = _text(deal)
    return {"meld": KINDS[MELD[move].kind], "cards": [text[card] for card in MELD[move].cards]}


def followed(deal: "BeziqueDeal", before: Before) -> list[Fact]:
    """What an action brought about: a trick that is full, points, cards drawn, the end of the stock."""
    facts = []
    if len(deal.past) != before.tricks:
        winner, cards = deal.past[-1]
        text = _text(deal)
        public = {"trick": len(deal.past), "winner": winner, "cards": [text[card] for card in cards]}
        facts.append(Fact("trick", public | _brisques(deal)))
    facts += _scored(deal, before.lines)
    if deal.drawn != before.drawn:
        facts += _drew(deal, before.drawn)
    return facts


def _scored(deal: "BeziqueDeal", first: int) -> list[Fact]:
    new = deal.scores[first:]
    return [Fact("score", {"seat": s.seat, "for": s.kind, "points": s.points, "rule": s.rule}) for s in new]


def _drew(deal: "BeziqueDeal", drawn: int) -> list[Fact]:
    """Each learns its own card, all learn the turn-up; then melds go back to the hands."""
    text, left = _text(deal), len(deal.stock) - deal.drawn
    cards = [text[card] for card in deal.stock[drawn : deal.drawn]]
    seats = [deal.leader, 1 - deal.leader]
    public: dict[str, Any] = {"seats": seats, "stock": left}
    if not left:
        public["drawn"] = {str(seats[1]): cards[1]}
    private = {seat: {"card": card} for seat, card in zip(seats, cards, strict=True)}
    ended = [Fact("stock-empty", {"shown": _known(deal)})] if not left else []
    return [Fact("draw", public, private), *ended]


def view(deal: "BeziqueDeal", audience: Audience) -> dict[str, Any]:
    """All that ``audience`` may see now."""
    seen, text = _public(deal), _text(deal)
    if audience == "auditor":
        seen["hands"] = {str(seat): _hand(deal, seat) for seat in (0, 1)}
        seen["stock_cards"] = [text[card] for card in deal.stock[deal.drawn :]]
        seen["piles"] = [_pile(deal, seat) for seat in (0, 1)]
        seen["brisques"] = deal.brisques.copy()
    elif audience != "public":
        seen["hand"] = _hand(deal, audience)
    return seen


def _public(deal: "BeziqueDeal") -> dict[str, Any]:
    text = _text(deal)
    turn_up, trick = text[deal.stock[-1]], [text[card] for card in deal.trick]
    won = [winner for winner, _ in deal.past]
    return {
        "phase": deal.phase,
        "dealer": deal.dealer,
        "to_act": deal.to_act,
        "trick_number": len(deal.past) + (deal.phase in ("lead", "follow") or bool(trick)),
        "leader": deal.leader,
        "trick": trick,
        "trump": turn_up[1],
        "turn_up": turn_up,
        "stock": len(deal.stock) - deal.drawn,
        "cards": [len(hand) for hand in deal.hands],
        "taken": [won.count(0), won.count(1)],
        "points": deal.points(),
        "table": {str(seat): _set(deal, deal.table[seat]) for seat in (0, 1)},
        "shown": _known(deal),
        "used": _used(deal),
        "announced": [{"seat": seat, **_meld(deal, move)} for seat, move in deal.announced],
        "melded": deal.phase == "meld" and deal.melded,
        "seven_shown": deal.phase == "meld" and deal.shown_seven,
        **_brisques(deal),
    }


def _brisques(deal: "BeziqueDeal") -> dict[str, Any]:
    return {"brisques": deal.brisques.copy()} if deal.setup.show_brisques else {}


def _set(deal: "BeziqueDeal", cards: int) -> list[str]:
    """A set of cards in the order of the pack: the order in which they came is nobody's business."""
    text, found = _text(deal), []
    while cards:
        lowest = cards & -cards
        found.append(text[lowest.bit_length() - 1])
        cards ^= lowest
    return found


def _known(deal: "BeziqueDeal") -> dict[str, list[str]]:
    """By seat, the cards in its hand that all have seen."""
    held = [sum(BIT[card] for card in hand) & ~deal.table[seat] for seat, hand in enumerate(deal.hands)]
    return {str(seat): _set(deal, cards & deal.seen) for seat, cards in enumerate(held)}


def _used(deal: "BeziqueDeal") -> dict[str, list[str]]:
    """By kind of meld, and for sevens, the cards still held that were in one or were shown."""
    held = sum(BIT[card] for hand in deal.hands for card in hand)
    used = {"seven": held & deal.trump.sevens & ~deal.sevens}
    for made in deal.made:
        kind = KINDS[MELD[made].kind]
        used[kind] = used.get(kind, 0) | (MELD[made].mask & held)
    return {kind: _set(deal, used[kind]) for kind in ("seven", *KINDS) if used.get(kind)}


def _hand(deal: "BeziqueDeal", seat: int) -> list[str]:
    """What a seat holds in its hand, in the order in which it came."""
    text = _text(deal)
    return [text[card] for card in deal.hands[seat] if not deal.table[seat] & BIT[card]]


def _pile(deal: "BeziqueDeal", seat: int) -> list[str]:
    text = _text(deal)
    return [text[card] for winner, cards in deal.past if winner == seat for card in cards]

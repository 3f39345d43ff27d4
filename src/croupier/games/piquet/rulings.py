"""Piquet: is an action legal, and if not, what rule does it break?

The order of checks: the deal is over, the form, the phase, the turn, what is held, other rules.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.games.hints import quote
from croupier.games.kernel import Illegal, Malformed

from . import holdings, offers
from .holdings import CATEGORIES, COUNT, POINT, SEQUENCE, in_suit
from .setup import CARDS, PACK
from .words import (
    BLANCHE,
    CALL,
    CLAIM,
    EXCHANGE,
    GOOD,
    NAMES,
    NOT_GOOD,
    PASS,
    SHIFT,
    WHITE_HAND,
    Item,
    Said,
    read,
)  # fmt: skip

if TYPE_CHECKING:
    from .deal import PiquetDeal

CALLING, REPLYING, CLAIMING = (tuple(f"{name}-{step}" for name in NAMES) for step in ("call", "reply", "claim"))
BLANCHES = ("blanche-elder", "blanche-younger")

PHASES: dict[str, tuple[str, ...]] = {
    "play": ("lead1", "play"),
    "blanche": BLANCHES,
    "exchange": ("exchange-elder", "exchange-younger"),
    "call": CALLING,
    "claim": (*REPLYING, *CLAIMING, "younger-claims"),
    "pass": (*BLANCHES, *CALLING, *CLAIMING, "younger-claims"),
    **dict.fromkeys(("good", "equal", "not-good", "ask"), REPLYING),
    **dict.fromkeys(("look", "no-look"), ("younger-claims", "play")),
}
"""The phases to which an action belongs."""


def check(deal: "PiquetDeal", seat: int, action: str) -> int:
    """The number of a legal action. Raises :class:`Malformed` or :class:`Illegal`."""
    if deal.to_act is None:
        raise Illegal("move/game-over", "the deal is over")
    said = read(action)
    _check_form(deal, said, action)
    if not _in_phase(deal, said):
        raise wrong_phase(deal, said.verb)
    if seat != deal.to_act:
        raise Illegal("move/not-your-turn", f"seat {deal.to_act} is to act")
    move = JUDGES[said.verb](deal, said)
    if move >= CARDS and offers.engine(deal) not in (-1, move):
        raise wrong_phase(deal, said.verb)
    return move


def wrong_phase(deal: "PiquetDeal", verb: str) -> Illegal:
    """The action does not belong here."""
    return Illegal("move/wrong-phase", f"there is no {verb} in the phase {deal.phase}")


def _check_form(deal: "PiquetDeal", said: Said, action: str) -> None:
    """A carte blanche names a suit, or the whole hand, after the option."""
    setup = deal.setup
    if (setup.no_court and BLANCHE <= said.move < WHITE_HAND) or (setup.suit_ten and said.move == WHITE_HAND):
        form = "blanche S" if setup.suit_ten else "blanche"
        raise Malformed("malformed/unknown-action", f"{quote(action)} is not of the form {form!r}")


def _in_phase(deal: "PiquetDeal", said: Said) -> bool:
    phase = deal.phase
    if said.verb == "call":
        return phase == CALLING[said.category]
    if said.verb in ("look", "no-look"):
        return _asked_to_look(deal) or _would_be_asked_to_look(deal)
    if said.verb == "pass" and phase == "younger-claims":
        return bool(deal.open)
    if said.verb == "pass" and phase in CLAIMING:
        return not deal.calls[deal.category]
    return phase in PHASES[said.verb]


def _asked_to_look(deal: "PiquetDeal") -> bool:
    return deal.phase == "younger-claims" and not deal.open


def _would_be_asked_to_look(deal: "PiquetDeal") -> bool:
    """The first card lies, and all that is missing are cards to look at."""
    first_lead = deal.phase == "play" and deal.led >= 0 and not deal.tricks
    return first_lead and deal.setup.look == "shared" and not deal.left


# --- one judge for each verb: the turn and the phase are right


def _play(deal: "PiquetDeal", said: Said) -> int:
    hand = deal.hands[deal.to_act or 0]
    if not hand >> said.move & 1:
        raise Illegal("move/card-not-held", f"{PACK.cards[said.move]} is not in your hand")
    if deal.led >= 0:
        suit = deal.led >> 3
        if said.move >> 3 != suit and in_suit(hand, suit):
            raise Illegal("move/must-follow-suit", f"you hold {PACK.suits[suit]}")
    return said.move


def _blanche(deal: "PiquetDeal", said: Said) -> int:
    claims = offers.blanches(deal)
    if not claims:
        raise wrong_phase(deal, said.verb)
    if said.move in claims:
        return said.move
    if (deal.to_act, said.move - BLANCHE) in deal.white:
        raise Illegal("move/blanche-limit", "you have claimed this suit")
    raise Illegal("move/not-a-carte-blanche", "it takes the ten of the suit and none of its king, queen and jack")


def _exchange(deal: "PiquetDeal", said: Said) -> int:
    hand = holdings.cards_of(deal.hands[deal.to_act or 0])
    for card in said.cards:
        if card not in hand:
            raise Illegal("move/card-not-held", f"{PACK.cards[card]} is not in your hand")
    chosen = sum({1 << hand.index(card) for card in said.cards})
    if chosen.bit_count() != len(said.cards):
        raise Illegal("move/duplicate-card", "a card is named twice")
    least, most = offers.exchange_limits(deal)
    if not least <= len(said.cards) <= most:
        raise Illegal("move/discard-count", f"{len(said.cards)} cards: you exchange from {least} to {most}")
    return chosen << SHIFT | EXCHANGE


def _pass(deal: "PiquetDeal", said: Said) -> int:
    calling = deal.phase in CALLING
    if calling and not deal.setup.sinking and offers.calls(deal.setup, deal.category, deal.held[deal.declarer]):
        raise Illegal("move/call-order", "nothing is sunk in this game: call all that you hold")
    if not calling and deal.phase not in BLANCHES and not offers.may_pass(deal):
        raise Illegal("move/call-order", "nothing is sunk in this game: claim all that you hold")
    return PASS


def _call(deal: "PiquetDeal", said: Said) -> int:
    _check_held(deal, said, deal.declarer)
    call = _in_order(deal, said, deal.declarer)
    return call << SHIFT | CALL + said.category


def _claim(deal: "PiquetDeal", said: Said) -> int:
    seat = deal.to_act or 0
    _check_held(deal, said, seat)
    if said.category not in deal.open or deal.phase in REPLYING:
        raise Illegal("move/claim-not-open", f"the {NAMES[said.category]} is not open for a claim")
    call = _in_order(deal, said, seat)
    if holdings.call_key(said.category, deal.held[seat], call) <= offers.floor_of(deal, said.category):
        raise Illegal("move/call-order", "a claim must be better than what was called")
    return call << SHIFT | CLAIM + said.category


def _reply(deal: "PiquetDeal", said: Said) -> int:
    if said.move in offers.replies(deal):
        return said.move
    if said.move == GOOD:
        raise Illegal("move/reply-false", "nothing is sunk in this game: you hold as much or more")
    what = "better" if said.move == NOT_GOOD else "equal as your best"
    raise Illegal("move/reply-false", f"you hold nothing {what}")


def _ask(deal: "PiquetDeal", said: Said) -> int:
    if deal.category != POINT:
        raise Illegal("move/ask-not-allowed", "only a point has pips")
    if deal.asked:
        raise Illegal("move/ask-not-allowed", "you have been told the pips")
    if not offers.may_ask(deal):
        raise Illegal("move/ask-not-allowed", "you hold no suit of this length, or could not answer afterwards")
    return said.move


def _look(deal: "PiquetDeal", said: Said) -> int:
    if not _asked_to_look(deal):
        raise Illegal("move/nothing-left", "all cards of the talon were taken")
    return said.move


JUDGES: dict[str, Callable[["PiquetDeal", Said], int]] = {
    "play": _play,
    "blanche": _blanche,
    "exchange": _exchange,
    "call": _call,
    "claim": _claim,
    "pass": _pass,
    "ask": _ask,
    **dict.fromkeys(("good", "equal", "not-good"), _reply),
    **dict.fromkeys(("look", "no-look"), _look),
}


# --- declarations


def _check_held(deal: "PiquetDeal", said: Said, seat: int) -> None:
    """All of a call is true. Raises :class:`Illegal`."""
    category, hand, setup = said.category, deal.held[seat], deal.setup
    for item in said.items:
        if not HELD[category](hand, item) or (category > SEQUENCE and item[0] < setup.lowest_set):
            raise Illegal("move/call-not-held", f"you do not hold {_text(category, item)}")


def _in_order(deal: "PiquetDeal", said: Said, seat: int) -> int:
    """The call, which is held, if it is in order."""
    category, hand, setup = said.category, deal.held[seat], deal.setup
    places = [PLACE[category](item) for item in said.items]
    call = holdings.pack(places[0], sorted(places[1:]))
    if len({RANGE[category](hand, item) for item in said.items}) < len(said.items):
        raise Illegal("move/call-order", "a run or a rank is named twice")
    best, *extras = (holdings.KEYS[category](hand, place) for place in places)
    if max(extras, default=best) > best:
        raise Illegal("move/call-order", "the best comes first")
    if not setup.sinking and call not in offers.calls(setup, category, hand):
        raise Illegal("move/call-order", "nothing is sunk in this game: name all that you hold")
    return call


def _text(category: int, item: Item) -> str:
    if category == POINT:
        return f"a card of {PACK.suits[item[0]]}"
    if category == SEQUENCE:
        return f"{PACK.cards[8 * item[0] + item[1]]} {item[2]}"
    return f"{PACK.ranks[item[0]]} {item[1]}"


def _holds_suit(hand: int, item: Item) -> bool:
    return in_suit(hand, item[0]) > 0


def _holds_sequence(hand: int, item: Item) -> bool:
    suit, top, length = item
    if not 3 <= length <= top + 1:
        return False
    cards = (1 << length) - 1 << top + 1 - length
    return in_suit(hand, suit) & cards == cards


def _holds_set(hand: int, item: Item) -> bool:
    rank, number = item
    return 3 <= number <= sum(in_suit(hand, suit) >> rank & 1 for suit in holdings.SUITS)


def _run(hand: int, item: Item) -> int:
    """The run that a sequence is part of."""
    suit, top, _ = item
    while in_suit(hand, suit) >> top + 1 & 1:
        top += 1
    return 8 * suit + top


HELD: tuple[Callable[[int, Item], bool], ...] = (_holds_suit, _holds_sequence, _holds_set)
PLACE: tuple[Callable[[Item], int], ...] = (
    lambda item: item[0],
    lambda item: holdings.SEQUENCE_PLACE[item[0], item[1], item[2]],
    lambda item: holdings.SET_PLACE[item[0], item[1]],
)
RANGE: tuple[Callable[[int, Item], int], ...] = (lambda _, item: item[0], _run, lambda _, item: item[0])
"""By category: is an item held, its place in the tables, and what each call may use once."""

assert len(HELD) == len(PLACE) == len(RANGE) == len(CATEGORIES)
assert max(COUNT) == 8

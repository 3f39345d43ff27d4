"""Piquet: what a seat may do in each phase, and what the engine does in its place."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from croupier.games.kernel import Form

from . import holdings
from .holdings import COURTS, NOTHING, POINT, SEQUENCE, SUITS, best_of, call_key, is_white
from .setup import ELDERS_TALON, HAND, PACK, Setup
from .words import (
    ASK,
    BLANCHE,
    CALL,
    CLAIM,
    EQUAL,
    EXCHANGE,
    GOOD,
    LOOK,
    NO_LOOK,
    NOT_GOOD,
    PASS,
    SHIFT,
    WHITE_HAND,
    claim_move,
)  # fmt: skip

if TYPE_CHECKING:
    from .deal import PiquetDeal


def moves(deal: "PiquetDeal") -> Sequence[int]:
    """The legal moves of the seat to act, outside the play."""
    move = engine(deal)
    return (move,) if move >= 0 else OFFERS[deal.phase](deal)


def engine(deal: "PiquetDeal") -> int:
    """The move that the engine makes without asking, -1 where the seat decides.

    It passes for who has no carte blanche, and for who has nothing to claim after the first lead: the others
    learn nothing by it. With ``auto_declare`` it makes all declarations.
    """
    phase = deal.phase
    if phase in ("blanche-elder", "blanche-younger"):
        return -1 if blanches(deal) else PASS
    if phase == "younger-claims" and deal.open and not claims(deal, deal.open[0]):
        return PASS
    if deal.setup.auto_declare:
        return _declared_in_full(deal)
    return -1


def _declared_in_full(deal: "PiquetDeal") -> int:
    """The best that is true, in the phases of declaring."""
    step = deal.phase.rpartition("-")[2]
    if step == "reply":
        return next(reply for reply in (EQUAL, NOT_GOOD, GOOD) if reply in replies(deal))
    if step == "call":
        return _or_pass(_in_full(deal, deal.declarer, deal.category), CALL + deal.category)
    if step in ("claim", "claims") and deal.open:
        return _or_pass(_in_full(deal, 1 - deal.declarer, deal.open[0]), CLAIM + deal.open[0])
    return -1


def _or_pass(call: int, kind: int) -> int:
    return call << SHIFT | kind if call else PASS


def _in_full(deal: "PiquetDeal", seat: int, category: int) -> int:
    """The call of all that a seat holds, 0 if it does not beat what was called.

    Of equal best items that one is named of which a card came first from the deck: no suit comes before another.
    """
    hand, floor = deal.held[seat], floor_of(deal, category)
    best = {best_of(call): call for call in full_calls(deal.setup, category, hand)}
    for card in deal.deck:
        for item, call in best.items():
            if card in holdings.cards_in(category, hand, item):
                return call if call_key(category, hand, call) > floor else 0
    return 0


# --- carte blanche


def blanches(deal: "PiquetDeal") -> list[int]:
    """The claims of carte blanche that the seat to act may make."""
    seat = deal.to_act
    assert seat is not None
    hand, setup = deal.dealt[seat], deal.setup
    if setup.no_court:
        return [] if hand & COURTS else [WHITE_HAND]
    claimed = [suit for claimer, suit in deal.white if claimer == seat]
    return [BLANCHE + suit for suit in SUITS if is_white(hand, suit) and suit not in claimed]


def _blanche(deal: "PiquetDeal") -> list[int]:
    return [*blanches(deal), PASS]


# --- the exchange


def exchange_limits(deal: "PiquetDeal") -> tuple[int, int]:
    """The least and the most cards that the seat to act may exchange."""
    return deal.setup.least, ELDERS_TALON if deal.phase == "exchange-elder" else deal.left


@lru_cache(maxsize=16)
def _exchanges(least: int, most: int) -> tuple[int, ...]:
    """All exchanges of so many of twelve cards, fewer cards first."""
    return tuple(
        sum(1 << place for place in places) << SHIFT | EXCHANGE
        for number in range(least, most + 1)
        for places in combinations(range(HAND), number)
    )


def _exchange(deal: "PiquetDeal") -> Sequence[int]:
    return _exchanges(*exchange_limits(deal))


def form(deal: "PiquetDeal") -> Form | None:
    """The exchange as a form: its combinations go into the thousands."""
    seat = deal.to_act
    if seat is None or not deal.phase.startswith("exchange-"):
        return None
    least, most = exchange_limits(deal)
    return Form("exchange", least, most, tuple(PACK.texts(holdings.cards_of(deal.hands[seat]))))


# --- calls, replies, claims


def calls(setup: Setup, category: int, hand: int) -> Sequence[int]:
    """All that may be called on a hand; without sinking only all that it holds."""
    if not setup.sinking:
        return full_calls(setup, category, hand)
    if category == POINT:
        return holdings.point_calls(hand)
    if category == SEQUENCE:
        return holdings.sequence_calls(holdings.runs(hand), True)
    return holdings.set_calls(hand, setup.lowest_set, True)


def full_calls(setup: Setup, category: int, hand: int) -> Sequence[int]:
    """The call of all that a hand holds; several where any of some equal items may be named as the best."""
    if category == POINT:
        keys = holdings.point_keys(hand)
        return [holdings.pack(suit) for suit in SUITS if keys[suit] == max(keys)]
    if category == SEQUENCE:
        return holdings.sequence_calls(holdings.runs(hand), False)
    return holdings.set_calls(hand, setup.lowest_set, False)


def claims(deal: "PiquetDeal", category: int) -> list[int]:
    """The calls of the second declarer that beat the first one's."""
    hand, floor = deal.held[1 - deal.declarer], floor_of(deal, category)
    return [call for call in calls(deal.setup, category, hand) if call_key(category, hand, call) > floor]


def floor_of(deal: "PiquetDeal", category: int) -> int:
    """The key that a claim must beat: that of the first declarer's call."""
    return call_key(category, deal.held[deal.declarer], max(deal.calls[category], 0))


@lru_cache(maxsize=1 << 12)
def _calls_as_moves(calls: tuple[int, ...], kind: int, may_pass: bool) -> tuple[int, ...]:
    return (*(call << SHIFT | kind for call in calls), *((PASS,) if may_pass else ()))


def _call(deal: "PiquetDeal") -> Sequence[int]:
    held = tuple(calls(deal.setup, deal.category, deal.held[deal.declarer]))
    return _calls_as_moves(held, CALL + deal.category, deal.setup.sinking or not held)


def replies(deal: "PiquetDeal") -> list[int]:
    """The true replies to the call, ``good`` among them unless sinking is off and it would sink something."""
    better, equal = _compared(deal, deal.asked)
    found = [EQUAL] if equal else []
    if better:
        found.append(NOT_GOOD)
    if deal.setup.sinking or not (equal or _compared(deal, asked=False)[0]):
        found.insert(0, GOOD)
    return found


def _compared(deal: "PiquetDeal", asked: bool) -> tuple[bool, bool]:
    """Does the hand that replies hold something better? Is its best equal to the call?

    Who has asked for the pips is held to it: only suits of the length that was called are better.
    """
    category, hand = deal.category, deal.held[1 - deal.declarer]
    key = floor_of(deal, category)
    best = best_key(deal.setup, category, hand)
    if category == POINT and asked:
        same = [other for other in holdings.point_keys(hand) if other >> 7 == key >> 7]
        return max(same) > key, best == key
    return best > key, best == key


def best_key(setup: Setup, category: int, hand: int) -> int:
    """The key of the best that a hand holds in a category."""
    full = full_calls(setup, category, hand)
    return call_key(category, hand, full[0]) if full else NOTHING


def may_ask(deal: "PiquetDeal") -> bool:
    """Is a suit of just the called length held, and would there be a reply left after asking for its pips?"""
    if deal.category != POINT or deal.asked:
        return False
    length = floor_of(deal, POINT) >> 7
    if all(key >> 7 != length for key in holdings.point_keys(deal.held[1 - deal.declarer])):
        return False
    return deal.setup.sinking or any(_compared(deal, asked=True)) or not _compared(deal, asked=False)[0]


def _reply(deal: "PiquetDeal") -> list[int]:
    return [*replies(deal), *((ASK,) if may_ask(deal) else ())]


def may_pass(deal: "PiquetDeal") -> bool:
    """May the seat that could claim give up the first category that is open?

    At once only where nothing was called: who has answered ``not-good`` must show it.
    """
    if deal.phase == "younger-claims":
        return bool(deal.open) and (deal.setup.sinking or not claims(deal, deal.open[0]))
    return not deal.calls[deal.category] and (deal.setup.sinking or not claims(deal, deal.category))


def _claim(deal: "PiquetDeal") -> list[int]:
    found = [claim_move(category, call) for category in deal.open for call in claims(deal, category)]
    return [*found, PASS] if may_pass(deal) else found


def _after_lead(deal: "PiquetDeal") -> list[int]:
    return _claim(deal) if deal.open else [LOOK, NO_LOOK]


OFFERS: dict[str, Callable[["PiquetDeal"], Sequence[int]]] = {
    "blanche-elder": _blanche,
    "blanche-younger": _blanche,
    "exchange-elder": _exchange,
    "exchange-younger": _exchange,
    **{f"{name}-call": _call for name in ("point", "sequence", "set")},
    **{f"{name}-reply": _reply for name in ("point", "sequence", "set")},
    **{f"{name}-claim": _claim for name in ("point", "sequence", "set")},
    "younger-claims": _after_lead,
}
"""What may be done, by phase."""

"""Piquet: who may see what. Everything here is built up from allowed facts; nothing is cut out of a state.

All see: how many cards each has exchanged, what was called and replied, in full what has scored, all tricks and
the running score. A seat sees its own cards, discards and calls; elder sees the cards of his five that he left;
who else sees cards that nobody took is an option. An auditor sees everything.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.games.kernel import Audience, Fact

from .holdings import (
    CATEGORIES,
    COUNT,
    PIPS,
    POINT,
    SEQUENCE,
    SEQUENCES,
    SET,
    SETS,
    best_of,
    cards_of,
    in_suit,
    unpack,
)  # fmt: skip
from .kinds import RULES, Line
from .setup import CARDS, ELDERS_TALON, HAND, PACK, TALON, TRICKS
from .words import (
    ASK,
    BLANCHE,
    EXCHANGE,
    GOOD,
    LOOK,
    NAMES,
    PASS,
    SHIFT,
    TEXTS,
    WHITE_HAND,
    call_move,
    item_text,
    text,
)  # fmt: skip

if TYPE_CHECKING:
    from .deal import PiquetDeal

TEXT = PACK.cards
Json = dict[str, Any]


def hand(cards: int) -> list[str]:
    """Cards as texts, in the order of the pack."""
    return [TEXT[card] for card in cards_of(cards)]


# --- facts


def opening(deal: "PiquetDeal") -> list[Fact]:
    """The hands to their owners."""
    private = {seat: {"hand": hand(deal.dealt[seat])} for seat in range(2)}
    return [Fact("deal", {"dealer": deal.dealer, "cards": [HAND, HAND], "talon": TALON}, private)]


def happened(deal: "PiquetDeal", seat: int, move: int, before: Sequence[Line]) -> list[Fact]:
    """What followed from a move that was just made; ``before`` is the score that stood before it."""
    facts = [_act(deal, seat, move)]
    if move < CARDS:
        if deal.led < 0:
            leader, led, followed, winner = deal.tricks[-1]
            cards = [TEXT[led], TEXT[followed]]
            trick = {"trick": len(deal.tricks), "leader": leader, "cards": cards, "winner": winner}
            facts.append(Fact("trick", trick))
    elif move & (1 << SHIFT) - 1 == EXCHANGE and deal.setup.show_hand:
        facts += [_white_hand(deal, claimer) for claimer in sorted({owner for owner, _ in deal.white} - {seat})]
    return [*facts, *_score_lines(deal, before)]


def _score_lines(deal: "PiquetDeal", before: Sequence[Line]) -> list[Fact]:
    """The lines that are new; the bonus may stand among older ones."""
    facts, old = [], 0
    for line in deal.log:
        if old < len(before) and line == before[old]:
            old += 1
            continue
        seat, kind, points, _ = line
        facts.append(Fact("score", {"seat": seat, "points": points, "rule": RULES[kind]}))
    return facts


def _act(deal: "PiquetDeal", seat: int, move: int) -> Fact:
    """What was done, as far as all may see it, and what only a seat may see."""
    if move < CARDS:
        return Fact("play", {"seat": seat, "card": TEXT[move]})
    if move == PASS:
        return Fact("pass", {"seat": seat})
    if BLANCHE <= move <= WHITE_HAND:
        return Fact("blanche", _claimed(seat, move - BLANCHE if move != WHITE_HAND else -1))
    kind = move & (1 << SHIFT) - 1
    if kind == EXCHANGE:
        return _exchanged(deal, seat)
    if kind > EXCHANGE:
        return _declared(deal, seat, move)
    if move == ASK:
        return Fact("ask", {"seat": seat, "pips": _pips(deal)})
    if move == LOOK:
        return Fact("look", {"seat": seat, "left": left(deal)})
    if TEXTS[move] == "no-look":
        return Fact("no-look", {"seat": seat})
    return _replied(deal, seat, move)


def _exchanged(deal: "PiquetDeal", seat: int) -> Fact:
    """All learn the number; the seat its new cards, and those it may look at."""
    number = deal.taken[seat]
    first = 0 if seat == deal.elder else deal.taken[deal.elder]
    own: Json = {"discards": hand(deal.discards[seat]), "drawn": PACK.texts(deal.talon[first : first + number])}
    private = {seat: own}
    if seat == deal.elder:
        own["untaken"] = untaken(deal)
    elif deal.setup.look == "private":
        own["left"] = left(deal)
    return Fact("exchange", {"seat": seat, "number": number, "talon": deal.left}, private)


def _white_hand(deal: "PiquetDeal", claimer: int) -> Fact:
    return Fact("blanche-hand", {"seat": claimer, "hand": hand(deal.dealt[claimer])})


def _declared(deal: "PiquetDeal", seat: int, move: int) -> Fact:
    """A call shows its size; a claim scores, so it shows all."""
    _, name, *_ = text(move).split(" ")
    category = NAMES.index(name)
    if seat == deal.declarer:
        return Fact("call", {"seat": seat, "category": name, "best": size(deal, category)})
    return Fact("claim", {"seat": seat, "category": name, **scored(deal, category, seat, move >> SHIFT)})


def _replied(deal: "PiquetDeal", seat: int, move: int) -> Fact:
    category = _answered(deal)
    public: Json = {"seat": seat, "category": NAMES[category], "reply": TEXTS[move]}
    return Fact("reply", public | _shown_by_reply(deal, category))


def _answered(deal: "PiquetDeal") -> int:
    """The category of the reply that was given last."""
    return max(category for category in CATEGORIES if deal.replies[category] >= 0)


# --- declarations


def size(deal: "PiquetDeal", category: int) -> str:
    """The best of a call as all may see it: the number of cards, the top rank and length, or rank and number."""
    best = best_of(deal.calls[category])
    if category == POINT:
        return str(COUNT[in_suit(deal.held[deal.declarer], best)])
    if category == SEQUENCE:
        _, top, length = SEQUENCES[best]
        return f"{PACK.ranks[top]} {length}"
    return item_text(SET, best)


def _pips(deal: "PiquetDeal") -> int:
    return PIPS[in_suit(deal.held[deal.declarer], best_of(deal.calls[POINT]))]


def _shown_by_reply(deal: "PiquetDeal", category: int) -> Json:
    """Who answers ``good`` sees all that scores; an equal call shows its suit."""
    reply, call = deal.replies[category], deal.calls[category]
    if reply == GOOD:
        return scored(deal, category, deal.declarer, call)
    if TEXTS[reply] == "equal":
        suit = best_of(call) if category == POINT else SEQUENCES[best_of(call)][0]
        return {"suit": PACK.suits[suit]}
    return {}


def scored(deal: "PiquetDeal", category: int, seat: int, call: int) -> Json:
    """What scores is shown: its items as they are written in calls, the best first, and the cards of trios."""
    items = list(unpack(call))
    shown: Json = {"scored": [item_text(category, item) for item in items]}
    if category == POINT:
        shown["number"] = COUNT[in_suit(deal.held[seat], items[0])]
    trios = [SETS[item][0] for item in items if category == SET and SETS[item][1] == 3]
    if trios:
        shown["cards"] = [TEXT[card] for rank in trios for card in _trio(deal, seat, rank)]
    return shown


def _trio(deal: "PiquetDeal", seat: int, rank: int) -> list[int]:
    """The three cards that a trio shows; of four that were called as three, those that the deck gave out first."""
    held = [card for card in deal.deck if card & 7 == rank and deal.held[seat] >> card & 1]
    return sorted(held[:3])


def declarations(deal: "PiquetDeal") -> Json:
    """All that is public of the declarations, by category."""
    if deal.declared is None:
        deal.declared = {NAMES[category]: _declaration(deal, category) for category in CATEGORIES}
    return {name: dict(part) for name, part in deal.declared.items()}


def _declaration(deal: "PiquetDeal", category: int) -> Json:
    """All that is public of a category; nothing before its call."""
    call, claim = deal.calls[category], deal.claims[category]
    if call < 0:
        return {}
    seen: Json = {"call": size(deal, category) if call else "pass"}
    if category == POINT and deal.asked:
        seen["pips"] = _pips(deal)
    if deal.replies[category] >= 0:
        seen |= {"reply": TEXTS[deal.replies[category]], **_shown_by_reply(deal, category)}
        if deal.replies[category] == GOOD:
            seen["seat"] = deal.declarer
    if claim > 0:
        seen |= {"seat": 1 - deal.declarer, **scored(deal, category, 1 - deal.declarer, claim)}
    elif not claim:
        seen["claim"] = "pass"
    return seen


# --- cards of the talon, and carte blanche


def untaken(deal: "PiquetDeal") -> list[str]:
    """The cards of his five that elder left."""
    return PACK.texts(deal.talon[deal.taken[deal.elder] : ELDERS_TALON])


def left(deal: "PiquetDeal") -> list[str]:
    """The cards that nobody took."""
    return PACK.texts(deal.talon[TALON - deal.left :])


def _claimed(seat: int, suit: int) -> Json:
    return {"seat": seat} if suit < 0 else {"seat": seat, "suit": PACK.suits[suit]}


def _white_hands(deal: "PiquetDeal") -> dict[str, list[str]]:
    """Dealt hands that a claim opens, once the other player has discarded."""
    if not deal.setup.show_hand:
        return {}
    return {str(seat): hand(deal.dealt[seat]) for seat, _ in deal.white if deal.taken[1 - seat] >= 0}


# --- views


def view(deal: "PiquetDeal", audience: Audience) -> Json:
    """All that ``audience`` may see now."""
    seen = _public(deal)
    if audience == "auditor":
        seats = range(2)
        seen["hands"] = {str(seat): hand(deal.hands[seat]) for seat in seats}
        seen["discards"] = {str(seat): hand(deal.discards[seat]) for seat in seats}
        seen["talon_cards"] = left(deal)
        seen["own_calls"] = {str(seat): own_calls(deal, seat) for seat in seats}
    elif audience != "public":
        seen |= _own(deal, audience)
    return seen


def _public(deal: "PiquetDeal") -> Json:
    led = deal.led
    seen: Json = {
        "phase": deal.phase,
        "dealer": deal.dealer,
        "elder": deal.elder,
        "to_act": deal.to_act,
        "trick_number": min(len(deal.tricks) + 1, TRICKS),
        "leader": _leader(deal),
        "trick": [TEXT[led]] if led >= 0 else [],
        "cards": [held.bit_count() for held in deal.hands],
        "taken": deal.won.copy(),
        "exchanged": [number if number >= 0 else None for number in deal.taken],
        "talon": deal.left,
        "blanche": [_claimed(seat, suit) for seat, suit in deal.white],
        "declared": declarations(deal),
        "tricks": [
            {"leader": leader, "cards": [TEXT[led], TEXT[followed]], "winner": winner}
            for leader, led, followed, winner in deal.tricks
        ],
        "points": deal.totals.copy(),
    }
    if deal.white:
        seen["blanche_hands"] = _white_hands(deal)
    if deal.looked > 0:
        seen["left"] = left(deal)
    return seen


def _leader(deal: "PiquetDeal") -> int | None:
    """Who leads, or has led, to the running trick; elder until the first one."""
    if deal.led >= 0:
        return 1 - (deal.to_act or 0)
    return deal.tricks[-1][3] if deal.tricks else deal.elder


def _own(deal: "PiquetDeal", seat: int) -> Json:
    own: Json = {
        "hand": hand(deal.hands[seat]),
        "discards": hand(deal.discards[seat]),
        "own_calls": own_calls(deal, seat),
    }
    if deal.taken[seat] >= 0:
        if seat == deal.elder:
            own["untaken"] = untaken(deal)
        elif deal.setup.look == "private":
            own["left"] = left(deal)
    return own


def own_calls(deal: "PiquetDeal", seat: int) -> list[str]:
    """What a seat has called itself, in full."""
    if seat != deal.declarer:
        return []
    return [text(call_move(category, call)) for category, call in enumerate(deal.calls) if call > 0]


# --- actions as others read them


def shown(deal: "PiquetDeal", action: str) -> str:
    """An action just performed, as the opponent and the public read it: numbers in place of hidden cards."""
    verb, *words = action.split(" ")
    if verb == "exchange":
        return f"exchange {len(words)}"
    if verb == "call":
        return f"call {words[0]} {size(deal, NAMES.index(words[0]))}"
    return action

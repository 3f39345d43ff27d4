"""Piquet: what a seat knows for certain, as a deal that lacks only what is hidden."""

from collections.abc import Sequence

from .deal import PiquetDeal
from .holdings import BIT, CATEGORIES, hand_of
from .kinds import RULES, THIRTY, TRICK
from .setup import CARDS, ELDERS_TALON, PACK, TALON, Setup
from .told import View, call_of, own_calls
from .words import NAMES, TEXTS

NUMBER = PACK.number


def hand(texts: Sequence[str]) -> int:
    """A hand from the texts of its cards."""
    return hand_of([NUMBER[text] for text in texts])


def void_of(view: View, other: int) -> int:
    """The cards of all suits that the other player did not follow."""
    cards = 0
    for trick in view["tricks"]:
        led, followed = (NUMBER[card] for card in trick["cards"])
        if trick["leader"] != other and led // 8 != followed // 8:
            cards |= 255 << 8 * (led // 8)
    return cards


def known_talon(view: View) -> list[int]:
    """The talon as far as the seat has seen it, -1 for a hidden card; its own cards of it are in its hand."""
    talon = [-1] * TALON
    taken = [number or 0 for number in view["exchanged"]]
    elder = view["elder"]
    if "untaken" in view:
        talon[taken[elder] : ELDERS_TALON] = [NUMBER[card] for card in view["untaken"]]
    if "left" in view:
        talon[TALON - len(view["left"]) :] = [NUMBER[card] for card in view["left"]]
    return talon


def known_deal(setup: Setup, seat: int, view: View, heard: Sequence[View]) -> PiquetDeal:
    """A deal with everything that is certain; of the other hand only the number of cards, and what was played."""
    trio = view["declared"]["set"].get("cards", ())
    first = [NUMBER[card] for card in trio]
    deal = PiquetDeal(setup, view["dealer"], [*first, *(card for card in range(CARDS) if card not in first)])
    other = 1 - seat
    deal.phase, deal.to_act = view["phase"], seat
    deal.hands[seat], deal.hands[other] = hand(view["hand"]), (1 << view["cards"][other]) - 1
    deal.taken = [-1 if number is None else number for number in view["exchanged"]]
    deal.discards[seat] = hand(view["discards"])
    lay_tricks(deal, seat, view)
    opened = view.get("blanche_hands", {})
    own = hand(opened.get(str(seat), ())) or deal.held[seat]
    deal.dealt = (own, 0) if seat == 0 else (0, own)
    suits = [PACK.suits.index(white["suit"]) if "suit" in white else -1 for white in view["blanche"]]
    deal.white = tuple((white["seat"], suit) for white, suit in zip(view["blanche"], suits, strict=True))
    lay_declarations(deal, seat, view)
    lay_score(deal, view, heard)
    return deal


def lay_tricks(deal: PiquetDeal, seat: int, view: View) -> None:
    """The tricks, the card on the table, and what each has played so far."""
    deal.held = [deal.hands[seat], 0] if seat == 0 else [0, deal.hands[seat]]
    for trick in view["tricks"]:
        leader, winner = trick["leader"], trick["winner"]
        led, followed = (NUMBER[card] for card in trick["cards"])
        deal.tricks.append((leader, led, followed, winner))
        deal.held[leader] |= BIT[led]
        deal.held[1 - leader] |= BIT[followed]
    deal.won = list(view["taken"])
    if view["trick"]:
        deal.led = NUMBER[view["trick"][0]]
        deal.held[view["leader"]] |= BIT[deal.led]


def lay_declarations(deal: PiquetDeal, seat: int, view: View) -> None:
    """Calls, replies and claims; a call of the other player that did not score stays open."""
    mine, declarer = own_calls(view), deal.declarer
    for category in CATEGORIES:
        declared = view["declared"][NAMES[category]]
        if declared.get("call") == "pass":
            deal.calls[category] = 0
        elif declarer == seat:
            deal.calls[category] = mine.get(category, -1)
        elif declared.get("seat") == declarer:
            deal.calls[category] = call_of(category, declared["scored"])
        if "reply" in declared:
            deal.replies[category] = TEXTS.index(declared["reply"])
        if declared.get("claim") == "pass":
            deal.claims[category] = 0
        elif declared.get("seat") == 1 - declarer:
            deal.claims[category] = call_of(category, declared["scored"])
        if deal.phase.endswith(NAMES[category] + "-call"):
            deal.category = category
    deal.asked = "pips" in view["declared"]["point"]
    if deal.phase == "lead1" and deal.setup.after_lead:
        deal.open = tuple(
            category
            for category in CATEGORIES
            if not deal.calls[category] or deal.replies[category] == TEXTS.index("not-good")
        )
    if deal.phase == "play" and deal.setup.look == "shared" and deal.left:
        deal.looked = int("left" in view)


def lay_score(deal: PiquetDeal, view: View, heard: Sequence[View]) -> None:
    """The score, and whether the bonus can still be won. Who has not heard all of it knows the sums."""
    deal.totals = list(view["points"])
    deal.log = [
        (fact["seat"], RULES.index(fact["rule"]), fact["points"], 0) for fact in heard if fact["kind"] == "score"
    ]
    sums = [sum(points for seat, _, points, _ in deal.log if seat == who) for who in (0, 1)]
    if sums != deal.totals:
        deal.log = [(who, TRICK, points, 0) for who, points in enumerate(deal.totals) if points]
    bonus = any(kind >= THIRTY for _, kind, _, _ in deal.log)
    deal.race = not bonus and (bool(deal.open) or not all(deal.totals))

"""Briscola: who may see what. Everything here is built up from allowed facts; nothing is cut out of a state.

All see: the turn-up, the cards on the table, how many cards everybody holds, who took which trick, what was
said, and a card that was drawn or swapped face up as long as it is in a hand. A seat sees its own hand, and
where the rules open it, its partners' hands and its side's pile. An auditor sees everything.
"""

from typing import TYPE_CHECKING, Any

from croupier.games.kernel import Audience, Fact

from .setup import HAND, PACK, TALK

if TYPE_CHECKING:
    from .deal import BriscolaDeal

TEXT = PACK.cards


def opening(deal: "BriscolaDeal") -> list[Fact]:
    """The hands to their owners (open hands to all), and the turn-up."""
    hands = [PACK.texts(hand) for hand in deal.hands]
    public: dict[str, Any] = {"dealer": deal.dealer, "cards": [HAND] * len(hands)}
    if deal.setup.open_hands:
        public["hands"] = {str(seat): hand for seat, hand in enumerate(hands)}
    turn_up = TEXT[deal.stock[-1]]
    return [
        Fact("deal", public, {seat: {"hand": hand} for seat, hand in enumerate(hands)}),
        Fact("turn-up", {"card": turn_up, "trump": turn_up[1], "stock": len(deal.stock)}),
    ]


def after_trick(deal: "BriscolaDeal", drawn: int) -> list[Fact]:
    """What follows when a trick is full: who takes it, what is drawn, and which hands open."""
    winner, _, value, cards = deal.past[-1]
    public = {"trick": len(deal.past), "winner": winner, "cards": [TEXT[card] for card in cards]}
    if deal.setup.show_points:
        public["value"] = value
        public["points"] = deal.points()
    facts = [Fact("trick", public)]
    if deal.drawn != drawn:
        facts.append(_draw(deal, winner, drawn))
    if partners_open(deal) and not _partners_were_open(deal, drawn):
        seats = range(len(deal.hands))
        facts.append(Fact("partners", {}, {seat: {"hands": _partners(deal, seat)} for seat in seats}))
    return facts


def _draw(deal: "BriscolaDeal", winner: int, drawn: int) -> Fact:
    """Each learns its own card; all learn the turn-up; partners each other's once they exchange signs."""
    turns, setup = deal.setup.turns[winner], deal.setup
    card = {seat: TEXT[number] for seat, number in zip(turns, deal.stock[drawn : deal.drawn], strict=True)}
    public: dict[str, Any] = {"seats": list(turns), "stock": len(deal.stock) - deal.drawn}
    if setup.open_hands:
        public["drawn"] = {str(seat): text for seat, text in card.items()}
    elif deal.drawn == len(deal.stock):
        public["drawn"] = {str(turns[-1]): TEXT[deal.stock[-1]]}
    private: dict[int, dict[str, Any]] = {seat: {"card": text} for seat, text in card.items()}
    if setup.signs and len(deal.past) > 1:
        for seat, part in private.items():
            part["partners"] = {str(partner): card[partner] for partner in setup.partners[seat]}
    return Fact("draw", public, private)


def in_last_hand(deal: "BriscolaDeal") -> bool:
    """May partners look at each other's cards and a side at its pile, after the option ``last_hand``?"""
    if deal.drawn < len(deal.stock) or deal.setup.last_hand == "never":
        return False
    return deal.setup.last_hand == "stock-empty" or all(len(hand) <= 1 for hand in deal.hands)


def partners_open(deal: "BriscolaDeal") -> bool:
    """Do partners see each other's cards now?"""
    setup = deal.setup
    if setup.open_hands or not setup.partners[0]:
        return False
    return (setup.signs and bool(deal.past)) or in_last_hand(deal)


def _partners_were_open(deal: "BriscolaDeal", drawn: int) -> bool:
    """The same before the last trick was taken, when ``drawn`` cards of the stock were gone."""
    if deal.setup.signs:
        return len(deal.past) > 1
    left = len(deal.hands[0])
    return not left or (drawn == len(deal.stock) and deal.setup.last_hand == "stock-empty")


def _partners(deal: "BriscolaDeal", seat: int) -> dict[str, list[str]]:
    return {str(partner): PACK.texts(deal.hands[partner]) for partner in deal.setup.partners[seat]}


def view(deal: "BriscolaDeal", audience: Audience) -> dict[str, Any]:
    """All that ``audience`` may see now."""
    seen = _public(deal)
    if audience == "auditor":
        seen["hands"] = _hands(deal)
        seen["stock_cards"] = PACK.texts(deal.stock[deal.drawn :])
        seen["piles"] = [_pile(deal, side) for side in range(len(deal.taken))]
        seen["points"] = deal.points()
    elif audience != "public":
        seen["hand"] = [TEXT[card] for card in deal.hands[audience]]
        if partners_open(deal):
            seen["hands"] = _partners(deal, audience)
        if in_last_hand(deal):
            seen["pile"] = _pile(deal, deal.setup.side[audience])
    return seen


def _public(deal: "BriscolaDeal") -> dict[str, Any]:
    turn_up = TEXT[deal.stock[-1]]
    trick = deal.trick
    leader = deal.winning if not trick else deal.setup.turns[deal.to_act or 0][-len(trick)]
    seen: dict[str, Any] = {
        "phase": deal.phase,
        "dealer": deal.dealer,
        "to_act": deal.to_act,
        "trick_number": len(deal.past) + (deal.to_act is not None),
        "leader": leader,
        "trick": [TEXT[card] for card in trick] if trick else [],
        "trump": turn_up[1],
        "turn_up": turn_up,
        "stock": len(deal.stock) - deal.drawn,
        "cards": list(map(len, deal.hands)),
        "taken": deal.won.copy(),
        "shown": _shown(deal) if deal.open_cards else {},
        "said": _said(deal) if deal.said else [],
    }
    if deal.setup.open_hands:
        seen["hands"] = _hands(deal)
    if deal.setup.show_points:
        seen["points"] = deal.points()
    return seen


def _said(deal: "BriscolaDeal") -> list[dict[str, Any]]:
    return [{"seat": seat, "code": TALK[move - len(TEXT)]} for seat, move in deal.said]


def _shown(deal: "BriscolaDeal") -> dict[str, list[str]]:
    held = [(seat, card) for seat, card in deal.open_cards if card in deal.hands[seat]]
    return {str(seat): [TEXT[card] for owner, card in held if owner == seat] for seat, _ in held}


def _hands(deal: "BriscolaDeal") -> dict[str, list[str]]:
    return {str(seat): PACK.texts(hand) for seat, hand in enumerate(deal.hands)}


def _pile(deal: "BriscolaDeal", side: int) -> list[str]:
    return [TEXT[card] for winner, _, _, cards in deal.past if deal.setup.side[winner] == side for card in cards]

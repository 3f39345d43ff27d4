"""Trionfo: who may see what. Everything here is built up from allowed facts; nothing is cut out of a state.

All see: the turn-up, and from when on the dealer holds it, the cards on the table, how many cards everybody holds,
the bids, who took which trick, and the points. A seat sees its own hand, and its own bid where bids are secret. An
auditor sees everything.
"""

from typing import TYPE_CHECKING, Any

from croupier.games.kernel import Audience, Fact

from .actions import BID
from .setup import PACK

if TYPE_CHECKING:
    from .deal import TrionfoDeal

TEXT = PACK.cards


def opening(deal: "TrionfoDeal") -> list[Fact]:
    """The hands to their owners, and what is trump to all."""
    trump: dict[str, Any] = {"trump": PACK.suits[deal.trump]}
    return [
        _deal(deal),
        Fact("turn-up", {"card": TEXT[deal.turn_up], **trump}) if deal.turn_up >= 0 else Fact("trump", trump),
    ]


def _deal(deal: "TrionfoDeal") -> Fact:
    public = {
        "smazzata": len(deal.settled) + 1,
        "dealer": deal.dealer,
        "cards": list(map(len, deal.hands)),
        "stock": len(deal.stock) - deal.drawn,
        "shown": _shown(deal),
    }
    return Fact("deal", public, {seat: {"hand": PACK.texts(hand)} for seat, hand in enumerate(deal.hands)})


def after_bid(deal: "TrionfoDeal", seat: int, move: int) -> list[Fact]:
    """A bid is heard by all, or known to its seat until all have bid."""
    number = move - BID
    if not deal.setup.secret:
        return [Fact("bid", {"seat": seat, "bid": number})]
    bid = Fact("bid", {"seat": seat}, {seat: {"bid": number}})
    return [bid] if deal.phase == "announce" else [bid, Fact("bids", {"bids": deal.bids.copy()})]


def trick(deal: "TrionfoDeal") -> Fact:
    """Who took the trick just played."""
    _, winner, _, cards = deal.past[-1]
    return Fact("trick", {"trick": len(deal.past), "winner": winner, "cards": PACK.texts(cards)})


def draw(deal: "TrionfoDeal", drawn: int) -> Fact:
    """Each learns its own card; all learn who drew the turn-up."""
    turns = deal.setup.turns[deal.leader]
    card = dict(zip(turns, PACK.texts(deal.stock[drawn : deal.drawn]), strict=True))
    public: dict[str, Any] = {"seats": list(turns), "stock": len(deal.stock) - deal.drawn}
    if deal.turn_up >= 0 and not public["stock"]:
        public["drawn"] = {str(turns[-1]): card[turns[-1]]}
    return Fact("draw", public, {seat: {"card": text} for seat, text in card.items()})


def after_smazzata(deal: "TrionfoDeal") -> list[Fact]:
    """What the bids came to, and the hands of the next smazzata if there is one."""
    bids, won, _ = deal.settled[-1]
    settled = [Fact("settle", {"bids": bids.copy(), "won": won.copy(), "points": deal.points()})] if bids else []
    return settled if deal.to_act is None else [*settled, _deal(deal)]


def view(deal: "TrionfoDeal", audience: Audience) -> dict[str, Any]:
    """All that ``audience`` may see now."""
    seen = _public(deal)
    if audience == "auditor":
        seen["hands"] = {str(seat): PACK.texts(hand) for seat, hand in enumerate(deal.hands)}
        seen["stock_cards"] = PACK.texts(deal.stock[deal.drawn :])
        seen["dead_cards"] = PACK.texts(deal.dead)
        seen["piles"] = [_pile(deal, seat) for seat in range(len(deal.hands))]
        seen["bids"] = _bids(deal.bids)
    elif audience != "public":
        seen["hand"] = PACK.texts(deal.hands[audience])
        if deal.bids:
            seen["bids"] = _bids_heard(deal, audience)
    return seen


def _public(deal: "TrionfoDeal") -> dict[str, Any]:
    tricks = deal.before[0]
    return {
        "phase": deal.phase,
        "dealer": deal.dealer,
        "to_act": deal.to_act,
        "smazzata": min(len(deal.settled) + 1, len(deal.setup.hands)),
        "trick_number": len(deal.past) + (deal.to_act is not None),
        "leader": deal.leader,
        "trick": PACK.texts(deal.trick),
        "trump": PACK.suits[deal.trump],
        "turn_up": TEXT[deal.turn_up] if deal.turn_up >= 0 else None,
        "stock": len(deal.stock) - deal.drawn,
        "dead": len(deal.dead),
        "cards": list(map(len, deal.hands)),
        "shown": _shown(deal),
        "bids": _bids_heard(deal, None) if deal.bids else [],
        "won": [now - then for now, then in zip(deal.tricks, tricks, strict=True)],
        "tricks": deal.tricks.copy(),
        "specials": deal.specials.copy(),
        "points": deal.points(),
    }


def _bids(bids: list[int]) -> list[int | None]:
    return [bid if bid >= 0 else None for bid in bids]


def _bids_heard(deal: "TrionfoDeal", seat: int | None) -> list[int | None]:
    """The bids that a seat (``None``: the public) has heard; its own one it knows."""
    if deal.setup.secret and deal.phase == "announce":
        return [bid if own == seat and bid >= 0 else None for own, bid in enumerate(deal.bids)]
    return _bids(deal.bids)


def _shown(deal: "TrionfoDeal") -> dict[str, list[str]]:
    """The turn-up, where it is in a hand."""
    return {str(seat): [TEXT[deal.turn_up]] for seat, hand in enumerate(deal.hands) if deal.turn_up in hand}


def _pile(deal: "TrionfoDeal", seat: int) -> list[str]:
    return [TEXT[card] for _, winner, _, cards in deal.past if winner == seat for card in cards]

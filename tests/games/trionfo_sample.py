"""Trionfo for the battery and for the golden record."""

from typing import Any

from croupier.games.kernel import Audience
from games.battery import FUZZ, Position, Sample
from games.golden import Scenario
from games.trionfo_deals import FOUR_ACTIONS, FOUR_DECK, SEVEN_ACTIONS, SEVEN_DECK


def vocabulary(_: Position) -> list[str]:
    """All actions of trionfo and some that are none."""
    plays = [f"play {rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]
    bids = [f"bid {number}" for number in (*range(9), -1, 10, 77, "07", "+1", "-0", "1.0", "³", "9" * 5000)]
    return [*plays, *bids, "bid", "bid ", "bid 1 2", "bid 3\n", *FUZZ]


def cards(view: dict[str, Any]) -> list[str]:
    """Hands, stock, dead cards, trick and piles."""
    hands = [card for hand in view["hands"].values() for card in hand]
    piles = [card for pile in view["piles"] for card in pile]
    return [*hands, *view["stock_cards"], *view["dead_cards"], *view["trick"], *piles]


def hidden(position: Position, audience: Audience) -> set[str]:
    """The stock, dead cards and other hands, but not what was turned up."""
    view = position.deal.view("auditor")
    unseen = {*view["stock_cards"], *view["dead_cards"]}
    for seat, hand in view["hands"].items():
        if int(seat) != audience:
            unseen |= set(hand)
    return unseen - {view["turn_up"]}


SAMPLE = Sample(
    "trionfo",
    (
        {},
        {"players": 2, "must_trump": True},
        {"players": 3, "leftover": "dead", "announce": True, "hook": True},
        {"players": 3, "leftover": "dead", "refill": "draw", "trump": "S", "specials": "played"},
        {"players": 4, "announce": True, "bid_order": "secret"},
        {
            "players": 5, "refill": "none", "announce": True, "bid_order": "secret", "hook": True,
            "bid_penalty": "deviation", "double_specials": True,
        },
        {"players": 6, "announce": True, "bid_failed_keeps_tricks": False, "redeal_leader": "eldest"},
        {"players": 6, "trump": "rotate", "must_trump": True},
        {"players": 7, "announce": True},
        {"players": 7, "leftover": "dead", "specials": "played"},
    ),
    longest=90,
    vocabulary=vocabulary,
    cards=cards,
    hidden=hidden,
    bound=lambda options: "C" if options["trump"] == "rotate" else "",
)  # fmt: skip

SCENARIOS = (
    Scenario("four players, house rules", {}, FOUR_DECK, FOUR_ACTIONS),
    Scenario(
        "seven players who announce; the dealer's last card is the turn-up",
        {"players": 7, "announce": True},
        SEVEN_DECK,
        SEVEN_ACTIONS,
    ),
    Scenario(
        "one smazzata for two: secret bids with the hook, a duty to trump, specials pay who plays them",
        {
            "players": 2, "refill": "none", "must_trump": True, "specials": "played", "announce": True,
            "bid_order": "secret", "hook": True, "bid_penalty": "deviation", "bid_failed_keeps_tricks": False,
            "double_specials": True,
        },
        "QS JC KH JD 4C AH 8D KC JH 7C 5H AS 6S 4D QD 9S TS TD 3S 2S AC KS 8H 9D AD 2H TH QC 9H 5C 7D 3D 6D "
        "7S 2C 3H 5S 3C 8S 8C 2D KD 4S 6H 4H 7H 9C 5D 6C JS QH TC",
        "bid:2 bid:6 5H AH JC 4C 4D 8D KH JD 7C 6S AS QS KC JH",
    ),
    Scenario(
        "six players, four cards dead, the eldest leads to a second smazzata of one card",
        {"players": 6, "leftover": "dead", "announce": True, "redeal_leader": "eldest"},
        FOUR_DECK,
        "bid:5 bid:7 bid:2 bid:6 bid:7 bid:3 9D 3D JD KD JS AC 2C TC 3C AD 6D KC 4S 2H QS 7S 2S 6S TS 4H 9S "
        "8H AS 7D 7H JH 6H 8S TH QH 4D 5H JC TD 6C 8C KH 4C 9C 9H 3H 3S bid:0 bid:0 bid:1 bid:1 bid:0 bid:0 "
        "AH 5D 8D 5S QC 2D",
    ),
    Scenario(
        "three players who draw from the stock; one card is dead, and it is a special one",
        {"players": 3, "leftover": "dead", "refill": "draw"},
        "KD QS 7H 3S 3D AC 4H 5S 7S 6C 2D 6S 9D JD 8S AH 8D 7C 4C AD 9C 2H 3C 5H 9S QC 2S 6H KC 4D AS 4S TH "
        "8H 2C KH 8C QD 6D 9H 5C QH 5D 3H 7D JC KS TS TC JS TD JH",
        "6C JD 7C 7H AH 9S 4C 2S 9C 3C QC AS 4S QS 8S 2D KC 9D KD 3D 6H 8H 4H TH 2C AC JC 5C 8C TC JS KS 3S "
        "7S TS 5S 5H 3H KH 9H 2H 8D TD QD 5D 4D 6D 7D 6S QH AD",
    ),
)  # fmt: skip

"""Bezique for the battery and for the golden record."""

from functools import cache
from typing import Any

from croupier.games.bezique.actions import texts
from croupier.games.kernel import Audience
from games.battery import FUZZ, Position, Sample
from games.bezique_deals import ONE_PACK, ONE_PACK_TRICKS, TWO_PACKS, TWO_PACKS_TRICKS, deck_of, full_actions
from games.golden import Scenario

ODD = (
    "seven 7C1", "seven swap", "seven exchange 7C", "pass on", "meld", "meld royal", "meld royal KC1",
    "meld royal KC KC", "meld royal KC1 KC1", "meld seven 7C1", "announce seven 7C1", "meld double QS QS QS JD",
    "meld aces AS AS AS AS", "announce", "announce royal", "announce royal KC QC QC", "meld sequence AC TC KC QC",
    "meld  royal KC1 QC1", "meld Royal KC1 QC1", "meld royal KC1 QC1 ", "meld royal XX QC1", "meld bezique JD1 QS1",
    "exchange", "play QS3",
)  # fmt: skip
"""Actions in other orders, with cards twice, and some that are none."""


SHORT = (
    *(f"play {rank}{suit}" for suit in "CDHS" for rank in "AKQJT987"),
    *(f"meld {kind} K{suit} Q{suit}" for suit in "CDHS" for kind in ("royal", "marriage")),
    *(f"meld sequence A{suit} T{suit} K{suit} Q{suit} J{suit}" for suit in "CDHS"),
    "meld bezique QS JD", "meld double QS QS JD JD", "meld kings KC KD KH KS", "announce aces AC AD AH AS",
)  # fmt: skip
"""Cards without their copies."""
SHARE = 25
"""Of melds that nobody could take for legal, one in so many is tried in a position, each time other ones."""


@cache
def alphabet(packs: int) -> list[tuple[str, frozenset[str]]]:
    """All actions in full form, with the cards of those that meld or announce."""
    return [(text, frozenset(text.split()[2:])) for text in texts(packs) if text]


def vocabulary(position: Position) -> list[str]:
    """All plays; in a phase of melds all melds of which no more than one card is missing, and a share of the others."""
    deal, number = position.deal, len(position.actions)
    view = deal.view("auditor")
    seat = str(deal.to_act or 0)
    held = {*view["hands"][seat], *view["table"][seat]} if deal.phase == "meld" else set()
    tried = [
        text
        for index, (text, cards) in enumerate(alphabet(position.options["packs"]))
        if not cards or (held and len(cards - held) <= 1) or (index + number) % SHARE == 0
    ]
    return [*tried, *SHORT[number % 3 :: 3], *[*ODD, *FUZZ][number % 8 :: 8]]


def cards(view: dict[str, Any]) -> list[str]:
    """Hands, table, stock, trick and piles."""
    held = [card for place in ("hands", "table") for hand in view[place].values() for card in hand]
    return [*held, *view["stock_cards"], *view["trick"], *(card for pile in view["piles"] for card in pile)]


def hidden(position: Position, audience: Audience) -> set[str]:
    """The stock and the other hand, without cards that all have seen.

    Where a seven is free, a seat that is asked once more after a meld shows that it holds one.
    """
    view = position.deal.view("auditor")
    hidden = set(view["stock_cards"])
    for seat in (0, 1):
        if seat != audience:
            hidden |= set(view["hands"][str(seat)])
        hidden -= set(view["shown"][str(seat)])
    if position.options["seven_slot"] == "free":
        hidden = {card for card in hidden if card[:2] != "7" + view["trump"]}
    return hidden - {view["turn_up"]}


def known(position: Position, audience: Audience) -> object:
    """Which sevens of trump were shown: of two the lower one is, so the one that came tells of the other."""
    return sorted(position.deal.view("auditor")["used"].get("seven", []))


SAMPLE = Sample(
    "bezique",
    (
        {},
        {"ruleset": "classic"},
        {"packs": 1, "phase2": "follow-and-win", "show_brisques": True},
        {"meld_reuse": "row-literal", "seven_played_scores": True, "last_trick_bonus": "stock"},
        {"ruleset": "classic", "target": 100, "target_check": "immediate", "seven_exchange": False},
        {"seven_slot": "free", "meld_last_stock_trick": False, "brisque_min": 7, "length": "deals", "length_n": 2},
    ),
    longest=150,
    vocabulary=vocabulary,
    cards=cards,
    hidden=hidden,
    known=known,
    bound=lambda _: "DS",
    normal=lambda text: " ".join(sorted(text.split(" "))),
)

SCENARIOS = (
    Scenario("the worked deal", {}, " ".join(TWO_PACKS), full_actions(TWO_PACKS, TWO_PACKS_TRICKS)),
    Scenario(
        "the worked deal with one pack, brisques shown",
        {"packs": 1, "show_brisques": True},
        " ".join(ONE_PACK),
        full_actions(ONE_PACK, ONE_PACK_TRICKS, packs=1),
    ),
    Scenario(
        "classic: a meld announced and made later, a seven beside a meld, a target that ends the game at once",
        {"ruleset": "classic", "target": 190, "target_check": "immediate", "show_brisques": True},
        " ".join(deck_of("AC KC QC KS QS JD KD KH", "7D 8D 9D 7H 8H 9H 7S 8S", "9C", "JC TC 7C 8S 8C 9S TS JH")),
        "AC1 7D1 meld:kings:KC1:KD1:KH1:KS1 JC1 8D1 meld:bezique:QS1:JD1 announce:marriage:KS1:QS1 KD1 9D1 "
        "seven:exchange meld:marriage:KS1:QS1 9C1 7H1 meld:royal:KC1:QC1",
    ),
)

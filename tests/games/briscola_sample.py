"""Briscola for the battery and for the golden record."""

from typing import Any

from croupier.games.kernel import Audience
from games.battery import FUZZ, Position, Sample
from games.briscola_reference import CODES
from games.golden import Scenario


def vocabulary(_: Position) -> list[str]:
    """All actions of briscola and some that are none."""
    plays = [f"play {rank}{suit}" for suit in "CDSB" for rank in "A23456789TJQK"]
    return [*plays, *(f"say {code}" for code in CODES), "swap", *FUZZ]


def cards(view: dict[str, Any]) -> list[str]:
    """Hands, stock, trick and piles."""
    hands = [card for hand in view["hands"].values() for card in hand]
    return [*hands, *view["stock_cards"], *view["trick"], *(card for pile in view["piles"] for card in pile)]


def hidden(position: Position, audience: Audience) -> set[str]:
    """The stock and other hands, but not what was turned up, and not partners' hands where they are open."""
    view, options = position.deal.view("auditor"), position.options
    players = options["players"]
    turned_up = {position.deck[3 * players], view["turn_up"]}
    hands = {int(seat): set(cards) for seat, cards in view["hands"].items()}
    hidden = set(view["stock_cards"])
    for seat, hand in hands.items():
        if seat == audience or options["open_hands"]:
            continue
        partner = players > 3 and isinstance(audience, int) and (seat - audience) % 2 == 0
        if not (partner and partners_open(options, view, hands)):
            hidden |= hand
    return hidden - turned_up


def partners_open(options: dict[str, Any], view: dict[str, Any], hands: dict[int, set[str]]) -> bool:
    """Signs open them after the first trick, else the option ``last_hand`` says."""
    if options["secret_signs"] and sum(view["taken"]):
        return True
    if view["stock"] or options["last_hand"] == "never":
        return False
    return options["last_hand"] == "stock-empty" or all(len(hand) <= 1 for hand in hands.values())


SAMPLE = Sample(
    "briscola",
    (
        {},
        {"players": 2, "turnup_swap": "seven", "three_seven": "seven-high", "show_points": True},
        {"players": 2, "open_hands": True, "stop_at_61": True},
        {"players": 3, "removed_two": "2B", "turnup_swap": "two"},
        {"players": 3, "three_player_win": "sixty-one", "last_hand": "never"},
        {"players": 4},
        {"players": 4, "secret_signs": True, "turnup_swap": "seven"},
        {"players": 4, "last_hand": "final-trick"},
        {"players": 4, "last_hand": "never", "table_talk": "off", "stop_at_61": True},
        {"players": 6},
        {"players": 6, "open_hands": True, "turnup_swap": "seven"},
    ),
    longest=90,
    vocabulary=vocabulary,
    cards=cards,
    hidden=hidden,
)

SCENARIOS = (
    Scenario(
        "two players, house rules",
        {},
        "JC JB 5D AD JD 2D 2B 4S 3C 4D AB 2C 3S 7D 3B 3D 5S 4B KS 7S "
        "KD 5B KC QS KB 6D 5C 4C 6B QD AS QB 6S QC 7B 7C 6C JS AC 2S",
        "5D AD 2D JD 4D 4S 2C 3S 7D JB 3D 5S 4B JC 7S KS KD KC QS KB 6D 5C 4C 3C QD AS 5B 6S QC 7B 7C 6C "
        "JS AC 2S 2B 6B 3B AB QB",
    ),
    Scenario(
        "four players in two pairs, with talk",
        {"players": 4},
        "3D KC 6S QD 5S 4S QC 2D 7S QS 6B JD KB 3C 6D 2C KS QB 7B 4C "
        "4B KD 5C 7C AC 7D 6C JC JS AD 2S 2B 3B 4D 5D 5B AB AS JB 3S",
        "5S QS 6S QD say:points-please 4S 6D JD KS 7S KC QC 2C KD 5C say:leave-it 7C 2D 7D 6C JC JS 3D 7B 4C AC "
        "2S 5D 4B AD say:have-ace AS JB 4D 2B QB 3C 6B 3B 5B AB 3S KB",
    ),
    Scenario(
        "three players, the seven swapped for the turn-up, points shown, the end at 61",
        {"players": 3, "turnup_swap": "seven", "show_points": True, "stop_at_61": True},
        "4B 3D 7B 6S 2D JS 4C 7S QD AC 4S QS JD QB 2S 3C 3B 6B KB JC "
        "KS 5D QC 4D AD 7C 5S JB 7D 5C 2B KD 5B AB 6D AS KC 6C 3S",
        "6S 2D 7B 4S 7S JS QB 4C 3C 3B QD KB 3D KS 4B QC JD 5D swap AC 4D JB",
    ),
)

"""How the battery plays each game. A game without a sample fails a test."""

from typing import Any

from croupier.games.kernel import Audience
from games.battery import Position, Sample
from games.briscola_reference import CODES

FUZZ = [
    "", " ", "play", "play ", " play KD", "play KD ", "play  KD", "PLAY KD", "play kd", "play 10C", "play KDKD",
    "say", "say ", "say hello", "swap now", "pass", "bid 3", "meld royal KC1 QC1", "play KD1", "\0", "play ♠",
    "play K\nD", "exchange", "x" * 1000,
]  # fmt: skip


def briscola_vocabulary(_: Position) -> list[str]:
    """All actions of briscola and some that are none."""
    cards = [f"play {rank}{suit}" for suit in "CDSB" for rank in "A23456789TJQK"]
    return [*cards, *(f"say {code}" for code in CODES), "swap", *FUZZ]


def briscola_cards(view: dict[str, Any]) -> list[str]:
    """Hands, stock, trick and piles."""
    hands = [card for hand in view["hands"].values() for card in hand]
    return [*hands, *view["stock_cards"], *view["trick"], *(card for pile in view["piles"] for card in pile)]


def briscola_hidden(position: Position, audience: Audience) -> set[str]:
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
        if not (partner and briscola_partners_open(options, view, hands)):
            hidden |= hand
    return hidden - turned_up


def briscola_partners_open(options: dict[str, Any], view: dict[str, Any], hands: dict[int, set[str]]) -> bool:
    """Signs open them after the first trick, else the option ``last_hand`` says."""
    if options["secret_signs"] and sum(view["taken"]):
        return True
    if view["stock"] or options["last_hand"] == "never":
        return False
    return options["last_hand"] == "stock-empty" or all(len(hand) <= 1 for hand in hands.values())


SAMPLES = {
    "briscola": Sample(
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
        vocabulary=briscola_vocabulary,
        cards=briscola_cards,
        hidden=briscola_hidden,
    ),
}

"""Bezique: the packs, the options, and what follows from them for every deal."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from croupier.games.cards import Pack
from croupier.games.kernel import Option, Options, OptionValue
from croupier.games.options import conflict, resolve
from croupier.games.tricks import FollowRule, follow, follow_and_win

RANKS = "789JQKTA"
SUITS = "CDHS"
PACKS = {1: Pack("french32", SUITS, RANKS), 2: Pack("french32x2", SUITS, RANKS, copies=2)}
"""By number of packs. A card has the same number in both, as copy 1 comes first."""

PACK = PACKS[2]
CARDS = len(PACK.cards)
BIT = tuple(1 << card for card in range(CARDS))
"""A set of cards is a number with these bits."""
BRISQUE = tuple(text[0] in "AT" for text in PACK.cards)

SEATS = 2
SIDES = (0,), (1,)
HAND = 8
MELDED, WON = 10, 10
"""Points for a seven of trump and for the last trick."""

OPTIONS = (
    Option("packs", (1, 2), 2, "number of packs of 32 cards"),
    Option("phase2", ("follow", "follow-and-win"), "follow", "the duty of who follows when the stock is empty"),
    Option(
        "meld_reuse",
        ("standard", "row-literal"),
        "standard",
        "whether a higher meld swallows a lower one of its class, and a new one needs a new card",
    ),
    Option("fresh_card", (False, True), False, "a meld needs a card from the hand, unless it was announced"),
    Option("seven_slot", ("uses-meld", "free"), "uses-meld", "whether a seven takes the place of a meld"),
    Option("seven_exchange", (False, True), True, "the seven of trump may be exchanged for the turn-up"),
    Option("seven_played_scores", (False, True), False, "10 points for playing a seven of trump, too"),
    Option("melds_per_trick", (1,), 1, "melds after each trick won"),
    Option("meld_last_stock_trick", (False, True), True, "melds before the last two cards are drawn"),
    Option("last_trick_bonus", ("final", "stock"), "final", "which trick is worth 10 points more"),
    Option("brisque_value", (10,), 10, "points for each ace and ten captured"),
    Option("brisque_min", range(17), 0, "with fewer brisques than that a player gets nothing for them"),
    Option("length", ("single", "target", "deals"), "single", "one deal, up to a target, or the sum of N"),
    Option("length_n", range(2, 1001, 2), 2, "the N of length; even, so that both deal equally often"),
    Option("target", range(10, 10_001), 1000, "points that end a game of length = target"),
    Option(
        "target_check",
        ("deal-end", "immediate"),
        "deal-end",
        "when the target counts: at a deal's end, or the moment somebody has it",
    ),
    Option("show_brisques", (False, True), False, "everybody sees the brisques captured so far"),
)

RULESETS: dict[str, Options] = {
    "house": {},
    "classic": {"phase2": "follow-and-win", "fresh_card": True, "seven_slot": "free", "length": "target"},
}


def resolved(ruleset: str, given: Options) -> dict[str, OptionValue]:
    """All options with their values. Raises :class:`BadOptions`."""
    options = resolve(OPTIONS, RULESETS, ruleset, given)
    check_length(options)
    return options


def check_length(options: Options) -> None:
    """Refuse numbers without the length that they belong to. Raises :class:`BadOptions`, ``option/conflict``."""
    if options["length"] != "deals" and options["length_n"] != 2:
        conflict(f"length_n = {options['length_n']} needs length = deals")
    if options["length"] == "target":
        return
    if options["target"] != 1000:
        conflict(f"target = {options['target']} needs length = target")
    if options["target_check"] == "immediate":
        conflict("target_check = immediate needs length = target")


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything about a deal that the options decide. ``goal``: points that end it at once, 0 if none do."""

    length: str
    number: int
    target: int
    goal: int
    packs: int
    cards: tuple[str, ...]
    pack: frozenset[int]
    duty: FollowRule
    literal: bool
    fresh_card: bool
    free_seven: bool
    exchange: bool
    seven_played_scores: bool
    meld_last: bool
    stock_bonus: bool
    brisque_value: int
    brisque_min: int
    show_brisques: bool
    players: int = SEATS
    sides: tuple[tuple[int, ...], ...] = SIDES


def of(options: Options) -> Setup:
    """The set-up for ``options``, made once for each. Raises :class:`BadOptions`."""
    return _setup(frozenset(options.items()))


@lru_cache(maxsize=256)
def _setup(items: frozenset[tuple[str, bool | int | str]]) -> Setup:
    options = resolved("house", dict(items))
    packs, target = cast(int, options["packs"]), cast(int, options["target"])
    cards = PACKS[packs].cards
    return Setup(
        length=str(options["length"]),
        number=cast(int, options["length_n"]),
        target=target,
        goal=target if options["target_check"] == "immediate" else 0,
        packs=packs,
        cards=cards,
        pack=frozenset(range(len(cards))),
        duty=follow if options["phase2"] == "follow" else follow_and_win,
        literal=options["meld_reuse"] == "row-literal",
        fresh_card=bool(options["fresh_card"]),
        free_seven=options["seven_slot"] == "free",
        exchange=bool(options["seven_exchange"]),
        seven_played_scores=bool(options["seven_played_scores"]),
        meld_last=bool(options["meld_last_stock_trick"]),
        stock_bonus=options["last_trick_bonus"] == "stock",
        brisque_value=cast(int, options["brisque_value"]),
        brisque_min=cast(int, options["brisque_min"]),
        show_brisques=bool(options["show_brisques"]),
    )

"""Piquet: the pack, the options, and what follows from them for every deal."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from croupier.games.cards import Pack
from croupier.games.kernel import Option, Options, OptionValue
from croupier.games.options import conflict, resolve
from croupier.games.tricks import Beats, tricks

PACK = Pack("french32", suits="CDHS", ranks="789TJQKA")
CARDS = len(PACK.cards)
ALL_CARDS = frozenset(range(CARDS))
BEATS: Beats = tricks(PACK, None).beats
"""There are no trumps: only a higher card of the suit led takes a trick."""

SEATS = 2
SIDES = (0,), (1,)
HAND, ELDERS_TALON, TALON = 12, 5, 8
TRICKS = 12
MOST_TRICKS = 7
"""More than half of the tricks."""
ENOUGH = 30
"""Points against nothing that bring the bonus."""
OPTIONS = (
    Option("carte_blanche", ("suit-ten", "no-court", "off"), "suit-ten", "what a carte blanche is"),
    Option("carte_blanche_limit", ("once", "per-suit"), "once", "how many suits a player may claim it for"),
    Option("carte_blanche_show", ("suit", "hand"), "suit", "what the others see of a claim"),
    Option("min_exchange", (0, 1), 0, "cards that each player must exchange"),
    Option("younger_look", ("private", "shared", "never"), "private", "who sees the cards that nobody took"),
    Option("first_declarer", ("dealer", "elder"), "dealer", "who calls first in each category"),
    Option("second_scores", ("at-once", "after-lead"), "at-once", "when the other player's declarations score"),
    Option("sinking", (True, False), True, "less may be called than is held, or nothing"),
    Option("play_points", ("additive", "classic"), "additive", "what leads and tricks score"),
    Option("thirty_bonus", ("single30", "pique-repique"), "single30", "the bonus for 30 points against nothing"),
    Option("cards_at_half", ("none", "both"), "none", "who scores for the cards at six tricks each"),
    Option("capot_adds_cards", (False, True), False, "a capot scores the 10 for the cards too"),
    Option("set_min_rank", ("T", "J"), "T", "the lowest rank of which three or four count"),
    Option("cards_count_for_pique", (False, True), False, "the points for the cards may bring the bonus"),
    Option("lead_from_ten", (False, True), False, "only leads of a ten or better score"),
    Option("auto_declare", ("off", "full"), "off", "the engine declares all that a seat holds, in its place"),
    Option("length", ("single", "deals", "partie", "cent"), "single", "how many deals a game has"),
    Option("length_n", range(2, 1001, 2), 2, "the number of deals of length = deals, so that both deal equally often"),
    Option("target", range(1, 10_001), 100, "the points that end a game of length = cent"),
)

RULESETS: dict[str, Options] = {
    "house": {},
    "classic": {
        "carte_blanche": "no-court",
        "carte_blanche_show": "hand",
        "min_exchange": 1,
        "younger_look": "shared",
        "first_declarer": "elder",
        "second_scores": "after-lead",
        "play_points": "classic",
        "thirty_bonus": "pique-repique",
        "length": "partie",
    },
}


def resolved(ruleset: str, given: Options) -> dict[str, OptionValue]:
    """All options with their values. Raises :class:`BadOptions`."""
    options = resolve(OPTIONS, RULESETS, ruleset, given)
    check_conflicts(options)
    return options


def check_conflicts(options: Options) -> None:
    """Refuse what makes no sense. Raises :class:`BadOptions`, ``option/conflict``."""
    length = options["length"]
    if options["first_declarer"] == "dealer" and options["second_scores"] == "after-lead":
        conflict("where the dealer declares first, the other one leads: second_scores must be at-once")
    if length != "deals" and options["length_n"] != 2:
        conflict(f"length_n = {options['length_n']} needs length = deals")
    if length != "cent" and options["target"] != 100:
        conflict(f"target = {options['target']} needs length = cent")


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything about a deal that the options decide.

    ``suit_ten``, ``no_court``: which carte blanche there is, if any. ``lead`` and ``last_lead`` are the points for
    leading a card, by its number; ``trick[last][follower]`` for a trick, the last one or not, that the follower took
    or the leader. ``lowest_set`` is the strength of the lowest rank that makes a set.
    """

    suit_ten: bool
    no_court: bool
    per_suit: bool
    show_hand: bool
    least: int
    look: str
    dealer_first: bool
    after_lead: bool
    sinking: bool
    pique: bool
    cards_at_half: bool
    capot_adds_cards: bool
    cards_count: bool
    lead: tuple[int, ...]
    last_lead: tuple[int, ...]
    trick: tuple[tuple[int, int], tuple[int, int]]
    lowest_set: int
    auto_declare: bool
    length: str
    number: int
    target: int
    cards: tuple[str, ...] = PACK.cards
    players: int = SEATS
    sides: tuple[tuple[int, ...], ...] = SIDES


def of(options: Options) -> Setup:
    """The set-up for ``options``, made once for each. Raises :class:`BadOptions`."""
    return _setup(frozenset(options.items()))


@lru_cache(maxsize=256)
def _setup(items: frozenset[tuple[str, bool | int | str]]) -> Setup:
    options = resolved("house", dict(items))
    additive, from_ten = options["play_points"] == "additive", bool(options["lead_from_ten"])
    lead = tuple(0 if from_ten and text[0] in "789" else 1 for text in PACK.cards)
    return Setup(
        suit_ten=options["carte_blanche"] == "suit-ten",
        no_court=options["carte_blanche"] == "no-court",
        per_suit=options["carte_blanche_limit"] == "per-suit",
        show_hand=options["carte_blanche_show"] == "hand",
        least=cast(int, options["min_exchange"]),
        look=str(options["younger_look"]),
        dealer_first=options["first_declarer"] == "dealer",
        after_lead=options["second_scores"] == "after-lead",
        sinking=bool(options["sinking"]),
        pique=options["thirty_bonus"] == "pique-repique",
        cards_at_half=options["cards_at_half"] == "both",
        capot_adds_cards=bool(options["capot_adds_cards"]),
        cards_count=bool(options["cards_count_for_pique"]),
        lead=lead,
        last_lead=tuple(2 * points for points in lead) if additive else lead,
        trick=((1, 1), (2, 2)) if additive else ((0, 1), (1, 2)),
        lowest_set=PACK.ranks.index(str(options["set_min_rank"])),
        auto_declare=options["auto_declare"] == "full",
        length=str(options["length"]),
        number=cast(int, options["length_n"]),
        target=cast(int, options["target"]),
    )

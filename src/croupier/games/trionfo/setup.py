"""Trionfo: the pack, the options, and what follows from them for every deal."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from croupier.games.cards import Pack
from croupier.games.kernel import Option, Options, OptionValue
from croupier.games.options import conflict, resolve
from croupier.games.tricks import FollowRule, Tricks, follow, follow_or_trump, rounds, tricks

PACK = Pack("french52", suits="CDHS", ranks="23456789TJQKA")
TWOS = ("2C", "2D", "2H", "2S")
"""The cards that are left out first, in this order."""
SPECIALS = {"A": 5, "J": 4, "Q": 3}
"""Points of the special trumps."""

HAND = 7
"""Cards that everybody gets, or fewer where the stock does not reach."""

OPTIONS = (
    Option("players", range(2, 8), 4, "number of seats, each plays alone"),
    Option("pack", (52,), 52, "cards before any are left out"),
    Option("leftover", ("strip", "dead"), "strip", "what does not come out even: twos are left out, or cards lie dead"),
    Option("refill", ("redeal", "draw", "none"), "redeal", "how the stock comes into play"),
    Option("short_last", ("equal",), "equal", "the last smazzata: the rest of the stock in equal hands"),
    Option("trump", ("turn-up", "rotate", "C", "D", "H", "S"), "turn-up", "what names the trump suit"),
    Option("redeal_leader", ("trick-winner", "eldest"), "trick-winner", "who leads to a new smazzata"),
    Option("must_trump", (False, True), False, "who cannot follow suit has to trump"),
    Option("specials", ("captured", "played"), "captured", "a special trump pays its captor, or who plays it"),
    Option("announce", (False, True), False, "each seat announces how many tricks it will win"),
    Option("bid_penalty", ("shortfall", "deviation"), "shortfall", "too few tricks cost points, or too many as well"),
    Option("bid_failed_keeps_tricks", (True, False), True, "the tricks of a failed bid still count"),
    Option("double_specials", (False, True), False, "an exact bid doubles the special trumps as well"),
    Option("hook", (False, True), False, "the last bid may not make all bids come out even"),
    Option("bid_order", ("in-turn", "secret"), "in-turn", "bids are heard as they are made, or all together"),
    Option("tie", ("shared", "more-tricks", "specials", "playoff"), "shared", "what parts equal points"),
    Option("length", ("single", "games"), "single", "one deal, or the sum of N"),
    Option("length_n", range(1, 1001), 1, "the N of length"),
)  # fmt: skip

RULESETS: dict[str, Options] = {"house": {}}


def resolved(ruleset: str, given: Options) -> dict[str, OptionValue]:
    """All options with their values. Raises :class:`BadOptions`."""
    options = resolve(OPTIONS, RULESETS, ruleset, given)
    check_conflicts(options)
    return options


def check_conflicts(options: Options) -> None:
    """Refuse options that contradict each other. Raises :class:`BadOptions`, ``option/conflict``."""
    number = options["length_n"]
    if options["announce"] and options["refill"] == "draw":
        conflict("announce = true needs to know the number of tricks: refill = redeal or none")
    if options["length"] == "single" and number != 1:
        conflict(f"length = single is one deal, so length_n = {number} needs length = games")


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything about a deal that the options decide. Cards are numbers of ``PACK``.

    ``hands`` are the sizes of the hands dealt, one for each smazzata; of the deck the first ``used`` cards are
    dealt at some time (all but the dead ones); ``tables[suit]`` and ``values[suit]`` are the tables of tricks and
    the points of cards with that trump; ``turns[s]`` all seats from ``s`` on, ``after[s]`` the next seat; ``rule``
    says which cards may follow.
    """

    players: int
    number: int
    tie: str
    cards: tuple[str, ...]
    pack: frozenset[int]
    hands: tuple[int, ...]
    used: int
    draw: bool
    trump: str
    eldest_leads: bool
    rule: FollowRule
    played: bool
    announce: bool
    deviation: bool
    keep: bool
    double: bool
    hook: bool
    secret: bool
    tables: tuple[Tricks, ...]
    values: tuple[tuple[int, ...], ...]
    turns: tuple[tuple[int, ...], ...]
    after: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]


def sizes(cards: int, players: int, refill: str) -> tuple[int, ...]:
    """The hands that ``cards`` give to each of ``players``, smazzata by smazzata."""
    if refill != "redeal":
        return (HAND,)
    each = cards // players
    return (HAND,) * (each // HAND) + ((each % HAND,) if each % HAND else ())


def values(trump: int) -> tuple[int, ...]:
    """The points of every card where ``trump`` (index of a suit) is trump."""
    points = PACK.values(SPECIALS)
    return tuple(value if suit == trump else 0 for suit, value in zip(PACK.suit, points, strict=True))


VALUES = tuple(values(trump) for trump in range(4))


def of(options: Options) -> Setup:
    """The set-up for ``options``, made once for each. Raises :class:`BadOptions`."""
    return _setup(frozenset(options.items()))


@lru_cache(maxsize=1024)
def _setup(items: frozenset[tuple[str, bool | int | str]]) -> Setup:
    options = resolved("house", dict(items))
    players = cast(int, options["players"])
    left = len(PACK.cards) % players
    stripped = TWOS[:left] if options["leftover"] == "strip" else ()
    cards = tuple(card for card in PACK.cards if card not in stripped)
    used = len(PACK.cards) - left
    return Setup(
        players=players,
        number=cast(int, options["length_n"]),
        tie=str(options["tie"]),
        cards=cards,
        pack=frozenset(PACK.number[card] for card in cards),
        hands=sizes(used, players, str(options["refill"])),
        used=used,
        draw=options["refill"] == "draw",
        trump=str(options["trump"]),
        eldest_leads=options["redeal_leader"] == "eldest",
        rule=follow_or_trump if options["must_trump"] else follow,
        played=options["specials"] == "played",
        announce=bool(options["announce"]),
        deviation=options["bid_penalty"] == "deviation",
        keep=bool(options["bid_failed_keeps_tricks"]),
        double=bool(options["double_specials"]),
        hook=bool(options["hook"]),
        secret=options["bid_order"] == "secret",
        tables=tuple(tricks(PACK, suit) for suit in range(4)),
        values=VALUES,
        turns=rounds(players),
        after=tuple((seat + 1) % players for seat in range(players)),
        sides=tuple((seat,) for seat in range(players)),
    )

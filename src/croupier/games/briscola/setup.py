"""Briscola: the pack, the options, and what follows from them for every deal."""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from croupier.games.cards import Pack
from croupier.games.kernel import Option, Options, OptionValue
from croupier.games.options import conflict, resolve
from croupier.games.tricks import Beats, rounds, tricks

PACK = Pack("italian40", suits="CDSB", ranks="24567JQK3A")
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
SEVEN_HIGH = "23456JQK7A"
"""The ranks, weakest first, where the seven takes the place and the points of the three."""
SEVEN_HIGH_VALUES = {"A": 11, "7": 10, "K": 4, "Q": 3, "J": 2}

HAND = 3
ENOUGH = 61
"""More than half of the 120 points."""

TALK = (
    "trump-please", "points-please", "low-please", "take-it", "leave-it",
    "have-ace", "have-three", "have-king", "have-trump", "no-trump",
)  # fmt: skip
"""What may be said; nobody checks whether it is true."""

OPTIONS = (
    Option("players", (2, 3, 4, 6), 2, "number of seats; 4 play in two pairs, 6 in two teams of three"),
    Option("removed_two", ("2C", "2D", "2S", "2B"), "2C", "the two that is left out with three players"),
    Option(
        "three_player_win",
        ("most", "sixty-one"),
        "most",
        "three players: the most points win, or only 61 and more",
    ),
    Option("tie", ("draw", "replay", "last-trick"), "draw", "what a tie for the most points is"),
    Option(
        "last_hand",
        ("stock-empty", "final-trick", "never"),
        "stock-empty",
        "from when partners see each other's cards and a side its pile",
    ),
    Option("table_talk", ("public", "off"), "public", "partners may speak, heard by all, from the second trick on"),
    Option("secret_signs", (False, True), False, "partners know each other's cards by signs after the first trick"),
    Option("stop_at_61", (False, True), False, "the deal ends after the trick that gives a side 61 points"),
    Option("turnup_swap", ("off", "seven", "two"), "off", "the low trump that may be swapped for the turn-up"),
    Option("show_points", (False, True), False, "everybody sees the points taken so far"),
    Option("length", ("single", "best-of", "deals"), "single", "one deal, the best of N, or the sum of N"),
    Option("length_n", range(1, 1001), 1, "the N of length"),
    Option("open_hands", (False, True), False, "all play with open cards"),
    Option("three_seven", ("three-high", "seven-high"), "three-high", "which of the two ranks next to the ace"),
)


RULESETS: dict[str, Options] = {"house": {}}


def resolved(ruleset: str, given: Options) -> dict[str, OptionValue]:
    """All options with their values. Raises :class:`BadOptions`."""
    options = resolve(OPTIONS, RULESETS, ruleset, given)
    check_conflicts(options)
    return options


def check_conflicts(options: Options) -> None:
    """Refuse options that contradict each other. Raises :class:`BadOptions`, ``option/conflict``."""
    players, length, number = options["players"], options["length"], cast(int, options["length_n"])
    if length == "single" and number != 1:
        conflict(f"length = single is one deal, so length_n = {number} needs length = best-of or deals")
    if length == "best-of" and number % 2 == 0:
        conflict(f"best of {number} may end without a winner: length_n must be odd")
    if options["turnup_swap"] == "two" and players == 6:
        conflict("with six players all twos are left out: turnup_swap = two can never happen")
    if options["secret_signs"] and players not in (4, 6):
        conflict("secret_signs are for partners: players must be 4 or 6")


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything about a deal that the options decide. Cards are numbers of ``PACK``.

    ``side`` is the side of each seat, ``turns[s]`` all seats from ``s`` on, ``after[s]`` the next seat,
    ``beats[suit]`` the table of tricks with that trump, ``low[suit]`` the card of the swap.
    """

    length: str
    number: int
    replay: bool
    cards: tuple[str, ...]
    players: int
    sides: tuple[tuple[int, ...], ...]
    side: tuple[int, ...]
    partners: tuple[tuple[int, ...], ...]
    turns: tuple[tuple[int, ...], ...]
    after: tuple[int, ...]
    pack: frozenset[int]
    values: tuple[int, ...]
    beats: tuple[Beats, ...]
    low: tuple[int, ...]
    talk: bool
    stop: bool
    sixty_one: bool
    last_trick_wins: bool
    last_hand: str
    signs: bool
    open_hands: bool
    show_points: bool

    @property
    def plain(self) -> bool:
        """Is playing a card all that a seat can do?"""
        return not (self.talk or self.low)


def sides(players: int) -> tuple[tuple[int, ...], ...]:
    """Two and three play each alone, four and six in two teams with alternating seats."""
    teams = players if players < 4 else 2
    return tuple(tuple(range(first, players, teams)) for first in range(teams))


def left_out(options: Options) -> set[str]:
    """The cards that are not in the pack: one two with three players, all with six."""
    if options["players"] == 3:
        return {str(options["removed_two"])}
    return {"2C", "2D", "2S", "2B"} if options["players"] == 6 else set()


def of(options: Options) -> Setup:
    """The set-up for ``options``, made once for each. Raises :class:`BadOptions`."""
    return _setup(frozenset(options.items()))


@lru_cache(maxsize=256)
def _setup(items: frozenset[tuple[str, bool | int | str]]) -> Setup:
    options = resolved("house", dict(items))
    players = cast(int, options["players"])
    cards = tuple(card for card in PACK.cards if card not in left_out(options))
    teams, turns = sides(players), rounds(players)
    seven_high = options["three_seven"] == "seven-high"
    order = SEVEN_HIGH if seven_high else None
    swap = {"seven": "7", "two": "2"}.get(str(options["turnup_swap"]), "")
    side = tuple(seat % len(teams) for seat in range(players))
    return Setup(
        length=str(options["length"]),
        number=cast(int, options["length_n"]),
        replay=options["tie"] == "replay",
        cards=cards,
        players=players,
        sides=teams,
        side=side,
        partners=tuple(tuple(other for other in teams[side[seat]] if other != seat) for seat in range(players)),
        turns=turns,
        after=tuple((seat + 1) % players for seat in range(players)),
        pack=frozenset(PACK.number[card] for card in cards),
        values=PACK.values(SEVEN_HIGH_VALUES if seven_high else VALUES),
        beats=tuple(tricks(PACK, suit, order).beats for suit in range(4)),
        low=tuple(PACK.number[swap + suit] for suit in PACK.suits) if swap else (),
        talk=players > 3 and options["table_talk"] == "public",
        stop=bool(options["stop_at_61"]),
        sixty_one=players == 3 and options["three_player_win"] == "sixty-one",
        last_trick_wins=options["tie"] == "last-trick" and options["length"] != "deals",
        last_hand=str(options["last_hand"]),
        signs=bool(options["secret_signs"]),
        open_hands=bool(options["open_hands"]),
        show_points=bool(options["show_points"]),
    )

"""The worked deals of piquet, and ways to set one up and to play on."""

from typing import Any

from croupier import games
from croupier.games.piquet.deal import PiquetDeal
from games.battery import resolved
from games.piquet_cards import RANKS, SUITS

PIQUET = games.get("piquet")
ALL_CARDS = [rank + suit for suit in SUITS for rank in RANKS]


def cards(text: str) -> list[str]:
    """A hand."""
    return text.split()


def deck_of(elder: str, younger: str, talon: str = "") -> list[str]:
    """A deck that deals these hands, two cards at a time, elder first; the cards that are not named lie last."""
    one, other = cards(elder), cards(younger)
    dealt = [card for place in range(0, 12, 2) for card in (*one[place : place + 2], *other[place : place + 2])]
    named = [*dealt, *cards(talon)]
    deck = [*named, *(card for card in ALL_CARDS if card not in named)]
    assert len(deck) == len(set(deck)) == 32
    return deck


def deal(deck: list[str], dealer: int = 1, first_ply: int = 0, **given: Any) -> PiquetDeal:
    """Deal a deck; elder is seat 0 unless said otherwise. ``given`` may name a ruleset."""
    dealt = PIQUET.deal(resolved(PIQUET, given), dealer, deck, first_ply)
    assert isinstance(dealt, PiquetDeal)
    return dealt


def dealt(elder: str, younger: str, talon: str = "", dealer: int = 1, **given: Any) -> PiquetDeal:
    """Deal these hands."""
    return deal(deck_of(elder, younger, talon), dealer, **given)


def run(table: PiquetDeal, actions: str) -> PiquetDeal:
    """Take actions, parted by commas; those that the engine takes are put in, and a card stands for playing it."""
    for action in filter(None, (part.strip() for part in actions.replace("\n", " ").split(","))):
        engine(table)
        assert table.to_act is not None
        table.apply(table.to_act, f"play {action}" if action in ALL_CARDS else " ".join(action.split()))
    engine(table)
    return table


def engine(table: PiquetDeal) -> None:
    """Let the engine act where nobody is asked."""
    while (action := table.auto()) is not None:
        assert table.to_act is not None
        table.apply(table.to_act, action)


def lines(table: PiquetDeal, *but: str) -> list[tuple[int, str, int]]:
    """Seat, kind and points of the lines of the score, without some kinds."""
    return [(score.seat, score.kind, score.points) for score in table.scores if score.kind not in but]


def hands(elder: str, younger: str, **given: Any) -> PiquetDeal:
    """After an exchange of nothing, without a carte blanche before it or a look at the talon after it."""
    options = {"carte_blanche": "off", "min_exchange": 0, "younger_look": "private", **given}
    return run(dealt(elder, younger, **options), "exchange, exchange")


SAMPLE_DEAL = deck_of(
    "AS KS JS AH QH JH 8H JC 8C 7C 9D 8D", "TS 7S TH 9H 7H KC QC TC AD QD JD TD", "9S 8S KH 9C KD QS AC 7D"
)
SAMPLE_EXCHANGE = "exchange KS 8C 7C 9D 8D, exchange 7S 9H 7H"
SAMPLE_TRICKS = """
    AH, TH, KH, 7D, QH, TD, JH, JD, 8H, QD, KD, AD, AC, 9C, KC, JC, QC, 8S, TC, 9S, QS, AS, JS, TS
"""
SAMPLE_HOUSE = f"""
    pass, {SAMPLE_EXCHANGE}, call point D, not-good, claim point H, call sequence AC 3 + QD 3, not-good,
    claim sequence AH 4, call set T 4 + Q 3, good, {SAMPLE_TRICKS}
"""
SAMPLE_CLASSIC = f"""
    {SAMPLE_EXCHANGE}, call point H, ask, good, call sequence AH 4, good, call set J 3, not-good, AH,
    claim set T 4 + Q 3, {SAMPLE_TRICKS.split(",", 1)[1]}
"""
"""The sample deal of Cavendish's book: elder has the better point by a pip."""

"""Bezique: is an action legal, and if not, why?

The checks in their order: the deal is over; the text cannot be read; the phase; the turn; the cards held; the
rules of the game.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from croupier.games.kernel import Illegal
from croupier.games.tricks import breach

from . import melds
from .actions import ANNOUNCE, EXCHANGE, PASS, SEVEN, Named, Said, read
from .declare import is_fresh, may_exchange, unshown
from .melds import FIND, KINDS, MELD, mask_of
from .setup import BIT, PACKS

if TYPE_CHECKING:
    from .course import Course


def check(deal: "Course", seat: int, action: str) -> int:
    """The number of a legal action. Raises :class:`Malformed` or :class:`Illegal`."""
    if deal.to_act is None:
        _refuse("game-over", "the deal is over")
    said = read(deal.setup.packs, action)
    if (said.verb == "play") == (deal.phase == "meld"):
        now = "you may meld, show a seven or pass now" if deal.phase == "meld" else "a card is to be played now"
        _refuse("wrong-phase", now)
    if seat != deal.to_act:
        _refuse("not-your-turn", f"seat {deal.to_act} is to act")
    if said.verb == "pass":
        return PASS
    if said.verb == "seven":
        return _seven(deal, seat, exchange=said.exchange)
    cards = held(deal, seat, said.cards)
    if said.verb == "play":
        return _play(deal, seat, cards[0])
    return _meld(deal, seat, said, cards) if said.verb == "meld" else _announce(deal, seat, said, cards)


def _refuse(name: str, reason: str) -> NoReturn:
    raise Illegal(f"move/{name}", reason)


def held(deal: "Course", seat: int, named: Sequence[Named]) -> list[int]:
    """The cards that are meant, in the order in which they were named, each held by ``seat``.

    Raises :class:`Illegal`: ``move/card-not-held``, or ``move/ambiguous-card`` where one copy of a card is meant
    and both are held in different states.
    """
    hand = deal.hands[seat]
    exact = {name[0] for name in named if len(name) == 1}
    found: list[int] = []
    for name in named:
        there = [card for card in name if card in hand and (len(name) == 1 or card not in exact)]
        left = [card for card in there if len(name) == 1 or card not in found]
        if not left:
            _refuse("card-not-held", f"{_name(deal, name)} is not in your hand or on your table")
        if len(left) == 2 and named.count(name) == 1 and _state(deal, seat, left[0]) != _state(deal, seat, left[1]):
            _refuse("ambiguous-card", f"{_name(deal, name)} may be either copy: write {_either(deal, left)}")
        found.append(left[0])
    return found


def _state(deal: "Course", seat: int, card: int) -> tuple[bool, frozenset[int], bool]:
    """What tells two copies apart: on the table or in the hand, the kinds of meld made, shown as a seven."""
    bit = BIT[card]
    kinds = frozenset(MELD[made].kind for made in deal.made if MELD[made].mask & bit)
    return bool(deal.table[seat] & bit), kinds, bool(deal.sevens & bit)


def _name(deal: "Course", name: Named) -> str:
    text = PACKS[deal.setup.packs].cards[name[0]]
    return text if len(name) == 1 else text[:2]


def _either(deal: "Course", cards: Sequence[int]) -> str:
    return " or ".join(PACKS[deal.setup.packs].texts(cards))


def _play(deal: "Course", seat: int, card: int) -> int:
    if card not in deal.moves():
        code = breach(deal.trump.tables, deal.hands[seat], deal.trick, card)
        led = PACKS[deal.setup.packs].cards[deal.trick[0]]
        raise Illegal(code, f"{PACKS[deal.setup.packs].cards[card]} may not be played to {led} with what you hold")
    return card


def _seven(deal: "Course", seat: int, *, exchange: bool) -> int:
    if not unshown(deal, seat):
        _refuse("seven-not-held", "you hold no seven of trump that you have not shown")
    if deal.shown_seven or (deal.melded and not deal.setup.free_seven):
        _refuse("meld-already-made", "nothing more is scored after this trick")
    if exchange and not may_exchange(deal):
        why = "the turn-up is a seven" if deal.setup.exchange else "sevens are not exchanged in this game"
        _refuse("seven-exchange-not-allowed", why)
    return EXCHANGE if exchange else SEVEN


def _meld(deal: "Course", seat: int, said: Said, cards: Sequence[int]) -> int:
    if deal.melded:
        _refuse("meld-already-made", "one meld is made after each trick that is won")
    move = _shaped(deal, said, cards)
    if move is None:
        _refuse("meld-shape", f"these cards are no {KINDS[said.kind]}")
    broken = melds.breach(MELD[move], deal.made, deal.setup.literal)
    if broken:
        raise Illegal(*broken)
    if not is_fresh(deal, seat, move):
        why = "the card taken for the seven may not be in it" if deal.taken in cards else "all cards lie on the table"
        _refuse("meld-no-fresh-card", why)
    return move


def _announce(deal: "Course", seat: int, said: Said, cards: Sequence[int]) -> int:
    move = _shaped(deal, said, cards)
    if not deal.melded:
        _refuse("announce-not-legal", "a meld is announced after another one was made")
    if move is None or melds.breach(MELD[move], deal.made, deal.setup.literal):
        _refuse("announce-not-legal", "there is no such meld to be made")
    if MELD[move].mask & ~deal.table[seat]:
        _refuse("announce-not-legal", "a card of it does not lie on the table")
    if (seat, move) in deal.announced:
        _refuse("announce-not-legal", "it is announced already")
    return move + ANNOUNCE


def _shaped(deal: "Course", said: Said, cards: Sequence[int]) -> int | None:
    """The meld that the cards make up, if they do."""
    move = FIND.get((said.kind, mask_of(cards)))
    if move is None or len(cards) != len(MELD[move].cards) or not melds.fits(MELD[move], deal.trump.suit):
        return None
    return move

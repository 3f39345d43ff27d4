"""Bezique: the phase after a trick, in which its winner may meld, show a seven and announce.

One meld is made after a trick. Where a seven takes its place (``seven_slot = uses-meld``) it is the one or the other.
After a meld the phase goes on as long as more than a pass is possible.
"""

from typing import TYPE_CHECKING

from .actions import ANNOUNCE, EXCHANGE, PASS, SEVEN
from .melds import KINDS, MELD, MELDS, POINTS, kinds_in_reach, use_up
from .setup import BIT, MELDED

if TYPE_CHECKING:
    from .course import Course


def moves(deal: "Course", seat: int) -> list[int]:
    """All that ``seat`` may do: melds, or after one announcements; a seven; a pass."""
    held = 0
    for card in deal.hands[seat]:
        held |= BIT[card]
    found = _announcements(deal, seat) if deal.melded else _melds(deal, seat, held)
    if held & deal.sevens and _may_show(deal):
        found += [SEVEN, EXCHANGE] if may_exchange(deal) else [SEVEN]
    found.append(PASS)
    return found


def perform(deal: "Course", seat: int, move: int) -> None:
    """Do one of the moves; both draw if the phase is over with it."""
    if move == PASS:
        deal.draw(seat)
        return
    if move >= SEVEN:
        _show_seven(deal, seat, exchange=move == EXCHANGE)
    elif move in MELDS:
        _make(deal, seat, move)
    else:
        deal.announced += ((seat, move - ANNOUNCE),)
    if deal.to_act is not None and not _goes_on(deal, seat):
        deal.draw(seat)


def _goes_on(deal: "Course", seat: int) -> bool:
    if not deal.melded:
        return deal.setup.free_seven or not deal.shown_seven
    return len(moves(deal, seat)) > 1


def _make(deal: "Course", seat: int, move: int) -> None:
    meld = MELD[move]
    deal.melded = True
    deal.made.append(move)
    deal.table[seat] |= meld.mask
    deal.seen |= meld.mask
    use_up(deal.usable, meld, deal.setup.literal)
    if deal.announced:
        deal.announced = tuple(said for said in deal.announced if said[1] != move)
    deal.score(seat, KINDS[meld.kind], POINTS[meld.kind])


def _show_seven(deal: "Course", seat: int, *, exchange: bool) -> None:
    """The lower copy of two is shown. It goes to the table, or under the stock for the turn-up."""
    seven = unshown(deal, seat)[0]
    deal.sevens &= ~BIT[seven]
    deal.seen |= BIT[seven]
    deal.shown_seven = True
    if exchange:
        hand, deal.taken = deal.hands[seat], deal.stock[-1]
        hand[hand.index(seven)] = deal.taken
        deal.stock = (*deal.stock[:-1], seven)
    else:
        deal.table[seat] |= BIT[seven]
    deal.score(seat, "seven", MELDED)


def _may_show(deal: "Course") -> bool:
    """One seven after a trick, beside a meld only where it is free."""
    return not deal.shown_seven and (deal.setup.free_seven or not deal.melded)


def unshown(deal: "Course", seat: int) -> list[int]:
    """The sevens of trump that ``seat`` holds and that were not shown, the lower copy first."""
    return sorted(card for card in deal.hands[seat] if BIT[card] & deal.sevens)


def may_exchange(deal: "Course") -> bool:
    """Is the turn-up to be had for a seven?"""
    return deal.setup.exchange and not BIT[deal.stock[-1]] & deal.trump.sevens


def _melds(deal: "Course", seat: int, held: int) -> list[int]:
    found = _within(deal, held)
    if found and (deal.taken >= 0 or deal.setup.fresh_card):
        return [move for move in found if is_fresh(deal, seat, move)]
    return found


def _announcements(deal: "Course", seat: int) -> list[int]:
    """The melds that lie on the table of ``seat``, to be made after a later trick."""
    lying = _within(deal, deal.table[seat])
    return [move + ANNOUNCE for move in lying if (seat, move) not in deal.announced]


def _within(deal: "Course", cards: int) -> list[int]:
    """The melds that the rules of reuse allow with a set of cards."""
    found: list[int] = []
    within, usable = deal.trump.within, deal.usable
    for kind in kinds_in_reach(cards):
        if melds := within[kind][cards & usable[kind]]:
            found += melds
    return found


def is_fresh(deal: "Course", seat: int, move: int) -> bool:
    """May the meld be made from where its cards are?

    Never with the card that was just taken for a seven. With ``fresh_card`` not with cards of the table alone,
    unless it was announced.
    """
    mask = MELD[move].mask
    if deal.taken >= 0 and mask & BIT[deal.taken]:
        return False
    return not deal.setup.fresh_card or bool(mask & ~deal.table[seat]) or (seat, move) in deal.announced

"""The dealer: each event once, always the same one, and no card before its time."""

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Clock, EntrantSpec, Policy, TournamentSpec
from croupier.games import deck, get
from croupier.services.dealer.decider import Secrets
from croupier.services.dealer.service import Dealer
from harness import given
from rings import named, ring

SECRET = bytes(range(32))
BEACON = bytes(32)
LOG = "g/cup-r1-t1-1"
SEED = deck.tournament_seed(SECRET, "cup")
BOARD = deck.board_seed(SEED, "cup-r1-b1")
OPENED = ev.GameOpened(
    game="briscola", ruleset="house", options=get("briscola").resolve("house", {}), rules=1, tournament="cup", round=1,
    board="cup-r1-b1", seats=[ev.SeatAssignment(entrant=name, name=name) for name in ("ann", "bob")], dealer=1,
    clock=Clock(), policy=Policy(),
)  # fmt: skip
COMMITTED = ev.DeckCommitted(commitment=deck.deck_commitment(BOARD).hex())
ORDERED = ev.DealOrdered(deal=1, dealer=1)
SCORED = ev.GameScored(points=[70, 50], places=[1, 2], outcome="won", why="points")
REVEALED = ev.DeckRevealed(board_seed=BOARD.hex())
REVEAL = cmd.DeckReveal(id="reveal/cup-r1-t1-1", game="cup-r1-t1-1")
SPEC = TournamentSpec(
    id="cup", name="Cup", game="briscola", entrants=[EntrantSpec(id=x, name=x, token="0" * 64) for x in ("ann", "bob")]
)


def dealt(number: int) -> ev.DealDealt:
    pack = get("briscola").pack(OPENED.options)
    return ev.DealDealt(deal=number, deck=" ".join(deck.shuffle(BOARD, BEACON, number, pack)))


def notice(event: type[ev.Event], log: str = LOG) -> cmd.Notice:
    return cmd.Notice(log=log, seq=1, event=event.TYPE)


@pytest.fixture
def dealer() -> Dealer:
    return Dealer(Secrets(SECRET, {"cup": BEACON}, ring("dealer")))


def test_a_game_that_opens_gets_its_commitment(dealer: Dealer) -> None:
    given(dealer, LOG, OPENED).when(notice(ev.GameOpened)).then(COMMITTED)


def test_a_deal_is_dealt_when_it_is_ordered(dealer: Dealer) -> None:
    given(dealer, LOG, OPENED, COMMITTED, ORDERED).when(notice(ev.DealOrdered)).then(dealt(1))


def test_the_next_deal_has_another_deck(dealer: Dealer) -> None:
    past = (OPENED, COMMITTED, ORDERED, dealt(1), ev.DealOrdered(deal=2, dealer=0))
    given(dealer, LOG, *past).when(notice(ev.DealOrdered)).then(dealt(2))
    assert dealt(1).deck != dealt(2).deck


def test_a_repeated_notice_changes_nothing(dealer: Dealer) -> None:
    given(dealer, LOG, OPENED, COMMITTED).when(notice(ev.GameOpened)).nothing()
    given(dealer, LOG, OPENED, COMMITTED, ORDERED, dealt(1)).when(notice(ev.DealOrdered)).nothing()


def test_a_dealer_that_was_killed_deals_the_same_cards() -> None:
    for _ in range(2):
        fresh = Dealer(Secrets(SECRET, {"cup": BEACON}, ring("dealer")))
        given(fresh, LOG, OPENED, COMMITTED, ORDERED).when(notice(ev.DealOrdered)).then(dealt(1))


def test_no_cards_before_the_nonces_are_known() -> None:
    dealer = Dealer(Secrets(SECRET, {}, ring("dealer")))
    given(dealer, LOG, OPENED, COMMITTED, ORDERED).when(notice(ev.DealOrdered)).refused("deal/no-beacon")
    given(dealer, LOG, OPENED, COMMITTED, ORDERED).when().nothing()


def test_a_deck_is_shown_when_its_game_is_over_and_only_once(dealer: Dealer) -> None:
    past = (OPENED, COMMITTED, ORDERED, dealt(1))
    given(dealer, LOG, *past).when(REVEAL).nothing()
    given(dealer, LOG, *past, SCORED).when(REVEAL).then(REVEALED)
    given(dealer, LOG, *past, ev.GameVoided(why="server/fault")).when(REVEAL).then(REVEALED)
    given(dealer, LOG, *past, SCORED, REVEALED).when(REVEAL).nothing()


def test_a_game_that_is_over_before_the_cards_were_dealt_gets_none(dealer: Dealer) -> None:
    forfeit = ev.GameScored(points=[0, 0], places=[2, 1], outcome="forfeit", why="session/left")
    given(dealer, LOG, OPENED, COMMITTED, ORDERED, forfeit).when(notice(ev.DealOrdered)).nothing()


def test_a_game_that_is_over_before_its_commitment_gets_none_and_is_revealed(dealer: Dealer) -> None:
    """Nothing was dealt; whoever has the tournament's seed can still see that the board's seed is the right one."""
    forfeit = ev.GameScored(points=[0, 0], places=[2, 1], outcome="forfeit", why="session/left")
    given(dealer, LOG, OPENED, forfeit).when(notice(ev.GameOpened)).nothing()
    given(dealer, LOG, OPENED, forfeit).when(REVEAL).then(REVEALED)


def test_a_tournament_gets_its_commitment_and_at_the_end_its_seed(dealer: Dealer) -> None:
    opened, log = ev.TournamentOpened(spec=SPEC), "t/cup"
    committed = ev.SeedCommitted(commitment=deck.seed_commitment(SEED).hex())
    finished = ev.TournamentFinished(standings=[], ratings=[])
    revealed = ev.SeedRevealed(seed=SEED.hex())
    opening = (committed, *named("cup", "dealer"))
    given(dealer, log, opened).when(notice(ev.TournamentOpened, log)).then(*opening)
    given(dealer, log, opened, *opening).when(notice(ev.TournamentOpened, log)).nothing()
    given(dealer, log, opened, *opening, finished).when(notice(ev.TournamentFinished, log)).then(revealed)
    given(dealer, log, opened, *opening, finished, revealed).when(notice(ev.TournamentFinished, log)).nothing()


def test_the_secret_does_not_show_in_a_print_of_it() -> None:
    assert repr(SECRET)[2:20] not in repr(Secrets(SECRET, {}, ring("dealer")))

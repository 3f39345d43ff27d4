"""What the dealer decides. Pure: the secret and the beacons are arguments.

Everything but the reveal of a deck follows from the log alone, so a dealer that was killed, or that is
told the same thing twice, writes each event once, and always the same one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.commands import DeckReveal, Notice
from croupier.contracts.errors import NotAllowed
from croupier.folds.keys import Ring, naming
from croupier.games import deck
from croupier.services.dealer.state import Dealing

NOTHING: tuple[ev.Event, ...] = ()


@dataclass(slots=True)
class Secrets:
    """``secret``: the dealer's own bytes; ``beacons``: by tournament, as they stand in the tournaments' logs;

    ``ring``: the key that the dealer signs with.
    """

    secret: bytes = field(repr=False)
    beacons: Mapping[str, bytes]
    ring: Ring

    def seed(self, tournament: str) -> bytes:
        """The seed S of a tournament."""
        return deck.tournament_seed(self.secret, tournament)

    def board(self, opened: ev.GameOpened) -> bytes:
        """The seed of the board that a game is played on."""
        return deck.board_seed(self.seed(opened.tournament), opened.board)


def decide(secrets: Secrets, state: Dealing, message: DeckReveal | Notice) -> Iterable[ev.Event]:
    """The events that a message causes beyond what :func:`follow` finds.

    Raises ``NotAllowed`` (``deal/no-beacon``) for a deal in a tournament that has not started.
    """
    if isinstance(message, DeckReveal):
        return _reveal(secrets, state)
    if state.ordered > state.dealt and state.tournament not in secrets.beacons:
        raise NotAllowed("deal/no-beacon", f"the tournament {state.tournament} has not started", place=state.log)
    return NOTHING


def follow(secrets: Secrets, state: Dealing) -> Iterable[ev.Event]:
    """What is due in the log: a commitment, a deal, the dealer's key, the tournament's seed.

    Raises ``NotAllowed`` (``key/other``, ``key/twice``) in a tournament in which the dealer cannot use its key.
    """
    if isinstance(state.opened, ev.TournamentOpened):
        return (*_seed(secrets, state), *naming(secrets.ring, state.keys, state.log, started=state.started))
    if state.opened is None or state.over:
        return NOTHING
    if not state.committed:
        return (ev.DeckCommitted(commitment=deck.deck_commitment(secrets.board(state.opened)).hex()),)
    beacon = secrets.beacons.get(state.opened.tournament)
    if state.ordered == state.dealt or beacon is None:
        return NOTHING
    return (_deal(secrets.board(state.opened), beacon, state.opened, state.ordered),)


def doubt(secrets: Secrets, state: Dealing, event: ev.Event) -> str:
    """Why an event that stands in a game's log is not the dealer's own, before it is folded; else the empty text.

    A deck is kept for :func:`doubt_of_decks`: the beacon may not be known yet.
    """
    if not isinstance(state.opened, ev.GameOpened):
        return ""
    board = secrets.board(state.opened)
    if isinstance(event, ev.DealDealt):
        state.decks.append(event)
    elif isinstance(event, ev.DeckCommitted) and event.commitment != deck.deck_commitment(board).hex():
        return "the commitment is not ours"
    elif isinstance(event, ev.DeckRevealed) and event.board_seed != board.hex():
        return "the board seed is not ours"
    return ""


def doubt_of_decks(secrets: Secrets, state: Dealing) -> str:
    """Why the decks that were read from a game's log are not the dealer's own; else the empty text."""
    if not isinstance(state.opened, ev.GameOpened) or not state.decks:
        return ""
    beacon = secrets.beacons.get(state.opened.tournament)
    if beacon is None:
        return "the tournament has not started"
    board, opened = secrets.board(state.opened), state.opened
    wrong = [dealt.deal for dealt in state.decks if dealt != _deal(board, beacon, opened, dealt.deal)]
    state.decks.clear()
    return f"the deck of deal {wrong[0]} is not ours" if wrong else ""


def _deal(seed: bytes, beacon: bytes, opened: ev.GameOpened, number: int) -> ev.DealDealt:
    pack = games.get(opened.game).pack(opened.options)
    return ev.DealDealt(deal=number, deck=" ".join(deck.shuffle(seed, beacon, number, pack)))


def _seed(secrets: Secrets, state: Dealing) -> Iterable[ev.Event]:
    assert state.tournament is not None
    if state.revealed:
        return NOTHING
    if not state.committed:
        return (ev.SeedCommitted(commitment=deck.seed_commitment(secrets.seed(state.tournament)).hex()),)
    return (ev.SeedRevealed(seed=secrets.seed(state.tournament).hex()),) if state.over else NOTHING


def _reveal(secrets: Secrets, state: Dealing) -> Iterable[ev.Event]:
    """A deck is shown once, and only when its game has a result: who asks too early gets nothing."""
    if state.revealed or not state.over or not isinstance(state.opened, ev.GameOpened):
        return NOTHING
    return (ev.DeckRevealed(board_seed=secrets.board(state.opened).hex()),)

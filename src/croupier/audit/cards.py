"""Cards: commitments against what was revealed, and every deck dealt again."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from croupier.audit.context import Problem
from croupier.contracts.lines import Line
from croupier.folds.game import GameState
from croupier.games import deck

CARDS_SHOWN = 3


@dataclass(slots=True)
class Dealt:
    """What a game's log says of its cards: line numbers with the values that stand there."""

    committed: tuple[int, str] | None = None
    revealed: tuple[int, str] | None = None
    decks: list[tuple[int, int, str]] = field(default_factory=list)

    def note_deck(self, line: Line, deal: int, cards: str) -> None:
        """Keep the deck of ``deal`` until the board seed is known."""
        self.decks.append((line.seq, deal, cards))


def check(
    state: GameState, dealt: Dealt, board: str, seed: bytes | None, beacon: bytes | None
) -> Iterator[tuple[int, Problem]]:
    """The cards of a game, each finding with its line.

    ``seed``: the tournament's, where it is revealed; without it the board seed of the log is believed as
    far as it fits the commitment. ``beacon``: without it no deck can be dealt again.
    """
    true = deck.board_seed(seed, board) if seed is not None else None
    yield from _commitments(dealt, true)
    of_board = true if true is not None else _proven(dealt)
    if of_board is None or beacon is None:
        return
    pack = state.game.pack(state.options)
    for number, deal, cards in dealt.decks:
        right = deck.shuffle(of_board, beacon, deal, pack)
        if cards.split(" ") != right:
            yield number, _other_deck(right, cards.split(" "))


def _commitments(dealt: Dealt, true: bytes | None) -> Iterator[tuple[int, Problem]]:
    if true is not None and dealt.committed is not None:
        number, commitment = dealt.committed
        right = deck.deck_commitment(true).hex()
        if commitment != right:
            yield number, Problem("audit/deck-commitment", "not the board's commitment", right, commitment)
    if dealt.revealed is None:
        return
    number, revealed = dealt.revealed
    if true is not None and revealed != true.hex():
        reason = "the board seed does not follow from the tournament's seed and the board"
        yield number, Problem("audit/board-seed", reason, true.hex(), revealed)
    elif true is None and dealt.committed is not None and _proven(dealt) is None:
        reason = "the board seed is not the one that was committed to"
        found = deck.deck_commitment(bytes.fromhex(revealed)).hex()
        yield number, Problem("audit/board-seed", reason, f"commitment {dealt.committed[1]}", found)


def _proven(dealt: Dealt) -> bytes | None:
    if dealt.revealed is None or dealt.committed is None:
        return None
    seed = bytes.fromhex(dealt.revealed[1])
    return seed if deck.deck_commitment(seed).hex() == dealt.committed[1] else None


def _other_deck(right: list[str], found: list[str]) -> Problem:
    place = next((n for n, (one, other) in enumerate(zip(right, found, strict=False)) if one != other), 0)
    reason = f"the deck is not the one that seed, beacon and board give: it differs from card {place + 1} on"
    shown = [" ".join(cards[place : place + CARDS_SHOWN]) + " …" for cards in (right, found)]
    return Problem("audit/deck", reason, shown[0], shown[1])

"""What the director finds in the store when it starts: games that went on, or stood still, without it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.errors import BadConfig, Unreadable
from croupier.contracts.lines import read_trusted
from croupier.folds.tournament import TournamentState
from croupier.runtime.archive import Archive
from croupier.runtime.skim import seq_of, type_of
from croupier.services.director.decider import Finding
from croupier.services.director.results import end_of, is_sealed


@dataclass(slots=True)
class Found:
    """Games of one tournament by what is to be done about them."""

    record: dict[str, Finding] = field(default_factory=dict)
    close: dict[str, ev.GameClosed] = field(default_factory=dict)
    reveal: list[str] = field(default_factory=list)
    archive: list[str] = field(default_factory=list)
    broken: dict[str, Unreadable] = field(default_factory=dict)


def result_in(lines: Iterable[bytes]) -> Finding | None:
    """The result in some lines of a game's log, if it is among them."""
    for raw in lines:
        if type_of(raw) == ev.GameScored.TYPE:
            scored = read_trusted(raw).event
            assert isinstance(scored, ev.GameScored)
            return Finding(digest(raw), seq_of(raw), scored)
    return None


def sort_out(state: TournamentState | None, logs: Iterable[tuple[str, Sequence[bytes]]]) -> Found:
    """What to do about the live games of a tournament, given each game's id and log.

    ``state`` is ``None`` for a tournament that is complete but for its archive.
    """
    found = Found()
    held = set() if state is None else set(_unfinished_boards(state))
    for game, lines in logs:
        try:
            playing, unclosed = _stands(state, game)
            if unclosed and is_sealed(lines):
                found.close[game] = end_of(game, lines)
            else:
                _sort(found, game, lines, playing=playing, held=game in held)
        except Unreadable as error:
            found.broken[game] = error
    return found


def _stands(state: TournamentState | None, game: str) -> tuple[bool, bool]:
    """Whether a game is played, or recorded and not yet closed."""
    return (False, False) if state is None else (game in state.round_of, game in state.unclosed)


def _sort(found: Found, game: str, lines: Sequence[bytes], *, playing: bool, held: bool) -> None:
    if playing:
        finding = result_in(reversed(lines))
        if finding is not None:
            found.record[game] = finding
    elif is_sealed(lines):
        found.archive.append(game)
    elif not held and result_in(reversed(lines)) is not None:
        found.reveal.append(game)


def _unfinished_boards(state: TournamentState) -> Iterator[str]:
    """Games on boards that are still played: nobody may see their decks yet."""
    for board in state.boards.values():
        yield from board.games


def joined(archive: Archive, archived: list[bytes], stored: Sequence[bytes]) -> list[bytes]:
    """A tournament's log from its two places. What is in the archive may still be in the store as well.

    Raises ``BadConfig``: ``archive/foreign`` if they are two different logs, ``archive/ahead`` if the archive
    goes on where the store ends, so that the store must have lost something.
    """
    if not archived:
        return list(stored)
    if stored and archived[seq_of(stored[0]) - 1 : seq_of(stored[0])] not in ([], [stored[0]]):
        raise archive.foreign()
    if not archive.sealed and (not stored or seq_of(stored[-1]) < archive.seq):
        reason = f"the store has lost lines of the log; the archive ends at line {archive.seq}"
        raise BadConfig("archive/ahead", reason, place=str(archive.folder))
    return archived + [line for line in stored if seq_of(line) > archive.seq]

"""What stands beside the logs once a tournament is over: the table, the list of games, the manifest."""

from collections.abc import Iterator, Sequence

import croupier
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import read_trusted
from croupier.contracts.schemas import hashes
from croupier.contracts.streams import tournament_log
from croupier.folds import bundle
from croupier.folds.ending import SEALERS
from croupier.folds.tournament import TournamentState
from croupier.runtime.archive import CSV, MANIFEST, STANDINGS, STANDINGS_CSV, Archive
from croupier.runtime.skim import seq_of, type_of


def is_sealed(lines: Sequence[bytes]) -> bool:
    """Whether the log of a game has all its seals. Raises ``Unreadable`` for what is no line."""
    return sum(type_of(line) == ev.GameSealed.TYPE for line in lines[-len(SEALERS) :]) == len(SEALERS)


def end_of(game: str, lines: Sequence[bytes]) -> ev.GameClosed:
    """Where the log of a sealed game ends, given its last lines."""
    return ev.GameClosed(id=game, head=digest(lines[-1]), lines=seq_of(lines[-1]))


def begin(archive: Archive) -> None:
    """Say what the folder is, so that a tournament that is still running can be looked into."""
    if not (archive.folder / MANIFEST).exists():
        archive.replace(MANIFEST, [bundle.manifest(archive.tournament, croupier.__version__, hashes())])


def finish(archive: Archive) -> None:
    """Write the results of an archive that is complete. The manifest comes last: with its heads all is there."""
    state = TournamentState(tournament_log(archive.tournament))
    heads = bundle.Heads()
    archive.replace(CSV, _games(archive, state, heads))
    archive.replace(STANDINGS, [bundle.standings_json(state)])
    archive.replace(STANDINGS_CSV, [bundle.standings_csv(state)])
    found = {"tournament": archive.head, "games": heads.hexdigest()}
    written = bundle.manifest(archive.tournament, croupier.__version__, hashes(), found, state.keys.all())
    archive.replace(MANIFEST, [written])


def _games(archive: Archive, state: TournamentState, heads: bundle.Heads) -> Iterator[bytes]:
    """Rows in the order of the tournament's log, while it is folded and the heads are collected."""
    yield bundle.GAMES_HEADER
    for raw in archive.lines():
        line = read_trusted(raw)
        event = line.event
        row = bundle.row_of(state, event)
        if row is not None:
            yield row
        if isinstance(event, ev.GameRecorded) and not state.keys.complete:
            # It began before services held keys: no game will be closed.
            heads.add(event.id, digest(archive.game_lines(event.id)[-1]))
        elif isinstance(event, ev.GameClosed):
            heads.add(event.id, event.head)
        state.evolve(line)

"""What stands beside the logs once a tournament is over: the table, the list of games, the manifest."""

from collections.abc import Iterator

import croupier
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import read_trusted
from croupier.contracts.schemas import hashes
from croupier.contracts.streams import tournament_log
from croupier.folds import bundle
from croupier.folds.tournament import TournamentState
from croupier.runtime.archive import CSV, MANIFEST, STANDINGS, STANDINGS_CSV, Archive


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
    archive.replace(MANIFEST, [bundle.manifest(archive.tournament, croupier.__version__, hashes(), found)])


def _games(archive: Archive, state: TournamentState, heads: bundle.Heads) -> Iterator[bytes]:
    """Rows in the order of recording, while the log is folded and the heads are collected."""
    yield bundle.GAMES_HEADER
    for raw in archive.lines():
        line = read_trusted(raw)
        event = line.event
        if isinstance(event, ev.GameRecorded):
            yield bundle.games_row(state.round_of[event.id], state.playing[event.id], event)
            heads.add(event.id, digest(archive.game_lines(event.id)[-1]))
        state.evolve(line)

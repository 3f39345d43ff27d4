"""What a tournament can be exported as, by name."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from croupier.audit.legible import printable
from croupier.cli.follow import Watched
from croupier.cli.reporting.contents import standings
from croupier.cli.reporting.markdown import table
from croupier.contracts.errors import BadConfig
from croupier.contracts.specs import Swiss
from croupier.folds.formats.trf import trf

from . import csvfiles


def markdown(watched: Watched) -> str:
    """The table in Markdown."""
    return "".join(f"{line}\n" for line in table(standings(watched)))


def jsonl(watched: Watched) -> str:
    """A JSON object a line: the tournament, its results in the order of pairing, its table, its ratings."""
    return "".join(f"{json.dumps(each, ensure_ascii=False, separators=(',', ':'))}\n" for each in _objects(watched))


def _objects(watched: Watched) -> Iterator[dict[str, Any]]:
    spec, names, state = watched.spec, watched.names, watched.state
    yield {"type": "tournament", "id": spec.id, "name": spec.name, "game": spec.game, "ruleset": spec.ruleset,
           "format": spec.format.kind, "games": watched.done, "finished": watched.finished}  # fmt: skip
    for number, game, result in state.books.results():
        told = result.model_dump(include={"outcome", "why", "points", "places"}, exclude_none=True)
        yield {"type": "game", "id": game.id, "round": number, "board": game.board, "seats": list(game.seats), **told}
    for row in state.table.standings():
        yield {"type": "standing", "name": names[row.entrant], **row.model_dump(exclude_none=True)}
    for rating in state.table.ratings():
        yield {"type": "rating", "name": names[rating.entrant], **rating.model_dump(exclude_none=True)}


def as_trf(watched: Watched) -> str:
    """A Swiss tournament as a TRF16 file. Raises ``BadConfig`` (``usage/value``) for another format."""
    state = watched.state
    spec = state.life.spec  # as it is since rounds were added
    assert spec is not None
    if not isinstance(spec.format, Swiss):
        reason = f"TRF is for Swiss tournaments, and this is a {spec.format.kind}"
        raise BadConfig("usage/value", reason, place="--format trf")
    field = state.life.field()
    names = [printable(watched.names[player.id]) for player in field]
    ranks = {row.entrant: row.place for row in state.table.standings()}
    return trf(printable(spec.name), field, state.table.history(), spec.format.rounds, names, ranks)


FORMATS: dict[str, Callable[[Watched], str]] = {
    "standings": csvfiles.standings,
    "pairs": csvfiles.pairs,
    "games": csvfiles.games,
    "ratings": csvfiles.ratings,
    "markdown": markdown,
    "jsonl": jsonl,
    "trf": as_trf,
}

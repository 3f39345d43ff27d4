"""What HTTP asks about tournaments and games, answered from the tournaments in play and from the archive."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier.contracts.errors import CODES, CroupierError, NotAllowed
from croupier.contracts.ids import tournament_of
from croupier.folds.life import length

from . import pages
from .archive import Shelf, State
from .gateway import Gateway
from .models import (
    Entrant,
    GameLine,
    GameList,
    Pause,
    Result,
    Standings,
    Tournament,
    TournamentLine,
    TournamentList,
)
from .views import GameRow, TournamentView


def not_found(what: str, name: str) -> NotAllowed:
    """The error for a name that nothing has."""
    return NotAllowed("http/not-found", f"there is no {what} {name}", place=what)


class Desk:
    """Answers questions. Every method raises ``http/not-found`` for a name that nothing has."""

    def __init__(self, gateway: Gateway) -> None:
        self._roster = gateway.roster
        self._archive = gateway.archive
        self._tables = gateway.tables
        self._lines: dict[str, tuple[State, TournamentLine]] = {}
        self._folding = asyncio.Lock()

    async def shelf(self, tournament: str) -> Shelf:
        """A tournament in play or in the archive."""
        shelf = self._roster.shelf(tournament)
        if shelf is None:
            async with self._folding:  # one at a time: a long log takes a while
                shelf = await asyncio.to_thread(self._archive.tournament, tournament)
        if shelf is None or shelf.view.spec is None:
            raise not_found("tournament", tournament)
        return shelf

    async def view(self, tournament: str) -> TournamentView:
        """The fold of a tournament's log."""
        return (await self.shelf(tournament)).view

    async def tournaments(self, after: str, limit: int) -> TournamentList:
        """A page of all tournaments, by id."""
        archived = await asyncio.to_thread(self._archive.tournaments)
        names = sorted({name for name in (*archived, *self._roster.views) if name > after})
        lines = [line for name in names[:limit] if (line := await self._listed(name)) is not None]
        return TournamentList(tournaments=lines, next=names[limit - 1] if len(names) > limit else None)

    async def _listed(self, name: str) -> TournamentLine | None:
        """A line of the list, remembered for one that is archived; one that cannot be read hides no other."""
        state = None if name in self._roster.views else await asyncio.to_thread(self._archive.state, name)
        if state is not None and self._lines.get(name, (None, None))[0] == state:
            return self._lines[name][1]
        try:
            line = TournamentLine(**_line(await self.view(name)))
        except CroupierError:
            return None
        if state is not None:
            self._lines[name] = (state, line)
        return line

    async def tournament(self, tournament: str) -> Tournament:
        """Everything about a tournament but its games."""
        view = await self.view(tournament)
        assert view.spec is not None
        field = [
            Entrant(
                id=entrant.id,
                name=entrant.name,
                registered=entrant.id in view.life.registered,
                withdrawn=entrant.id in view.withdrawn,
                program=view.life.programs.get(entrant.id),
            )
            for entrant in view.entrants
        ]
        spec = view.spec.model_dump(include={"ruleset", "options", "award", "clock", "concurrency", "start"})
        paused = view.life.paused
        pause = None if paused is None else Pause(why=paused.why, until=paused.until)
        rounds = None if view.life.spec is None else length(view.life.spec)
        return Tournament(
            **_line(view), **spec, round=view.round, rounds=rounds, paired=view.paired, pause=pause, field=field
        )

    async def standings(self, tournament: str) -> Standings:
        """The table of a tournament."""
        view = await self.view(tournament)
        return Standings.model_validate(
            {
                "tournament": view.id,
                "status": view.status,
                "recorded": view.recorded,
                "standings": view.standings(),
            }
        )

    async def games(self, tournament: str, after: str, limit: int) -> GameList:
        """A page of a tournament's games, in the order of pairing."""
        shelf = await self.shelf(tournament)
        page = await pages.page(shelf, after, limit + 1)
        if page is None:
            raise not_found("game", after)
        lines = await self._games(shelf.view, page[:limit])
        return GameList(games=lines, next=page[limit - 1].id if len(page) > limit else None)

    async def game(self, game: str) -> GameLine:
        """A game and how it stands."""
        view, row = await self._find(game)
        (line,) = await self._games(view, [row])
        return line

    async def log(self, game: str) -> Path:
        """The file with the log of a finished game. Raises ``http/live`` while its cards may not be shown."""
        path = await asyncio.to_thread(self._archive.game_log, game)
        if path is None:
            await self._find(game)
            raise NotAllowed("http/live", CODES["http/live"], place="game", hint=f"ask /v1/games/{game} how it stands")
        return path

    async def _find(self, game: str) -> tuple[TournamentView, GameRow]:
        tournament = tournament_of(game)
        if tournament is None:
            raise not_found("game", game)
        try:
            shelf = await self.shelf(tournament)
        except NotAllowed:
            raise not_found("game", game) from None
        row = await pages.row(shelf, game)
        if row is None:
            raise not_found("game", game)
        return shelf.view, row

    async def _games(self, view: TournamentView, rows: Sequence[GameRow]) -> list[GameLine]:
        over = [row.id for row in rows if row.result is not None]
        archived = await asyncio.to_thread(lambda: {game for game in over if self._archive.game_log(game) is not None})
        return [self._game(view, row, archived=row.id in archived) for row in rows]

    def _game(self, view: TournamentView, row: GameRow, *, archived: bool) -> GameLine:
        table = self._tables.tables.get(row.id)
        live = table is not None and not table.ended
        return GameLine(
            id=row.id,
            tournament=view.id,
            round=row.round,
            board=row.board,
            seats=list(row.seats),
            status="over" if row.result else "live" if live else "waiting",
            result=None if row.result is None else Result(**row.result.model_dump(exclude={"id"})),
            log=f"/v1/games/{row.id}/log" if archived else None,
            instead=row.instead,
        )


def _line(view: TournamentView) -> dict[str, Any]:
    assert view.spec is not None
    return {
        "id": view.id,
        "name": view.spec.name,
        "game": view.spec.game,
        "status": view.status,
        "entrants": len(view.entrants),
        "recorded": view.recorded,
    }

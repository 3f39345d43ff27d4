"""A gateway's memory does not grow with the games that were played, and HTTP tells of every one of them still."""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.table import TableEntry
from croupier.runtime.eventlog import Append
from croupier.runtime.memory import MemoryLog
from croupier.services.gateway import pages, record
from croupier.services.gateway.archive import Archive
from croupier.services.gateway.record import Record
from croupier.services.gateway.roster import Roster
from croupier.services.gateway.tables import REMEMBERED, Tables
from croupier.services.gateway.views import MOST, TournamentView
from gateway_kit import CUP, chain, opening, spec

SIZE = 50
"""Games of a round in these tests."""

OURS = str(Path(record.__file__).parent / "*.py")
"""The gateway's own files."""


def pairing(number: int, size: int = SIZE) -> ev.RoundPaired:
    games = [
        ev.PairedGame(id=f"{CUP}-r{number}-t1-{n}", board=f"{CUP}-r{number}-b{n}", seats=["ann", "bob"])
        for n in range(1, size + 1)
    ]
    return ev.RoundPaired(round=number, games=games, byes=[], why="everyone meets everyone")


def result(game: str) -> ev.GameRecorded:
    return ev.GameRecorded(id=game, head="0" * 64, lines=40, points=[70, 50], places=[1, 2], outcome="won")


def events(rounds: int) -> Iterator[ev.Event]:
    """So many rounds; each is paired while the one before is still played, as the director does it."""
    yield ev.TournamentOpened(spec=spec(("ann", "bob")))
    yield ev.TournamentStarted(beacon="0" * 64)
    yield pairing(1)
    for number in range(1, rounds + 1):
        yield pairing(number + 1)
        yield from (result(game.id) for game in pairing(number).games)
        yield ev.RoundClosed(round=number, standings=[])


class Installation:
    """A store, an archive that gets every line before the store loses it, and a roster that reads both."""

    def __init__(self, folder: Path, archiving: bool = True) -> None:
        self.log = MemoryLog()
        self.file = folder / CUP / "tournament.jsonl"
        self.file.parent.mkdir()
        self.roster = Roster(self.log, Archive(folder), now=lambda: 0.0)
        self.archiving = archiving

    async def grow(self, lines: list[bytes], after: int) -> None:
        await self.log.commit([Append(f"t/{CUP}", after, lines)])
        if self.archiving:
            with self.file.open("ab") as file:
                file.write(b"".join(line + b"\n" for line in lines))
            await self.log.forget(f"t/{CUP}", list(range(max(after, 2), after + len(lines) + 1)))
        await self.roster._read()

    @property
    def view(self) -> TournamentView:
        return self.roster.views[CUP]

    @property
    def rows(self) -> int:
        return sum(len(rows) for rows in self.view.rounds.values())


async def played(folder: Path, rounds: int, *, archiving: bool = True, step: int = 170) -> Installation:
    """An installation in which so many rounds were played, read a piece at a time."""
    installation = Installation(folder, archiving)
    lines = chain(f"t/{CUP}", list(events(rounds)))
    for start in range(0, len(lines), step):
        await installation.grow(lines[start : start + step], start)
    return installation


async def test_five_thousand_games_leave_no_row_behind(tmp_path: Path) -> None:
    """Given a hundred rounds that were played, then the games of the open one are held and no others."""
    installation = await played(tmp_path, rounds=100)
    view = installation.view
    assert (view.recorded, view.paired, view.round) == (5_000, 5_050, 101)
    assert view.standings()[0].games == 5_000
    assert installation.rows == SIZE
    assert not view.closed


async def test_memory_after_four_thousand_games_is_that_after_one_thousand(tmp_path: Path) -> None:
    """Given what Python holds after a thousand games, then three thousand more add next to nothing to it."""
    installation = Installation(tmp_path)
    lines = chain(f"t/{CUP}", list(events(80)))
    quarter = len(lines) // 4
    tracemalloc.start()
    try:
        held = []
        for start in range(0, len(lines), quarter):
            await installation.grow(lines[start : start + quarter], start)
            gc.collect()  # what is garbage is held by nobody
            ours = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, OURS)])
            held.append(sum(trace.size for trace in ours.traces))
    finally:
        tracemalloc.stop()
    assert held[3] - held[0] < 50_000


async def test_each_byte_of_the_archive_is_read_once(tmp_path: Path) -> None:
    """Given a fold that is up to date, then the file has been read to its end and nothing of it comes again."""
    installation = await played(tmp_path, rounds=10)
    reader = installation.roster.records[CUP]
    assert reader.offset == installation.file.stat().st_size
    assert reader.read_on() == []


async def test_without_an_archive_the_latest_games_are_held(tmp_path: Path) -> None:
    """Given a gateway that cannot see the archive, then what it holds is bounded all the same."""
    installation = await played(tmp_path, rounds=60, archiving=False)
    assert installation.view.recorded == 3_000
    assert MOST - SIZE <= installation.rows <= MOST + SIZE


@pytest.mark.parametrize("limit", [1, 7, SIZE, 2 * SIZE + 1, 1_000])
async def test_pages_are_the_same_wherever_their_games_are(tmp_path: Path, limit: int) -> None:
    """Given rounds in the archive and one at hand, then pages go through all games in the order of pairing."""
    shelf = (await played(tmp_path, rounds=4)).roster.shelf(CUP)
    assert shelf is not None
    seen: list[str] = []
    results = 0
    while (page := await pages.page(shelf, seen[-1] if seen else "", limit)) != []:
        assert page is not None
        assert len(page) <= limit
        seen += [row.id for row in page]
        results += sum(row.result == result(row.id) for row in page)
    assert seen == [game.id for number in range(1, 6) for game in pairing(number).games]
    assert results == 4 * SIZE


async def test_any_game_is_found_by_its_id(tmp_path: Path) -> None:
    """In the archive, at hand, or nowhere."""
    shelf = (await played(tmp_path, rounds=4)).roster.shelf(CUP)
    assert shelf is not None
    old, new = await pages.row(shelf, f"{CUP}-r2-t1-9"), await pages.row(shelf, f"{CUP}-r5-t1-9")
    assert old is not None
    assert (old.round, old.board, old.seats, old.result) == (2, f"{CUP}-r2-b9", ("ann", "bob"), result(old.id))
    assert new is not None
    assert new.result is None
    for unknown in (f"{CUP}-r2-t1-{SIZE + 1}", f"{CUP}-r9-t1-1", "nonsense"):
        assert await pages.row(shelf, unknown) is None
        assert await pages.page(shelf, unknown, 5) is None


async def test_a_finished_tournament_is_told_of_from_the_archive_alone(tmp_path: Path) -> None:
    """Given a log that is not in the store any more, then its fold holds no closed round either."""
    await played(tmp_path, rounds=30)
    shelf = Archive(tmp_path).tournament(CUP)
    assert shelf is not None
    assert (shelf.view.recorded, list(shelf.view.rounds)) == (1_500, [31])
    page = await pages.page(shelf, f"{CUP}-r1-t1-{SIZE}", 1)
    assert page is not None
    assert page[0].id == f"{CUP}-r2-t1-1"


async def test_another_file_under_the_same_name_is_read_from_its_beginning(tmp_path: Path) -> None:
    """Given an archive that was copied back into its place, then its rounds are found again."""
    installation = await played(tmp_path, rounds=3)
    copy = tmp_path / "copy"
    copy.write_bytes(installation.file.read_bytes())
    copy.replace(installation.file)
    assert not installation.roster.records[CUP].stands()
    await installation.grow(chain(f"t/{CUP}", list(events(4)))[len(list(events(3))) :], installation.view.seq)
    assert list(installation.roster.records[CUP].closed) == [1, 2, 3, 4]


def test_lines_before_one_that_is_none_are_still_read(tmp_path: Path) -> None:
    """Given garbage in the middle, then it stops the reader where it stands, each time."""
    path = tmp_path / "tournament.jsonl"
    good = chain(f"t/{CUP}", list(events(1)))[:3]
    path.write_bytes(b"".join(line + b"\n" for line in [*good, b"garbage"]))
    reader = Record(path)
    assert reader.read_on() == good
    for _ in range(2):
        with pytest.raises(Unreadable):
            reader.read_on()


def test_a_line_longer_than_one_reading_comes_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A specification with a thousand entrants is one line."""
    monkeypatch.setattr(record, "CHUNK", 64)
    path = tmp_path / "tournament.jsonl"
    (line,) = chain(f"t/{CUP}", [ev.TournamentOpened(spec=spec())])
    path.write_bytes(line + b'\n{"half":')
    assert Record(path).read_on() == [line]


def test_tables_that_are_over_are_forgotten_in_time() -> None:
    """Given more games than are remembered, then the oldest go, and their players hold them no longer."""
    tables = Tables()
    for number in range(1, REMEMBERED + 51):
        game = f"{CUP}-r1-t1-{number}"
        tables.deliver(opening(game), 1)
        tables.deliver(TableEntry(game, end=True), 2)
    assert len(tables.tables) == REMEMBERED
    assert tables.live() == 0
    assert {len(player.tables) for player in tables.players.values()} == {REMEMBERED}

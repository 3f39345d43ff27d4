"""The archive: whole files, no line twice, nothing lost between disk and store."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.errors import BadConfig
from croupier.contracts.lines import genesis, write_line
from croupier.runtime.archive import Archive
from croupier.runtime.skim import seq_of, type_of
from croupier.services.director.thinning import Thinning
from world import World, spec


def chain(*events: ev.Event, at: int = 7) -> list[bytes]:
    """Lines of a tournament's log."""
    head, lines = genesis("t/cup"), []
    for seq, event in enumerate(events, 1):
        lines.append(write_line(event, seq=seq, at=at, by="director", cause="test", prev=head))
        head = digest(lines[-1])
    return lines


LINES = chain(
    ev.TournamentOpened(spec=spec()),
    ev.SeedCommitted(commitment="0" * 64),
    ev.EntrantRegistered(entrant="ann", name='quoted ","seq":99,"type":"x"', nonce="0" * 64),
    ev.TournamentStarted(beacon="0" * 64),
)


def test_a_line_tells_its_number_and_type_without_being_parsed() -> None:
    assert [seq_of(line) for line in LINES] == [1, 2, 3, 4]
    assert [type_of(line) for line in LINES][2] == "entrant.registered"


def test_lines_are_written_once_however_often_they_come(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "cup")
    archive.append(LINES[:2])
    archive.append(LINES[:3])
    archive.append(LINES[1:3])
    assert list(archive.lines()) == LINES[:3]
    again = Archive(tmp_path, "cup")
    again.append(LINES)
    assert list(again.lines()) == LINES
    assert (again.seq, again.head) == (4, digest(LINES[3]))


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_a_line_that_a_crash_cut_short_is_written_anew(tmp_path: Path, cut: int) -> None:
    Archive(tmp_path, "cup").append(LINES[:3])
    path = tmp_path / "cup" / "tournament.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    archive = Archive(tmp_path, "cup")
    archive.append(LINES)
    assert list(archive.lines()) == LINES


def test_another_log_of_the_same_id_is_refused(tmp_path: Path) -> None:
    Archive(tmp_path, "cup").append(LINES[:2])
    other = chain(ev.TournamentOpened(spec=spec(games=9)), ev.SeedCommitted(commitment="1" * 64), at=8)
    longer = [
        *other,
        write_line(ev.SeedCommitted(commitment="2" * 64), seq=3, at=8, by="dealer", cause="x", prev="0" * 64),
    ]
    with pytest.raises(BadConfig) as error:
        Archive(tmp_path, "cup").append(longer)
    assert error.value.code == "archive/foreign"


def test_a_file_that_is_no_log_is_refused(tmp_path: Path) -> None:
    Archive(tmp_path, "cup")
    (tmp_path / "cup" / "tournament.jsonl").write_text("hello\n")
    with pytest.raises(BadConfig) as error:
        Archive(tmp_path, "cup")
    assert error.value.code == "archive/unreadable"


def test_games_appear_whole_and_are_counted_once(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "cup")
    archive.write_games({"cup-r1-t1-1": LINES[:2], "cup-r1-t2-1": LINES[:1]})
    archive.write_games({"cup-r1-t1-1": LINES})
    assert archive.games == Archive(tmp_path, "cup").games == 2
    assert archive.game_lines("cup-r1-t1-1") == LINES
    assert archive.game_lines("cup-r9-t1-1") == []


def test_the_store_keeps_the_pairing_of_open_rounds_and_the_latest_table() -> None:
    def result(game: str) -> ev.GameRecorded:
        return ev.GameRecorded(id=game, head="0" * 64, lines=1, points=[1, 0], places=[1, 2], outcome="won")

    lines = chain(
        ev.RoundPaired(round=1, games=[], byes=[], why=""),
        result("cup-r1-t1-1"),
        ev.RoundPaired(round=2, games=[], byes=[], why=""),
        ev.RoundClosed(round=1, standings=[]),
        result("cup-r2-t1-1"),
        ev.RoundClosed(round=2, standings=[]),
    )
    thinning = Thinning()
    assert sorted(thinning.spare(lines[:4])) == [1, 2]
    assert sorted(thinning.spare(lines[4:])) == [3, 4, 5]


async def unarchived(folder: Path) -> World:
    """A tournament whose games are over, and whose log has grown since the archivist's last turn."""
    world = World(folder)
    await world.open(spec(games=4))
    await world.archive()
    busy = True
    while busy:  # nothing more is archived meanwhile
        moves = [await world.turn(name) for name in ("director", "dealer", "referee", "scoring")]
        busy = await world.players() or any(moves)
    return world


async def test_two_turns_of_the_archivist_do_not_get_into_each_others_way(tmp_path: Path) -> None:
    world = await unarchived(tmp_path)
    archivist = world.shells["director"].archivist
    assert archivist.waiting
    await asyncio.gather(archivist.settle(), archivist.settle())
    assert await world.log.live(0) == ["t/cup"]
    assert len(world.games()) == 12


async def test_a_log_is_read_whole_while_the_archivist_copies_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was copied between a look at the archive and a look at its length must not fall between the two."""
    world = await unarchived(tmp_path)
    director = world.shells["director"]
    copied = threading.Event()
    append, lines = Archive.append, Archive.lines

    def append_and_tell(archive: Archive, fresh: Sequence[bytes]) -> None:
        append(archive, fresh)
        copied.set()

    def read_slowly(archive: Archive) -> Iterator[bytes]:
        found = list(lines(archive))
        copied.wait(0.5)
        yield from found

    monkeypatch.setattr(Archive, "append", append_and_tell)
    monkeypatch.setattr(Archive, "lines", read_slowly)
    (stored,), _ = await asyncio.gather(director.stored(["t/cup"]), director.archivist.settle())
    assert [seq_of(line) for line in stored] == list(range(1, len(stored) + 1))
    assert type_of(stored[-1]) == ev.TournamentSealed.TYPE


def test_the_latest_table_stays_when_a_director_starts_again_and_reads_it_anew() -> None:
    lines = chain(ev.RoundPaired(round=1, games=[], byes=[], why=""), ev.RoundClosed(round=1, standings=[]))
    thinning = Thinning()
    assert thinning.spare(lines) == [1]
    assert thinning.spare(lines[1:]) == []

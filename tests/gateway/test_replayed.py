"""A round that was closed and let go is opened again by a replay: HTTP tells of all its games, wherever they are."""

from pathlib import Path

import pytest

from croupier.contracts import events as ev
from croupier.services.gateway import pages
from croupier.services.gateway.archive import Archive
from gateway.test_flat import Installation, events, pairing, result
from gateway_kit import CUP, chain

OLD, NEW = f"{CUP}-r2-t1-9", f"{CUP}-r2-t1-9-a2"
REPLAYED = ev.GameReplayed(
    id=OLD, game=ev.PairedGame(id=NEW, board=f"{CUP}-r2-b9", seats=["ann", "bob"]), why="a dispute"
)
SO_FAR = list(events(3))


async def lived(folder: Path, *more: ev.Event) -> Installation:
    """Three rounds that were let go one by one, and what came then."""
    installation = Installation(folder)
    lines = chain(f"t/{CUP}", [*SO_FAR, *more])
    for number in range(len(lines)):
        await installation.grow(lines[number : number + 1], number)
    return installation


@pytest.mark.parametrize(
    "more", [(REPLAYED,), (REPLAYED, result(NEW)), (REPLAYED, result(NEW), ev.RoundClosed(round=2, standings=[]))]
)
async def test_a_reopened_round_is_told_of_as_a_whole(tmp_path: Path, more: tuple[ev.Event, ...]) -> None:
    shelf = (await lived(tmp_path, *more)).roster.shelf(CUP)
    assert shelf is not None
    page = await pages.page(shelf, "", 1_000)
    assert page is not None
    assert sorted(row.id for row in page) == sorted(
        [NEW, *(game.id for number in range(1, 5) for game in pairing(number).games)]
    )
    old, new = await pages.row(shelf, OLD), await pages.row(shelf, NEW)
    assert old is not None
    assert new is not None
    assert (old.instead, old.result) == (NEW, result(OLD))
    assert new.result == (result(NEW) if len(more) > 1 else None)
    assert shelf.view.recorded == 150 - (len(more) == 1)


async def test_a_round_that_was_closed_anew_is_let_go_again(tmp_path: Path) -> None:
    installation = await lived(tmp_path, REPLAYED, result(NEW), ev.RoundClosed(round=2, standings=[]))
    assert list(installation.view.rounds) == [4]


async def test_the_archive_alone_tells_of_a_replay(tmp_path: Path) -> None:
    await lived(tmp_path, REPLAYED, result(NEW), ev.RoundClosed(round=2, standings=[]))
    shelf = Archive(tmp_path).tournament(CUP)
    assert shelf is not None
    row = await pages.row(shelf, OLD)
    assert row is not None
    assert row.instead == NEW
    assert shelf.view.recorded == 150

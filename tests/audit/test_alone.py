"""A log without its bundle is checked as far as it goes, and the report says what could not be checked."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from audit.making import World, make, put, spec_of
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from tampered import FRAUDS, GAME

CARDS = "the decks: they need the tournament's beacon"


@pytest.fixture
def world() -> World:
    return make(spec_of())


def test_a_game_by_itself_is_judged_and_its_deck_is_not(tmp_path: Path, world: World) -> None:
    folder = world.write(tmp_path / "cup")
    alone = Path(shutil.copy(folder / "games" / f"{GAME}.jsonl", tmp_path))
    report = audit(alone)

    assert report.sound
    assert CARDS in report.unchecked


@pytest.mark.parametrize("name", ["a-card-that-is-not-held", "a-point-too-many", "a-time-out-that-no-stamp-allows"])
def test_a_game_by_itself_betrays_what_happened_at_its_table(tmp_path: Path, world: World, name: str) -> None:
    named = FRAUDS[name](world)
    alone = Path(shutil.copy(world.write(tmp_path / "cup") / "games" / f"{GAME}.jsonl", tmp_path))
    first = audit(alone).first

    assert first is not None
    assert (first.code, first.line) == (named.code, named.line)


def test_a_game_in_its_bundles_folder_is_judged_with_the_tournaments_log(tmp_path: Path, world: World) -> None:
    named = FRAUDS["another-deck"](world)
    world.seal()
    report = audit(world.write(tmp_path / "cup") / "games" / f"{GAME}.jsonl")

    assert report.unchecked == []
    assert report.first is not None
    assert (report.first.code, report.first.line) == (named.code, named.line)


def test_a_tournaments_log_alone_leaves_the_games_open(tmp_path: Path, world: World) -> None:
    report = audit(world.write(tmp_path / "cup") / "tournament.jsonl")

    assert report.sound
    assert report.unchecked == ["the games themselves: their logs are not here"]


def test_a_renamed_game_is_another_game(tmp_path: Path, world: World) -> None:
    """The first line is chained to the log's id, and a single file's id is its name."""
    folder = world.write(tmp_path / "cup")
    alone = shutil.copy(folder / "games" / f"{GAME}.jsonl", tmp_path / "cup-r9-t9-9.jsonl")
    first = audit(Path(alone)).first

    assert first is not None
    assert (first.code, first.line) == ("chain/other-log", 1)
    assert "does not begin g/cup-r9-t9-9" in first.reason
    assert "another name" in first.reason


def test_of_a_part_of_a_bundle_the_log_is_what_can_be_audited(tmp_path: Path, world: World) -> None:
    folder = world.write(tmp_path / "cup")
    (folder / "manifest.json").unlink()
    with pytest.raises(Unreadable) as caught:
        audit(folder)

    assert caught.value.code == "bundle/manifest"
    assert "games/" in caught.value.hint


def test_open_ends_are_findings_unless_play_may_go_on(tmp_path: Path, world: World) -> None:
    folder = world.write(tmp_path / "cup")
    lines = (folder / "tournament.jsonl").read_bytes().splitlines()
    put(folder / "tournament.jsonl", lines[:12])
    (folder / "standings.json").unlink()

    report = audit(folder, partial=True)

    assert not audit(folder).sound
    assert report.sound
    assert {"audit/unfinished", "bundle/derived"} <= {finding.code for finding in report.findings}


def test_a_clock_that_went_back_is_noted_and_no_more(tmp_path: Path, world: World) -> None:
    drafts = world.games[GAME]
    shift = 5_000_000
    place = world.index(ev.DeckRevealed, 0, GAME)
    drafts[place] = replace(drafts[place], at=drafts[0].at - shift)
    drafts[place + 1] = replace(drafts[place + 1], at=drafts[0].at - shift)
    world.seal()
    report = audit(world.write(tmp_path / "cup"))

    assert report.sound
    assert {finding.code for finding in report.findings} == {"audit/clock-back"}


def test_a_bundle_of_a_later_version_is_not_judged(tmp_path: Path) -> None:
    folder = _written(tmp_path / "cup" / "manifest.json", b'{"bundle":2,"tournament":"cup"}', "tournament.jsonl").parent
    with pytest.raises(Unreadable) as caught:
        audit(folder)
    assert (caught.value.code, caught.value.reason) == (
        "bundle/manifest", "a bundle of version 2; this program knows version 1",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("make_it", "code"),
    [
        (lambda path: path / "nothing", "bundle/not-found"),
        (lambda path: path, "bundle/not-a-bundle"),
        (lambda path: _written(path / "notes.txt", b"dear diary\n"), "bundle/not-a-log"),
        (lambda path: _written(path / "empty.jsonl", b""), "bundle/not-a-log"),
        (lambda path: _written(path / "cup" / "tournament.jsonl", b"{}\n").parent, "bundle/manifest"),
        (lambda path: _written(path / "cup" / "manifest.json", b"[]", "tournament.jsonl").parent, "bundle/manifest"),
    ],
)
def test_what_is_neither_bundle_nor_log_is_refused_by_name(tmp_path: Path, make_it: object, code: str) -> None:
    assert callable(make_it)
    with pytest.raises(Unreadable) as caught:
        audit(make_it(tmp_path))

    assert caught.value.code == code
    assert str(tmp_path) in caught.value.place


def _written(path: Path, content: bytes, *others: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    for name in others:
        (path.parent / name).touch()
    return path

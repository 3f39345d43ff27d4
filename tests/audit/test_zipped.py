"""A bundle as one zip file is read as the folder is, and a bad zip file is refused by name."""

import zipfile
from pathlib import Path

import pytest

from audit.making import World, make, spec_of
from croupier.audit.export import export
from croupier.audit.places import find_log
from croupier.audit.replay import replay
from croupier.audit.run import audit
from croupier.contracts.errors import Unreadable
from tampered import FRAUDS, GAME


@pytest.fixture
def world() -> World:
    return make(spec_of())


@pytest.fixture
def folder(tmp_path: Path, world: World) -> Path:
    return world.write(tmp_path / "runs" / "cup")


@pytest.fixture
def packed(folder: Path, tmp_path: Path) -> Path:
    export(folder, tmp_path / "cup.zip")
    return tmp_path / "cup.zip"


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_audit_finds_in_the_zip_file_what_it_finds_in_the_folder(tmp_path: Path, world: World, jobs: int) -> None:
    """Given a fraud in a game and one in the table, then both are found, by several processes as by one."""
    FRAUDS["another-deck"](world)
    FRAUDS["a-table-changed"](world)
    world.seal()
    folder = world.write(tmp_path / "cup")
    export(folder, tmp_path / "cup.zip")
    found = audit(tmp_path / "cup.zip", jobs)

    assert found.findings == audit(folder).findings
    assert len(found.findings) >= 2
    assert found.counts.games == 6


def test_a_sound_bundle_is_sound_when_it_is_packed(packed: Path) -> None:
    assert audit(packed).findings == []


def test_unpacked_again_it_is_the_same_folder(packed: Path, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(packed, out)

    assert tree(out) == tree(folder)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_packed_from_a_zip_file_it_is_the_same_zip_file(packed: Path, tmp_path: Path) -> None:
    export(packed, tmp_path / "again.zip")

    assert (tmp_path / "again.zip").read_bytes() == packed.read_bytes()


@pytest.mark.parametrize("name", ["{zip}/" + GAME, "{zip}/games/" + GAME + ".jsonl", "{runs}/cup/" + GAME, GAME])
def test_a_game_is_found_inside(packed: Path, folder: Path, name: str) -> None:
    log = find_log(name.format(zip=packed, runs=folder.parent), folder.parent)

    assert replay(log.id(), log.lines(), "public").result is not None
    assert log.in_bundle


def test_a_game_inside_is_audited_with_its_tournament(packed: Path) -> None:
    report = audit(packed / GAME)

    assert (report.sound, report.unchecked, report.counts.games) == (True, [], 1)


def test_one_game_packed_with_its_tournament_is_audited_as_it_is(folder: Path, tmp_path: Path) -> None:
    export(folder / "games" / f"{GAME}.jsonl", tmp_path / "one.zip")
    report = audit(tmp_path / "one.zip")

    assert (report.sound, report.unchecked, report.counts.games) == (True, [], 1)


def test_a_game_that_is_not_inside_is_named_with_one_that_is(packed: Path) -> None:
    with pytest.raises(Unreadable, match="did you mean 'cup-r1-t1-1'") as caught:
        find_log(f"{packed}/cup-r1-t1-11", packed.parent)

    assert caught.value.code == "bundle/not-found"


def test_a_zip_file_that_is_cut_is_refused(packed: Path) -> None:
    packed.write_bytes(packed.read_bytes()[:-40])
    with pytest.raises(Unreadable) as caught:
        audit(packed)

    assert caught.value.code == "bundle/zip"


def test_a_log_that_does_not_unpack_is_a_finding(packed: Path) -> None:
    """Given a byte changed inside what was packed, so that it cannot be unpacked."""
    with zipfile.ZipFile(packed) as archive:
        place = archive.getinfo(f"cup/games/{GAME}.jsonl").header_offset + 400
    stored = packed.read_bytes()
    packed.write_bytes(stored[:place] + bytes([stored[place] ^ 255]) + stored[place + 1 :])
    first = audit(packed).first

    assert first is not None
    assert first.log == f"g/{GAME}"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(packed: Path) -> None:
    """One reader would take the first of them, another the last."""
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("cup/tournament.jsonl", b"")
    with pytest.raises(Unreadable, match="same name") as caught:
        audit(packed)

    assert caught.value.code == "bundle/zip"


def test_a_folder_that_holds_something_is_never_written_over(packed: Path, folder: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        export(packed, folder.parent, force=True)

    assert caught.value.code == "bundle/exists"
    assert (folder / "manifest.json").exists()


def test_no_name_in_a_zip_file_leads_out_of_the_folder(packed: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("cup/games/../../../../evil.jsonl", b"{}")
        archive.writestr("cup/games/..evil.jsonl", b"{}")
        archive.writestr("cup/notes.txt", b"mine")
    out = tmp_path / "deep" / "down" / "out"
    out.parent.mkdir(parents=True)
    export(packed, out)

    assert len(tree(out)) == 11
    assert list(tmp_path.rglob("*evil*")) == []

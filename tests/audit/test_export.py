"""An export holds the bundle and nothing else, and is the same each time."""

import os
import shutil
import zipfile
from pathlib import Path

import pytest

from audit.making import make, spec_of
from croupier.audit.export import export
from croupier.audit.run import audit
from croupier.contracts.errors import BadConfig, Unreadable


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return make(spec_of()).write(tmp_path / "cup")


def test_the_same_logs_give_the_same_bytes(bundle: Path, tmp_path: Path) -> None:
    """Neither the order of files on the disk nor their times and modes get in."""
    export(bundle, tmp_path / "one.zip")
    again = tmp_path / "elsewhere" / "cup"
    (again / "games").mkdir(parents=True)
    for path in sorted(bundle.rglob("*.json*"), reverse=True):
        copy = again / path.relative_to(bundle)
        shutil.copyfile(path, copy)
        copy.chmod(0o600)
        os.utime(copy, (1_000_000_000, 1_000_000_000))
    for name in ("games.csv", "standings.csv"):
        shutil.copyfile(bundle / name, again / name)
    export(again, tmp_path / "two.zip")

    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_what_comes_out_can_be_audited(bundle: Path, tmp_path: Path) -> None:
    export(bundle, tmp_path / "cup.zip")
    zipfile.ZipFile(tmp_path / "cup.zip").extractall(tmp_path / "out")

    assert audit(tmp_path / "out" / "cup").findings == []


def test_private_files_stay_behind(bundle: Path, tmp_path: Path) -> None:
    (bundle / ".work").mkdir()
    (bundle / ".work" / "secrets.json").write_text("{}")
    (bundle / "notes.txt").write_text("mine")
    export(bundle, tmp_path / "cup.zip")
    names = zipfile.ZipFile(tmp_path / "cup.zip").namelist()

    assert [name for name in names if "games/" not in name] == [
        "cup/manifest.json", "cup/tournament.jsonl", "cup/standings.json", "cup/standings.csv", "cup/games.csv",
    ]  # fmt: skip
    assert len(names) == 5 + 6


def test_a_game_takes_the_log_of_its_tournament_along(bundle: Path, tmp_path: Path) -> None:
    export(bundle / "games" / "cup-r1-t1-1.jsonl", tmp_path / "game.zip")
    zipfile.ZipFile(tmp_path / "game.zip").extractall(tmp_path / "out")
    report = audit(tmp_path / "out" / "cup" / "games" / "cup-r1-t1-1.jsonl")

    assert report.sound
    assert report.unchecked == []


def test_nothing_is_written_over_unless_it_is_asked_for(bundle: Path, tmp_path: Path) -> None:
    target = tmp_path / "cup.zip"
    target.write_text("precious")
    with pytest.raises(Unreadable) as caught:
        export(bundle, target)

    assert caught.value.code == "bundle/exists"
    assert target.read_text() == "precious"
    assert export(bundle, target, force=True) == 11


@pytest.mark.parametrize("place", ["no/cup.zip", "file/cup.zip", "file/cup", "empty.zip", f"{'x' * 252}.zip"])
def test_a_place_that_cannot_be_written_to_is_named_as_it_was_given(bundle: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "empty.zip").mkdir()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(BadConfig) as caught:
        export(bundle, tmp_path / place)

    assert (caught.value.code, caught.value.place) == ("config/unwritable", str(tmp_path / place))
    assert sorted(tmp_path.iterdir()) == before


def test_a_place_without_a_name_is_no_traceback(bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(BadConfig, match=r"^config/unwritable: \.: "):
        export(bundle, Path())

    assert list(Path.cwd().iterdir()) == []

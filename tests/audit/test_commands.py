"""The commands: exit codes, JSON, and one line for a mistake."""

import json
from pathlib import Path

import pytest

from audit.making import make, spec_of
from croupier.cli.main import main
from tampered import FRAUDS

GAME = "cup-r1-t1-1"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return make(spec_of()).write(tmp_path / "runs" / "cup")


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    world = make(spec_of())
    FRAUDS["a-point-too-many"](world)
    world.seal()
    return world.write(tmp_path / "forged")


def test_a_sound_bundle_ends_with_0(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(bundle)]) == 0
    assert capsys.readouterr().out.startswith(f"{bundle}: sound\n")


def test_a_finding_ends_with_1_and_is_named(forged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(forged), "--jobs", "1"]) == 1
    out = capsys.readouterr().out

    assert f"first: g/{GAME}, line " in out
    assert "[audit/points]" in out


def test_json_carries_the_findings(forged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(forged), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)

    assert report["sound"] is False
    assert report["findings"][0]["code"] == "audit/points"
    assert report["counts"]["games"] == 6


def test_nothing_to_read_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", str(tmp_path / "cup")]) == 2
    assert capsys.readouterr().err.startswith("error: bundle/not-found: ")


def test_a_game_is_found_by_its_id(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", GAME, "--runs", str(bundle.parent), "--ply", "3", "--as", "seat:1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)

    assert (shown["game"], shown["as"], shown["next"]["ply"]) == (GAME, "seat:1", 3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cup-r1-t1-11"], "did you mean 'cup-r1-t1-1'?"),
        ([GAME, "--ply", "99"], "replay/ply"),
        ([GAME, "--as", "seat:9"], "replay/audience"),
    ],
)
def test_a_mistake_is_one_line_and_ends_with_2(
    bundle: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", *arguments, "--runs", str(bundle.parent)]) == 2
    error = capsys.readouterr().err

    assert said in error
    assert error.count("\n") == 1


def test_export_says_what_it_wrote(bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "cup.zip"

    assert main(["export", str(bundle), str(target)]) == 0
    assert capsys.readouterr().out == f"{target}: 11 files, {target.stat().st_size} bytes\n"

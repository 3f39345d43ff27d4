"""Whoever holds the server can chain any log anew. What he cannot do is make the substance of a fraud fit."""

from pathlib import Path
from typing import Any

import pytest

from audit.making import make, spec_of
from audit.playing import ENDS
from audit.tampered import FRAUDS, forged
from croupier.audit.run import audit
from croupier.contracts.specs import Clock, Policy


@pytest.mark.parametrize("ends", [ENDS[:1], ENDS])
def test_a_right_bundle_is_sound_however_its_games_end(tmp_path: Path, ends: tuple[str, ...]) -> None:
    report = audit(make(spec_of(4, 4), ends).write(tmp_path / "cup"))

    assert report.findings == []
    assert report.unchecked == []
    assert report.counts.games == 24


@pytest.mark.parametrize(
    "options",
    [{"players": 3}, {"players": 4}, {"length": "best-of", "length_n": 3, "tie": "replay"}, {"turnup_swap": "seven"}],
)
def test_a_right_bundle_is_sound_whatever_the_options_and_without_a_bank(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    spec = spec_of(5, 2, options=options, clock=Clock(bank=None))

    assert audit(make(spec, ENDS).write(tmp_path / "cup")).findings == []


@pytest.mark.parametrize(
    ("more", "ends"),
    [
        ({"boards": "mirror"}, ("void", "played", "void")),
        ({"options": {"players": 3}, "policy": Policy(failing="substitute")}, ENDS),
    ],
    ids=["voids", "substitutes"],
)
def test_a_right_bundle_is_sound_that_was_replayed_or_played_on(
    tmp_path: Path, more: dict[str, Any], ends: tuple[str, ...]
) -> None:
    assert audit(make(spec_of(4, 1 if "options" in more else 2, **more), ends).write(tmp_path / "cup")).findings == []


@pytest.mark.parametrize("name", FRAUDS)
def test_the_first_wrong_line_is_named_with_its_reason(tmp_path: Path, name: str) -> None:
    world, named = forged(name)

    report = audit(world.write(tmp_path / "cup"))

    assert report.first is not None
    assert (report.first.code, report.first.log, report.first.line) == named, report.first.sentence


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_processes_find_the_same_in_the_same_order(tmp_path: Path, jobs: int) -> None:
    world, _ = forged("another-deck")
    FRAUDS["a-table-changed"](world)
    world.seal()
    folder = world.write(tmp_path / "cup")

    assert audit(folder, jobs).findings == audit(folder).findings

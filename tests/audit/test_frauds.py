"""Whoever holds the server can chain any log anew. What he cannot do is make the substance of a fraud fit."""

from pathlib import Path
from typing import Any

import pytest

from audit.making import make, spec_of
from audit.playing import ENDS
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.specs import Clock, Policy
from tampered import FRAUDS, forged


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


FAILED_OTHERWISE: dict[str, Any] = {
    "seat": 0, "why": "resigned", "limit": 1, "measured": 10**9, "server_lag": 7,
}  # fmt: skip


@pytest.mark.parametrize("name", FAILED_OTHERWISE)
def test_a_result_says_of_a_failure_all_that_the_forfeit_does(tmp_path: Path, name: str) -> None:
    """Game and tournament tell the same of a seat that did not come, and one thing in it is not true."""
    world = make(spec_of(2, 1), ("left",))
    game = next(iter(world.games))
    place = world.index(ev.GameScored, 0, game)
    scored = world.games[game][place].event
    assert isinstance(scored, ev.GameScored)
    (right,) = scored.failures or ()
    assert getattr(right, name) != FAILED_OTHERWISE[name]
    failures = [right.model_copy(update={name: FAILED_OTHERWISE[name]})]
    world.games[game][place] = world.games[game][place].but(failures=failures)
    recorded = world.index(ev.GameRecorded)
    world.tournament[recorded] = world.tournament[recorded].but(failures=failures)
    world.seal()
    first = audit(world.write(tmp_path / "cup")).first

    assert first is not None
    assert (first.code, first.log, first.line) == ("audit/result", f"g/{game}", place + 1)


def test_a_forfeit_says_all_that_its_result_does(tmp_path: Path) -> None:
    """The other way round: the server says that it was late, and the result hides it."""
    world = make(spec_of(2, 1), ("left",))
    game = next(iter(world.games))
    place = world.index(ev.SeatForfeited, 0, game)
    world.games[game][place] = world.games[game][place].but(server_lag=1)
    world.seal()
    first = audit(world.write(tmp_path / "cup")).first

    assert first is not None
    assert (first.code, first.line) == ("audit/result", world.index(ev.GameScored, 0, game) + 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_several_processes_find_the_same_in_the_same_order(tmp_path: Path, jobs: int) -> None:
    world, _ = forged("another-deck")
    FRAUDS["a-table-changed"](world)
    world.seal()
    folder = world.write(tmp_path / "cup")

    assert audit(folder, jobs).findings == audit(folder).findings

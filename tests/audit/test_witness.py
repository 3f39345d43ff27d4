"""A witness and whoever kept a checkpoint hold a tournament to its whole log, not only to the games in its tree."""

import json
from pathlib import Path
from typing import Any

import pytest

from audit.making import World, make, spec_of
from croupier.audit import proving
from croupier.audit.places import find
from croupier.cli.main import main
from croupier.contracts import events as ev
from croupier.contracts.specs import Award
from croupier.folds.checkpoints import logged

ENDS = ("round:1", "round:2", "round:3", "end")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(spec_of(4, 2)).write(tmp_path_factory.mktemp("one") / "cup")


def awarded() -> World:
    """The same games with the same end, counted otherwise: the tree is the same, and the table is not."""
    return make(spec_of(4, 2, award=Award(win=3, draw=1, loss=0)))


def turned() -> World:
    """The same log up to the end, where the table is turned upside down."""
    world = make(spec_of(4, 2))
    place = world.index(ev.TournamentFinished)
    event = world.tournament[place].event
    assert isinstance(event, ev.TournamentFinished)
    world.tournament[place] = world.tournament[place].but(standings=event.standings[::-1])
    world.seal()
    return world


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    code = main([str(argument) for argument in ("prove", *arguments)])
    said = capsys.readouterr()
    return code, said.out + said.err


def cosign(capsys: pytest.CaptureFixture[str], bundle: Path, home: Path, at: str) -> tuple[int, str]:
    who = ("--name", "witness.example/w1", "--key", home / "key", "--memory", home / "memory")
    return run(capsys, "cosign", bundle, *who, "--at", at)


@pytest.mark.parametrize("later", ENDS)
@pytest.mark.parametrize("first", ENDS)
def test_a_witness_follows_one_log_forwards_and_never_back(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], first: str, later: str
) -> None:
    """Round 3 and the end have the same tree; the log between them is longer by the table and the seed."""
    assert cosign(capsys, bundle, tmp_path, first)[0] == 0
    code, said = cosign(capsys, bundle, tmp_path, later)

    goes_on = ENDS.index(later) >= ENDS.index(first)
    assert (code, "checkpoint/inconsistent" in said) == ((0, False) if goes_on else (2, True))


@pytest.mark.parametrize(("first", "later"), [("round:1", "round:1"), ("round:1", "end"), ("end", "end")])
def test_a_witness_signs_no_second_tournament_with_the_same_games(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], first: str, later: str
) -> None:
    other = awarded().write(tmp_path / "other" / "cup")
    marks = [proving.mark(find(each).log, "end").seen for each in (bundle, other)]  # type: ignore[union-attr]
    assert marks[0].root == marks[1].root
    assert cosign(capsys, bundle, tmp_path, first)[0] == 0
    code, said = cosign(capsys, other, tmp_path, later)

    assert (code, "checkpoint/inconsistent" in said) == (2, True)


@pytest.mark.parametrize("since", ["round:1", "end"])
def test_no_growth_is_proved_from_a_checkpoint_to_another_log_with_the_same_games(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], since: str
) -> None:
    kept, other = tmp_path / "kept.txt", awarded().write(tmp_path / "other" / "cup")
    kept.write_text(run(capsys, "checkpoint", bundle, "--at", since)[1])
    code, said = run(capsys, "growth", other, "--since", kept)

    assert (code, "checkpoint/inconsistent" in said) == (2, True)
    assert run(capsys, "growth", bundle, "--since", kept)[0] == 0


def test_another_end_of_the_log_is_another_tournament(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Up to round 3 the two are alike, and so one may go on from there; but not from the end to the other end."""
    other = turned().write(tmp_path / "other" / "cup")
    assert cosign(capsys, bundle, tmp_path, "round:3")[0] == 0
    assert cosign(capsys, other, tmp_path, "round:3")[0] == 0
    assert cosign(capsys, bundle, tmp_path, "end")[0] == 0
    code, said = cosign(capsys, other, tmp_path, "end")

    assert (code, "checkpoint/inconsistent" in said) == (2, True)


def test_a_log_that_does_not_hold_together_is_not_what_was_signed(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both checkpoints are right, and between them a line was changed."""
    broken = awarded().write(tmp_path / "broken" / "cup")
    lines = (bundle / "tournament.jsonl").read_bytes().splitlines(keepends=True)
    start = logged(proving.mark(find(bundle).log, "round:1").seen)[0]  # type: ignore[union-attr]
    lines[start + 2] = lines[start + 2].replace(b'"at":1', b'"at":2')
    (broken / "tournament.jsonl").write_bytes(b"".join(lines))
    assert cosign(capsys, bundle, tmp_path, "round:1")[0] == 0
    code, said = cosign(capsys, broken, tmp_path, "end")

    assert (code, "checkpoint/inconsistent" in said) == (2, True)


def test_a_witness_that_has_seen_nothing_signs_no_checkpoint_of_another_log(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = make(spec_of(4, 2))
    place = world.index(ev.TournamentSealed)
    event = awarded().tournament[place].event
    assert isinstance(event, ev.TournamentSealed)
    world.tournament[place] = world.tournament[place].but(checkpoint=event.checkpoint)
    code, said = cosign(capsys, world.write(tmp_path / "cup"), tmp_path, "end")

    assert (code, "checkpoint/inconsistent" in said) == (2, True)


def test_a_proof_by_itself_shows_two_logs_only_where_they_are_as_long(bundle: Path, tmp_path: Path) -> None:
    other = awarded().write(tmp_path / "other" / "cup")
    logs: list[Any] = [find(each).log for each in (bundle, other)]  # type: ignore[union-attr]
    (old, new), (_, end) = ([proving.mark(log, at) for at in ("round:1", "end")] for log in logs)

    assert proving.failure(proving.consistency(logs[1], old.text, end, old.key)) == ""
    assert "another line" in proving.failure(proving.consistency(logs[1], new.text, end, new.key))


def test_a_checked_proof_says_what_it_leaves_open(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "growth", bundle, "--since", "round:1", "--out", tmp_path / "proof")[0] == 0
    told = json.loads(run(capsys, "check", tmp_path / "proof", "--json")[1])

    assert told["holds"]
    assert any("only the log itself can show" in each for each in told["says"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_proof_that_a_full_disk_does_not_take_is_told_so(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "growth", bundle, "--since", "round:1", "--out", "/dev/full")
    assert (code, "output/unwritable: /dev/full" in said) == (74, True)
    assert run(capsys, "growth", bundle, "--since", "round:1", "--out", bundle / "no" / "proof")[0] == 2

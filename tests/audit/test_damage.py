"""Damage that is not chained anew: a byte, a line, a tail, a file. All of it is found, and at its place."""

import shutil
from pathlib import Path

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.making import make, put, spec_of
from croupier.audit.findings import Report
from croupier.audit.run import audit
from croupier.contracts.errors import Unreadable
from croupier.folds.bundle import digested

GAME = "games/cup-r2-t1-1.jsonl"
LOGS = ["tournament.jsonl", GAME]
FILES = [*LOGS, "standings.json", "standings.csv", "games.csv", "manifest.json"]
TIMES = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A right bundle; every test works on a copy of its own."""
    return make(spec_of()).write(tmp_path_factory.mktemp("right") / "cup")


@pytest.fixture
def bundle(right: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(right, tmp_path / "cup"))


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def id_of(file: str) -> str:
    return "t/cup" if file == "tournament.jsonl" else f"g/{Path(file).stem}"


def first(report: Report) -> tuple[str, str, int]:
    assert report.first is not None
    return report.first.code, report.first.log, report.first.line


@TIMES
@given(data=st.data(), file=st.sampled_from(LOGS), flip=st.integers(1, 255))
def test_a_changed_byte_is_found_in_its_line(bundle: Path, data: st.DataObject, file: str, flip: int) -> None:
    path = bundle / file
    stored = path.read_bytes()
    place = data.draw(st.integers(0, len(stored) - 1), label="byte")
    line = stored[:place].count(b"\n") + 1
    try:
        path.write_bytes(stored[:place] + bytes([stored[place] ^ flip]) + stored[place + 1 :])
        report = audit(bundle)
    finally:
        path.write_bytes(stored)

    assert report.first is not None
    assert (report.first.log, report.first.line) == (id_of(file), line), report.first.sentence


@TIMES
@given(data=st.data(), file=st.sampled_from(FILES), flip=st.integers(1, 255))
def test_no_changed_byte_of_a_bundle_goes_unnoticed(bundle: Path, data: st.DataObject, file: str, flip: int) -> None:
    path = bundle / file
    stored = path.read_bytes()
    place = data.draw(st.integers(0, len(stored) - 1), label="byte")
    try:
        path.write_bytes(stored[:place] + bytes([stored[place] ^ flip]) + stored[place + 1 :])
        sound = audit(bundle).sound
    except Unreadable:
        sound = file != "manifest.json"  # the only file without which there is no bundle
    finally:
        path.write_bytes(stored)

    assert not sound


@pytest.mark.parametrize("file", LOGS)
def test_a_line_taken_out_leaves_a_gap(bundle: Path, file: str) -> None:
    lines = lines_of(bundle / file)
    put(bundle / file, lines[:4] + lines[5:])

    assert first(audit(bundle)) == ("chain/seq", id_of(file), 5)


@pytest.mark.parametrize("file", LOGS)
def test_a_line_put_in_shows(bundle: Path, file: str) -> None:
    lines = lines_of(bundle / file)
    put(bundle / file, [*lines[:5], lines[4], *lines[5:]])

    assert first(audit(bundle)) == ("chain/seq", id_of(file), 6)


@pytest.mark.parametrize("file", LOGS)
def test_two_lines_exchanged_show(bundle: Path, file: str) -> None:
    lines = lines_of(bundle / file)
    lines[4], lines[5] = lines[5], lines[4]
    put(bundle / file, lines)

    assert first(audit(bundle)) == ("chain/seq", id_of(file), 5)


@pytest.mark.parametrize("kept", [1, 7, -6])
def test_a_games_tail_cut_off_is_missed_by_the_tournament(bundle: Path, kept: int) -> None:
    lines = lines_of(bundle / GAME)[:kept]
    put(bundle / GAME, lines)

    assert first(audit(bundle)) == ("chain/cut", id_of(GAME), len(lines))


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_seal_cut_off_is_missed(bundle: Path, cut: int) -> None:
    lines = lines_of(bundle / GAME)[:-cut]
    put(bundle / GAME, lines)

    assert first(audit(bundle)) == ("seal/missing", id_of(GAME), len(lines))


def test_a_deck_that_is_not_revealed_is_missed(bundle: Path) -> None:
    lines = lines_of(bundle / GAME)[:-4]
    put(bundle / GAME, lines)
    report = audit(bundle)

    assert first(report) == ("chain/cut", id_of(GAME), len(lines))
    assert "audit/unrevealed" in {finding.code for finding in report.findings}


@pytest.mark.parametrize(("cut", "code"), [(1, "seal/missing"), (2, "audit/unrevealed"), (3, "audit/unfinished")])
def test_a_tournaments_tail_cut_off_shows(bundle: Path, cut: int, code: str) -> None:
    put(bundle / "tournament.jsonl", lines_of(bundle / "tournament.jsonl")[:-cut])

    assert first(audit(bundle)) == (code, "t/cup", 0)


@pytest.mark.parametrize("file", LOGS)
def test_a_file_cut_in_its_last_line_shows(bundle: Path, file: str) -> None:
    stored = (bundle / file).read_bytes()
    (bundle / file).write_bytes(stored[:-1])

    assert first(audit(bundle)) == ("chain/newline", id_of(file), stored.count(b"\n"))


def test_a_log_without_a_line_is_named(bundle: Path) -> None:
    """Given a tournament's log that was emptied, then that is the finding, and nothing breaks on it."""
    (bundle / "tournament.jsonl").write_bytes(b"")
    report = audit(bundle)
    assert report.first is not None
    assert report.first.log == "t/cup"


def test_two_games_exchanged_are_both_named(bundle: Path) -> None:
    one, other = bundle / GAME, bundle / "games/cup-r1-t1-1.jsonl"
    stored = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(stored)

    named = [(finding.code, finding.log, finding.line) for finding in audit(bundle).findings]

    assert named == [("chain/other-log", "g/cup-r1-t1-1", 1), ("chain/other-log", id_of(GAME), 1)]


def test_another_game_with_the_same_id_is_not_the_one_recorded(bundle: Path, tmp_path: Path) -> None:
    """Its log is right in itself; only the hash in the tournament's log tells that it is another one."""
    other = make(spec_of(), chance=7, shift=1).write(tmp_path / "other")
    shutil.copy(other / GAME, bundle / GAME)
    report = audit(bundle)

    assert report.first is not None
    assert (report.first.code, report.first.log) == ("chain/head", id_of(GAME))


def test_a_missing_game_is_named_where_it_was_recorded(bundle: Path) -> None:
    (bundle / GAME).unlink()
    code, log, line = first(audit(bundle))

    assert (code, log) == ("bundle/missing-game", "t/cup")
    assert b'"id":"cup-r2-t1-1"' in lines_of(bundle / "tournament.jsonl")[line - 1]


@pytest.mark.parametrize("name", ["cup-r9-t1-1.jsonl", "notes.txt"])
def test_a_file_that_no_game_accounts_for_is_named(bundle: Path, name: str) -> None:
    shutil.copy(bundle / GAME, bundle / "games" / name)

    assert first(audit(bundle))[0] == "bundle/extra-game"


@pytest.mark.parametrize("name", ["standings.json", "standings.csv", "games.csv"])
def test_a_missing_table_is_named(bundle: Path, name: str) -> None:
    (bundle / name).unlink()

    assert first(audit(bundle)) == ("bundle/derived", name, 0)


def rewritten(bundle: Path, **changes: object) -> None:
    """The manifest with other fields and a digest that fits; a field that is ``None`` is left out."""
    fields = orjson.loads((bundle / "manifest.json").read_bytes()) | changes
    kept = {name: value for name, value in fields.items() if name != "digest" and value is not None}
    (bundle / "manifest.json").write_bytes(digested(kept))


def test_a_bundle_of_the_first_release_is_sound(bundle: Path) -> None:
    """It had no table as CSV, and no contracts in its manifest."""
    (bundle / "standings.csv").unlink()
    rewritten(bundle, contracts=None)

    assert audit(bundle).findings == []


def test_other_contracts_are_noted(bundle: Path) -> None:
    rewritten(bundle, contracts={"events.schema.json": "ab" * 32})
    report = audit(bundle)

    assert report.sound
    assert [finding.code for finding in report.findings] == ["bundle/contracts"]


@pytest.mark.parametrize("changes", [{"notes": "mine"}, {"croupier": 0.1}])
def test_a_manifest_has_no_other_fields(bundle: Path, changes: dict[str, object]) -> None:
    fields = orjson.loads((bundle / "manifest.json").read_bytes()) | changes
    (bundle / "manifest.json").write_bytes(orjson.dumps(fields, option=orjson.OPT_SORT_KEYS))

    assert first(audit(bundle)) == ("bundle/manifest", "manifest.json", 1)


def test_the_private_part_of_a_run_is_none_of_an_audits_business(bundle: Path) -> None:
    (bundle / ".work").mkdir()
    (bundle / ".work" / "secret").write_bytes(b"\x00")

    assert audit(bundle).sound


def test_a_damaged_manifest_does_not_say_whose_the_log_is(bundle: Path) -> None:
    """Given the tournament's name changed in the manifest, then the manifest is named, and not the log."""
    path = bundle / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"tournament":"cup"', b'"tournament":"cap"'))

    assert first(audit(bundle)) == ("bundle/manifest", "manifest.json", 1)

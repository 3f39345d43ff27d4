"""Whatever a log says, in lines that are canonical and chained right, an audit ends with a report, not with a crash."""

import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.making import make, put, spec_of
from audit.playing import ENDS
from croupier.audit.run import audit
from croupier.contracts.canonical import canonical, digest
from croupier.contracts.lines import genesis

WORLD = make(spec_of(), ENDS)
GAMES = sorted(WORLD.games)
TIMES = settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
SCRAPS: list[Any] = [
    0, 1, 2, 6, 7, 39, -1, 2**53 - 1, True, None, "", "x", "play KD", "swap", "auditor", "briscola", "bezique", "won",
    "void", "no-contest", "bot-a", "ab" * 32, [], [0], [1, 1], [60, 60], {}, {"players": 3}, "2S 7D", "clock/flag",
    "resigned",
]  # fmt: skip


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return WORLD.write(tmp_path_factory.mktemp("right") / "cup")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in items for found in places(item, (*path, key)))]


def put_at(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def rechained(log: str, lines: list[dict[str, Any]]) -> list[bytes]:
    prev, stored = genesis(log), []
    for number, line in enumerate(lines, 1):
        stored.append(canonical(line | {"seq": number, "prev": prev}))
        prev = digest(stored[-1])
    return stored


@TIMES
@given(data=st.data())
def test_an_audit_ends_with_a_report(right: Path, tmp_path: Path, data: st.DataObject) -> None:
    """Fields are replaced by scraps of others, lines are taken out, doubled and moved."""
    name = data.draw(st.sampled_from(["tournament.jsonl", *(f"games/{game}.jsonl" for game in GAMES)]), label="file")
    path = right / name
    stored = path.read_bytes()
    lines = [orjson.loads(line) for line in stored.splitlines()]
    for _ in range(data.draw(st.integers(1, 3))):
        _mutate(lines, data)
    log = "t/cup" if name == "tournament.jsonl" else f"g/{path.stem}"
    try:
        put(path, rechained(log, lines))
        audit(right)
        if log.startswith("g/"):
            audit(Path(shutil.copy(path, tmp_path / path.name)))
    finally:
        path.write_bytes(stored)


def test_a_tournament_that_starts_without_being_open_ends_with_a_report(right: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(right, tmp_path / "cup")
    lines = [orjson.loads(line) for line in (folder / "tournament.jsonl").read_bytes().splitlines()]
    put(
        folder / "tournament.jsonl",
        rechained("t/cup", [line for line in lines if line["type"] == "tournament.started"]),
    )
    found = audit(folder).first
    assert found is not None
    assert (found.code, found.line) == ("log/out-of-place", 1)


def _mutate(lines: list[dict[str, Any]], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(lines) - 1), label="line")
    how = data.draw(st.sampled_from(["field", "field", "field", "out", "twice", "moved", "cut"]), label="how")
    if how == "field":
        path = data.draw(st.sampled_from(places(lines[at]["data"])[1:] or [("x",)]), label="path")
        put_at(lines[at]["data"], path, deepcopy(data.draw(st.sampled_from(SCRAPS), label="new")))
    elif how == "out" and len(lines) > 1:
        del lines[at]
    elif how == "twice":
        lines.insert(at, orjson.loads(orjson.dumps(lines[at])))
    elif how == "moved":
        lines.insert(data.draw(st.integers(0, len(lines) - 1), label="to"), lines.pop(at))
    elif how == "cut":
        del lines[at + 1 :]

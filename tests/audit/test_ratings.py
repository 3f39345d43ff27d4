"""Ratings in the last table: an audit computes them again, and reads older logs, which have none, as what they are."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from audit.making import World, make
from croupier.audit.run import audit
from croupier.contracts import events as ev


def written_before_ratings(world: World, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bundle as a version wrote it that rated nobody."""

    def data(event: ev.TournamentFinished) -> dict[str, Any]:
        return {"standings": [row.model_dump(exclude_none=True) for row in event.standings], "ratings": []}

    with monkeypatch.context() as before:
        before.setattr(ev.TournamentFinished, "V", 1)
        before.setattr(ev.TournamentFinished, "data", data)
        world.seal()
        return world.write(folder)


def finished(folder: Path) -> dict[str, Any]:
    lines = map(orjson.loads, (folder / "tournament.jsonl").read_bytes().splitlines())
    return next(line for line in lines if line["type"] == "tournament.finished")


def test_a_log_that_was_written_before_ratings_is_sound_and_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written_before_ratings(make(), tmp_path / "cup", monkeypatch)
    assert (finished(folder)["v"], finished(folder)["data"]["ratings"]) == (1, [])
    report = audit(folder)
    assert report.sound
    assert [(finding.code, finding.note) for finding in report.findings] == [("audit/ratings", True)]


def test_the_ratings_of_a_log_are_whole_numbers_for_everybody_best_first(tmp_path: Path) -> None:
    folder = make().write(tmp_path / "cup")
    line = finished(folder)
    assert line["v"] == 2
    rows = line["data"]["ratings"]
    assert sorted(row["entrant"] for row in rows) == ["bot-a", "bot-b", "bot-c"]
    assert [row["rating"] for row in rows] == sorted((row["rating"] for row in rows), reverse=True)
    assert all(type(row[field]) is int for row in rows for field in ("rating", "margin", "games"))
    assert audit(folder).findings == []

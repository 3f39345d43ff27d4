"""Who fails too often is disqualified by the log, plays no further round, and an auditor counts again."""

from pathlib import Path
from typing import Any

import pytest

from audit.making import Draft, chained
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.specs import SECOND, Clock, Disqualify, Policy, RoundRobin, Swiss
from failing import Failing
from world import events, spec, story

CLOCK = Clock(action=10 * SECOND, start=60 * SECOND)


def cup(**more: Any) -> Any:
    """A Swiss tournament of four in which nobody may fail twice."""
    given: dict[str, Any] = {
        "entrants": "ann bob cleo dan", "format": Swiss(rounds=4, games=1), "clock": CLOCK,
        "disqualify": Disqualify(failures=2, games=3), "concurrency": 1,
    } | more  # fmt: skip
    return spec(1, **given)


async def played(folder: Path, way: str, **more: Any) -> Failing:
    """The tournament, in which bob always fails in a way."""
    world = Failing(folder, {"bob": (way, 1)}, **more.pop("world", {}))
    await world.play(cup(**more))
    return world


@pytest.mark.parametrize("way", ["late", "illegal", "absent"])
async def test_who_failed_twice_plays_no_third_round(tmp_path: Path, way: str) -> None:
    """As if it had withdrawn; the others play on."""
    log = (await played(tmp_path, way)).tournament()
    (out,) = events(log, ev.EntrantDisqualified)
    pairings = [[name for game in event.games for name in game.seats] for event in events(log, ev.RoundPaired)]
    assert (out.entrant, out.failures, out.games, len(out.counted)) == ("bob", 2, 2, 2)
    assert ["bob" in names for names in pairings] == [True, True, False, False]
    (finished,) = events(log, ev.TournamentFinished)
    assert finished.standings[-1].entrant == "bob"
    assert audit(tmp_path / "cup").findings == []


async def test_who_resigns_stays(tmp_path: Path) -> None:
    """It loses, and no more."""
    log = (await played(tmp_path, "resigns")).tournament()
    assert events(log, ev.EntrantDisqualified) == []
    assert audit(tmp_path / "cup").findings == []


async def test_services_that_die_at_any_moment_disqualify_once(tmp_path: Path) -> None:
    """The same one after the same round."""
    calm = await played(tmp_path / "calm", "illegal")
    cut = await played(tmp_path / "cut", "illegal", world={"odds": 0.1, "mortal": "dealer scoring director", "seed": 3})
    assert cut.deaths > 3
    assert story(cut) == story(calm)


async def test_an_innocent_partner_is_not_held_responsible(tmp_path: Path) -> None:
    """It loses the games, and has not failed."""
    of = {"format": RoundRobin(games=4), "options": {"players": 4}, "policy": Policy(failing="substitute")}
    log = (await played(tmp_path, "late", disqualify=Disqualify(failures=1, games=1), **of)).tournament()
    assert {event.entrant for event in events(log, ev.EntrantDisqualified)} == {"bob"}


@pytest.mark.parametrize("kind", ["left-out", "too-early", "miscounted"])
async def test_an_auditor_counts_again(tmp_path: Path, kind: str) -> None:
    """One that is missing, or not as it should be, is named."""
    lines = (await played(tmp_path, "illegal")).tournament()
    drafts = [Draft(line.event, line.by, line.at) for line in lines]
    place = next(place for place, draft in enumerate(drafts) if isinstance(draft.event, ev.EntrantDisqualified))
    if kind == "left-out":
        del drafts[place]
    elif kind == "too-early":
        started = next(at for at, draft in enumerate(drafts) if isinstance(draft.event, ev.RoundPaired))
        drafts.insert(started, drafts.pop(place))
    else:
        drafts[place] = drafts[place].but(failures=3)
    (tmp_path / "cup" / "tournament.jsonl").write_bytes(b"".join(raw + b"\n" for raw in chained("t/cup", drafts)))
    found = [finding.code for finding in audit(tmp_path / "cup").findings if finding.log == "t/cup"]
    # What was signed is another log since; whoever holds the keys can mend that, and this not.
    assert next(code for code in found if not code.startswith("checkpoint/")) == "audit/disqualified"

"""Rulings that take a forfeit back, or give one, and who is disqualified: by the results that count now."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from audit.making import Draft, chained
from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import SECOND, Clock, Disqualify, Knockout, Swiss
from croupier.folds.conduct import overturned
from croupier.folds.game import GameState
from croupier.services.director.service import Director
from croupier.services.scoring import decider as scoring
from cup import COMMITTED, KEYS, LOG, opened, registered
from failing import Failing
from harness import given
from rings import ring
from world import events, spec

NAMES = "ann bob cleo dan"
RULE = Disqualify(failures=2, games=4)
SWISS = Swiss(rounds=5, games=1)
BACK = ev.EntrantReturned(entrant="bob", who="organiser")


@pytest.fixture
def director() -> Director:
    return Director(1, ring("director"))


def rejoin(who: ev.Who = "organiser") -> cmd.EntrantRejoin:
    return cmd.EntrantRejoin(id="back", tournament="cup", entrant="bob", who=who)


def started(director: Director, shape: Any = SWISS) -> given:
    """Four who have begun to play."""
    log = given(director, LOG, opened(entrants=NAMES, format=shape, disqualify=RULE), COMMITTED, *KEYS)
    log.add(*map(registered, NAMES.split()))
    log.when().decide()
    return log


def play(log: given, why: ev.Reason | None = "clock/flag", *, games: str = "") -> list[ev.Event]:
    """What is open is played, of games that begin so: one of the seats wins, but bob fails, if there is a reason."""
    found: list[ev.Event] = []
    for game in [game for game in log.state.playing.values() if game.id.startswith(games)]:
        seat = game.seats.index("bob") if "bob" in game.seats else 0
        failed = why is not None and "bob" in game.seats
        told = [ev.SeatFailure(seat=seat, why=why or "resigned", limit=1, measured=2)] if failed else None
        places = [2, 1] if seat == 0 else [1, 2]
        outcome: ev.Outcome = "forfeit" if failed else "won"
        log.add(
            ev.GameRecorded(
                id=game.id, head="a" * 64, lines=9, points=[0, 0], places=places, outcome=outcome, failures=told
            ),
            ev.GameClosed(id=game.id, head="b" * 64, lines=13),
        )
        found += log.when().decide()
    return found


def bobs(log: given, number: int) -> str:
    """Bob's game of a round."""
    return str(next(entry.game.id for entry in log.state.books.round(number) if "bob" in entry.game.seats))


def seat(log: given, number: int) -> int:
    """Where bob sits in it."""
    return int(log.state.books.find(bobs(log, number)).game.seats.index("bob"))


def ruled(log: given, number: int, ruling: ev.Ruling, **more: Any) -> list[ev.Event]:
    """Bob's game of a round is disputed, examined and ruled; what follows by itself."""
    game, dispute = bobs(log, number), f"cup-d{len(log.state.docket.disputes) + 1}"
    log.add(
        ev.DisputeRaised(dispute=dispute, game=game, claim="clock"),
        ev.DisputeExamined(dispute=dispute, findings=[], total=0, why="the organiser decides"),
    )
    found = log.when(
        cmd.DisputeRule(id=dispute, tournament="cup", dispute=dispute, ruling=ruling, why="so it is", **more)
    ).decide()
    assert found[0].TYPE == "dispute.ruled"
    return found[1:]


def out(found: list[ev.Event]) -> list[ev.EntrantDisqualified]:
    return [event for event in found if isinstance(event, ev.EntrantDisqualified)]


WON = {"points": [60, 60], "places": [1, 1]}


def test_a_forfeit_that_was_taken_back_is_not_counted(director: Director) -> None:
    log = started(director)
    play(log)
    ruled(log, 1, "corrected", **WON)
    assert out(play(log)) == []
    (event,) = out(play(log))
    assert event.counted == [bobs(log, 2), bobs(log, 3)]


def test_a_game_that_is_ordered_anew_is_not_counted_as_it_was(director: Director) -> None:
    log = started(director)
    play(log)
    ruled(log, 1, "replay", board="same")
    assert out(play(log, games="cup-r2")) == []
    (event,) = out(play(log, games="cup-r1"))
    assert event.counted == [bobs(log, 1), bobs(log, 2)]
    assert bobs(log, 1).endswith("-a2")


def test_a_ruling_of_forfeit_makes_no_failure_of_a_game_that_was_played(director: Director) -> None:
    log = started(director)
    play(log)
    play(log, None)
    assert out(ruled(log, 2, "forfeit", seats=[seat(log, 2)])) == []


def test_who_is_out_stays_out_until_the_organiser_brings_it_back(director: Director) -> None:
    log = started(director)
    play(log)
    assert len(out(play(log))) == 1
    assert overturned(log.state.life, log.state.docket) == []
    assert ruled(log, 1, "corrected", **WON) == []
    assert overturned(log.state.life, log.state.docket) == ["bob"]
    log.when(rejoin("entrant")).refused("tournament/no-return")
    log.when(rejoin()).then(BACK)
    assert overturned(log.state.life, log.state.docket) == []


def test_who_was_brought_back_is_paired_and_begins_anew(director: Director) -> None:
    """Games that it lost by not coming, since it had been sent away, are not held against it either."""
    log = started(director)
    play(log)
    play(log)
    log.when(rejoin()).then(BACK)
    assert out(play(log)) == []
    assert out(play(log)) == []
    (event,) = out(play(log))
    assert (event.games, event.counted) == (2, [bobs(log, 4), bobs(log, 5)])


def test_an_entrant_that_says_the_organiser_brought_it_back_is_not_believed(director: Director) -> None:
    log = started(director)
    play(log)
    play(log)
    with pytest.raises(Exception, match="the organiser alone"):
        log.add(BACK.model_copy(update={"who": "entrant"}))


def test_in_a_knockout_it_comes_back_while_nothing_was_paired_without_it(director: Director) -> None:
    log = started(director, Knockout(games=3))
    log.add(ev.DisputeRaised(dispute="cup-d1", game=bobs(log, 1), claim="clock"))
    play(log)
    assert len(out(play(log))) == 1
    assert log.state.paired == 1
    log.when(rejoin()).then(BACK)


def test_a_knockout_that_has_gone_on_takes_nobody_back(director: Director) -> None:
    log = started(director, Knockout(games=3))
    play(log)
    assert len(out(play(log))) == 1
    assert log.state.paired == 2
    ruled(log, 1, "forfeit", seats=[seat(log, 1)])
    assert overturned(log.state.life, log.state.docket) == []
    log.when(rejoin()).refused("tournament/no-return")


# --- from the first line to the last


async def opening(folder: Path) -> Failing:
    """A tournament in which bob plays nothing but what is not allowed."""
    world = Failing(folder, {"bob": ("illegal", 1)})
    of = spec(
        entrants=NAMES, format=SWISS, disqualify=RULE, concurrency=1,
        clock=Clock(action=10 * SECOND, start=60 * SECOND),
    )  # fmt: skip
    await world.open(of)
    return world


async def taken_back(folder: Path) -> Failing:
    """Bob is disqualified, the first of his forfeits taken back, and the organiser brings him back."""
    world = await opening(folder)
    while not (disqualified := events(await world.lines(), ev.EntrantDisqualified)):
        await world.step()
    world.ways = {}
    asked: dict[str, Any] = {"tournament": "cup", "who": "organiser"}
    await world.command("to:director", LOG, cmd.TournamentPause(id="pause", **asked))
    dispute = cmd.DisputeRaise(id="raise", tournament="cup", game=disqualified[0].counted[0], claim="other")
    await world.command("to:director", LOG, dispute)
    await world.run()
    ruling = cmd.DisputeRule(
        id="rule", tournament="cup", dispute="cup-d1", ruling="corrected", why="a fault of ours", **WON
    )
    await world.command("to:director", LOG, ruling)
    await world.command("to:director", LOG, cmd.EntrantRejoin(id="back", entrant="bob", **asked))
    await world.command("to:director", LOG, cmd.TournamentResume(id="resume", **asked))
    await world.run()
    return world


async def test_an_auditor_finds_nothing_wrong_with_a_return_and_counts_as_the_director_did(tmp_path: Path) -> None:
    log = (await taken_back(tmp_path)).tournament()
    assert [event.entrant for event in events(log, ev.EntrantDisqualified)] == ["bob"]
    assert events(log, ev.DisputeRuled)[0].ruling == "corrected"
    back = next(line.seq for line in log if isinstance(line.event, ev.EntrantReturned))
    later = [game.seats for line in log if line.seq > back for game in getattr(line.event, "games", ())]
    assert any("bob" in seats for seats in later)
    assert events(log, ev.TournamentFinished)
    assert audit(tmp_path / "cup").findings == []


async def test_an_auditor_finds_who_is_disqualified_by_a_forfeit_that_was_taken_back(tmp_path: Path) -> None:
    """The ruling is put before the disqualification, which then has no ground."""
    lines = (await taken_back(tmp_path)).tournament()
    drafts = [Draft(line.event, line.by, line.at) for line in lines]
    kinds = [type(draft.event) for draft in drafts]
    place = kinds.index(ev.EntrantDisqualified)
    moved = drafts.pop(place)
    drafts.insert([type(draft.event) for draft in drafts].index(ev.DisputeRuled) + 1, moved)
    (tmp_path / "cup" / "tournament.jsonl").write_bytes(b"".join(raw + b"\n" for raw in chained("t/cup", drafts)))
    found = [finding for finding in audit(tmp_path / "cup").findings if finding.code == "audit/disqualified"]
    assert any(finding.reason == "bob is disqualified otherwise than its games give" for finding in found)


async def test_a_failure_that_scoring_left_out_counts_once_its_result_is_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The examination finds who failed in the play, and that stands in the result from the ruling on."""
    right = scoring.follow

    def follow(state: GameState) -> Iterable[ev.Event]:
        for event in right(state):
            if isinstance(event, ev.GameScored) and event.failures and state.id.startswith("cup-r1-"):
                told = {"places": event.places[::-1], "outcome": "won", "why": "points", "failures": None}
                event = event.model_copy(update=told)
            yield event

    monkeypatch.setattr(scoring, "follow", follow)
    world = await opening(tmp_path)
    while not (paired := events(await world.lines(), ev.RoundPaired)):
        await world.step()
    game = next(game.id for game in paired[0].games if "bob" in game.seats)
    dispute = cmd.DisputeRaise(id="raise", tournament="cup", game=game, claim="wrong-score")
    await world.command("to:director", LOG, dispute)
    await world.run()
    log = world.tournament()
    (ruling,), (disqualified,) = events(log, ev.DisputeRuled), events(log, ev.EntrantDisqualified)
    assert [failure.why for failure in ruling.result.failures] == ["move/strikes"]
    assert game in disqualified.counted
    assert [finding for finding in audit(tmp_path / "cup").findings if not finding.note] == []

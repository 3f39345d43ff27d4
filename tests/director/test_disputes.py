"""Disputes before the director: who may raise which, what follows from an examination, what a ruling needs."""

from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Disputes, Knockout
from croupier.services.director.service import Director
from cup import LOG, end, finding, recorded, running, scored
from harness import given
from rings import ring

GAME, OTHER = "cup-r1-t1-1", "cup-r2-t1-1"
"""Bob and cleo play the first, cleo and ann the second."""

WON = ev.Amended(points=[66, 54], places=[1, 2], outcome="won")


@pytest.fixture
def director() -> Director:
    return Director(1, ring("director"))


def dispute(entrant: str | None = "bob", **more: Any) -> cmd.DisputeRaise:
    asked: dict[str, Any] = {"game": GAME, "claim": "wrong-score", "why": "mine"} | more
    return cmd.DisputeRaise(id="raise", tournament="cup", entrant=entrant, **asked)


def raised(entrant: str | None = "bob", number: int = 1, **more: Any) -> ev.DisputeRaised:
    told: dict[str, Any] = {"game": GAME, "claim": "wrong-score", "text": "mine"} | more
    return ev.DisputeRaised(dispute=f"cup-d{number}", entrant=entrant, **told)


def examined(clear: ev.Clear | None = None, result: ev.Amended | None = None, number: int = 1) -> ev.DisputeExamined:
    told = f"cup-d{number}"
    return ev.DisputeExamined(dispute=told, findings=[], total=0, clear=clear, result=result, why="as it is")


def ruled(ruling: ev.Ruling, by: str = "organiser", **more: Any) -> ev.DisputeRuled:
    told: dict[str, Any] = {"dispute": "cup-d1", "why": "so it is", "by": by} | more
    return ev.DisputeRuled(ruling=ruling, **told)


def rule(ruling: ev.Ruling, **more: Any) -> cmd.DisputeRule:
    asked: dict[str, Any] = {"dispute": "cup-d1", "why": "so it is"} | more
    return cmd.DisputeRule(id="rule", tournament="cup", ruling=ruling, **asked)


PLAYED = (*running(1, 2, games=1, concurrency=1), recorded(GAME), ev.RoundClosed(round=1, standings=[]))
OPEN = (*PLAYED, raised(), examined())
"""A dispute that waits for the organiser."""


def past(*more: ev.Event) -> tuple[ev.Event, ...]:
    return (*OPEN, *more)


# --- who may raise which


def test_an_entrant_disputes_a_game_that_it_sits_in(director: Director) -> None:
    given(director, LOG, *PLAYED).when(dispute(ply=3)).then(raised(ply=3))


def test_a_decision_that_a_recorded_game_cannot_have_had_is_not_disputed(director: Director) -> None:
    """Of the 49 lines up to the result 7 are no decisions; while a game is played nobody knows how long it will be."""
    given(director, LOG, *PLAYED).when(dispute(ply=41)).then(raised(ply=41))
    given(director, LOG, *PLAYED).when(dispute(ply=42)).refused("dispute/ply")
    given(director, LOG, *PLAYED).when(dispute("ann", game=OTHER, ply=999)).then(raised("ann", game=OTHER, ply=999))


def test_a_game_in_play_can_be_disputed_and_nothing_else_happens(director: Director) -> None:
    given(director, LOG, *PLAYED).when(dispute("ann", game=OTHER)).then(raised("ann", game=OTHER))


def test_the_organiser_disputes_any_game(director: Director) -> None:
    given(director, LOG, *PLAYED).when(dispute(None)).then(raised(None))


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (dispute("ann"), "dispute/not-yours"),
        (dispute("eve"), "tournament/no-entrant"),
        (dispute(game="cup-r1-t1-9"), "dispute/unknown-game"),
        (dispute(game="nonsense"), "dispute/unknown-game"),
    ],
)
def test_other_games_are_refused_by_name(director: Director, message: cmd.DisputeRaise, code: str) -> None:
    given(director, LOG, *PLAYED).when(message).refused(code)


def test_the_same_claim_again_changes_nothing_and_another_one_is_another_dispute(director: Director) -> None:
    log = given(director, LOG, *PLAYED, raised())
    log.when(dispute(why="once more")).nothing()
    log.when(dispute(claim="clock")).then(raised(number=2, claim="clock"))
    log.when(dispute("cleo")).then(raised("cleo", number=3))


def test_an_entrant_raises_no_more_disputes_than_it_may(director: Director) -> None:
    begun = running(1, 2, games=1, concurrency=1, disputes=Disputes(most=1))
    log = given(director, LOG, *begun, recorded(GAME), ev.RoundClosed(round=1, standings=[]), raised())
    log.when(dispute(claim="clock")).refused("dispute/too-many")
    log.when(dispute("cleo")).then(raised("cleo", number=2))


def test_of_a_game_that_is_played_anew_it_is_said_which_one_that_is(director: Director) -> None:
    anew = ev.GameReplayed(
        id=GAME, game=ev.PairedGame(id=f"{GAME}-a2", board=f"{GAME}-a2", seats=["bob", "cleo"]), why="so"
    )
    log = given(director, LOG, *past(ruled("replay", board="new"), anew))
    log.when(dispute(claim="clock")).refused("dispute/replayed")
    log.when(dispute(claim="clock", game=f"{GAME}-a2")).then(raised(number=2, claim="clock", game=f"{GAME}-a2"))


def test_a_tournament_that_nobody_knows_has_no_disputes(director: Director) -> None:
    given(director, LOG).when(dispute()).refused("tournament/unknown")


# --- what follows from an examination


def done(number: int = 1) -> cmd.DisputeExamine:
    return cmd.DisputeExamine(id="examine", tournament="cup", dispute=f"cup-d{number}")


def test_a_clear_case_is_ruled_with_its_examination(director: Director) -> None:
    director.examined["cup-d1"] = told = examined("dismissed")
    given(director, LOG, *PLAYED, raised()).when(done()).then(
        told, ruled("dismissed", by="examination", why="as it is")
    )


def test_a_result_that_was_counted_wrong_is_corrected_and_the_table_follows(director: Director) -> None:
    turned = ev.Amended(points=[50, 70], places=[2, 1], outcome="won")
    director.examined["cup-d1"] = told = examined("corrected", turned)
    log = given(director, LOG, *PLAYED, raised())
    log.when(done()).then(told, ruled("corrected", by="examination", why="as it is", result=turned))
    assert [(row.entrant, row.points) for row in log.state.table.standings()] == [("cleo", 2), ("ann", 0), ("bob", 0)]


def test_what_is_not_clear_waits_for_the_organiser(director: Director) -> None:
    director.examined["cup-d1"] = told = examined()
    given(director, LOG, *PLAYED, raised()).when(done()).then(told)


def test_an_examination_is_taken_in_once_and_only_by_who_made_it(director: Director) -> None:
    given(director, LOG, *PLAYED, raised()).when(done()).nothing()
    director.examined["cup-d1"] = examined("dismissed")
    given(director, LOG, *OPEN).when(done()).nothing()
    given(director, LOG, *PLAYED).when(done()).nothing()


# --- rulings of the organiser


def test_a_dispute_is_dismissed(director: Director) -> None:
    given(director, LOG, *OPEN).when(rule("dismissed")).then(ruled("dismissed"))


def test_a_result_is_corrected(director: Director) -> None:
    given(director, LOG, *OPEN).when(rule("corrected", points=[66, 54], places=[1, 2])).then(
        ruled("corrected", result=WON)
    )


def test_a_seat_forfeits(director: Director) -> None:
    lost = ev.Amended(points=[70, 50], places=[2, 1], outcome="forfeit")
    given(director, LOG, *OPEN).when(rule("forfeit", seats=[0])).then(ruled("forfeit", seats=[0], result=lost))


def test_where_all_forfeit_nobody_wins(director: Director) -> None:
    nobody = ev.Amended(points=[], places=[], outcome="no-contest")
    given(director, LOG, *OPEN).when(rule("forfeit", seats=[0, 1])).then(ruled("forfeit", seats=[0, 1], result=nobody))


@pytest.mark.parametrize(("board", "name"), [("new", f"{GAME}-a2"), (None, f"{GAME}-a2"), ("same", "cup-r1-b1")])
def test_a_game_is_played_anew_at_once(director: Director, board: Any, name: str) -> None:
    anew = ev.PairedGame(id=f"{GAME}-a2", board=name, seats=["bob", "cleo"])
    given(director, LOG, *OPEN).when(rule("replay", board=board)).then(
        ruled("replay", board=board or "new"), ev.GameReplayed(id=GAME, game=anew, why="cup-d1: so it is")
    )


def test_other_disputes_of_a_game_that_is_played_anew_have_no_object_left(director: Director) -> None:
    log = given(director, LOG, *past(raised("cleo", number=2), raised("cleo", number=3, claim="clock")))
    found = log.when(rule("replay")).decide()
    assert [event.TYPE for event in found] == ["dispute.ruled", "game.replayed", "dispute.ruled", "dispute.ruled"]
    assert not log.state.docket.open
    log.when(rule("dismissed", dispute="cup-d2")).refused("dispute/ruled")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (rule("dismissed", dispute="cup-d9"), "dispute/unknown"),
        (rule("dismissed", why=""), "dispute/ruling"),
        (rule("dismissed", seats=[0]), "dispute/ruling"),
        (rule("corrected"), "dispute/ruling"),
        (rule("corrected", points=[1, 2, 3], places=[1, 2, 3]), "dispute/result"),
        (rule("corrected", points=[60, 60], places=[1, 3]), "dispute/result"),
        (rule("forfeit", seats=[2]), "dispute/ruling"),
        (rule("forfeit", seats=[]), "dispute/ruling"),
        (rule("forfeit", seats=[1, 1]), "dispute/ruling"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(director: Director, message: cmd.DisputeRule, code: str) -> None:
    given(director, LOG, *OPEN).when(message).refused(code)


def test_nobody_rules_before_the_game_is_examined(director: Director) -> None:
    given(director, LOG, *PLAYED, raised()).when(rule("dismissed")).refused("dispute/not-examined")


def test_a_dispute_is_ruled_once(director: Director) -> None:
    log = given(director, LOG, *past(ruled("dismissed")))
    log.when(rule("dismissed")).nothing()
    log.when(rule("replay")).refused("dispute/ruled")


# --- knockouts


def knockout(*more: ev.Event) -> tuple[ev.Event, ...]:
    """A first round of which ann is out, and the final that it led to."""
    shape: dict[str, Any] = {"format": Knockout(games=1), "entrants": "ann bob cleo"}
    begun = running(**shape)
    first = ev.RoundPaired(
        round=1,
        games=[ev.PairedGame(id=GAME, board="cup-r1-b1", seats=["bob", "cleo"])],
        byes=["ann"],
        why="",
        bye_whys=[""],
    )
    final = ev.RoundPaired(
        round=2, games=[ev.PairedGame(id=OTHER, board="cup-r2-b1", seats=["ann", "bob"])], byes=[], why=""
    )
    return (*begun, first, recorded(GAME), ev.RoundClosed(round=1, standings=[]), final, *more)


def test_a_ruling_that_would_send_another_to_a_match_that_was_paired_is_refused(director: Director) -> None:
    log = given(director, LOG, *knockout(raised(), examined()))
    log.when(rule("replay")).refused("dispute/paired")
    log.when(rule("forfeit", seats=[0])).refused("dispute/paired")
    log.when(rule("corrected", points=[50, 70], places=[2, 1])).refused("dispute/paired")
    log.when(rule("corrected", points=[66, 54], places=[1, 2])).then(ruled("corrected", result=WON))


def test_an_examination_that_would_do_so_leaves_it_to_the_organiser(director: Director) -> None:
    turned = ev.Amended(points=[50, 70], places=[2, 1], outcome="won")
    director.examined["cup-d1"] = told = examined("corrected", turned)
    given(director, LOG, *knockout(raised())).when(done()).then(told)


# --- the end


def ended(director: Director, **more: Any) -> given:
    """All games are played and closed, but for the last one of three, which is played."""
    log = given(director, LOG, *running(1, 2, 3, games=1, concurrency=9, **more))
    for number in (1, 2, 3):
        director.findings[f"g/cup-r{number}-t1-1"] = finding()
        log.when(scored(f"cup-r{number}-t1-1")).decide()
    for number in (1, 2):
        end(director, log, f"cup-r{number}-t1-1")
    return log


def types(found: list[ev.Event]) -> list[str]:
    return [event.TYPE for event in found]


def test_an_open_dispute_holds_the_end_back(director: Director) -> None:
    log = ended(director)
    log.add(raised())
    assert types(end(director, log, "cup-r3-t1-1")) == ["game.closed", "round.sealed"]
    log.add(examined())
    assert types(log.when(rule("dismissed")).decide()) == ["dispute.ruled", "tournament.finished"]
    log.when(dispute(claim="clock")).refused("dispute/closed")
    log.when(rule("replay")).refused("dispute/ruled")


def test_without_a_time_for_disputes_the_end_comes_at_once(director: Director) -> None:
    log = ended(director, disputes=Disputes(most=3))
    assert types(end(director, log, "cup-r3-t1-1"))[-1] == "tournament.finished"


def test_where_there_is_a_time_for_disputes_the_last_game_can_be_disputed(director: Director) -> None:
    log = ended(director, disputes=Disputes(window=600))
    found = end(director, log, "cup-r3-t1-1")
    assert found[-1] == ev.DisputesClosing(until=600)
    last = dispute("ann", game="cup-r3-t1-1")
    assert types(log.when(last).decide()) == ["dispute.raised"]
    log.add(examined())
    tick = cmd.ClockTick(id="tick", tournament="cup", at=600)
    log.when(tick.model_copy(update={"at": 599})).nothing()
    log.when(tick).then(ev.DisputesClosed(until=600))
    log.when(dispute("bob")).refused("dispute/closed")
    assert types(log.when(rule("dismissed")).decide()) == ["dispute.ruled", "tournament.finished"]


def test_what_is_played_anew_can_be_disputed_as_long(director: Director) -> None:
    log = ended(director, disputes=Disputes(window=600))
    end(director, log, "cup-r3-t1-1")
    log.when(dispute("ann", game="cup-r3-t1-1")).decide()
    log.add(examined())
    log.when(cmd.ClockTick(id="tick", tournament="cup", at=600)).decide()
    assert types(log.when(rule("replay")).decide()) == ["dispute.ruled", "game.replayed"]
    anew = "cup-r3-t1-1-a2"
    director.findings[f"g/{anew}"] = finding()
    assert types(log.when(scored(anew)).decide()) == ["game.recorded", "round.closed"]
    assert types(end(director, log, anew)) == ["game.closed", "round.sealed", "disputes.closing"]

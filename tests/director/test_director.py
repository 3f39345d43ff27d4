"""The director: who may join, what is paired when, which results count, and that repeats change nothing."""

from dataclasses import replace
from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.specs import Award, Policy
from croupier.services.director.decider import Finding, sealing
from croupier.services.director.service import Director
from cup import (
    COMMITTED,
    KEY,
    KEYS,
    LOG,
    NAMES,
    STARTED,
    end,
    finding,
    join,
    opened,
    paired,
    recorded,
    registered,
    running,
    scored,
    sealed,
    withdraw,
)
from harness import given
from rings import ring
from world import spec

VOID = ev.GameScored(points=[], places=[], outcome="void", why="server/fault")


@pytest.fixture
def director() -> Director:
    return Director(1, ring("director"))


def test_a_tournament_opens_once(director: Director) -> None:
    message = cmd.TournamentOpen(id="open", spec=spec())
    given(director, LOG).when(message).then(opened(), KEY)
    given(director, LOG, opened(), KEY).when(message).nothing()


def test_another_tournament_of_the_same_id_is_refused(director: Director) -> None:
    given(director, LOG, opened()).when(cmd.TournamentOpen(id="open", spec=spec(games=3))).refused("tournament/exists")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "brisco"}, "option/unknown-game"),
        ({"ruleset": "hous"}, "option/unknown-ruleset"),
        ({"options": {"plyers": 2}}, "option/unknown"),
        ({"options": {"players": 4}}, "config/entrants"),
        ({"award": Award(loss=5)}, "format/award"),
    ],
)
def test_a_specification_that_makes_no_sense_is_refused_by_name(
    director: Director, changes: dict[str, Any], code: str
) -> None:
    wrong = spec().model_copy(update=changes)
    given(director, LOG).when(cmd.TournamentOpen(id="open", spec=wrong)).refused(code)


def test_an_entrant_registers_once_whatever_it_brings_later(director: Director) -> None:
    given(director, LOG, opened(), KEY, COMMITTED).when(join("ann")).then(registered("ann"))
    given(director, LOG, opened(), KEY, COMMITTED, registered("ann")).when(join("ann", "f" * 64)).nothing()


def test_nobody_registers_before_the_seed_is_fixed(director: Director) -> None:
    given(director, LOG, opened(), KEY).when(join("ann")).nothing()


def test_strangers_and_unknown_tournaments_are_refused_with_a_hint(director: Director) -> None:
    given(director, LOG).when(join("ann")).refused("tournament/unknown")
    given(director, LOG, opened(), COMMITTED).when(join("anne")).refused("tournament/no-entrant")
    with pytest.raises(NotAllowed, match="did you mean 'ann'"):
        given(director, LOG, opened(), COMMITTED).when(join("anne")).decide()


def test_with_the_last_entrant_the_tournament_starts_and_rounds_are_paired(director: Director) -> None:
    here = (opened(), COMMITTED, *KEYS, registered("ann"), registered("bob"))
    given(director, LOG, *here).when(join("cleo")).then(registered("cleo"), STARTED, paired(1), paired(2))


@pytest.mark.parametrize("missing", range(4))
def test_nobody_plays_before_all_services_have_named_their_keys(director: Director, missing: int) -> None:
    keys = [*KEYS[:missing], *KEYS[missing + 1 :]]
    here = (opened(), COMMITTED, KEY, *(key for key in keys if key != KEY), *map(registered, NAMES[:2]))
    found = given(director, LOG, *here).when(join("cleo")).decide()
    started = [event.TYPE for event in found if event.TYPE == "tournament.started"]
    assert started == (["tournament.started"] if KEYS[missing] == KEY else [])


def test_rounds_are_paired_ahead_only_while_games_are_missing(director: Director) -> None:
    given(director, LOG, *running(1, concurrency=2)).when().nothing()
    given(director, LOG, *running(1, concurrency=3)).when().then(paired(2))


def test_a_result_is_recorded_from_what_the_games_log_says(director: Director) -> None:
    director.findings["g/cup-r1-t1-1"] = finding()
    given(director, LOG, *running(1, 2)).when(scored("cup-r1-t1-1")).then(recorded("cup-r1-t1-1"), paired(3))


def test_why_a_game_was_not_played_to_its_end_is_recorded_with_it(director: Director) -> None:
    scored_so = ev.GameScored(points=[0, 0], places=[2, 1], outcome="forfeit", why="clock/flag")
    director.findings["g/cup-r1-t1-1"] = replace(finding(), scored=scored_so)
    found = given(director, LOG, *running(1, 2)).when(scored("cup-r1-t1-1")).decide()
    assert isinstance(found[0], ev.GameRecorded)
    assert (found[0].outcome, found[0].why) == ("forfeit", "clock/flag")


def test_a_notice_without_a_result_in_the_log_and_a_repeat_change_nothing(director: Director) -> None:
    given(director, LOG, *running(1, 2)).when(scored("cup-r1-t1-1")).nothing()
    director.findings["g/cup-r1-t1-1"] = finding()
    past = (*running(1, 2), recorded("cup-r1-t1-1"), paired(3))
    given(director, LOG, *past).when(scored("cup-r1-t1-1")).nothing()


def test_a_game_that_is_not_being_played_is_not_recorded(director: Director) -> None:
    director.findings["g/cup-r1-t1-2"] = finding()
    given(director, LOG, *running(1, concurrency=1)).when(scored("cup-r1-t1-2")).nothing()


def test_when_all_games_are_sealed_their_rounds_are_and_the_tournament_ends(director: Director) -> None:
    game = given(director, LOG, *running(1, 2, 3, games=1, concurrency=9))
    for number in (1, 2, 3):
        director.findings[f"g/cup-r{number}-t1-1"] = finding()
        found = game.when(scored(f"cup-r{number}-t1-1")).decide()
        assert [event.TYPE for event in found] == ["game.recorded", "round.closed"]
    for number in (3, 1, 2):
        found = end(director, game, f"cup-r{number}-t1-1")
        assert [event.TYPE for event in found[:2]] == ["game.closed", "round.sealed"]
    assert [event.TYPE for event in found[2:]] == ["tournament.finished"]
    finished = found[-1]
    assert isinstance(finished, ev.TournamentFinished)
    assert [(row.entrant, row.points) for row in finished.standings] == [("ann", 2), ("bob", 2), ("cleo", 2)]
    assert finished.ratings is not None
    assert [(row.entrant, row.rating, row.games) for row in finished.ratings] == [
        ("ann", 1500, 2), ("bob", 1500, 2), ("cleo", 1500, 2),
    ]  # fmt: skip


def test_nothing_follows_the_end(director: Director) -> None:
    game = given(director, LOG, *running(1, 2, 3, games=1, concurrency=9))
    for number in (1, 2, 3):
        director.findings[f"g/cup-r{number}-t1-1"] = finding()
        game.when(scored(f"cup-r{number}-t1-1")).decide()
        end(director, game, f"cup-r{number}-t1-1")
    game.when(withdraw("ann")).nothing()
    game.when(join("ann")).nothing()


def test_who_withdraws_before_the_start_is_not_waited_for(director: Director) -> None:
    here = (opened(games=1), COMMITTED, *KEYS, registered("ann"), registered("bob"))
    found = given(director, LOG, *here).when(withdraw("cleo")).decide()
    assert [event.TYPE for event in found] == ["entrant.withdrawn", "tournament.started", "round.paired"]
    pairing = found[-1]
    assert isinstance(pairing, ev.RoundPaired)
    assert [set(game.seats) for game in pairing.games] == [{"ann", "bob"}]


def test_who_withdraws_later_is_left_out_of_rounds_to_come(director: Director) -> None:
    past = (*running(1, games=1, concurrency=1), ev.EntrantWithdrawn(entrant="ann", why="ill"))
    director.findings["g/cup-r1-t1-1"] = finding()
    found = given(director, LOG, *past).when(scored("cup-r1-t1-1")).decide()
    assert [event.TYPE for event in found] == ["game.recorded", "round.closed"]
    given(director, LOG, *past).when(withdraw("ann")).nothing()


def test_a_game_is_closed_once_and_only_when_it_is_recorded(director: Director) -> None:
    director.endings["g/cup-r1-t1-1"] = ev.GameClosed(id="cup-r1-t1-1", head="b" * 64, lines=53)
    past = running(1, games=1, concurrency=1)
    given(director, LOG, *past).when(sealed("cup-r1-t1-1")).nothing()
    once = (*past, recorded("cup-r1-t1-1"), director.endings["g/cup-r1-t1-1"])
    again = given(director, LOG, *once).when(sealed("cup-r1-t1-1")).decide()
    assert "game.closed" not in [event.TYPE for event in again]


def test_the_last_seal_comes_after_the_seed(director: Director) -> None:
    log = given(director, LOG, *running(1, 2, 3, games=1, concurrency=9))
    for number in (1, 2, 3):
        director.findings[f"g/cup-r{number}-t1-1"] = finding()
        log.when(scored(f"cup-r{number}-t1-1")).decide()
        end(director, log, f"cup-r{number}-t1-1")
    assert list(sealing(director.ring, log.state, 99, "c" * 64)) == []
    log.add(ev.SeedRevealed(seed="0" * 64))
    (last,) = sealing(director.ring, log.state, 99, "c" * 64)
    assert isinstance(last, ev.TournamentSealed)
    assert last.checkpoint.splitlines()[:2] == ["croupier/cup", "3"]
    log.add(last)
    assert log.state.complete
    assert list(sealing(director.ring, log.state, 100, "d" * 64)) == []


def test_a_void_game_is_recorded_and_played_anew_on_its_board_before_its_round_is_over(director: Director) -> None:
    director.findings["g/cup-r1-t1-1"] = Finding("a" * 64, 9, VOID)
    found = given(director, LOG, *running(1, games=1, concurrency=1)).when(scored("cup-r1-t1-1")).decide()
    assert [event.TYPE for event in found] == ["game.recorded", "game.replayed"]
    replayed = found[1]
    assert isinstance(replayed, ev.GameReplayed)
    assert (replayed.id, replayed.game.id) == ("cup-r1-t1-1", "cup-r1-t1-1-a2")
    assert (replayed.game.board, replayed.why) == ("cup-r1-b1", "server/fault")


def test_a_game_that_is_void_every_time_is_recorded_in_the_end_and_counts_nowhere(director: Director) -> None:
    once = Policy(attempts=1)
    director.findings["g/cup-r1-t1-1"] = Finding("a" * 64, 9, VOID)
    past = running(1, games=1, concurrency=1, policy=once)
    closed = given(director, LOG, *past).when(scored("cup-r1-t1-1")).decide()[1]
    assert isinstance(closed, ev.RoundClosed)
    assert all(row.games == 0 for row in closed.standings)

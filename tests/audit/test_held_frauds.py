"""Frauds with games that were void, held back or put right: each in a world of its own."""

from dataclasses import replace
from pathlib import Path

import pytest

from audit.drafts import SECOND, Draft, chained
from audit.making import World, make, spec_of
from croupier.audit.examine import Case
from croupier.audit.findings import Finding
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.contracts.specs import Arena, Disqualify, Policy, Swiss
from croupier.folds.tournament import TournamentState
from tampered import FRAUDS, GAME


def first(world: World, folder: Path) -> tuple[str, str, int]:
    """Code, log and line of what is found first, all made to fit by who holds all keys."""
    world.seal()
    found = next(finding for finding in audit(world.write(folder / "cup")).findings if not finding.note)
    return found.code, found.log, found.line


def put(world: World, place: int, event: ev.Event) -> int:
    """Put a line of the director in; its number."""
    world.tournament.insert(place, Draft(event, "director", world.tournament[place - 1].at + 1))
    return place + 1


# --- voids and replays


@pytest.fixture
def spoiled() -> World:
    """The first game is void and played anew on its board."""
    return make(spec_of(), ("void", *["played"] * 6))


def test_a_void_game_that_is_replayed_on_another_board_is_found(tmp_path: Path, spoiled: World) -> None:
    """Whose cards nobody has seen yet."""
    place = spoiled.index(ev.GameReplayed)
    event = spoiled.tournament[place].event
    assert isinstance(event, ev.GameReplayed)
    spoiled.tournament[place] = spoiled.tournament[place].but(
        game=event.game.model_copy(update={"board": event.game.id})
    )
    assert first(spoiled, tmp_path) == ("audit/replay", "t/cup", place + 1)


@pytest.mark.parametrize("fields", [{"why": "so"}, {"reason": "a better seat"}], ids=["reason", "pairing"])
def test_a_replay_for_another_reason_is_found(tmp_path: Path, spoiled: World, fields: dict[str, str]) -> None:
    place = spoiled.index(ev.GameReplayed)
    event = spoiled.tournament[place].event
    assert isinstance(event, ev.GameReplayed)
    why, game = fields.get("why", event.why), event.game.model_copy(update={"why": fields.get("reason")})
    spoiled.tournament[place] = spoiled.tournament[place].but(why=why, game=game)
    assert first(spoiled, tmp_path) == ("audit/replay", "t/cup", place + 1)


def test_a_replay_more_than_the_policy_grants_is_found(tmp_path: Path) -> None:
    """One attempt is all there is, so the void stands."""
    world = make(spec_of(policy=Policy(attempts=1)), ("void", *["played"] * 5))
    place = world.index(ev.GameRecorded) + 1
    paired = world.tournament[world.index(ev.RoundPaired)].event
    assert isinstance(paired, ev.RoundPaired)
    anew = ev.PairedGame(id=f"{GAME}-a2", board=paired.games[0].board, seats=paired.games[0].seats)
    line = put(world, place, ev.GameReplayed(id=GAME, game=anew, why="server/fault"))
    assert first(world, tmp_path) == ("audit/replay", "t/cup", line)


@pytest.mark.parametrize("by", ["referee", "dealer", "scoring", "organiser"])
def test_a_replay_that_another_than_the_director_writes_is_found(tmp_path: Path, spoiled: World, by: ev.By) -> None:
    place = spoiled.index(ev.GameReplayed)
    spoiled.tournament[place] = replace(spoiled.tournament[place], by=by)
    assert first(spoiled, tmp_path) == ("audit/writer", "t/cup", place + 1)


def test_a_deck_shown_before_a_game_on_its_board_is_over_is_found(tmp_path: Path) -> None:
    """On mirrored boards the second game has the same cards."""
    world = make(spec_of(boards="mirror"))
    closed = world.tournament.pop(world.index(ev.GameClosed))
    place = world.index(ev.GameRecorded) + 1
    world.tournament.insert(place, closed)
    code, log, line = first(world, tmp_path)
    assert (code, log, line) == ("audit/early", "t/cup", place + 1)


# --- what was held back, or not


def test_a_game_that_is_opened_during_a_pause_is_found(tmp_path: Path) -> None:
    """One at a time: the second waits, and the pause ends five seconds after it was opened."""
    for late, codes in ((-1, set()), (5, {"audit/early"})):
        world = make(spec_of(concurrency=1))
        second = list(world.games)[1]
        opened = world.games[second][0].at
        place = put(world, world.index(ev.GameRecorded), ev.TournamentPaused(who="organiser", why="night")) - 1
        resumed = world.index(ev.GameClosed) + 1
        world.tournament.insert(resumed, Draft(ev.TournamentResumed(who="organiser"), "director", opened))
        world.tournament[resumed] = replace(world.tournament[resumed], at=opened + late * SECOND)
        assert isinstance(world.tournament[place].event, ev.TournamentPaused)
        world.seal()
        findings = audit(world.write(tmp_path / str(late))).findings
        assert {finding.code for finding in findings if not finding.note} == codes
        assert all(finding.log == f"g/{second}" for finding in findings if not finding.note)


def test_a_game_beyond_the_limit_of_its_entrant_is_found(tmp_path: Path) -> None:
    """Both games of a pairing are paired at once, and the second waits for the first."""
    world = make(spec_of(2, concurrency_per_entrant=1))
    second = list(world.games)[1]
    world.games[second][0] = replace(world.games[second][0], at=world.games[GAME][0].at)
    assert first(world, tmp_path) == ("audit/early", f"g/{second}", 1)


LEFT = ev.EntrantWithdrawn(entrant="bot-a", why="away", who="organiser")


@pytest.mark.parametrize("waits", [ev.RoundClosed, ev.RoundPaired], ids=["over", "closed"])
@pytest.mark.parametrize(
    "asked", [LEFT, ev.DisputeRaised(dispute="cup-d1", game=GAME, claim="other")], ids=["gone", "disputed"]
)
@pytest.mark.parametrize("shape", [Swiss(rounds=3, games=1), Arena(total=12)], ids=["swiss", "arena"])
def test_what_is_asked_for_before_a_round_that_was_due_is_found(
    tmp_path: Path, shape: Swiss | Arena, asked: ev.Event, waits: type[ev.Event]
) -> None:
    """The director waits with a pairing that it does not like until somebody is out of the way."""
    world = make(spec_of(4, format=shape, concurrency=1))
    line = put(world, world.index(waits, 1 if waits is ev.RoundPaired else 0), asked)
    assert first(world, tmp_path) == ("audit/pairing", "t/cup", line)


@pytest.mark.parametrize("asked", [LEFT, ev.RoundsAdded(total=9, who="organiser")], ids=["gone", "longer"])
def test_what_is_asked_for_when_all_is_over_is_found(tmp_path: Path, asked: ev.Event) -> None:
    """The director does not end a tournament until it knows who has won."""
    world = make(spec_of())
    line = put(world, world.index(ev.TournamentFinished), asked)
    assert first(world, tmp_path) == ("audit/pairing", "t/cup", line)


# --- what is said to be put right


def disputed(world: World, folder: Path, *rulings: list[int]) -> list[Finding]:
    """What is found of a game with a wrong line of its score where the organiser corrects its result to these points.

    Each time it was disputed once more.
    """
    FRAUDS["a-score-line-too-few"](world)
    world.seal()
    state, place = TournamentState("t/cup"), world.index(ev.GameClosed) + 1
    for seq, draft in enumerate(world.tournament[:place], 1):
        state.evolve(Line(seq, draft.at, draft.by, "", "", draft.event))

    def told(event: ev.Event) -> None:
        nonlocal place
        place = put(world, place, event)
        state.evolve(Line(place, 0, "director", "", "", event))

    claims: list[ev.Claim] = ["other", "clock"]
    for number, (points, claim) in enumerate(zip(rulings, claims, strict=False), 1):
        dispute = f"cup-d{number}"
        told(ev.DisputeRaised(dispute=dispute, game=GAME, claim=claim, text="look at it"))
        case = Case(state, state.docket.disputes[dispute])
        told(case.examine(line + b"\n" for line in chained(f"g/{GAME}", world.games[GAME])))
        places = [1 if own == max(points) else 2 for own in points]
        result = ev.Amended(points=points, places=places, outcome="won")
        told(ev.DisputeRuled(dispute=dispute, ruling="corrected", result=result, by="organiser", why="so it is"))
    world.seal()
    return [finding for finding in audit(world.write(folder)).findings if not finding.note]


@pytest.mark.parametrize(
    ("turns", "codes"),
    [((False,), ["audit/score-line"]), ((True,), []), ((True, False), ["audit/score-line"]), ((True, True), [])],
    ids=["the-same", "another", "another-and-back", "another-twice"],
)
def test_a_ruling_that_changes_nothing_puts_nothing_right(
    tmp_path: Path, turns: tuple[bool, ...], codes: list[str]
) -> None:
    """Else an organiser could have any fraud of a referee passed over by disputing it, or by disputing it twice."""
    world = make(spec_of())
    recorded = world.tournament[world.index(ev.GameRecorded)].event
    assert isinstance(recorded, ev.GameRecorded)
    found = disputed(world, tmp_path / "cup", *(recorded.points[::-1] if turn else recorded.points for turn in turns))
    assert [finding.code for finding in found if finding.log == f"g/{GAME}"] == codes


def test_failures_that_are_kept_from_the_table_are_found(tmp_path: Path) -> None:
    """An entrant that would be disqualified is spared where neither scoring nor director tell of its failures."""
    world = make(spec_of(disqualify=Disqualify(failures=5, games=10)), ("flag", *["played"] * 5))
    for drafts in (world.games[GAME], world.tournament):
        for place, draft in enumerate(drafts):
            if isinstance(draft.event, ev.GameScored | ev.GameRecorded):
                drafts[place] = draft.but(failures=None)
    place = world.index(ev.GameScored, 0, GAME)
    assert first(world, tmp_path) == ("audit/result", f"g/{GAME}", place + 1)

"""Disputes in a bundle: an audit repeats what they led to, and names the line at which somebody lied about it."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.drafts import Draft
from audit.making import World
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.events import Event
from croupier.contracts.ids import again
from croupier.contracts.lines import read_line
from director.test_disputed import SPEC, lived, wrong_scoring
from examples.test_verify import NODE, covered, places, verified

pytestmark = pytest.mark.timeout(120)
assert wrong_scoring  # the bundle holds a game that was counted wrong


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the bundle of the tournament with disputes of every kind is kept for the tests of this file."""
    return tmp_path_factory.mktemp("disputed")


@pytest.fixture
async def bundle(kept: Path) -> Path:
    if not (kept / "cup").exists():
        await lived(kept / "draft", seed=4)
        shutil.move(kept / "draft" / "cup", kept / "cup")
    return kept / "cup"


def drafts(path: Path) -> list[Draft]:
    return [Draft(line.event, line.by, line.at) for line in map(read_line, path.read_bytes().splitlines())]


def world_of(bundle: Path) -> World:
    """The bundle as drafts, to be forged and sealed anew by who holds all keys."""
    games = {path.stem: drafts(path) for path in (bundle / "games").glob("*.jsonl")}
    return World(SPEC, drafts(bundle / "tournament.jsonl"), games)


class Forger:
    """Changes the tournament's log; each change answers the number of the line that an audit must name."""

    def __init__(self, world: World) -> None:
        self.drafts = world.tournament

    def place(self, kind: type[Event], **fields: Any) -> int:
        """Of the first event of a kind with these fields."""
        return next(
            place
            for place, draft in enumerate(self.drafts)
            if isinstance(draft.event, kind) and fields.items() <= draft.event.__dict__.items()
        )

    def change(self, kind: type[Event], which: dict[str, Any], **fields: Any) -> int:
        place = self.place(kind, **which)
        self.drafts[place] = self.drafts[place].but(**fields)
        return place + 1

    def insert(self, place: int, event: Event) -> int:
        self.drafts.insert(place, Draft(event, "director", self.drafts[place - 1].at + 1))
        return place + 1

    def dispute(self, number: int) -> dict[str, Any]:
        return {"dispute": f"cup-d{number}"}


def a_ruling_without_a_dispute(forger: Forger) -> int:
    ruled = ev.DisputeRuled(dispute="cup-d99", ruling="dismissed", by="organiser", why="so")
    return forger.insert(forger.place(ev.DisputesClosed), ruled)


def a_second_ruling(forger: Forger) -> int:
    place = forger.place(ev.DisputeRuled, **forger.dispute(6))
    return forger.insert(place + 1, forger.drafts[place].event)


def a_correction_that_nothing_leads_to(forger: Forger) -> int:
    result = ev.Amended(points=[100, 20], places=[1, 2], outcome="won")
    return forger.change(ev.DisputeRuled, forger.dispute(5), result=result)


def a_clear_case_dismissed(forger: Forger) -> int:
    return forger.change(ev.DisputeRuled, forger.dispute(5), ruling="dismissed", result=None)


def the_organiser_rules_a_clear_case(forger: Forger) -> int:
    return forger.change(ev.DisputeRuled, forger.dispute(2), by="organiser")


def the_examination_rules_what_is_not_clear(forger: Forger) -> int:
    return forger.change(ev.DisputeRuled, forger.dispute(6), by="examination")


def a_forfeit_of_the_other_seat(forger: Forger) -> int:
    return forger.change(ev.DisputeRuled, forger.dispute(10), seats=[0])


def a_result_that_is_none(forger: Forger) -> int:
    result = ev.Amended(points=[61, 59], places=[1, 3], outcome="won")
    return forger.change(ev.DisputeRuled, forger.dispute(7), result=result)


def a_ruling_before_the_examination(forger: Forger) -> int:
    ruled = forger.drafts.pop(forger.place(ev.DisputeRuled, **forger.dispute(6)))
    return forger.insert(forger.place(ev.DisputeExamined, **forger.dispute(6)), ruled.event)


RULINGS = [
    a_ruling_without_a_dispute, a_second_ruling, a_correction_that_nothing_leads_to, a_clear_case_dismissed,
    the_organiser_rules_a_clear_case, the_examination_rules_what_is_not_clear, a_forfeit_of_the_other_seat,
    a_result_that_is_none, a_ruling_before_the_examination,
]  # fmt: skip


def an_examination_that_found_nothing(forger: Forger) -> int:
    return forger.change(
        ev.DisputeExamined, forger.dispute(5), findings=[], total=0, clear="dismissed", result=None,
        why="judged again from its log, nothing is wrong with the game",
    )  # fmt: skip


def an_examination_that_found_another_result(forger: Forger) -> int:
    result = ev.Amended(points=[100, 20], places=[1, 2], outcome="won")
    return forger.change(ev.DisputeExamined, forger.dispute(5), result=result)


def an_examination_that_leaves_a_clear_case_open(forger: Forger) -> int:
    return forger.change(ev.DisputeExamined, forger.dispute(2), clear=None)


EXAMINATIONS = [
    an_examination_that_found_nothing, an_examination_that_found_another_result,
    an_examination_that_leaves_a_clear_case_open,
]  # fmt: skip


def a_dispute_of_somebody_who_does_not_sit_there(forger: Forger) -> int:
    seated = forger.drafts[forger.place(ev.DisputeRaised, **forger.dispute(2))].event
    there = next(
        game.seats for draft in forger.drafts if isinstance(draft.event, ev.RoundPaired)
        for game in draft.event.games if game.id == seated.__dict__["game"]
    )  # fmt: skip
    other = next(entrant.id for entrant in SPEC.entrants if entrant.id not in there)
    return forger.change(ev.DisputeRaised, forger.dispute(2), entrant=other)


def a_dispute_after_the_time_for_it(forger: Forger) -> int:
    late = ev.DisputeRaised(dispute="cup-d12", game="cup-r1-t2-1", claim="other", text="late")
    return forger.insert(forger.place(ev.DisputesClosed) + 1, late)


def a_dispute_of_another_number(forger: Forger) -> int:
    return forger.insert(
        forger.place(ev.DisputesClosed), ev.DisputeRaised(dispute="cup-d20", game="cup-r1-t2-1", claim="other")
    )


def a_dispute_of_a_decision_that_never_was(forger: Forger) -> int:
    return forger.insert(
        forger.place(ev.DisputesClosed),
        ev.DisputeRaised(dispute="cup-d12", game="cup-r1-t2-1", claim="other", ply=999),
    )


DISPUTES = [
    a_dispute_of_somebody_who_does_not_sit_there, a_dispute_after_the_time_for_it, a_dispute_of_another_number,
    a_dispute_of_a_decision_that_never_was,
]  # fmt: skip


def a_replay_on_the_board_that_was_seen(forger: Forger) -> int:
    place = forger.place(ev.GameReplayed, id="cup-r3-t2-1")
    paired = next(
        game for draft in forger.drafts if isinstance(draft.event, ev.RoundPaired)
        for game in draft.event.games if game.id == "cup-r3-t2-1"
    )  # fmt: skip
    event = forger.drafts[place].event
    assert isinstance(event, ev.GameReplayed)
    return forger.change(
        ev.GameReplayed, {"id": "cup-r3-t2-1"}, game=event.game.model_copy(update={"board": paired.board})
    )


def a_replay_that_nobody_ruled(forger: Forger) -> int:
    paired = next(
        game for draft in forger.drafts if isinstance(draft.event, ev.RoundPaired)
        for game in draft.event.games if game.id == "cup-r1-t2-1"
    )  # fmt: skip
    anew = paired.model_copy(update={"id": again(paired.id)})
    return forger.insert(forger.place(ev.DisputesClosed), ev.GameReplayed(id=paired.id, game=anew, why="so"))


REPLAYS = [a_replay_on_the_board_that_was_seen, a_replay_that_nobody_ruled]


def a_time_for_disputes_that_is_too_short(forger: Forger) -> int:
    place = forger.place(ev.DisputesClosing)
    event = forger.drafts[place].event
    assert isinstance(event, ev.DisputesClosing)
    return forger.change(ev.DisputesClosing, {}, until=0)


def a_time_for_disputes_that_is_too_long(forger: Forger) -> int:
    place = forger.place(ev.DisputesClosing)
    event = forger.drafts[place].event
    assert isinstance(event, ev.DisputesClosing)
    return forger.change(ev.DisputesClosing, {}, until=event.until + 1)


def a_clear_case_that_waits(forger: Forger) -> int:
    """Until something else was disputed or examined, or the table of a round is made."""
    was = forger.place(ev.DisputeRuled, **forger.dispute(2))
    ruled = forger.drafts.pop(was)
    other = (ev.DisputeRaised, ev.DisputeExamined, ev.RoundClosed, ev.RoundPaired, ev.DisputesClosing)
    place = next(place for place, draft in enumerate(forger.drafts) if place >= was and isinstance(draft.event, other))
    forger.insert(place + 1, ruled.event)
    return place + 1


def the_end_while_a_dispute_is_open(forger: Forger) -> int:
    forger.drafts.pop(forger.place(ev.DisputeRuled, **forger.dispute(6)))
    return forger.place(ev.TournamentFinished) + 1


async def test_a_bundle_with_disputes_of_every_kind_is_sound(bundle: Path, tmp_path: Path) -> None:
    world = world_of(bundle)
    world.seal()
    for folder in (bundle, world.write(tmp_path / "cup")):
        assert [finding.sentence for finding in audit(folder).findings if not finding.note] == []


FRAUDS: list[tuple[Callable[[Forger], int], str]] = [
    *((fraud, "audit/ruling") for fraud in RULINGS),
    *((fraud, "audit/examination") for fraud in EXAMINATIONS),
    *((fraud, "audit/dispute") for fraud in DISPUTES),
    *((fraud, "audit/replay") for fraud in REPLAYS),
    (a_time_for_disputes_that_is_too_short, "audit/not-due"),
    (a_time_for_disputes_that_is_too_long, "audit/not-due"),
    (a_clear_case_that_waits, "audit/ruling"),
    (the_end_while_a_dispute_is_open, "log/out-of-place"),
]


@pytest.mark.parametrize(("fraud", "code"), FRAUDS, ids=lambda item: getattr(item, "__name__", None))
async def test_who_lies_about_a_dispute_is_found_at_that_line(
    bundle: Path, tmp_path: Path, fraud: Callable[[Forger], int], code: str
) -> None:
    world = world_of(bundle)
    line = fraud(Forger(world))
    world.seal()
    report = audit(world.write(tmp_path / "cup"))
    first = next(finding for finding in report.findings if not finding.note and finding.log == "t/cup")
    assert (first.code, first.line) == (code, line)


async def test_without_the_games_the_tournament_is_judged_but_for_its_examinations(
    bundle: Path, tmp_path: Path
) -> None:
    shutil.copy(bundle / "tournament.jsonl", tmp_path / "cup.jsonl")
    report = audit(tmp_path / "cup.jsonl")
    assert report.sound
    assert "what examining disputed games has found: it needs their logs" in report.unchecked


@pytest.mark.skipif(NODE is None, reason="there is no node here: the second verifier is JavaScript")
async def test_the_second_verifier_agrees(bundle: Path) -> None:
    (told,) = verified([bundle])
    assert places(told) == covered(audit(bundle).findings) == []

"""A tournament in which disputes of every claim are raised and ruled in every way, with services that die."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Disputes
from croupier.contracts.streams import tournament_log
from croupier.folds.game import GameState
from croupier.services.scoring import decider as scoring
from world import World, events, spec

LOG = tournament_log("cup")
SPEC = spec(games=2, concurrency=4, entrants="ann bob cleo dan", disputes=Disputes(window=1_000_000, most=20))
WRONG = "cup-r2-t1-1"
"""The game that scoring counts wrong."""

LATER = 10**9
"""A moment at which the time for disputes is over."""


@pytest.fixture(autouse=True)
def wrong_scoring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scoring gives the victory in one game to the other side."""
    right = scoring.follow

    def follow(state: GameState) -> Iterable[ev.Event]:
        for event in right(state):
            if isinstance(event, ev.GameScored) and state.id == WRONG:
                event = event.model_copy(update={"points": event.points[::-1], "places": event.places[::-1]})
            yield event

    monkeypatch.setattr(scoring, "follow", follow)


class Court:
    """A world, and what is asked of its director about disputes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.numbers: dict[str, int] = {}

    async def dispute(self, game: str, claim: ev.Claim, entrant: str | None = None, **more: Any) -> None:
        message = cmd.DisputeRaise(
            id=f"raise-{game}-{claim}-{entrant}", tournament="cup", game=game, claim=claim, entrant=entrant, **more
        )
        await self.world.command("to:director", LOG, message)

    async def rule(self, dispute: str, ruling: ev.Ruling, **more: Any) -> None:
        message = cmd.DisputeRule(
            id=f"rule-{dispute}", tournament="cup", dispute=dispute, ruling=ruling, why="the organiser says so", **more
        )
        await self.world.command("to:director", LOG, message)

    async def close(self) -> None:
        """The time for disputes is over, whoever dies meanwhile."""
        for _ in range(100):
            await self.world.look(LATER)
            await self.world.run()
            if events(self.world.tournament(), ev.TournamentSealed):
                return


def seats_of(log: list[Any]) -> dict[str, list[str]]:
    paired = [game for event in events(log, ev.RoundPaired) for game in event.games]
    return {game.id: game.seats for game in [*paired, *(event.game for event in events(log, ev.GameReplayed))]}


async def lived(folder: Path, **world: Any) -> World:
    """The tournament with its disputes, up to its end."""
    court = Court(World(folder, **world))
    await court.world.open(SPEC)
    while not events(await court.world.lines(), ev.RoundPaired):
        await court.world.step()
    await court.dispute("cup-r1-t1-1", "illegal-move", "ann", ply=3)  # while it is played
    await court.world.run()
    seats = seats_of(await court.world.lines())
    claims: list[tuple[str, ev.Claim, str | None]] = [
        ("cup-r1-t2-1", "wrong-score", seats["cup-r1-t2-1"][0]),
        ("cup-r1-t2-1", "wrong-deck", seats["cup-r1-t2-1"][1]),
        ("cup-r1-t2-1", "clock", None),
        (WRONG, "wrong-score", seats[WRONG][0]),
        ("cup-r2-t2-1", "other", None),
        ("cup-r3-t1-1", "other", None),
        ("cup-r3-t2-1", "other", seats["cup-r3-t2-1"][0]),
        ("cup-r1-t1-2", "other", None),
        ("cup-r1-t2-2", "other", seats["cup-r1-t2-2"][1]),
        ("cup-r1-t2-2", "clock", seats["cup-r1-t2-2"][0]),
    ]
    for claim in claims:
        await court.dispute(*claim)
    await court.world.run()
    await court.rule("cup-d6", "dismissed")
    await court.rule("cup-d7", "corrected", points=[61, 59], places=[1, 2])
    await court.rule("cup-d8", "replay", board="new")
    await court.rule("cup-d9", "replay", board="same")
    await court.rule("cup-d10", "forfeit", seats=[1])
    await court.world.run()
    await court.close()
    return court.world


def verdicts(log: list[Any]) -> list[tuple[str, str, str]]:
    return [(event.dispute, event.ruling, event.by) for event in events(log, ev.DisputeRuled)]


EXPECTED = {
    ("cup-d1", "dismissed", "examination"),
    ("cup-d2", "dismissed", "examination"),
    ("cup-d3", "dismissed", "examination"),
    ("cup-d4", "dismissed", "examination"),
    ("cup-d5", "corrected", "examination"),
    ("cup-d6", "dismissed", "organiser"),
    ("cup-d7", "corrected", "organiser"),
    ("cup-d8", "replay", "organiser"),
    ("cup-d9", "replay", "organiser"),
    ("cup-d10", "forfeit", "organiser"),
    ("cup-d11", "dismissed", "examination"),
}


def by_hand(log: list[Any]) -> dict[str, int]:
    """Points of the table as somebody counts them who has the results and the rulings on paper."""
    seats, points = seats_of(log), Counter(dict.fromkeys(("ann", "bob", "cleo", "dan"), 0))
    places = {event.id: event.places for event in events(log, ev.GameRecorded)}
    places[WRONG] = places[WRONG][::-1]
    places["cup-r3-t1-1"] = [1, 2]
    places["cup-r1-t2-2"] = [1, 2]
    del places["cup-r3-t2-1"], places["cup-r1-t1-2"]
    for game, order in places.items():
        for name, place in zip(seats[game], order, strict=True):
            points[name] += (1 if order == [1, 1] else 2) if place == 1 else 0
    return dict(points)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("odds", [0.0, 0.08])
async def test_disputes_of_every_kind_are_ruled_rightly_and_the_table_follows(tmp_path: Path, odds: float) -> None:
    world = await lived(tmp_path, seed=4, odds=odds, mortal="dealer referee scoring director")
    log = world.tournament()
    assert set(verdicts(log)) == EXPECTED
    assert len(verdicts(log)) == len(EXPECTED)
    (finished,) = events(log, ev.TournamentFinished)
    assert {row.entrant: row.points for row in finished.standings} == by_hand(log)
    report = audit(tmp_path / "cup")
    assert [finding.sentence for finding in report.findings if not finding.note] == []
    assert {(finding.code, finding.log) for finding in report.findings} == {("audit/result", f"g/{WRONG}")}


@pytest.mark.timeout(120)
async def test_deaths_change_nothing_of_it(tmp_path: Path) -> None:
    calm = await lived(tmp_path / "calm", seed=4)
    cut = await lived(tmp_path / "cut", seed=5, odds=0.08, mortal="dealer referee scoring director")
    assert cut.deaths > 3
    kinds = (ev.DisputeRaised, ev.DisputeExamined, ev.DisputeRuled, ev.GameReplayed, ev.TournamentFinished)
    for kind in kinds:
        one, other = ([event.model_dump() for event in events(world.tournament(), kind)] for world in (calm, cut))
        assert sorted(one, key=str) == sorted(other, key=str)

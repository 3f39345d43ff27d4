"""Rulings in tournaments whose rounds follow from results: what is still to be paired follows from what counts."""

from pathlib import Path
from typing import Any

import pytest

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Arena, Format, Gauntlet, Knockout, RoundRobin, Swiss, Tables
from croupier.contracts.streams import tournament_log
from world import World, events, spec

LOG = tournament_log("cup")


class Disputed(World):
    """A world in which the first game of the first round is ruled as soon as it is examined."""

    def __init__(self, folder: Path, **ruling: Any) -> None:
        super().__init__(folder)
        self.ruling = ruling
        self.asked = 0

    async def players(self) -> bool:
        busy = await super().players()
        log = await self.lines()
        paired = events(log, ev.RoundPaired)
        if paired and not self.asked:
            game = paired[0].games[0].id
            await self.command("to:director", LOG, cmd.DisputeRaise(id="r", tournament="cup", game=game, claim="other"))
            self.asked = 1
        elif self.asked == 1 and events(log, ev.DisputeExamined):
            rule = cmd.DisputeRule(id="j", tournament="cup", dispute="cup-d1", why="so", **self.ruling)
            await self.command("to:director", LOG, rule)
            self.asked = 2
        else:
            return busy
        return True


async def played(folder: Path, shape: Format, more: dict[str, Any], **ruling: Any) -> Disputed:
    world = Disputed(folder, **ruling)
    await world.open(spec(entrants="ann bob cleo dan eve", format=shape, **more))
    await world.run()
    return world


FORMATS: list[tuple[Format, dict[str, Any]]] = [
    (Swiss(rounds=3, games=2), {"boards": "duplicate", "ties": ["buchholz", "datum"]}),
    (Knockout(games=2, third_place=True), {}),
    (Gauntlet(champions=2, games=2), {"boards": "mirror"}),
    (RoundRobin(games=1, laps=2), {"ties": ["sonneborn-berger"]}),
    (Tables(), {"options": {"players": 3}}),
    (Arena(total=12), {}),
]
RULINGS: list[dict[str, Any]] = [{"ruling": "replay"}, {"ruling": "forfeit", "seats": [0]}]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["ruling"])
@pytest.mark.parametrize(("shape", "more"), FORMATS, ids=lambda item: getattr(item, "kind", ""))
async def test_a_tournament_of_any_format_goes_on_after_a_ruling(
    shape: Format, more: dict[str, Any], ruling: dict[str, Any], tmp_path: Path
) -> None:
    world = await played(tmp_path, shape, more, **ruling)
    log = world.tournament()
    (ruled,) = events(log, ev.DisputeRuled)
    assert (ruled.ruling, ruled.by) == (ruling["ruling"], "organiser")
    assert len(events(log, ev.GameReplayed)) == (ruling["ruling"] == "replay")
    assert len(events(log, ev.TournamentFinished)) == 1
    assert audit(tmp_path / "cup").findings == []


@pytest.mark.timeout(120)
async def test_a_forfeit_sends_the_other_one_on(tmp_path: Path) -> None:
    """Of a match of one game whoever would have gone on loses by the ruling, and the next round knows it."""
    shape = Knockout(games=1)
    calm = World(tmp_path / "calm")
    await calm.open(spec(entrants="ann bob cleo dan eve", format=shape))
    await calm.run()
    first, second = events(calm.tournament(), ev.RoundPaired)[:2]
    result = next(each for each in events(calm.tournament(), ev.GameRecorded) if each.id == first.games[0].id)
    winner = first.games[0].seats[result.places.index(1)]
    assert any(winner in game.seats for game in second.games)
    ruled = await played(tmp_path / "ruled", shape, {}, ruling="forfeit", seats=[result.places.index(1)])
    after = events(ruled.tournament(), ev.RoundPaired)[1]
    assert not any(winner in game.seats for game in after.games)
    assert audit(tmp_path / "ruled" / "cup").findings == []

"""The result of a game: told once, whatever happens to the append that should tell it, and to those after it."""

from collections.abc import Sequence

import orjson
import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.folds.ending import Ending, due
from croupier.runtime.eventlog import Append, Outcome
from rings import ring

from .bench import Bench

SCORED = ev.GameScored(points=[0, 0], places=[1, 2], outcome="forfeit", why="resigned")
REVEALED = ev.DeckRevealed(board_seed="0" * 64)
EVERYBODY = {"0": 1, "1": 1, "p": 1}
NOBODY = {"0": 0, "1": 0, "p": 0}


async def resigned() -> Bench:
    """A game that its second seat has given up; what was told so far is read."""
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.send(cmd.Resign(id="r", game=bench.game, seat=1, at=bench.now))
    bench.entries()
    return bench


def overs(bench: Bench) -> dict[str, int]:
    """How often the result was told to each audience since the last look at the table."""
    entries = bench.entries()
    return {
        audience: sum(b'"type":"over"' in text for entry in entries for text in entry.messages.get(audience, []))
        for audience in EVERYBODY
    }


def notice(seq: int, event: ev.Event) -> cmd.Notice:
    """The referee reads that a line is there, and by then may have missed others after it."""
    return cmd.Notice(log=f"g/{Bench.game}", seq=seq, event=event.TYPE)


def scoring_is_quicker(bench: Bench) -> None:
    """Let scoring seal the game just before the referee's next append, which therefore meets a conflict."""
    commit = bench.log.commit

    async def beaten(batch: Sequence[Append]) -> list[Outcome]:
        bench.log.commit = commit  # type: ignore[method-assign]
        lines = await bench.log.read(f"g/{bench.game}")
        seal = due(ring("scoring"), f"g/{bench.game}", Ending(lines=len(lines)), digest(lines[-1]))
        assert seal is not None
        await bench.write("scoring", seal)
        return await commit(batch)

    bench.log.commit = beaten  # type: ignore[method-assign]


async def sealed_by(bench: Bench) -> list[str]:
    """Who has sealed the game, in the order of the log."""
    return [event.service for event in await bench.events() if isinstance(event, ev.GameSealed)]


async def test_a_seal_that_meets_another_one_tells_no_result_again() -> None:
    """Scoring seals between the moment when the referee reads the log and the moment when it appends."""
    bench = await resigned()
    await bench.append("scoring", SCORED)
    assert overs(bench) == EVERYBODY
    revealed = await bench.write("dealer", REVEALED)
    scoring_is_quicker(bench)
    await bench.send(notice(revealed, REVEALED))
    assert await sealed_by(bench) == ["scoring", "referee"]
    assert overs(bench) == NOBODY
    assert bench.referee.slots == {}


async def test_a_result_is_told_though_the_append_that_should_tell_it_met_a_conflict() -> None:
    """The referee reads of the result when the deck is revealed already: its seal and the result go out together."""
    bench = await resigned()
    await bench.write("scoring", SCORED)
    revealed = await bench.write("dealer", REVEALED)
    scoring_is_quicker(bench)
    await bench.send(notice(revealed - 1, SCORED))
    assert await sealed_by(bench) == ["scoring", "referee"]
    assert overs(bench) == EVERYBODY
    await bench.send(notice(revealed - 1, SCORED))
    await bench.send(notice(revealed, REVEALED))
    assert overs(bench) == NOBODY


async def test_a_result_is_told_after_a_restart_whose_own_seal_meets_a_conflict() -> None:
    bench = await resigned()
    await bench.write("scoring", SCORED)
    await bench.write("dealer", REVEALED)
    scoring_is_quicker(bench)
    await bench.restart()
    assert await sealed_by(bench) == ["scoring", "referee"]
    assert overs(bench) == EVERYBODY


async def test_whoever_asks_after_the_seal_is_told_alone() -> None:
    """The table was forgotten by then; an answer that comes too late brings the result to nobody."""
    bench = await resigned()
    await bench.append("scoring", SCORED)
    await bench.append("dealer", REVEALED)
    assert overs(bench) == EVERYBODY
    await bench.send(cmd.Look(id="l", game=bench.game, seat=1))
    assert overs(bench) == NOBODY | {"1": 1}
    await bench.gone(0)
    await bench.plays(0, 0, "play 5D")
    assert overs(bench) == NOBODY


async def test_a_gateway_that_comes_back_reads_that_the_game_is_over() -> None:
    """Of a game that is not sealed yet: nothing else would tell it so later."""
    bench = await resigned()
    await bench.append("scoring", SCORED)
    bench.entries()
    await bench.send(cmd.GatewayUp(id="up", gateway="gw", at=bench.now))
    (entry,) = bench.entries()
    assert entry.end
    for texts in entry.messages.values():
        assert [orjson.loads(text)["type"] for text in texts] == ["game", "over"]


@pytest.mark.parametrize("seat", [None, 1])
async def test_a_gateway_that_does_not_know_a_game_is_not_shown_it_as_if_it_went_on(seat: int | None) -> None:
    """Every gateway reads the answer to whoever looks, also one that has just started."""
    bench = await resigned()
    await bench.append("scoring", SCORED)
    bench.entries()
    await bench.send(cmd.Look(id="l", game=bench.game, seat=seat))
    (entry,) = bench.entries()
    assert entry.entrants
    assert entry.end


async def test_a_restart_tells_the_result_once_more() -> None:
    """Nobody can say whether what was stored was told as well."""
    bench = await resigned()
    await bench.append("scoring", SCORED)
    assert overs(bench) == EVERYBODY
    await bench.restart()
    assert overs(bench) == EVERYBODY
    await bench.append("dealer", REVEALED)
    assert overs(bench) == NOBODY

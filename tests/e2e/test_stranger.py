"""A stranger's client plays whole games over bad connections, and pays for each decision once."""

import asyncio

import pytest

from .installation import Installation
from .stranger import Stranger

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _seats(installation: Installation, name: str, **options: object) -> tuple[Stranger, Stranger]:
    tokens = await installation.open(name, games=1, **options)  # type: ignore[arg-type]
    return Stranger(installation.url, tokens["e1"]), Stranger(installation.url, tokens["e2"])


@pytest.mark.timeout(120)
async def test_a_game_over_a_connection_that_breaks_at_every_point(installation: Installation) -> None:
    ours, other = await _seats(installation, "cuts")
    await ours.come()
    await other.come()
    opponent = asyncio.create_task(other.play())

    # Cut before the answer: the snapshot asks again.
    turn = await ours.turn()
    assert turn is not None
    await ours.cut()
    await ours.come()
    snapshot = await ours.hear("game")
    assert snapshot["turn"]["ply"] == turn["ply"]
    assert snapshot["view"] == turn["view"]

    # Cut right after the answer: it counts, and the snapshot is beyond it.
    await ours.answer(turn)
    await ours.hear("event")
    await ours.cut()
    await ours.come()
    snapshot = await ours.hear("game")
    assert snapshot["n"] >= 4
    later = snapshot.get("turn") or await ours.turn()
    assert later["ply"] > turn["ply"]

    # The same answer twice and an old one: counted once, the rest is stale and costs nothing.
    await ours.answer(later)
    await ours.answer(later)
    await ours.answer(turn)
    stale = [await ours.hear("refused"), await ours.hear("refused")]
    assert [(message["code"], message["strikes"]) for message in stale] == [("move/stale", 0)] * 2

    # Cut in the opponent's turn, or whenever it is: the rest is played from the snapshot.
    await ours.cut()
    await ours.come()
    first = await ours.hear("game")
    if "turn" in first:
        await ours.answer(first["turn"])
    await ours.play()
    await opponent

    over = ours.heard[-1]
    assert over["outcome"] in ("won", "drawn")
    lines = await installation.log_of("cuts", over["game"])
    seat = first["seat"]
    bank = 300_000_000
    taken = [line["data"] for line in lines if line["type"] == "action.taken"]
    assert [action["ply"] for action in taken] == list(range(40))
    for action in (action for action in taken if action["seat"] == seat):
        used = action["received"] - action["asked"] - action["allowance"]
        assert action["left"] == bank - used
        bank = action["left"]
    assert not any(line["type"] == "action.refused" for line in lines)


@pytest.mark.timeout(60)
async def test_cut_in_the_opponents_turn(installation: Installation) -> None:
    ours, other = await _seats(installation, "waiting")
    await ours.come()
    await other.come()
    turn = await asyncio.wait_for(_first_turn(ours, other), 30)
    waiting, asked = (other, ours) if turn[0] is ours else (ours, other)
    await waiting.cut()
    lost = await asked.hear("event")
    while lost["kind"] != "lost":
        lost = await asked.hear("event")
    await waiting.come()
    snapshot = await waiting.hear("game")
    assert "turn" not in snapshot
    assert len(snapshot["view"]["hand"]) == 3
    await asked.answer(turn[1])
    await asyncio.gather(ours.play(), other.play())


async def _first_turn(ours: Stranger, other: Stranger) -> tuple[Stranger, dict[str, object]]:
    tasks = {asyncio.create_task(who.turn()): who for who in (ours, other)}
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    task = done.pop()
    turn = task.result()
    assert turn is not None
    return tasks[task], turn

"""Signed play: only what an entrant has signed is its word, and what it has signed stays in the log."""

from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.proofs import seals
from croupier.proofs.shown import digest
from croupier.services.referee import judged
from croupier.services.referee.decider import evolve
from croupier.services.referee.seating import Table
from referee.bench import Bench
from rings import key

KEYS = {"ada": key("ada"), "bob": key("bob")}


async def seated() -> tuple[Bench, dict[str, Any]]:
    """A table at which Ada and Bob sign their play, and the turn that Ada has been shown."""
    bench = Bench()
    bench.keys = {name: signer.public.hex() for name, signer in KEYS.items()}
    await bench.open()
    await bench.seat_all()
    (turn,) = [message for message in bench.told("0") if message["type"] == "turn"]
    return bench, turn


def signed(bench: Bench, turn: dict[str, Any], said: str, by: str = "ada", **other: Any) -> cmd.Act:
    """Ada's answer as she signs it."""
    seen = {"game": bench.game, "ply": turn["ply"], "action": said, "shown": digest(turn)} | other
    signature = KEYS[by].sign(seals.play(*seen.values())).hex()
    return bench.act(turn["seat"], turn["ply"], said).model_copy(update={"signature": signature})


async def test_a_signed_answer_is_taken_and_its_signature_kept() -> None:
    bench, turn = await seated()
    answer = signed(bench, turn, turn["legal"][0])
    await bench.send(answer)
    taken = (await bench.events())[-1]

    assert isinstance(taken, ev.ActionTaken)
    assert taken.signature == answer.signature


WRONG: dict[str, dict[str, Any]] = {
    "by another": {"by": "bob"},
    "of another game": {"game": "t-r1-t1-2"},
    "of another decision": {"ply": 7},
    "of another action": {"action": "play 5D"},
    "of another view": {"shown": bytes(32)},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
async def test_an_answer_that_is_signed_otherwise_is_nobodys_word(wrong: dict[str, Any]) -> None:
    """It is told of, costs no strike and no time, and the right answer is taken after it."""
    bench, turn = await seated()
    before = len(await bench.events())
    await bench.send(signed(bench, turn, "play JC", **wrong))
    (refused,) = bench.told("0")

    assert (refused["code"], refused["strikes"]) == ("move/unsigned", 0)
    assert len(await bench.events()) == before
    await bench.send(signed(bench, turn, "play JC"))
    assert isinstance((await bench.events())[-1], ev.ActionTaken)


async def test_an_answer_without_a_signature_is_nobodys_word() -> None:
    bench, turn = await seated()
    await bench.plays(0, 0, turn["legal"][0])

    assert [message["code"] for message in bench.told("0")] == ["move/unsigned"]


async def test_an_illegal_answer_that_is_signed_costs_a_strike_and_stays_in_the_log() -> None:
    bench, turn = await seated()
    answer = signed(bench, turn, "play 10C")
    await bench.send(answer)
    refused = (await bench.events())[-1]

    assert isinstance(refused, ev.ActionRefused)
    assert (refused.said, refused.signature, refused.strikes) == ("play 10C", answer.signature, 1)


async def test_an_answer_out_of_turn_cannot_be_signed_and_is_not_charged() -> None:
    bench, turn = await seated()
    before = len(await bench.events())
    await bench.send(signed(bench, turn | {"seat": 1}, "play JC", by="bob"))

    assert len(await bench.events()) == before


async def test_the_digest_is_the_same_when_the_turn_is_asked_anew() -> None:
    """After a restart the turn comes with another clock; what was signed before is still an answer to it."""
    bench, turn = await seated()
    answer = signed(bench, turn, turn["legal"][0])
    bench.now += 3_000_000
    await bench.restart()
    (snapshot,) = [message for message in bench.told("0") if message["type"] == "game"]

    assert digest(snapshot["turn"]) == digest(turn)
    await bench.send(answer)
    assert isinstance((await bench.events())[-1], ev.ActionTaken)


async def test_a_resignation_is_signed_or_does_not_count() -> None:
    bench, _ = await seated()
    resign = cmd.Resign(id="r", game=bench.game, seat=1, at=bench.now)
    await bench.send(resign)
    assert [message["code"] for message in bench.told("1")] == ["move/unsigned"]
    right = KEYS["bob"].sign(seals.resignation(bench.game)).hex()
    await bench.send(resign.model_copy(update={"signature": KEYS["ada"].sign(seals.resignation(bench.game)).hex()}))
    await bench.send(resign.model_copy(update={"signature": right}))
    events = [event for event in await bench.events() if isinstance(event, ev.SeatForfeited)]

    assert [(event.why, event.signature) for event in events] == [("resigned", right)]


async def test_an_answer_that_a_log_could_not_keep_whole_is_nobodys_word() -> None:
    """Of a longer one a part alone would stay, and nobody could check the signature of the rest."""
    bench, turn = await seated()
    before = len(await bench.events())
    await bench.send(signed(bench, turn, "x" * (ev.KEPT + 1)))
    assert [message["code"] for message in bench.told("0")] == ["move/unsigned"]
    assert len(await bench.events()) == before
    await bench.send(signed(bench, turn, "x" * ev.KEPT))
    refused = (await bench.events())[-1]

    assert isinstance(refused, ev.ActionRefused)
    assert refused.said == "x" * ev.KEPT


def resigned(signature: str | None) -> ev.SeatForfeited:
    """Bob gives up."""
    return ev.SeatForfeited(seat=1, why="resigned", limit=0, measured=0, signature=signature)


def refused(signature: str | None) -> ev.ActionRefused:
    """Ada is said to have played a card that she does not hold."""
    return ev.ActionRefused(
        deal=1, ply=0, seat=0, said="play AD", code="move/card-not-held", strikes=1, signature=signature
    )


def right(bench: Bench, turn: dict[str, Any], event: ev.Event) -> str:
    """What the entrant would have signed."""
    if isinstance(event, ev.SeatForfeited):
        return KEYS["bob"].sign(seals.resignation(bench.game)).hex()
    return str(signed(bench, turn, "play AD").signature)


@pytest.mark.parametrize("make", [resigned, refused])
async def test_a_referee_that_reads_its_log_again_seals_no_word_that_nobody_signed(make: Any) -> None:
    """Whoever wrote into its log while it was away cannot have signed for an entrant."""
    bench, turn = await seated()
    signature = right(bench, turn, make(None))
    said = "the entrant's signature is "
    for given, doubt in ((signature, ""), (None, said + "missing"), ("ab" * 64, said + "wrong")):
        table = Table(f"g/{bench.game}")
        lines = await bench.lines()
        for line in lines:
            evolve(table, line)

        assert judged.doubt(table, lines[-1]._replace(event=make(given))) == doubt


async def test_where_play_is_not_signed_a_signature_is_not_kept() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.send(bench.act(0, 0, "play JC").model_copy(update={"signature": "0" * 128}))
    taken = (await bench.events())[-1]

    assert isinstance(taken, ev.ActionTaken)
    assert taken.signature is None

"""A strike must be one that a log can justify: the ply that a client named is not in it."""

from croupier.contracts import events as ev

from .bench import Bench


async def test_the_right_seat_naming_a_later_decision_pays_nothing() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    before = len(await bench.lines())
    await bench.send(bench.act(0, 3, "play 5D"))
    refused = [message for message in bench.told("0") if message["type"] == "refused"]

    assert [(message["code"], message["strikes"]) for message in refused] == [("move/not-asked", 0)]
    assert len(await bench.lines()) == before


async def test_the_wrong_seat_pays_whatever_decision_it_names() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.send(bench.act(1, 3, "play AD"))
    event = (await bench.events())[-1]

    assert isinstance(event, ev.ActionRefused)
    assert (event.seat, event.code, event.ply) == (1, "move/not-your-turn", 0)

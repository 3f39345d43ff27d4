"""A batch of which some logs must be read first: what does not wait for the store is decided meanwhile."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.runtime.decider import Told
from croupier.runtime.entries import Entry
from croupier.runtime.memory import MemoryLog
from croupier.runtime.shell import Shell


class Scribe:
    """Writes a line for each message about a game, and remembers in which order they came."""

    by: ev.By = "referee"

    def __init__(self) -> None:
        self.decided: list[str] = []
        self.enough = 0
        self.had_enough = asyncio.Event()

    def start(self, log: str) -> list[Line]:
        return []

    def evolve(self, state: list[Line], line: Line) -> None:
        state.append(line)

    def decide(self, state: list[Line], message: Any, now: int) -> Iterable[ev.Event]:
        self.decided.append(message.id)
        if len(self.decided) >= self.enough:
            self.had_enough.set()
        return (ev.SeatReady(seat=0),)

    def follow(self, state: list[Line], now: int) -> Iterable[ev.Event]:
        return ()

    def tell(self, state: list[Line], message: Any, happened: Sequence[Any], now: int) -> Told:
        return Told()

    def done(self, state: list[Line]) -> bool:
        return False


class Patient(MemoryLog):
    """Answers no read before ``scribe`` has decided as much as it should."""

    def __init__(self, scribe: Scribe) -> None:
        super().__init__()
        self.scribe = scribe

    async def read_many(self, wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        await self.scribe.had_enough.wait()
        return await super().read_many(wanted)


class Office(Shell[list[Line], Any]):
    """All games that are known concern whoever brings the time."""

    sweeping = frozenset({cmd.Tick})

    def targets(self, message: Any) -> Sequence[str]:
        return list(self.slots) if isinstance(message, cmd.Tick) else super().targets(message)


def entry(number: int, message: cmd.Command) -> Entry:
    return Entry("cmd", 0, f"cmd/0/{number}-0", message.model_dump_json().encode())


def here(game: str, name: str) -> cmd.SeatHere:
    return cmd.SeatHere(id=name, game=game, seat=0, gateway="gw", at=1)


@pytest.fixture
async def office() -> Office:
    """A shell that knows game ``a``."""
    scribe = Scribe()
    office = Office("referee", scribe, cmd.REFEREE_MESSAGE, Patient(scribe))
    scribe.had_enough.set()
    await office.handle([entry(1, here("a", "a1"))])
    scribe.had_enough.clear()
    scribe.decided.clear()
    return office


async def test_what_is_known_is_decided_while_the_rest_is_read(office: Office) -> None:
    """Given messages about a game at hand and one that is not, then the store may take its time with that one."""
    office.decider.enough = 2
    batch = [here("a", "a2"), here("b", "b1"), here("a", "a3"), here("b", "b2")]
    await office.handle([entry(number, message) for number, message in enumerate(batch, 2)])
    assert office.decider.decided == ["a2", "a3", "b1", "b2"]
    assert len(await office.log.read("g/a")) == 3
    assert len(await office.log.read("g/b")) == 2


async def test_what_concerns_all_waits_for_all(office: Office) -> None:
    """Given a tick in the batch, then nothing overtakes anything: a tick comes after the answers before it."""
    office.decider.enough = 0
    office.decider.had_enough.set()
    batch = [here("a", "a2"), here("b", "b1"), cmd.Tick(id="tick", gateway="gw", at=9), here("a", "a3")]
    await office.handle([entry(number, message) for number, message in enumerate(batch, 2)])
    assert office.decider.decided == ["a2", "b1", "tick", "tick", "a3"]


async def test_a_read_that_fails_fails_the_batch(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a store that breaks down meanwhile, then the batch fails as a whole, and comes right when repeated."""

    async def broken(wanted: Sequence[tuple[str, int]]) -> list[list[bytes]]:
        raise ConnectionError("it is away")

    batch = [entry(2, here("a", "a2")), entry(3, here("b", "b1"))]
    with monkeypatch.context() as patch:
        patch.setattr(office.log, "read_many", broken)
        with pytest.raises(ConnectionError):
            await office.handle(batch)
    office.decider.had_enough.set()
    await office.handle(batch)
    assert len(await office.log.read("g/a")) == 2
    assert len(await office.log.read("g/b")) == 1


async def test_a_batch_that_is_broken_off_leaves_no_read_behind(office: Office) -> None:
    """Given a batch that waits for the store, when it is cancelled, then so is the reading; nothing runs on."""
    office.decider.enough = 2  # the read of ``b`` is never answered
    handling = asyncio.create_task(office.handle([entry(2, here("a", "a2")), entry(3, here("b", "b1"))]))
    while office.decider.decided != ["a2"]:
        await asyncio.sleep(0)
    handling.cancel()
    await asyncio.wait([handling], timeout=10)
    assert handling.cancelled()
    assert asyncio.all_tasks() == {asyncio.current_task()}

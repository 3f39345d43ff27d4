"""A Swiss tournament with a pause, a late entry, a withdrawal, a return and a further round, while services die."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.course import of_tournament
from croupier.audit.files import Folder
from croupier.audit.run import audit
from croupier.cli.moments import told
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, read_line, write_line
from croupier.contracts.specs import EntrantSpec, Swiss
from croupier.contracts.streams import tournament_log
from world import World, events, spec

OF = spec(entrants="ann bob cleo dan eve", format=Swiss(rounds=3, games=2))
FAY = EntrantSpec(id="fay", name="Fay", token="6" * 64)
AT = 1_000_000_000


def asked(command: type[Any], **more: Any) -> Callable[[World], Any]:
    async def ask(world: World) -> None:
        await world.command("to:director", tournament_log("cup"), command(id="asked", tournament="cup", **more))

    return ask


COURSE: list[tuple[int, Callable[[World], Any]]] = [
    (1, asked(cmd.EntrantWithdraw, entrant="bob", who="entrant", why="ill")),
    (2, asked(cmd.EntrantEnter, entrant=FAY, why="came late")),
    (2, lambda world: world.join("cup", "fay")),
    (3, asked(cmd.TournamentPause, until=AT, why="night")),
    (3, lambda world: world.run()),
    (3, lambda world: world.look(AT)),
    (5, asked(cmd.EntrantRejoin, entrant="bob", who="entrant")),
    (5, asked(cmd.EntrantReplace, entrant="cleo", program="a" * 64, why="it crashed")),
    (6, asked(cmd.RoundsAdd, total=4)),
]
"""What happens when so many games are recorded."""


async def play(folder: Path, **options: Any) -> World:
    """The whole course. Each step is taken when its number of results stands in the log and nothing else is to do."""
    world = World(folder, **options)
    await world.open(OF)
    for number, step in COURSE:
        while len(events(await world.lines(), ev.GameRecorded)) < number:
            await world.step()
        world.now = max(world.now, AT if step is COURSE[5][1] else 0)
        await step(world)
        for _ in range(5):
            await world.turn("director")
    await world.run()
    return world


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", [None, 1, 2, 3])
async def test_it_is_played_to_its_end_and_its_bundle_is_sound(tmp_path: Path, seed: int | None) -> None:
    dying: dict[str, Any] = {} if seed is None else {"seed": seed, "odds": 0.1, "mortal": "dealer scoring director"}
    world = await play(tmp_path, **dying)
    assert audit(tmp_path / "cup").findings == []
    log = world.tournament()
    kinds = [type(line.event) for line in log]
    assert [kinds.count(kind) for kind in (ev.EntrantEntered, ev.EntrantReturned, ev.RoundsAdded)] == [1, 1, 1]
    rounds = events(log, ev.RoundPaired)
    seated = [{name for game in event.games for name in game.seats} | set(event.byes) for event in rounds]
    assert len(rounds) == 4
    assert "bob" in seated[0]
    assert "bob" not in seated[1]
    assert {"bob", "fay"} <= seated[3]
    finished = events(log, ev.TournamentFinished)[0]
    assert {row.entrant for row in finished.standings} == {"ann", "bob", "cleo", "dan", "eve", "fay"}


async def test_it_can_be_told_again_as_it_happened(tmp_path: Path) -> None:
    await play(tmp_path)
    said = "\n".join(
        line for moment in of_tournament(Folder(tmp_path / "cup")) for line in told(moment, 0, games=False)
    )
    for words in ("Bob withdraws: ill", "Fay may take part, too: came late", "the tournament is paused: night"):
        assert words in said
    for words in ("the tournament goes on", "Bob takes part again", "another program plays for Cleo: it crashed"):
        assert words in said
    assert "there are 4 rounds or laps now" in said


async def forged(folder: Path, kind: type[ev.Event], **fields: Any) -> set[str]:
    """The codes that an audit finds where the events of a kind say something else."""
    path = folder / "cup" / "tournament.jsonl"
    lines = [line.event for line in (await play(folder)).tournament()]
    changed = [event.model_copy(update=fields) if isinstance(event, kind) else event for event in lines]
    path.write_bytes(relinked(path, changed))
    return {finding.code for finding in audit(folder / "cup").findings}


def relinked(path: Path, changed: list[ev.Event]) -> bytes:
    """The log with other events and the same envelopes, chained anew."""
    head, written = genesis("t/cup"), b""
    for raw, event in zip(path.read_bytes().splitlines(), changed, strict=True):
        line = read_line(raw)
        again = write_line(event, seq=line.seq, at=line.at, by=line.by, cause=line.cause, prev=head)
        head, written = digest(again), written + again + b"\n"
    return written


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (ev.EntrantReturned, {"entrant": "ann"}, "log/out-of-place"),
        (ev.RoundsAdded, {"total": 2}, "log/out-of-place"),
        (ev.RoundsAdded, {"total": 6}, "audit/pairing"),
        (ev.EntrantEntered, {"entrant": FAY.model_copy(update={"name": "Fey"})}, "audit/entrant"),
        (ev.TournamentResumed, {"who": "organiser"}, None),
        (ev.TournamentPaused, {"until": 5 * AT}, "audit/not-due"),
    ],
)
async def test_what_was_forged_is_found(
    tmp_path: Path, kind: type[ev.Event], fields: dict[str, Any], code: str | None
) -> None:
    found = await forged(tmp_path, kind, **fields)
    assert code in found if code else "audit/not-due" not in found

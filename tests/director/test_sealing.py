"""Services seal what they find right and nothing else, whatever stands in the store when they come back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.canonical import canonical, digest
from croupier.contracts.lines import genesis, read_line, write_line
from croupier.folds.keys import Ring, Rotation
from croupier.games import deck
from croupier.proofs import seals
from croupier.runtime.eventlog import Append
from rings import key
from world import SECRET, World, events, nonce, spec

SPEC = spec(games=1, concurrency=3)
GAME = "g/cup-r1-t1-1"
SERVICES = ("dealer", "referee", "scoring")


def rewritten(lines: list[bytes], kind: str, nth: int, **changes: Any) -> list[bytes]:
    """The log with other data in one line, chained anew from there."""
    raws = [orjson.loads(line) for line in lines]
    place = [n for n, raw in enumerate(raws) if raw["type"] == kind][nth]
    raws[place]["data"] |= changes
    out = lines[:place]
    for raw in raws[place:]:
        raw["prev"] = digest(out[-1])
        out.append(canonical(raw))
    return out


async def played(tmp_path: Path) -> World:
    """A world in which the first game is scored and its deck is not revealed."""
    world = World(tmp_path)
    await world.open(SPEC)
    while b'"game.scored"' not in b"".join(await world.log.read(GAME)):
        for name in ("director", "dealer", "referee", "scoring"):
            await world.turn(name, 20)
        await world.players()
    return world


def more_strikes(lines: list[bytes]) -> list[bytes]:
    """A refused answer that never was, put between two lines."""
    raws = [read_line(line) for line in lines]
    place = next(n for n, line in enumerate(raws) if isinstance(line.event, ev.ActionTaken))
    taken = raws[place].event
    assert isinstance(taken, ev.ActionTaken)
    refused = ev.ActionRefused(
        deal=1, ply=taken.ply, seat=taken.seat, said=taken.action, code="move/card-not-held", strikes=1
    )
    spoiled = [orjson.loads(line) for line in lines]
    fresh = spoiled[place] | {"type": refused.TYPE, "data": refused.data()}
    out = lines[:place]
    for seq, raw in enumerate([fresh, *spoiled[place:]], place + 1):
        raw |= {"seq": seq, "prev": digest(out[-1])}
        out.append(canonical(raw))
    return out


def by(lines: list[bytes], kind: str, writer: str) -> list[bytes]:
    """A line that says that another service wrote it."""
    raws = [orjson.loads(line) for line in lines]
    place = next(n for n, raw in enumerate(raws) if raw["type"] == kind)
    raws[place]["by"] = writer
    out = lines[:place]
    for raw in raws[place:]:
        raw["prev"] = digest(out[-1])
        out.append(canonical(raw))
    return out


def swapped(lines: list[bytes]) -> list[bytes]:
    """The first deck with its last two cards exchanged: no card of the play changes."""
    deck = next(raw for raw in map(orjson.loads, lines) if raw["type"] == "deal.dealt")["data"]["deck"].split(" ")
    return rewritten(lines, "deal.dealt", 0, deck=" ".join([*deck[:-2], deck[-1], deck[-2]]))


def torn(lines: list[bytes]) -> list[bytes]:
    """A line that is not chained to the one before."""
    raws = [orjson.loads(line) for line in lines]
    raws[4]["prev"] = "0" * 64
    return [*lines[:4], canonical(raws[4]), *lines[5:]]


FRAUDS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], set[str]]] = {
    "other stamps that fit": (lambda lines: rewritten(lines, "action.taken", 3, received=1, asked=0), set()),
    "a late answer": (lambda lines: rewritten(lines, "action.taken", 3, asked=0, received=10**12), {"referee"}),
    "a legal answer refused": (more_strikes, {"referee"}),
    "a point more": (
        lambda lines: rewritten(lines, "deal.scored", 0, points=[61, 60]), {"scoring"},
    ),
    "another winner": (lambda lines: rewritten(lines, "game.scored", 0, why="because"), {"scoring"}),
    "another commitment": (lambda lines: rewritten(lines, "deck.committed", 0, commitment="a" * 64), {"dealer"}),
    "a score by the referee": (lambda lines: by(lines, "deal.scored", "referee"), {"referee", "scoring"}),
    "a deck by the referee": (lambda lines: by(lines, "deal.dealt", "referee"), set(SERVICES)),
    "another chain": (torn, set(SERVICES)),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "refuse"), FRAUDS.values(), ids=FRAUDS.keys())
async def test_a_service_that_comes_back_does_not_seal_what_it_finds_wrong(
    tmp_path: Path, spoil: Callable[[list[bytes]], list[bytes]], refuse: set[str]
) -> None:
    """Given a log that somebody changed while all were away, then those whose part is wrong keep their seal."""
    world = await played(tmp_path)
    lines = spoil(await world.log.read(GAME))
    world.log._logs[GAME] = dict(enumerate(lines, 1))
    world.shells.clear()
    with capture_logs() as told:
        await world.run()
    stored = [read_line(line) for line in await world.log.read(GAME)]
    sealed = {event.service for event in events(stored, ev.GameSealed)}

    if refuse:
        assert sealed == set(SERVICES) - refuse
        assert {entry["service"] for entry in told if entry["event"] == "not sealed"} == refuse
        assert not (tmp_path / "cup" / "games" / "cup-r1-t1-1.jsonl").exists()
    else:
        assert (tmp_path / "cup" / "games" / "cup-r1-t1-1.jsonl").exists()


async def test_a_deck_that_is_not_its_own_is_not_sealed_by_the_dealer(tmp_path: Path) -> None:
    world = await played(tmp_path)
    world.log._logs[GAME] = dict(enumerate(swapped(await world.log.read(GAME)), 1))
    world.shells.clear()
    await world.run()
    stored = [read_line(line) for line in await world.log.read(GAME)]

    assert "dealer" not in {event.service for event in events(stored, ev.GameSealed)}


async def test_the_other_games_go_on_beside_one_that_is_not_sealed(tmp_path: Path) -> None:
    world = await played(tmp_path)
    spoil, _ = FRAUDS["a point more"]
    world.log._logs[GAME] = dict(enumerate(spoil(await world.log.read(GAME)), 1))
    world.shells.clear()
    await world.run()

    assert len(world.games()) == 2


async def test_a_key_that_is_rotated_during_a_tournament_seals_from_then_on(tmp_path: Path) -> None:
    """Given a referee that comes back with a new key, then the log names it, and the audit finds nothing."""
    world = await played(tmp_path)
    old, new = key("referee"), key("referee, later")
    statement = seals.rotation("referee", old.public, new.public)
    later = Ring("referee", new, (Rotation(old.public, new.public, old.sign(statement)),))
    world.rings["referee"] = later
    world.shells.pop("referee")
    await world.run()
    (event,) = events(world.tournament(), ev.KeyRotated)

    assert (event.service, event.old, event.key) == ("referee", old.public.hex(), new.public.hex())
    report = audit(tmp_path / "cup")
    assert report.findings == []
    used = {seal.key for log in world.games().values() for seal in events(log, ev.GameSealed)}
    assert new.public.hex() in used


async def test_a_service_with_another_key_leaves_the_tournament_out_and_says_so(tmp_path: Path) -> None:
    world = await played(tmp_path)
    world.rings["scoring"] = Ring("scoring", key("a stranger"))
    world.shells.pop("scoring")
    with capture_logs() as told:
        scoring = world.make("scoring")
        await scoring.start()
    (said,) = [entry for entry in told if entry["event"] == "log left out"]

    assert said["log"] == "t/cup"
    assert "no rotation leads from it to ours" in said["reason"]


async def test_a_service_does_not_name_a_key_that_another_has_named_and_says_so(tmp_path: Path) -> None:
    """Given a tournament that was just opened, and scoring that was given the dealer's key."""
    world = World(tmp_path)
    world.rings["scoring"] = Ring("scoring", key("dealer"))
    await world.command("to:director", "t/cup", cmd.TournamentOpen(id="open", spec=SPEC))
    for name in ("director", "dealer"):
        await world.turn(name)
    with capture_logs() as told:
        scoring = world.make("scoring")
        await scoring.start()
    (said,) = [entry for entry in told if entry["event"] == "log left out"]

    assert "this is a key of dealer, too" in said["reason"]
    assert {event.service for event in events(await world.lines(), ev.KeyNamed)} == {"director", "dealer"}


async def test_a_director_with_a_new_key_signs_the_next_checkpoints_with_it(tmp_path: Path) -> None:
    world = await played(tmp_path)
    old, new = key("director"), key("director, later")
    statement = seals.rotation("director", old.public, new.public)
    world.rings["director"] = Ring("director", new, (Rotation(old.public, new.public, old.sign(statement)),))
    world.shells.pop("director")
    await world.run()

    assert [event.service for event in events(world.tournament(), ev.KeyRotated)] == ["director"]
    assert audit(tmp_path / "cup").findings == []


async def test_a_tournament_that_began_before_there_were_keys_is_played_to_its_end(tmp_path: Path) -> None:
    """After an upgrade in the middle: nobody names a key any more, and the audit says that nobody has signed."""
    world = World(tmp_path)
    nonces = {who.id: nonce(who.id) for who in SPEC.entrants}
    begun: list[ev.Event] = [
        ev.TournamentOpened(spec=SPEC),
        ev.SeedCommitted(commitment=deck.seed_commitment(deck.tournament_seed(SECRET, "cup")).hex()),
        *(ev.EntrantRegistered(entrant=who.id, name=who.name, nonce=nonces[who.id]) for who in SPEC.entrants),
        ev.TournamentStarted(beacon=deck.beacon(bytes.fromhex(brought) for brought in nonces.values()).hex()),
    ]
    prev, lines = genesis("t/cup"), list[bytes]()
    for seq, event in enumerate(begun, 1):
        by: ev.By = "dealer" if isinstance(event, ev.SeedCommitted) else "director"
        lines.append(write_line(event, seq=seq, at=seq, by=by, cause="test", prev=prev))
        prev = digest(lines[-1])
    await world.log.commit([Append("t/cup", 0, lines)])
    await world.run()
    report = audit(tmp_path / "cup")

    assert world.tournament()[-1].event.TYPE == "seed.revealed"
    assert [finding.code for finding in report.findings] == ["key/missing"]
    assert len(world.games()) == 3

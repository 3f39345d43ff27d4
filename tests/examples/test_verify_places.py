"""Where lines must stand and what must be there, the second verifier says as the audit does."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from audit.drafts import Draft
from audit.making import World, make, put, spec_of
from croupier.audit.run import audit
from croupier.contracts import events as ev
from croupier.contracts.canonical import canonical, digest
from croupier.contracts.events import By, Event
from croupier.contracts.lines import genesis
from croupier.proofs import seals
from examples.test_verify import COVERED, Place, places, pytestmark, verified
from rings import key
from tampered import GAME

__all__ = ["pytestmark"]

Forge = Callable[[World], None]


def without(kind: type[Event], nth: int = 0, game: str | None = None) -> Forge:
    def forge(world: World) -> None:
        del (world.tournament if game is None else world.games[game])[world.index(kind, nth, game)]

    return forge


def twice(kind: type[Event], game: str | None = None) -> Forge:
    def forge(world: World) -> None:
        drafts = world.tournament if game is None else world.games[game]
        place = world.index(kind, 0, game)
        drafts.insert(place + 1, drafts[place])

    return forge


def last(event: Event, by: By, game: str | None = None) -> Forge:
    def forge(world: World) -> None:
        drafts = world.tournament if game is None else world.games[game]
        drafts.append(Draft(event, by, drafts[-1].at))

    return forge


def before(kind: type[Event], earlier: type[Event], game: str | None = None) -> Forge:
    """The first line of a kind is moved up before the first one of another; stamps stay in their order."""

    def forge(world: World) -> None:
        drafts = world.tournament if game is None else world.games[game]
        moments = [draft.at for draft in drafts]
        drafts.insert(world.index(earlier, 0, game), drafts.pop(world.index(kind, 0, game)))
        drafts[:] = [replace(draft, at=at) for draft, at in zip(drafts, moments, strict=True)]

    return forge


def recorded(**fields: object) -> Forge:
    def forge(world: World) -> None:
        place = world.index(ev.GameRecorded)
        world.tournament[place] = world.tournament[place].but(**fields)

    return forge


def rotation(old: str, new: str) -> ev.KeyRotated:
    """The referee's key makes way for another, with the signature of the ``old`` one, whoever's that is."""
    one, other = key(old), key(new)
    signature = one.sign(seals.rotation("referee", one.public, other.public)).hex()
    return ev.KeyRotated(service="referee", old=one.public.hex(), key=other.public.hex(), signature=signature)


def rotated(*steps: tuple[str, str]) -> Forge:
    def forge(world: World) -> None:
        place = world.index(ev.TournamentStarted)
        at = world.tournament[place].at
        world.tournament[place:place] = [Draft(rotation(old, new), "referee", at) for old, new in steps]

    return forge


FORGED: dict[str, Forge] = {
    "rotated-by-a-thief": rotated(("thief", "another")),
    "rotated-to-another-service": rotated(("referee", "scoring")),
    "rotated-back": rotated(("referee", "another"), ("another", "referee")),
    "round-unsealed": without(ev.RoundSealed),
    "last-round-unsealed": without(ev.RoundSealed, 2),
    "round-sealed-twice": twice(ev.RoundSealed),
    "round-open": without(ev.RoundClosed),
    "round-closed-early": before(ev.RoundClosed, ev.GameRecorded),
    "round-sealed-early": before(ev.RoundSealed, ev.GameClosed),
    "recorded-twice": twice(ev.GameRecorded),
    "closed-twice": twice(ev.GameClosed),
    "not-closed": without(ev.GameClosed),
    "closed-before-recorded": before(ev.GameClosed, ev.GameRecorded),
    "key-named-twice": twice(ev.KeyNamed),
    "started-twice": twice(ev.TournamentStarted),
    "seed-twice": twice(ev.SeedRevealed),
    "seed-early": before(ev.SeedRevealed, ev.TournamentFinished),
    "finished-early": before(ev.TournamentFinished, ev.RoundClosed),
    "unfinished": without(ev.TournamentFinished),
    "unsealed": without(ev.TournamentSealed),
    "goes-on": last(ev.EntrantWithdrawn(entrant="bot-a", who="organiser", why="late"), "director"),
    "of-a-game": last(ev.SeatReady(seat=0), "referee"),
    "no-commitment": without(ev.DeckCommitted, game=GAME),
    "committed-twice": twice(ev.DeckCommitted, GAME),
    "not-ready": without(ev.SeatReady, 1, GAME),
    "not-dealt": without(ev.DealDealt, game=GAME),
    "not-played": without(ev.DealPlayed, game=GAME),
    "not-scored": without(ev.DealScored, game=GAME),
    "played-twice": twice(ev.DealPlayed, GAME),
    "ready-twice": twice(ev.SeatReady, GAME),
    "keyless": without(ev.KeyNamed, 1),
    "ordered-twice": twice(ev.DealOrdered, GAME),
    "dealt-twice": twice(ev.DealDealt, GAME),
    "dealt-unordered": without(ev.DealOrdered, game=GAME),
    "scored-twice": twice(ev.GameScored, GAME),
    "revealed-twice": twice(ev.DeckRevealed, GAME),
    "revealed-early": before(ev.DeckRevealed, ev.GameScored, GAME),
    "sealed-early": before(ev.GameSealed, ev.DeckRevealed, GAME),
    "sealed-twice": twice(ev.GameSealed, GAME),
    "one-seal-less": without(ev.GameSealed, game=GAME),
    "game-goes-on": last(ev.SeatLost(seat=0), "referee", GAME),
    "of-a-tournament": last(ev.RoundSealed(round=1, checkpoint="blank"), "director", GAME),
}
MISRECORDED: dict[str, Forge] = {
    "other-points": recorded(points=[61, 59]),
    "other-places": recorded(places=[2, 1]),
    "other-outcome": recorded(outcome="drawn"),
    "another-reason": recorded(why="clock/flag"),
}


def refitted(world: World) -> World:
    """All lengths that the tournament's log names, and all seals, made to fit."""
    for place, draft in enumerate(world.tournament):
        if isinstance(draft.event, ev.GameRecorded):
            scored = world.index(ev.GameScored, 0, draft.event.id) + 1
            world.tournament[place] = draft.but(lines=scored)
        elif isinstance(draft.event, ev.GameClosed):
            world.tournament[place] = draft.but(lines=len(world.games[draft.event.id]))
    world.seal()
    return world


@pytest.mark.timeout(180)
def test_it_finds_what_does_not_stand_where_it_must(tmp_path: Path) -> None:
    """By somebody who holds all keys and makes everything fit but the order itself."""
    wrong = {name: found for name, found in both(tmp_path, FORGED) if not found[0] or found[0] != found[1]}

    assert wrong == {}


def test_it_finds_a_result_that_was_recorded_otherwise(tmp_path: Path) -> None:
    """The log's table is still that of the right results, and the files are those of the others."""
    wrong = {name: found for name, found in both(tmp_path, MISRECORDED) if not found[0] or found[0] != found[1][:1]}

    assert wrong == {}


def both(place: Path, forged: dict[str, Forge]) -> Iterator[tuple[str, tuple[list[Place], list[Place]]]]:
    """What the audit and the second verifier find, of what the second looks for."""
    folders = []
    for name, forge in forged.items():
        world = make(spec_of(3, 1))
        forge(world)
        folders.append(refitted(world).write(place / name / "cup"))
    for name, folder, told in zip(forged, folders, verified(folders), strict=True):
        findings = [each for each in audit(folder).findings if not each.note]
        ours = [(each.code, each.log, each.line) for each in findings if each.code in COVERED | {"log/out-of-place"}]
        yield name, (ours, places(told))


@pytest.mark.timeout(120)
def test_a_line_without_its_data_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    """Of each type one, chained anew: it knows no schemas, and what it does not need of a line it does not miss."""
    right = make(spec_of(3, 1), ("played", "flag", "left")).write(tmp_path / "right" / "cup")
    folders = []
    for log in ("tournament", f"games/{GAME}"):
        lines = [orjson.loads(line) for line in (right / f"{log}.jsonl").read_bytes().splitlines()]
        for place in {line["type"]: place for place, line in enumerate(lines)}.values():
            folder = Path(shutil.copytree(right, tmp_path / str(len(folders))))
            emptied = [{**line, "data": {}} if number == place else line for number, line in enumerate(lines)]
            put(folder / f"{log}.jsonl", rechained("t/cup" if log == "tournament" else f"g/{GAME}", emptied))
            folders.append(folder)

    assert [folder for folder, told in zip(folders, verified(folders), strict=True) if not told["findings"]] == []


def rechained(log: str, lines: list[dict[str, object]]) -> list[bytes]:
    prev, stored = genesis(log), []
    for line in lines:
        stored.append(canonical({**line, "prev": prev}))
        prev = digest(stored[-1])
    return stored

"""Signed play: nobody can put an answer into a bot's mouth, and no bot can deny one."""

from pathlib import Path

import orjson
import pytest

from croupier.audit.findings import Report
from croupier.audit.run import audit
from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.canonical import canonical, digest
from croupier.contracts.lines import read_line
from croupier.contracts.streams import tournament_log
from croupier.contracts.table import TableEntry
from croupier.folds.bundle import manifest
from croupier.proofs import seals
from croupier.proofs.shown import digest as shown
from rings import ANYBODYS, key
from world import World, actions, nonce, spec

GAME = "cup-r1-t1-1"


class Signing(World):
    """Players who sign what they say."""

    async def join(self, tournament: str, entrant: str) -> None:
        signer = key(entrant)
        brought = nonce(entrant)
        proof = signer.sign(seals.entrant(bytes.fromhex(brought), signer.public)).hex()
        join = cmd.EntrantJoin(
            id=self._id(), tournament=tournament, entrant=entrant, nonce=brought, key=signer.public.hex(), proof=proof
        )
        await self.command("to:director", tournament_log(tournament), join)

    async def command(self, feed, log, message):  # type: ignore[no-untyped-def]
        if isinstance(message, cmd.Act):
            message = self._signed(message)
        await super().command(feed, log, message)

    def _signed(self, message: cmd.Act) -> cmd.Act:
        turn = self._turn(message)
        assert message.action in actions(turn)
        who = turn["entrants"][message.seat]
        statement = seals.play(message.game, message.ply, message.action, shown(turn))
        return message.model_copy(update={"signature": key(who).sign(statement).hex()})

    def _turn(self, message: cmd.Act) -> dict[str, object]:
        """The turn that the seat has been shown, looked up in all that went over the table."""
        entrants: list[str] = []
        found: dict[str, object] = {}
        for (_, feed), entries in self.log.feeds.items():
            for fields in entries if feed == "to:table" else ():
                entry = TableEntry.from_body(fields["e"])
                if entry.game != message.game:
                    continue
                entrants = list(entry.entrants) or entrants
                for raw in entry.messages.get(str(message.seat), ()):
                    said = orjson.loads(raw)
                    turn = said if said.get("type") == "turn" else said.get("turn")
                    if turn and turn["ply"] == message.ply:
                        found = turn
        return {**found, "entrants": entrants}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament that was really played, by all services, with signed answers."""
    import asyncio

    async def play(folder: Path) -> Path:
        world = Signing(folder)
        await world.open(spec(games=1, concurrency=3, signed=True))
        await world.run()
        return folder / "cup"

    return asyncio.run(play(tmp_path_factory.mktemp("signed")))


def first(report: Report) -> tuple[str, str, int]:
    assert report.first is not None, "nothing was found"
    return report.first.code, report.first.log, report.first.line


def test_a_tournament_with_signed_play_is_sound(bundle: Path) -> None:
    report = audit(bundle)
    log = (bundle / "games" / f"{GAME}.jsonl").read_bytes().splitlines()
    taken = [line.event for line in map(read_line, log) if isinstance(line.event, ev.ActionTaken)]

    assert report.findings == []
    assert len(taken) == 40
    assert all(event.signature for event in taken)


def rewritten(bundle: Path, kind: str, nth: int, **changes: object) -> tuple[bytes, int]:
    """The game's log with other data in one line (``None``: without the field), chained anew."""
    raws = [orjson.loads(line) for line in (bundle / "games" / f"{GAME}.jsonl").read_bytes().splitlines()]
    place = [n for n, raw in enumerate(raws) if raw["type"] == kind][nth]
    data = raws[place]["data"] | changes
    raws[place]["data"] = {name: value for name, value in data.items() if value is not None}
    lines = [canonical(raw) for raw in raws[: place + 1]]
    for raw in raws[place + 1 :]:
        raw["prev"] = digest(lines[-1])
        lines.append(canonical(raw))
    return b"".join(line + b"\n" for line in lines), place + 1


FORGERIES = {
    "unsigned": ({"signature": None}, "sign/missing"),
    "by nobody": ({"signature": "ab" * 64}, "sign/wrong"),
}


@pytest.mark.parametrize(("changes", "code"), FORGERIES.values(), ids=FORGERIES.keys())
def test_an_answer_that_its_entrant_has_not_signed_is_found(
    bundle: Path, tmp_path: Path, changes: dict[str, object], code: str
) -> None:
    text, line = rewritten(bundle, "action.taken", 5, **changes)
    path = tmp_path / f"{GAME}.jsonl"
    path.write_bytes(text)

    assert first(audit(path)) == (code, f"g/{GAME}", line)


def test_another_card_in_a_bots_mouth_is_found_although_it_is_legal(bundle: Path, tmp_path: Path) -> None:
    """Whoever holds the whole server cannot sign for a bot: the last card but one of the first trick is exchanged."""
    raws = [orjson.loads(line) for line in (bundle / "games" / f"{GAME}.jsonl").read_bytes().splitlines()]
    taken = [raw["data"] for raw in raws if raw["type"] == "action.taken"]
    first_seat = [data["action"] for data in taken if data["seat"] == taken[0]["seat"]]
    text, line = rewritten(bundle, "action.taken", 0, action=first_seat[1])
    path = tmp_path / f"{GAME}.jsonl"
    path.write_bytes(text)

    assert first(audit(path)) == ("sign/wrong", f"g/{GAME}", line)


def test_a_signature_taken_from_another_answer_is_found(bundle: Path, tmp_path: Path) -> None:
    raws = [orjson.loads(line) for line in (bundle / "games" / f"{GAME}.jsonl").read_bytes().splitlines()]
    taken = [raw["data"] for raw in raws if raw["type"] == "action.taken"]
    text, line = rewritten(bundle, "action.taken", 3, signature=taken[0]["signature"])
    path = tmp_path / f"{GAME}.jsonl"
    path.write_bytes(text)

    assert first(audit(path)) == ("sign/wrong", f"g/{GAME}", line)


INVENTED: dict[str, tuple[ev.Event, str]] = {
    "refused, unsigned": (
        ev.ActionRefused(deal=1, ply=0, seat=0, said="play XX", code="move/unreadable", strikes=1),
        "sign/missing",
    ),
    "refused, too long to be checked": (
        ev.ActionRefused(
            deal=1, ply=0, seat=0, said="x" * ev.KEPT, code="move/unreadable", strikes=1, signature="ab" * 64
        ),
        "sign/wrong",
    ),
    "resigned, unsigned": (ev.SeatForfeited(seat=0, why="resigned", limit=0, measured=0), "sign/missing"),
    "resigned, by nobody": (
        ev.SeatForfeited(seat=0, why="resigned", limit=0, measured=0, signature="ab" * 64),
        "sign/wrong",
    ),
    "flagged, signed": (
        ev.SeatForfeited(seat=0, why="clock/flag", limit=1, measured=2, signature="ab" * 64),
        "sign/wrong",
    ),
}


@pytest.mark.parametrize(("event", "code"), INVENTED.values(), ids=INVENTED.keys())
def test_nobody_can_make_up_what_a_bot_said(bundle: Path, tmp_path: Path, event: ev.Event, code: str) -> None:
    """Neither an answer that costs a strike nor a resignation, and nobody's signature lends weight to anything else."""
    lines = (bundle / "games" / f"{GAME}.jsonl").read_bytes().splitlines()
    place = next(n for n, line in enumerate(lines) if b'"action.taken"' in line)
    assert read_line(lines[place]).event.seat == 0  # type: ignore[attr-defined]
    raw = orjson.loads(lines[place]) | {"type": event.TYPE, "data": event.data()}
    (tmp_path / f"{GAME}.jsonl").write_bytes(b"".join(line + b"\n" for line in [*lines[:place], canonical(raw)]))

    found = {(each.code, each.line) for each in audit(tmp_path / f"{GAME}.jsonl").findings}
    assert (code, place + 1) in found


@pytest.mark.parametrize("fields", [["key"], ["proof"], ["key", "proof"]], ids=" and ".join)
def test_a_key_that_its_entrant_has_not_proved_is_found(bundle: Path, tmp_path: Path, fields: list[str]) -> None:
    raws = [orjson.loads(line) for line in (bundle / "tournament.jsonl").read_bytes().splitlines()]
    place = next(n for n, raw in enumerate(raws) if raw["type"] == "entrant.registered")
    raws[place]["data"] |= {field: ANYBODYS[field] for field in fields}
    lines = [canonical(raw) for raw in raws[: place + 1]]
    for raw in raws[place + 1 :]:
        raw["prev"] = digest(lines[-1])
        lines.append(canonical(raw))
    (tmp_path / "tournament.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    (tmp_path / "manifest.json").write_bytes(manifest("cup", "0.1.0"))

    assert ("sign/key", "t/cup", place + 1) in [
        (finding.code, finding.log, finding.line) for finding in audit(tmp_path / "tournament.jsonl").findings
    ]

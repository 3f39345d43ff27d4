"""Disputes over HTTP and over a player's connection: who may raise and rule them, and what is told of them."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.folds.disputing import answer
from croupier.services.gateway.tokens import token_hash
from gateway.directing import MASTER, OF, STARTED, bearer, code, directed
from gateway_kit import CUP, GAME, OTHER_GAME, House, hear, house

LIST = f"/v1/tournaments/{CUP}/disputes"
PAIRED = ev.RoundPaired(
    round=1,
    games=[
        ev.PairedGame(id=GAME, board="cup-r1-b1", seats=["ann", "bob"]),
        ev.PairedGame(id=OTHER_GAME, board="cup-r1-b2", seats=["cid", "dot"]),
    ],
    byes=[],
    why="round-robin",
)
WON = ev.GameRecorded(id=GAME, head="0" * 64, lines=40, points=[70, 50], places=[1, 2], outcome="won")
EXAMINED = ev.DisputeExamined(
    dispute="cup-d1", findings=[ev.Found(code="audit/late", line=9, reason="too late")], total=1, why="open"
)


async def grant(h: House, message: Any) -> None:
    """The director grants every dispute and ruling that can be granted."""
    if isinstance(message, cmd.DisputeRaise | cmd.DisputeRule):
        with contextlib.suppress(NotAllowed):
            await h.append(*answer(h.gateway.roster.views[CUP].case, message))


@pytest.fixture
async def h() -> AsyncIterator[House]:
    """A cup of which one game is over, and a director that answers."""
    async with house(tournament=OF, organiser=token_hash(MASTER)) as opened:
        await opened.append(STARTED, PAIRED, WON)
        await opened.gateway.roster.refresh()
        async with directed(opened, grant):
            yield opened


def body(**more: Any) -> dict[str, Any]:
    return {"game": GAME, "claim": "wrong-score", "why": "mine"} | more


async def test_an_entrant_disputes_its_game_and_everybody_can_read_it(web: httpx.AsyncClient) -> None:
    raised = await web.post(LIST, headers=bearer("ann"), json=body(ply=3))
    told = {
        "id": "cup-d1", "game": GAME, "entrant": "ann", "claim": "wrong-score", "ply": 3, "why": "mine",
        "status": "open", "examined": None, "ruled": None,
    }  # fmt: skip
    assert (raised.status_code, raised.json()) == (200, told)
    assert (await web.post(LIST, headers=bearer("ann"), json=body(why="again"))).json() == told
    assert (await web.get(LIST)).json() == {"disputes": [told], "next": None}


async def test_an_organiser_disputes_for_itself(web: httpx.AsyncClient) -> None:
    assert (await web.post(LIST, headers=bearer("boss"), json=body(game=OTHER_GAME))).json()["entrant"] is None


@pytest.mark.parametrize(
    ("who", "changes", "expected"),
    [
        ("cid", {}, (403, "dispute/not-yours")),
        ("press", {}, (403, "auth/scope")),
        ("nobody", {}, (401, "auth/token")),
        ("ann", {"game": "cup-r1-t9-1"}, (404, "dispute/unknown-game")),
        ("ann", {"claim": "wrong-scores"}, (422, "http/body")),
        ("ann", {"entrant": "bob"}, (422, "http/body")),
        ("ann", {"why": "x" * 201}, (422, "http/body")),
    ],
)
async def test_a_dispute_that_cannot_be_raised_is_refused_by_name(
    h: House, web: httpx.AsyncClient, who: str, changes: dict[str, Any], expected: tuple[int, str]
) -> None:
    assert code(await web.post(LIST, headers=bearer(who), json=body(**changes))) == expected
    assert h.commands("dispute.raise", "to:director") == []


async def test_an_organiser_rules_once_it_is_examined(h: House, web: httpx.AsyncClient) -> None:
    await web.post(LIST, headers=bearer("ann"), json=body())
    rule, ruling = f"{LIST}/cup-d1/rule", {"ruling": "forfeit", "seats": [0], "why": "too late"}
    assert code(await web.post(rule, headers=bearer("boss"), json=ruling)) == (409, "dispute/not-examined")
    await h.append(EXAMINED)
    assert code(await web.post(rule, headers=bearer("ann"), json=ruling)) == (403, "auth/scope")
    bare = await web.post(rule, headers=bearer("boss"), json={"ruling": "forfeit", "why": "so"})
    assert code(bare) == (422, "dispute/ruling")
    ruled = (await web.post(rule, headers=bearer("boss"), json=ruling)).json()
    assert ruled["status"] == "ruled"
    assert ruled["examined"]["findings"] == [{"code": "audit/late", "line": 9, "reason": "too late"}]
    assert ruled["ruled"] == {
        "ruling": "forfeit", "by": "organiser", "why": "too late", "seats": [0], "board": None,
        "result": {"points": [70, 50], "places": [2, 1], "outcome": "forfeit", "failures": None},
    }  # fmt: skip
    other = {"ruling": "dismissed", "why": "no"}
    assert code(await web.post(rule, headers=bearer("boss"), json=other)) == (409, "dispute/ruled")
    assert code(await web.post(f"{LIST}/cup-d7/rule", headers=bearer("boss"), json=other)) == (404, "dispute/unknown")


async def test_what_a_ruling_gives_counts_in_table_and_game(h: House, web: httpx.AsyncClient) -> None:
    await web.post(LIST, headers=bearer("ann"), json=body())
    await h.append(EXAMINED)
    ruling = {"ruling": "corrected", "points": [50, 70], "places": [2, 1], "why": "counted again"}
    await web.post(f"{LIST}/cup-d1/rule", headers=bearer("boss"), json=ruling)
    assert (await web.get(f"/v1/games/{GAME}")).json()["result"]["places"] == [2, 1]
    table = (await web.get(f"/v1/tournaments/{CUP}/standings")).json()["standings"]
    assert [row["entrant"] for row in table if row["points"]] == ["bob"]


async def test_disputes_come_in_pages(web: httpx.AsyncClient) -> None:
    for claim in ("wrong-score", "clock", "other"):
        await web.post(LIST, headers=bearer("ann"), json=body(claim=claim))
    first = (await web.get(LIST, params={"limit": 2})).json()
    assert ([each["id"] for each in first["disputes"]], first["next"]) == (["cup-d1", "cup-d2"], "cup-d2")
    rest = (await web.get(LIST, params={"after": "cup-d2"})).json()
    assert ([each["id"] for each in rest["disputes"]], rest["next"]) == (["cup-d3"], None)
    assert code(await web.get(LIST, params={"after": "cup-d9"})) == (404, "http/not-found")


# --- over a player's connection


async def says(h: House, entrant: str, **message: Any) -> dict[str, Any]:
    """What comes back to a dispute of an entrant."""
    async with h.player(entrant) as socket:
        await socket.send(json.dumps({"type": "dispute", **message}))
        return await hear(socket, "disputed")


async def test_a_player_disputes_over_its_connection(h: House) -> None:
    assert await says(h, "ann", game=GAME, claim="clock", ply=7, text="I was in time") == {
        "type": "disputed", "game": GAME, "claim": "clock",
    }  # fmt: skip
    asked = await h.command("dispute.raise", "to:director")
    assert {name: asked[name] for name in ("game", "entrant", "who", "claim", "ply", "why")} == {
        "game": GAME, "entrant": "ann", "who": "entrant", "claim": "clock", "ply": 7, "why": "I was in time",
    }  # fmt: skip


async def test_a_player_is_told_why_it_cannot(h: House) -> None:
    told = await says(h, "cid", game=GAME, claim="clock")
    assert (told["code"], told["hint"]) == ("dispute/not-yours", "there sit ann, bob")
    assert h.commands("dispute.raise", "to:director") == []
    assert (await says(h, "cid", game="cup-r7-t1-1", claim="clock"))["code"] == "dispute/unknown-game"


async def test_a_game_that_the_log_was_not_read_of_yet_goes_to_the_director(h: House) -> None:
    """Its player has it on the table, and the director knows best."""
    fresh = "cup-r2-t1-1"
    async with h.player("ann") as socket:
        h.feed.push(h.opening(fresh, ("ann", "cid")))
        await h.command("seat.here")
        await socket.send(json.dumps({"type": "dispute", "game": fresh, "claim": "other"}))
        assert "code" not in await hear(socket, "disputed")
    assert (await h.command("dispute.raise", "to:director"))["game"] == fresh

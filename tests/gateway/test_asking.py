"""What organisers and entrants ask for over HTTP: with which token, in which form, and what the director gets."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import RoundRobin, Swiss, TournamentSpec
from croupier.folds.asking import answer
from croupier.runtime.eventlog import Append
from croupier.services.gateway.tokens import token_hash
from gateway.directing import MASTER, OF, STARTED, bearer, code, directed
from gateway_kit import CUP, House, chain, house, spec, token

AHEAD = 9_000_000_000_000_000
"""A moment that is to come, in microseconds since the epoch."""
PAUSE = f"/v1/tournaments/{CUP}/pause"


async def obey(h: House, message: Any) -> None:
    """What the director does of what it is asked for."""
    if isinstance(message, cmd.TournamentOpen):
        await h.open_tournament(message.spec.id, [who.id for who in message.spec.entrants])
    elif isinstance(message, cmd.Organising):
        events = answer(h.gateway.roster.views[message.tournament].life, message)
        await h.append(*events, log=f"t/{message.tournament}")


@pytest.fixture
async def h() -> AsyncIterator[House]:
    """A running cup, and a director that answers."""
    async with house(tournament=OF, organiser=token_hash(MASTER)) as opened:
        await opened.append(STARTED)
        async with directed(opened, obey):
            yield opened


@pytest.mark.parametrize("who", ["everybody", "boss"])
async def test_an_organiser_pauses_and_resumes(h: House, web: httpx.AsyncClient, who: str) -> None:
    paused = await web.post(PAUSE, headers=bearer(who), json={"why": "night", "until": AHEAD})
    assert (paused.status_code, paused.json()["status"]) == (200, "paused")
    assert paused.json()["pause"] == {"why": "night", "until": AHEAD}
    (asked,) = h.commands("tournament.pause", "to:director")
    assert {name: asked[name] for name in ("tournament", "who", "why", "until")} == {
        "tournament": CUP, "who": "organiser", "why": "night", "until": AHEAD,
    }  # fmt: skip
    resumed = await web.post(f"/v1/tournaments/{CUP}/resume", headers=bearer(who))
    assert (resumed.status_code, resumed.json()["status"], resumed.json()["pause"]) == (200, "running", None)


async def test_a_pause_until_a_moment_that_is_past_is_refused(h: House, web: httpx.AsyncClient) -> None:
    refused = await web.post(PAUSE, headers=bearer("boss"), json={"until": 5})
    assert (code(refused), refused.json()["error"]["place"]) == ((422, "tournament/past"), "until")
    assert h.commands("tournament.pause", "to:director") == []


async def test_a_pause_that_is_over_before_anybody_looks_was_granted_all_the_same() -> None:
    async def hurry(h: House, message: Any) -> None:
        events = answer(h.gateway.roster.views[message.tournament].life, message)
        await h.append(*events, ev.TournamentResumed(who="clock"), log=f"t/{message.tournament}")

    async with house(tournament=OF, organiser=token_hash(MASTER)) as opened:
        await opened.append(STARTED)
        async with directed(opened, hurry), httpx.AsyncClient(base_url=opened.http, trust_env=False) as web:
            told = await web.post(PAUSE, headers=bearer("boss"), json={"until": AHEAD})
            assert (told.status_code, told.json()["status"]) == (200, "running")


async def test_what_is_so_already_is_not_asked_for(h: House, web: httpx.AsyncClient) -> None:
    assert (await web.post(f"/v1/tournaments/{CUP}/resume", headers=bearer("boss"))).status_code == 200
    assert h.commands("tournament.resume", "to:director") == []


async def test_a_tournament_is_stopped_and_then_not_paused(web: httpx.AsyncClient) -> None:
    stopped = await web.post(f"/v1/tournaments/{CUP}/stop", headers=bearer("boss"), json={"why": "enough"})
    assert stopped.json()["status"] == "stopping"
    assert code(await web.post(PAUSE, headers=bearer("boss"))) == (409, "tournament/stopping")


async def test_an_entrant_leaves_by_itself_and_nobody_else(h: House, web: httpx.AsyncClient) -> None:
    path = f"/v1/tournaments/{CUP}/entrants/{{}}/withdraw"
    assert code(await web.post(path.format("bob"), headers=bearer("ann"))) == (403, "auth/scope")
    left = await web.post(path.format("ann"), headers=bearer("ann"), json={"why": "ill"})
    assert [who["id"] for who in left.json()["field"] if who["withdrawn"]] == ["ann"]
    assert h.commands("entrant.withdraw", "to:director")[0]["who"] == "entrant"
    assert code(await web.post(path.format("zoe"), headers=bearer("boss"))) == (404, "tournament/no-entrant")


@pytest.mark.parametrize("who", ["ann", "boss"])
async def test_who_left_comes_back(h: House, web: httpx.AsyncClient, who: str) -> None:
    path = f"/v1/tournaments/{CUP}/entrants/ann"
    await web.post(f"{path}/withdraw", headers=bearer("ann"))
    back = await web.post(f"{path}/rejoin", headers=bearer(who), json={"why": "well again"})
    assert back.json()["field"][0]["withdrawn"] is False
    assert h.commands("entrant.rejoin", "to:director")[0]["who"] == ("entrant" if who == "ann" else "organiser")


async def test_who_was_sent_away_does_not_come_back_by_itself(web: httpx.AsyncClient) -> None:
    path = f"/v1/tournaments/{CUP}/entrants/ann"
    await web.post(f"{path}/withdraw", headers=bearer("boss"))
    assert code(await web.post(f"{path}/rejoin", headers=bearer("ann"))) == (409, "tournament/no-return")


async def test_another_program_is_put_on_record(web: httpx.AsyncClient) -> None:
    path = f"/v1/tournaments/{CUP}/entrants/bob/replace"
    body = {"program": "a" * 64, "why": "it crashed"}
    answer = await web.post(path, headers=bearer("boss"), json=body)
    assert answer.json()["field"][1]["program"] == "a" * 64
    assert code(await web.post(path, headers=bearer("boss"), json={"program": "a" * 64})) == (422, "http/body")


async def test_rounds_are_added(web: httpx.AsyncClient) -> None:
    path = f"/v1/tournaments/{CUP}/rounds"
    assert (await web.post(path, headers=bearer("boss"), json={"total": 3})).json()["rounds"] == 3
    assert code(await web.post(path, headers=bearer("boss"), json={"total": 2})) == (409, "tournament/fewer-rounds")


async def test_somebody_enters_a_swiss_late_and_may_play(h: House, web: httpx.AsyncClient) -> None:
    swiss = spec(("eva", "fay"), "swiss").model_copy(update={"format": Swiss(rounds=3)})
    await h.log.commit([Append("t/swiss", 0, chain("t/swiss", [ev.TournamentOpened(spec=swiss), STARTED]))])
    headers = {"Authorization": f"Bearer {MASTER}"}
    body = {"id": "gil", "name": "Gil", "token": token_hash(token("gil"))}
    entered = await web.post("/v1/tournaments/swiss/entrants", headers=headers, json=body)
    assert [who["id"] for who in entered.json()["field"]] == ["eva", "fay", "gil"]
    assert entered.json()["entrants"] == 3
    async with h.player("gil"):
        pass
    other = await web.post("/v1/tournaments/swiss/entrants", headers=headers, json=body | {"name": "Gilda"})
    assert code(other) == (409, "tournament/entered")


async def test_a_round_robin_takes_nobody_late(web: httpx.AsyncClient) -> None:
    body = {"id": "gil", "name": "Gil", "token": token_hash(token("gil"))}
    answer = await web.post(f"/v1/tournaments/{CUP}/entrants", headers=bearer("boss"), json=body)
    assert code(answer) == (409, "tournament/late-entry")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, (401, "auth/token")),
        (bearer("nobody"), (401, "auth/token")),
        ({"Authorization": "Basic x"}, (401, "auth/token")),
        (bearer("ann"), (403, "auth/scope")),
        (bearer("press"), (403, "auth/scope")),
    ],
)
async def test_nobody_else_organises(
    web: httpx.AsyncClient, h: House, headers: dict[str, str], expected: tuple[int, str]
) -> None:
    refused = await web.post(PAUSE, headers=headers)
    assert code(refused) == expected
    assert ("www-authenticate" in refused.headers) is (expected[0] == 401)
    assert h.commands(feed="to:director") == []


async def test_an_organiser_of_one_tournament_has_no_say_in_another(h: House, web: httpx.AsyncClient) -> None:
    await h.open_tournament("other", ["eva", "fay"])
    assert code(await web.post("/v1/tournaments/other/stop", headers=bearer("boss"))) == (403, "auth/scope")
    assert code(await web.post("/v1/tournaments", headers=bearer("boss"))) == (403, "auth/scope")
    nowhere = await web.post("/v1/tournaments/nowhere/stop", headers={"Authorization": f"Bearer {MASTER}"})
    assert code(nowhere) == (404, "http/not-found")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"{", (422, "http/body")),
        (b'{"until": "soon"}', (422, "http/body")),
        (b'{"utnil": 9}', (422, "http/body")),
        (b'{"why": "' + b"x" * 300 + b'"}', (422, "http/body")),
        (b" " * 2**20 + b"{}", (413, "http/too-large")),
    ],
)
async def test_a_body_is_checked(web: httpx.AsyncClient, content: bytes, expected: tuple[int, str]) -> None:
    assert code(await web.post(PAUSE, headers=bearer("boss"), content=content)) == expected


@pytest.mark.parametrize(
    ("path", "body", "place", "meant"),
    [
        (PAUSE, {"utnil": 9}, "utnil", "until"),
        (f"/v1/tournaments/{CUP}/entrants/bob/replace", {"programm": "a" * 64, "why": "x"}, "programm", "program"),
        ("/v1/tournaments", {"entrant": []}, "entrant", "entrants"),
    ],
)
async def test_a_misspelt_field_is_told_with_the_one_that_was_meant(
    web: httpx.AsyncClient, path: str, body: dict[str, Any], place: str, meant: str
) -> None:
    error = (await web.post(path, headers={"Authorization": f"Bearer {MASTER}"}, json=body)).json()["error"]
    assert (error["code"], error["place"]) == ("http/body", place)
    assert error["hint"] == f"did you mean {meant!r}?"


async def test_a_director_that_does_not_answer_is_said_to_be_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.services.gateway.office.PATIENCE", 0.2)
    async with house(tournament=OF) as h, httpx.AsyncClient(base_url=h.http, trust_env=False) as web:
        await h.append(STARTED)
        assert code(await web.post(PAUSE, headers=bearer("boss"))) == (503, "server/unready")


def small(**more: Any) -> TournamentSpec:
    return spec(("eva", "fay"), "small").model_copy(update=more)


async def test_a_tournament_is_opened_by_who_runs_the_server(h: House, web: httpx.AsyncClient) -> None:
    headers = {"Authorization": f"Bearer {MASTER}"}
    body = small().model_dump(mode="json", exclude_none=True)
    opened = await web.post("/v1/tournaments", headers=headers, json=body)
    assert (opened.status_code, opened.json()["id"], opened.json()["status"]) == (200, "small", "open")
    assert (await web.post("/v1/tournaments", headers=headers, json=body)).status_code == 200
    other = small(format=RoundRobin(games=4)).model_dump(mode="json", exclude_none=True)
    assert code(await web.post("/v1/tournaments", headers=headers, json=other)) == (409, "tournament/exists")
    assert len(h.commands("tournament.open", "to:director")) == 1


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "brisco"}, (422, "option/unknown-game")),
        ({"format": {"kind": "gauntlet", "champions": 5}}, (422, "format/spec")),
        ({"concurrency": 0}, (422, "http/body")),
        ({"award": {"loss": 5}}, (422, "format/award")),
        ({"start": {"deadline": 5}}, (422, "format/start")),
    ],
)
async def test_a_specification_is_checked_before_it_is_sent(
    h: House, web: httpx.AsyncClient, changes: dict[str, Any], expected: tuple[int, str]
) -> None:
    body = small().model_dump(mode="json", exclude_none=True) | changes
    answer = await web.post("/v1/tournaments", headers={"Authorization": f"Bearer {MASTER}"}, json=body)
    assert code(answer) == expected
    assert h.commands(feed="to:director") == []


async def test_reading_needs_a_token_where_it_is_private() -> None:
    """Of any scope, and of that tournament."""
    async with house(tournament=OF, organiser=token_hash(MASTER), private=True) as h:
        await h.open_tournament("other", ["eva", "fay"])
        async with httpx.AsyncClient(base_url=h.http, trust_env=False) as web:
            for path in ("/v1/tournaments", f"/v1/tournaments/{CUP}", f"/v1/games/{CUP}-r1-t1-1"):
                assert code(await web.get(path)) == (401, "auth/token")
            for who in ("press", "boss", "ann"):
                assert (await web.get(f"/v1/tournaments/{CUP}/standings", headers=bearer(who))).status_code == 200
                other = await web.get("/v1/tournaments/other", headers=bearer(who))
                assert code(other) == (403, "auth/scope")
            everything = await web.get("/v1/tournaments", headers={"Authorization": f"Bearer {MASTER}"})
            assert len(everything.json()["tournaments"]) == 2
            assert (await web.get("/healthz")).status_code == 200


async def test_watching_needs_a_token_where_reading_is_private() -> None:
    async with house(tournament=OF, private=True) as h:
        h.feed.push(h.opening())
        async with h.dial(f"/v1/watch/{CUP}-r1-t1-1") as socket:
            assert '"session/bad-token"' in await socket.recv()
        async with h.dial(f"/v1/watch/{CUP}-r1-t1-1", additional_headers=bearer("press")) as socket:
            assert '"welcome"' in await socket.recv()

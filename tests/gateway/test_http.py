"""The HTTP addresses: what they answer, and the one shape of every error."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.exceptions import InvalidStatus

from croupier.contracts import events as ev
from croupier.contracts.errors import CODES
from croupier.contracts.table import TableEntry
from croupier.services.gateway.openapi import describe
from gateway_kit import CUP, GAME, House, chain, house, opening, spec, until

DOCUMENT = Path(__file__).parents[2] / "docs" / "api" / "openapi.json"
RESULT = ev.GameRecorded(id=GAME, head="0" * 64, lines=40, points=[70, 50], places=[1, 2], outcome="won")


def paired(count: int, tournament: str = CUP) -> ev.RoundPaired:
    """A first round of so many games."""
    games = [
        ev.PairedGame(id=f"{tournament}-r1-t{n}-1", board=f"{tournament}-r1-b{n}", seats=["ann", "bob"])
        for n in range(1, count + 1)
    ]
    return ev.RoundPaired(round=1, games=games, byes=[], why="everyone meets everyone")


def bundle(folder: Path, tournament: str = "old") -> Path:
    """An archive with one finished tournament of one game."""
    game = f"{tournament}-r1-t1-1"
    result = RESULT.model_copy(update={"id": game})
    events = [
        ev.TournamentOpened(spec=spec(("ann", "bob"), tournament)),
        ev.TournamentStarted(beacon="0" * 64),
        paired(1, tournament),
        result,
        ev.TournamentFinished(standings=[], ratings=[]),
    ]
    (folder / tournament / "games").mkdir(parents=True)
    log = b"".join(line + b"\n" for line in chain(f"t/{tournament}", events))
    (folder / tournament / "tournament.jsonl").write_bytes(log + b'{"half":')
    (folder / tournament / "games" / f"{game}.jsonl").write_bytes(b'{"seq":1}\n{"seq":2}\n')
    (folder / "secret.jsonl").write_text("not for the world")
    return folder


@pytest.fixture
async def h(tmp_path: Path) -> AsyncIterator[House]:
    """A house with a running cup and an archive."""
    async with house(archive=bundle(tmp_path)) as opened:
        await opened.append(ev.TournamentStarted(beacon="0" * 64), paired(5), RESULT)
        await until(lambda: opened.gateway.roster.views[CUP].recorded)
        yield opened


async def test_tournaments_in_play_and_archived_ones_stand_in_one_list(web: httpx.AsyncClient) -> None:
    """By id, in pages."""
    line = {"id": CUP, "name": "The Cup", "game": "briscola", "status": "running", "entrants": 4, "recorded": 1}
    everything = (await web.get("/v1/tournaments")).json()
    assert everything["tournaments"][0] == line
    assert [(t["id"], t["status"]) for t in everything["tournaments"]] == [(CUP, "running"), ("old", "finished")]
    assert everything["next"] is None
    first = (await web.get("/v1/tournaments", params={"limit": 1})).json()
    assert ([t["id"] for t in first["tournaments"]], first["next"]) == ([CUP], CUP)
    second = (await web.get("/v1/tournaments", params={"after": CUP})).json()
    assert [t["id"] for t in second["tournaments"]] == ["old"]


async def test_a_tournament_tells_how_it_is_played_but_no_token_hash(web: httpx.AsyncClient) -> None:
    """Everything of the specification that is of interest."""
    answer = await web.get(f"/v1/tournaments/{CUP}")
    cup = answer.json()
    assert (cup["ruleset"], cup["round"], cup["paired"], cup["award"]["win"]) == ("house", 1, 5, 2)
    assert cup["field"][0] == {"id": "ann", "name": "Ann", "registered": False, "withdrawn": False, "program": None}
    assert spec().entrants[0].token not in answer.text


@pytest.mark.parametrize("tournament", [CUP, "old"])
async def test_standings_are_the_fold_of_the_results_so_far(web: httpx.AsyncClient, tournament: str) -> None:
    """In play as in the archive."""
    table = (await web.get(f"/v1/tournaments/{tournament}/standings")).json()
    top = table["standings"][0]
    assert (top["entrant"], top["points"], top["won"], top["score"], top["against"]) == ("ann", 2, 1, 70, 50)


async def test_games_come_in_pages_in_the_order_of_pairing(web: httpx.AsyncClient) -> None:
    """``next`` leads to the following page, and is absent on the last."""
    seen: list[str] = []
    after: str | None = ""
    while after is not None:
        page = (await web.get(f"/v1/tournaments/{CUP}/games", params={"limit": 2, "after": after})).json()
        seen += [game["id"] for game in page["games"]]
        after = page["next"]
    assert seen == [f"cup-r1-t{n}-1" for n in range(1, 6)]


async def test_a_game_is_waiting_then_live_then_over(h: House, web: httpx.AsyncClient) -> None:
    """And has a log once that may be read."""

    async def status(game: str) -> tuple[str, str | None]:
        answer = (await web.get(f"/v1/games/{game}")).json()
        return answer["status"], answer["log"]

    assert await status("cup-r1-t2-1") == ("waiting", None)
    h.feed.push(opening("cup-r1-t2-1"))
    await until(h.gateway.tables.live)
    assert await status("cup-r1-t2-1") == ("live", None)
    assert await status(GAME) == ("over", None)
    assert await status("old-r1-t1-1") == ("over", "/v1/games/old-r1-t1-1/log")
    assert (await web.get(f"/v1/games/{GAME}")).json()["result"] == {
        "points": [70, 50], "places": [1, 2], "outcome": "won", "why": None, "failures": None,
        "head": "0" * 64, "lines": 40,
    }  # fmt: skip


async def test_the_log_of_a_game_is_shown_from_the_archive_alone(web: httpx.AsyncClient) -> None:
    """Before it is there, its cards are nobody's business."""
    answer = await web.get("/v1/games/old-r1-t1-1/log")
    assert (answer.status_code, answer.text) == (200, '{"seq":1}\n{"seq":2}\n')
    assert answer.headers["content-type"] == "application/jsonl"
    for game in (GAME, "cup-r1-t2-1"):
        answer = await web.get(f"/v1/games/{game}/log")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "http/live")


@pytest.mark.parametrize(
    "path",
    [
        "/v1/games/..%2f..%2fsecret/log",
        "/v1/games/../secret/log",
        "/v1/games/%2e%2e/log",
        "/v1/games/secret/log",
        "/v1/games/old-r1-t1-1%00/log",
        "/v1/games/old-r1-t1-1%0a/log",
        "/v1/tournaments/..",
        "/v1/tournaments/%2e%2e/games",
        "/v1/tournaments/old%2fgames%2fold-r1-t1-1",
    ],
)
async def test_no_address_leads_out_of_the_archive(h: House, path: str) -> None:
    """Names that are no ids are refused before they can become paths."""
    answer = await raw(h.server.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert "not for the world" not in answer
    assert answer.startswith(("HTTP/1.1 404", "HTTP/1.1 422"))


async def test_a_link_that_leads_out_of_the_archive_is_not_followed(tmp_path: Path) -> None:
    """Should somebody have put one there."""
    folder = bundle(tmp_path)
    (folder / "old" / "games" / "old-r1-t2-1.jsonl").symlink_to("/etc/hostname")
    async with house(archive=folder) as h, httpx.AsyncClient(base_url=h.http, trust_env=False) as web:
        assert (await web.get("/v1/games/old-r1-t2-1/log")).status_code == 404


async def test_every_address_and_method_answers_errors_in_one_shape(h: House, web: httpx.AsyncClient) -> None:
    """Unknown names, wrong methods, malformed parameters, addresses that do not exist."""
    app_paths = json.loads(describe())["paths"]
    for path in [*app_paths, "/", "/nowhere", "/docs", "/redoc", "/v1", "/v1/play/", "/v1/openapi.json"]:
        for name in ("unknown", "NO ID", "%00"):
            for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"):
                answer = await web.request(method, path.replace("{id}", name))
                if answer.status_code == 200:
                    assert method == "GET"
                    continue
                assert_shape(answer)
                assert answer.status_code < 500


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/v1/tournaments?limit=0", "query.limit"),
        ("/v1/tournaments?limit=x", "query.limit"),
        ("/v1/tournaments?after=%2e%2e", "query.after"),
        ("/v1/tournaments/UPPER", "path.id"),
    ],
)
async def test_a_malformed_parameter_is_named(web: httpx.AsyncClient, path: str, place: str) -> None:
    """As ``http/parameter``, with its place."""
    answer = await web.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "http/parameter")
    assert answer.json()["error"]["place"] == place


async def test_a_fault_of_ours_has_the_same_shape_and_no_traceback(
    h: House, web: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What went wrong stands in our log alone."""

    def broken() -> list[str]:
        raise RuntimeError("the roof is leaking")

    monkeypatch.setattr(h.gateway.archive, "tournaments", broken)
    answer = await web.get("/v1/tournaments")
    assert answer.status_code == 500
    assert_shape(answer)
    assert answer.json()["error"]["code"] == "server/fault"
    assert "roof" not in answer.text


async def test_what_is_no_http_has_the_same_shape(h: House) -> None:
    """As far as there is anybody to answer to."""
    answer = await raw(h.server.port, "nonsense\r\n\r\n")
    assert answer.startswith("HTTP/1.1 400")
    assert json.loads(answer.partition("\r\n\r\n")[2])["error"]["code"] == "http/bad-request"


async def test_a_head_that_never_ends_ends_the_connection(h: House) -> None:
    """Before it fills the memory."""
    _, writer = await asyncio.open_connection("127.0.0.1", h.server.port)
    writer.write(b"GET / HTTP/1.1\r\nX: ")
    with pytest.raises(ConnectionError):
        await endless(writer)
    writer.close()


async def test_plain_http_to_a_websocket_address_is_told_to_upgrade(web: httpx.AsyncClient) -> None:
    """And a WebSocket to another address that there is none."""
    for path in ("/v1/play", f"/v1/watch/{GAME}"):
        answer = await web.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (426, "http/upgrade")


async def test_a_websocket_to_an_unknown_address_gets_the_same_shape(h: House) -> None:
    """In the answer to its handshake."""
    with pytest.raises(InvalidStatus) as refused:
        async with h.dial("/v1/pley"):
            pass
    response = refused.value.response
    assert (response.status_code, json.loads(response.body)["error"]["code"]) == (404, "http/not-found")


async def test_other_sites_get_no_permission(web: httpx.AsyncClient) -> None:
    """CORS is off."""
    headers = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}
    for answer in (await web.options("/v1/tournaments", headers=headers), await web.get("/healthz", headers=headers)):
        assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_probes_and_numbers(h: House, web: httpx.AsyncClient) -> None:
    """Ready means that commands go out and tournaments are read."""
    assert (await web.get("/healthz")).json() == {"status": "ok"}
    assert (await web.get("/readyz")).json() == {"status": "ok"}
    async with h.player("ann"):
        numbers = (await web.get("/metrics")).text
        assert 'croupier_gateway_sockets{kind="play"} 1.0' in numbers
    h.gateway.outbox.failing = True
    answer = await web.get("/readyz")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server/unready")
    assert (await web.get("/healthz")).status_code == 200


async def test_the_latency_of_answers_is_measured(h: House) -> None:
    """From an answer to the next news of its game."""
    async with h.player("ann") as ann:
        h.feed.push(opening())
        await h.command("seat.here")
        await ann.send(json.dumps({"type": "act", "game": GAME, "ply": 0, "action": "pass"}))
        await h.command("act")
        h.feed.push(TableEntry(GAME))
        registry = h.gateway.meter.registry
        await until(lambda: registry.get_sample_value("croupier_gateway_act_seconds_count") == 1)


def test_the_description_in_the_docs_is_what_the_code_says() -> None:
    """``make docs`` writes it anew."""
    assert json.loads(DOCUMENT.read_text()) == json.loads(describe())


async def test_answers_are_what_the_description_promises(web: httpx.AsyncClient) -> None:
    """Each described status of each address, by its schema; no address without described errors where it has any."""
    document = json.loads(describe())
    examples = {
        "/v1/tournaments": [("", 200), ("?limit=0", 422)],
        "/v1/tournaments/{id}": [("cup", 200), ("none", 404), ("A", 422)],
        "/v1/tournaments/{id}/standings": [("cup", 200), ("none", 404), ("A", 422)],
        "/v1/tournaments/{id}/disputes": [("cup", 200), ("none", 404), ("A", 422)],
        "/v1/tournaments/{id}/games": [("cup", 200), ("none", 404), ("A", 422)],
        "/v1/games/{id}": [(GAME, 200), ("none", 404), ("A", 422)],
        "/v1/games/{id}/log": [(GAME, 409), ("none", 404), ("A", 422)],
        "/v1/play": [("", 426)],
        "/v1/watch/{id}": [(GAME, 426)],
        "/healthz": [("", 200)],
        "/readyz": [("", 200)],
    }
    for path, cases in examples.items():
        for name, status in cases:
            answer = await web.get(path.replace("{id}", name) if "{id}" in path else path + name)
            assert answer.status_code == status
            schema = document["paths"][path]["get"]["responses"][str(status)]["content"]["application/json"]["schema"]
            Draft202012Validator({**schema, "components": document["components"]}).validate(answer.json())
    told = {path for path, methods in document["paths"].items() if "get" in methods}
    assert told == {*examples, "/metrics"}


def assert_shape(answer: httpx.Response) -> None:
    """``{"error": {"code", "reason", "place", "hint"}}`` with a code of the list."""
    error = answer.json()["error"]
    assert set(answer.json()) == {"error"}
    assert set(error) == {"code", "reason", "place", "hint"}
    assert all(isinstance(value, str) for value in error.values())
    assert error["code"] in CODES
    assert error["reason"]


async def endless(writer: asyncio.StreamWriter) -> None:
    """Ten megabytes that mean nothing."""
    for _ in range(1_000):
        writer.write(b"x" * 10_000)
        await asyncio.wait_for(writer.drain(), 5)


async def raw(port: int, request: str) -> str:
    """What the server says to these bytes until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    return answer.decode()

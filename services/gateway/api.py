"""The HTTP addresses: those that tell, and the sockets. Those at which something is asked for are in ``asking``."""

from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Path, Request
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from prometheus_client import generate_latest
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

import croupier
from croupier.contracts.errors import CODES, NotAllowed
from croupier.contracts.ids import tournament_of

from .asking import asking
from .desk import Desk
from .disputes import disputes
from .doors import Doors
from .endpoints import PlayAddress, WatchAddress
from .failures import described, failure, install
from .gateway import Gateway
from .models import GameLine, GameList, Health, Standings, Tournament, TournamentList
from .office import Office
from .parameters import After, Limit, Named

ABSENT = described("http/not-found", "http/parameter")


def build(gateway: Gateway) -> FastAPI:
    """The application of a gateway: HTTP, and the two WebSocket addresses."""
    app = FastAPI(
        title="Croupier",
        version=croupier.__version__,
        summary="Tournaments, standings and finished games; and what organisers ask for.",
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    install(app)
    app.include_router(_probes(gateway))
    desk = Desk(gateway)
    app.include_router(_records(desk, gateway.doors))
    office = Office(gateway, desk)
    app.include_router(asking(office, gateway.doors, gateway.outbox.next_id))
    app.include_router(disputes(desk, office, gateway.doors, gateway.outbox.next_id))
    app.include_router(_sockets())
    app.router.routes += [
        WebSocketRoute("/v1/play", PlayAddress(gateway)),
        WebSocketRoute("/v1/watch/{game}", WatchAddress(gateway)),
        WebSocketRoute("/{path:path}", _nowhere),
    ]
    return app


def _probes(gateway: Gateway) -> APIRouter:
    router = APIRouter(tags=["operation"])

    @router.get("/healthz", summary="Whether the process runs")
    async def healthz() -> Health:
        return Health()

    @router.get("/readyz", summary="Whether it can serve", responses=described("server/unready"))
    async def readyz() -> Health:
        if gateway.ready:
            raise NotAllowed("server/unready", gateway.ready)
        return Health()

    @router.get("/metrics", summary="Numbers for Prometheus", response_class=PlainTextResponse)
    async def metrics() -> Response:
        return Response(generate_latest(gateway.meter.registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router


def _records(desk: Desk, doors: Doors) -> APIRouter:
    async def may_read(request: Request) -> None:
        name = request.path_params.get("id")
        of_game = name is not None and request.url.path.startswith("/v1/games/")
        await doors.read(request.scope["headers"], tournament_of(name) if name is not None and of_game else name)

    router = APIRouter(prefix="/v1", tags=["records"], dependencies=[Depends(may_read)])

    @router.get("/tournaments", summary="All tournaments, by id", responses=described("http/parameter"))
    async def tournaments(after: After = "", limit: Limit = 100) -> TournamentList:
        return await desk.tournaments(after, limit)

    @router.get("/tournaments/{id}", summary="A tournament", responses=ABSENT)
    async def tournament(name: Named) -> Tournament:
        return await desk.tournament(name)

    @router.get("/tournaments/{id}/standings", summary="Its table, by all results so far", responses=ABSENT)
    async def standings(name: Named) -> Standings:
        return await desk.standings(name)

    @router.get("/tournaments/{id}/games", summary="Its games, in the order of pairing", responses=ABSENT)
    async def games(name: Named, after: After = "", limit: Limit = 100) -> GameList:
        return await desk.games(name, after, limit)

    @router.get("/games/{id}", summary="A game and how it stands", responses=ABSENT)
    async def game(name: Named) -> GameLine:
        return await desk.game(name)

    @router.get(
        "/games/{id}/log",
        summary="The log of a finished game, one line an event",
        response_class=FileResponse,
        responses=ABSENT | described("http/live") | {200: {"content": {"application/jsonl": {}}}},
    )
    async def log(name: Named) -> FileResponse:
        return FileResponse(await desk.log(name), media_type="application/jsonl", filename=f"{name}.jsonl")

    return router


def _sockets() -> APIRouter:
    """What the WebSocket addresses say to plain HTTP."""
    router = APIRouter(prefix="/v1", tags=["play"])
    headers = {"Upgrade": "websocket", "Connection": "Upgrade"}

    @router.get("/play", summary="WebSocket: play", status_code=426, responses=described("http/upgrade"))
    async def play() -> JSONResponse:
        return failure("http/upgrade", hint="see docs/protocol.md", headers=headers)

    @router.get("/watch/{id}", summary="WebSocket: watch", status_code=426, responses=described("http/upgrade"))
    async def watch(name: Annotated[str, Path(alias="id")]) -> JSONResponse:
        return failure("http/upgrade", hint="see docs/protocol.md", headers=headers)

    return router


async def _nowhere(socket: WebSocket) -> None:
    """A WebSocket to an address where there is none."""
    hint = "play at /v1/play, watch at /v1/watch/<game>"
    response = failure("http/not-found", CODES["http/not-found"], place=socket.url.path[:200], hint=hint)
    await socket.send_denial_response(response)

"""The HTTP addresses at which something is asked for. Each needs a token and answers with the tournament."""

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter, Depends, Request
from fastapi.security import HTTPBearer
from pydantic import BaseModel

from croupier.contracts import commands as cmd
from croupier.contracts.errors import NotAllowed
from croupier.contracts.events import Who
from croupier.contracts.specs import EntrantSpec, TournamentSpec

from .bodies import Body, EnterBody, PauseBody, ReplaceBody, RoundsBody, StartBody, body_of, takes
from .doors import Doors
from .failures import described
from .models import Tournament
from .office import Office
from .parameters import Name, Named

B = TypeVar("B", bound=BaseModel)
NextId = Callable[[], str]

ERRORS = described(
    "http/bad-request", "auth/token", "auth/scope", "http/not-found", "http/too-large", "http/body", "http/parameter",
    "tournament/finished", "server/unready",
)  # fmt: skip
SHOWN = HTTPBearer(auto_error=False, description="An organiser's token, or an entrant's where it speaks for itself.")
"""Tells the description of the addresses that they need a token; who holds one is found out by :class:`Doors`."""


def asking(office: Office, doors: Doors, next_id: NextId) -> APIRouter:
    """The addresses. ``next_id`` gives ids for commands."""
    router = APIRouter(prefix="/v1", tags=["asking"], dependencies=[Depends(SHOWN)])
    _tournaments(router, office, doors)
    _life(router, office, doors, next_id)
    _field(router, office, doors, next_id)
    _entrants(router, office, doors, next_id)
    return router


def _tournaments(router: APIRouter, office: Office, doors: Doors) -> None:
    spec = {"description": "A specification as it stands in `tournament.opened`: see events.schema.json."}
    body = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object", **spec}}}}}
    refused = described("tournament/exists", "option/value", "format/spec", "format/award", "format/start")

    @router.post("/tournaments", summary="Open a tournament", responses=ERRORS | refused, openapi_extra=body)
    async def open_(request: Request) -> Tournament:
        await doors.organise(request.scope["headers"])
        return await office.open(await body_of(request, TournamentSpec))


def _life(router: APIRouter, office: Office, doors: Doors, next_id: NextId) -> None:
    refused = described("tournament/not-here")

    @router.post(
        "/tournaments/{id}/start", summary="Begin now", responses=ERRORS | refused, openapi_extra=takes(StartBody)
    )
    async def start(request: Request, tournament: Named) -> Tournament:
        body = await _organised(doors, request, tournament, StartBody)
        return await office.ask(cmd.TournamentStart(id=next_id(), tournament=tournament, **body.model_dump()))

    refused = described("tournament/not-started", "tournament/stopping", "tournament/past")

    @router.post(
        "/tournaments/{id}/pause",
        summary="Open no further game, until a moment or until it is resumed",
        responses=ERRORS | refused,
        openapi_extra=takes(PauseBody),
    )
    async def pause(request: Request, tournament: Named) -> Tournament:
        body = await _organised(doors, request, tournament, PauseBody)
        return await office.ask(cmd.TournamentPause(id=next_id(), tournament=tournament, **body.model_dump()))

    @router.post("/tournaments/{id}/resume", summary="End the pause", responses=ERRORS, openapi_extra=takes(Body))
    async def resume(request: Request, tournament: Named) -> Tournament:
        body = await _organised(doors, request, tournament, Body)
        return await office.ask(cmd.TournamentResume(id=next_id(), tournament=tournament, why=body.why))

    refused = described("tournament/fixed-rounds", "tournament/fewer-rounds", "tournament/stopping")

    @router.post(
        "/tournaments/{id}/rounds",
        summary="Add rounds, or laps",
        responses=ERRORS | refused,
        openapi_extra=takes(RoundsBody, needed=True),
    )
    async def rounds(request: Request, tournament: Named) -> Tournament:
        body = await _organised(doors, request, tournament, RoundsBody)
        return await office.ask(cmd.RoundsAdd(id=next_id(), tournament=tournament, total=body.total, why=body.why))

    @router.post(
        "/tournaments/{id}/stop",
        summary="Play what is paired, then finish",
        responses=ERRORS,
        openapi_extra=takes(Body),
    )
    async def stop(request: Request, tournament: Named) -> Tournament:
        body = await _organised(doors, request, tournament, Body)
        return await office.ask(cmd.TournamentStop(id=next_id(), tournament=tournament, why=body.why))


def _field(router: APIRouter, office: Office, doors: Doors, next_id: NextId) -> None:
    refused = described("tournament/late-entry", "tournament/entered", "tournament/stopping", "format/spec")

    @router.post(
        "/tournaments/{id}/entrants",
        summary="Let somebody more register; after the start in a Swiss tournament and an arena",
        responses=ERRORS | refused,
        openapi_extra=takes(EnterBody, needed=True),
    )
    async def enter(request: Request, tournament: Named) -> Tournament:
        body = await _organised(doors, request, tournament, EnterBody)
        entrant = EntrantSpec(id=body.id, name=body.name, token=body.token, rating=body.rating)
        return await office.ask(cmd.EntrantEnter(id=next_id(), tournament=tournament, entrant=entrant, why=body.why))


def _entrants(router: APIRouter, office: Office, doors: Doors, next_id: NextId) -> None:
    refused = described("tournament/no-entrant")

    @router.post(
        "/tournaments/{id}/entrants/{entrant}/withdraw",
        summary="Take an entrant out of all rounds to come; an entrant may leave by itself",
        responses=ERRORS | refused,
        openapi_extra=takes(Body),
    )
    async def withdraw(request: Request, tournament: Named, entrant: Name) -> Tournament:
        who, body = await _spoken_for(doors, request, tournament, entrant, Body)
        return await office.ask(
            cmd.EntrantWithdraw(id=next_id(), tournament=tournament, entrant=entrant, who=who, why=body.why)
        )

    refused = described("tournament/no-entrant", "tournament/no-return", "tournament/stopping")

    @router.post(
        "/tournaments/{id}/entrants/{entrant}/rejoin",
        summary="Let an entrant that has left take part again; one that left by itself may come back by itself",
        responses=ERRORS | refused,
        openapi_extra=takes(Body),
    )
    async def rejoin(request: Request, tournament: Named, entrant: Name) -> Tournament:
        who, body = await _spoken_for(doors, request, tournament, entrant, Body)
        return await office.ask(
            cmd.EntrantRejoin(id=next_id(), tournament=tournament, entrant=entrant, who=who, why=body.why)
        )

    refused = described("tournament/no-entrant", "tournament/stopping")

    @router.post(
        "/tournaments/{id}/entrants/{entrant}/replace",
        summary="Put on record that another program plays for an entrant",
        responses=ERRORS | refused,
        openapi_extra=takes(ReplaceBody, needed=True),
    )
    async def replace(request: Request, tournament: Named, entrant: Name) -> Tournament:
        who, body = await _spoken_for(doors, request, tournament, entrant, ReplaceBody)
        return await office.ask(
            cmd.EntrantReplace(
                id=next_id(), tournament=tournament, entrant=entrant, program=body.program, who=who, why=body.why
            )
        )


async def _organised(doors: Doors, request: Request, tournament: str, model: type[B]) -> B:
    """The body of a request that an organiser makes, who alone may."""
    await doors.organise(request.scope["headers"], tournament)
    return await body_of(request, model)


async def _spoken_for(
    doors: Doors, request: Request, tournament: str, entrant: str, model: type[B]
) -> tuple[Who, B]:  # fmt: skip
    """Who makes a request that an organiser may make and the entrant itself, and its body.

    Raises ``NotAllowed`` (``auth/scope``) for anybody else.
    """
    grant = await doors.enter(request.scope["headers"], tournament)
    if grant.scope != "organiser" and grant.entrant != entrant:
        raise NotAllowed("auth/scope", "an entrant speaks for itself alone", place="Authorization")
    return grant.who, await body_of(request, model)

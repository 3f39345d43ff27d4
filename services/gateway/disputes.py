"""The HTTP addresses of disputes: what was raised, found and ruled; to dispute a game, and to rule."""

from fastapi import APIRouter, Depends, Request

from croupier.contracts import commands as cmd
from croupier.contracts.errors import NotAllowed
from croupier.contracts.specs import MOST_DISPUTES
from croupier.folds.docket import Dispute

from .asking import ERRORS, SHOWN, NextId
from .bodies import DisputeBody, RulingBody, body_of, takes
from .desk import Desk, not_found
from .doors import Doors
from .failures import described
from .models import DisputeLine, DisputeList, Examination, RulingLine
from .office import Office
from .parameters import After, Limit, Name, Named


def disputes(desk: Desk, office: Office, doors: Doors, next_id: NextId) -> APIRouter:
    """The addresses. ``next_id`` gives ids for commands."""
    router = APIRouter(prefix="/v1", tags=["disputes"])
    _tell(router, desk, doors)
    _raise(router, office, doors, next_id)
    _rule(router, office, doors, next_id)
    return router


def _tell(router: APIRouter, desk: Desk, doors: Doors) -> None:
    errors = described("http/not-found", "http/parameter", "auth/token", "auth/scope")

    @router.get(
        "/tournaments/{id}/disputes", summary="All disputes, in the order in which they were raised", responses=errors
    )
    async def listed(request: Request, tournament: Named, after: After = "", limit: Limit = 100) -> DisputeList:
        await doors.read(request.scope["headers"], tournament)
        known = (await desk.view(tournament)).docket.disputes
        if after and after not in known:
            raise not_found("dispute", after)
        names = list(known)
        start = names.index(after) + 1 if after else 0
        page = [line_of(known[name]) for name in names[start : start + limit]]
        return DisputeList(disputes=page, next=page[-1].id if start + limit < len(names) else None)


def _raise(router: APIRouter, office: Office, doors: Doors, next_id: NextId) -> None:
    refused = described(
        "dispute/not-yours",
        "dispute/unknown-game",
        "dispute/closed",
        "dispute/replayed",
        "dispute/too-many",
        "dispute/ply",
    )

    @router.post(
        "/tournaments/{id}/disputes",
        summary=f"Dispute a game, as the entrant that you are, or as organiser; {MOST_DISPUTES} at most for an entrant",
        responses=ERRORS | refused,
        openapi_extra=takes(DisputeBody, needed=True),
        dependencies=[Depends(SHOWN)],
    )
    async def raised(request: Request, tournament: Named) -> DisputeLine:
        grant = await doors.enter(request.scope["headers"], tournament)
        if grant.scope == "read-only":
            raise NotAllowed("auth/scope", "who only reads disputes nothing", place="Authorization")
        body = await body_of(request, DisputeBody)
        command = cmd.DisputeRaise(
            id=next_id(), tournament=tournament, who=grant.who, entrant=grant.entrant, **body.model_dump()
        )
        return line_of(await office.dispute(command))


def _rule(router: APIRouter, office: Office, doors: Doors, next_id: NextId) -> None:
    refused = described(
        "dispute/unknown", "dispute/not-examined", "dispute/ruled", "dispute/paired", "dispute/replayed",
        "dispute/ruling", "dispute/result",
    )  # fmt: skip

    @router.post(
        "/tournaments/{id}/disputes/{dispute}/rule",
        summary="Rule a dispute that was examined and is not clear",
        responses=ERRORS | refused,
        openapi_extra=takes(RulingBody, needed=True),
        dependencies=[Depends(SHOWN)],
    )
    async def ruled(request: Request, tournament: Named, dispute: Name) -> DisputeLine:
        await doors.organise(request.scope["headers"], tournament)
        body = await body_of(request, RulingBody)
        command = cmd.DisputeRule(id=next_id(), tournament=tournament, dispute=dispute, **body.model_dump())
        return line_of(await office.rule(command))


def line_of(dispute: Dispute) -> DisputeLine:
    """A dispute as HTTP tells it."""
    raised, examined, ruled = dispute.raised, dispute.examined, dispute.ruled
    told = {"id": raised.dispute, "why": raised.text, **raised.model_dump(include={"game", "entrant", "claim", "ply"})}
    return DisputeLine(
        **told,
        status="ruled" if ruled else "examined" if examined else "open",
        examined=None if examined is None else Examination(**examined.model_dump(exclude={"dispute"})),
        ruled=None if ruled is None else RulingLine(**ruled.model_dump(exclude={"dispute"})),
    )

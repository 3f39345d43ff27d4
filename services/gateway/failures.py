"""Every error that HTTP can answer, in one shape: ``{"error": {"code", "reason", "place", "hint"}}``."""

import logging
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from croupier.contracts.errors import CODES, CroupierError

from .models import Failure, Problem

log = logging.getLogger(__name__)

STATUS = {
    "http/bad-request": 400,
    "auth/token": 401,
    "auth/scope": 403,
    "dispute/not-yours": 403,
    "http/not-found": 404,
    "dispute/unknown": 404,
    "dispute/unknown-game": 404,
    "tournament/no-entrant": 404,
    "http/method": 405,
    "dispute/closed": 409,
    "dispute/not-examined": 409,
    "dispute/paired": 409,
    "dispute/replayed": 409,
    "dispute/ruled": 409,
    "dispute/too-many": 409,
    "http/live": 409,
    "tournament/entered": 409,
    "tournament/exists": 409,
    "tournament/fewer-rounds": 409,
    "tournament/finished": 409,
    "tournament/fixed-rounds": 409,
    "tournament/late-entry": 409,
    "tournament/no-return": 409,
    "tournament/not-here": 409,
    "tournament/not-started": 409,
    "tournament/stopping": 409,
    "http/too-large": 413,
    "dispute/ply": 422,
    "http/body": 422,
    "tournament/past": 422,
    "http/parameter": 422,
    "http/upgrade": 426,
    "server/unready": 503,
    "store/unreachable": 503,
}
"""HTTP status by code."""
FAMILIES = {"config": 422, "dispute": 422, "format": 422, "option": 422}
"""HTTP status by family of codes, for those that have none of their own; 500 for any other."""

_BY_STATUS = {404: "http/not-found", 405: "http/method", 400: "http/bad-request"}


def failure(
    code: str, reason: str = "", *, place: str = "", hint: str = "", headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The answer for an error with ``code``."""
    challenge = {"WWW-Authenticate": "Bearer"} if code == "auth/token" else {}
    body = Failure(error=Problem(code=code, reason=reason or CODES[code], place=place, hint=hint))
    return JSONResponse(body.model_dump(), status_of(code), {**challenge, **(headers or {})})


def status_of(code: str) -> int:
    """The HTTP status of an error."""
    return STATUS.get(code) or FAMILIES.get(code.partition("/")[0], 500)


def described(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The part of an address's description that tells which errors it has."""
    by_status: dict[int | str, list[str]] = {}
    for code in codes:
        by_status.setdefault(status_of(code), []).append(f"`{code}`: {CODES[code]}")
    return {status: {"model": Failure, "description": "; ".join(texts)} for status, texts in by_status.items()}


def install(app: FastAPI) -> None:
    """Have ``app`` answer every error so."""
    app.add_exception_handler(CroupierError, _ours)
    app.add_exception_handler(HTTPException, _theirs)
    app.add_exception_handler(RequestValidationError, _parameter)
    app.add_exception_handler(Exception, _fault)


async def _ours(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CroupierError)
    return failure(error.code, error.reason, place=error.place, hint=error.hint)


async def _theirs(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = _BY_STATUS.get(error.status_code, "server/fault")
    return failure(code, place=request.url.path[:200], headers=error.headers)


async def _parameter(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    return failure("http/parameter", str(first["msg"]), place=".".join(str(part) for part in first["loc"]))


async def _fault(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return failure("server/fault")

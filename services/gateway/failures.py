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
    "http/not-found": 404,
    "http/method": 405,
    "http/live": 409,
    "http/parameter": 422,
    "http/upgrade": 426,
    "server/unready": 503,
    "store/unreachable": 503,
}
"""HTTP status by code; 500 for any other."""

_BY_STATUS = {404: "http/not-found", 405: "http/method", 400: "http/bad-request"}


def failure(
    code: str, reason: str = "", *, place: str = "", hint: str = "", headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The answer for an error with ``code``."""
    body = Failure(error=Problem(code=code, reason=reason or CODES[code], place=place, hint=hint))
    return JSONResponse(body.model_dump(), STATUS.get(code, 500), dict(headers or {}))


def described(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The part of an address's description that tells which errors it has."""
    by_status: dict[int | str, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS[code], []).append(f"`{code}`: {CODES[code]}")
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

"""What a server tells over HTTP, and what it is asked for."""

import http.client
import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlsplit

from croupier.contracts.errors import BadConfig, CroupierError, Unavailable

SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}
TIMEOUT = 15
"""Seconds for an answer; a server waits ten for its director."""


def standings(url: str, tournament: str) -> dict[str, Any]:
    """What the server says of a tournament: name, game, state, counted games, table with names.

    Raises ``BadConfig`` for a bad address, ``Unavailable`` if nobody answers, and what the server refuses with.
    """
    base = f"{base_url(url)}/v1/tournaments/{quote(tournament, safe='')}"
    about, table = call(base), call(f"{base}/standings")
    try:
        return _together(about, table)
    except (LookupError, TypeError):
        raise Unavailable("server/unreachable", "what answers there is no gateway", place=base) from None


def _together(about: Any, table: Any) -> dict[str, Any]:
    names = {entrant["id"]: entrant["name"] for entrant in about["field"]}
    rows = [{"name": names[row["entrant"]], **row} for row in table["standings"]]
    told = {"tournament": about["id"], "name": about["name"], "game": about["game"], "state": table["status"]}
    return {**told, "games": {"done": table["recorded"]}, "standings": rows}


def base_url(url: str) -> str:
    """``http://host:port`` of a server that was named as ``ws://…``, ``http://…`` or ``host:port``."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        known = parts.scheme in SCHEMES and parts.hostname and parts.port != 0  # it is read when it is asked for
    except ValueError:
        known = False
    if not known:
        raise BadConfig("config/value", f"{url!r} is not an address like http://127.0.0.1:8080", place="--url")
    return f"{SCHEMES[parts.scheme]}://{parts.netloc}"


def call(address: str, token: str = "", body: dict[str, Any] | None = None) -> Any:
    """What an address answers; with a ``body`` it is asked for something.

    Raises ``Unavailable`` if nobody answers, and what the server refuses with.
    """
    content = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if content is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(address, content, headers)  # noqa: S310 - the scheme is one of SCHEMES
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise _refusal(error, address) from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = str(getattr(error, "reason", error))
        raise Unavailable("server/unreachable", reason, place=address) from None


def _refusal(error: urllib.error.HTTPError, address: str) -> CroupierError:
    try:
        problem = json.load(error)["error"]
        kind = Unavailable if error.code >= 500 else BadConfig
        return kind(problem["code"], problem["reason"], place=address, hint=problem.get("hint", ""))
    except (ValueError, KeyError, TypeError):
        return Unavailable("server/unreachable", f"the answer is {error.code} {error.reason}", place=address)

"""What a server tells over HTTP, and what it is asked for."""

import http.client
import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from croupier.contracts.errors import BadConfig, CroupierError, Unavailable

if TYPE_CHECKING:
    from pydantic import BaseModel

SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}
TIMEOUT = 15
"""Seconds for an answer; a server waits ten for its director."""


def standings(url: str, tournament: str) -> dict[str, Any]:
    """What the server says of a tournament: name, game, state, counted games, table with names.

    Raises ``BadConfig`` for a bad address, ``Unavailable`` if nobody answers, and what the server refuses with.
    """
    from croupier.services.gateway.models import Standings, Tournament

    base = f"{base_url(url)}/v1/tournaments/{quote(tournament, safe='')}"
    about, table = call(base, Tournament), call(f"{base}/standings", Standings)
    names = {entrant["id"]: entrant["name"] for entrant in about["field"]}
    rows = [{"name": names.get(row["entrant"], row["entrant"]), **row} for row in table["standings"]]
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


def call(address: str, shape: "type[BaseModel]", token: str = "", body: dict[str, Any] | None = None) -> dict[str, Any]:
    """What an address answers, as it came; with a ``body`` it is asked for something.

    Raises ``Unavailable`` if nobody answers, or somebody who does not answer in the ``shape`` that a gateway does, and
    what the server refuses with.
    """
    found = _answer(address, token, body)
    try:
        shape.model_validate(found)
    except ValueError:
        raise Unavailable("server/unreachable", "what answers there is no gateway", place=address) from None
    told: dict[str, Any] = found
    return told


def _answer(address: str, token: str, body: dict[str, Any] | None) -> Any:
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

"""The table of a tournament as a server tells it over HTTP."""

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import quote, urlsplit

from croupier.contracts.errors import BadConfig, CroupierError, Unavailable

SCHEMES = {"ws": "http", "wss": "https", "http": "http", "https": "https"}
TIMEOUT = 10
"""Seconds for an answer."""


def standings(url: str, tournament: str) -> dict[str, Any]:
    """What the server says of a tournament: name, game, state, counted games, table with names.

    Raises ``BadConfig`` for a bad address, ``Unavailable`` if nobody answers, and what the server refuses with.
    """
    base = f"{base_url(url)}/v1/tournaments/{quote(tournament, safe='')}"
    about, table = _get(base), _get(f"{base}/standings")
    names = {entrant["id"]: entrant["name"] for entrant in about["field"]}
    rows = [{"name": names[row["entrant"]], **row} for row in table["standings"]]
    told = {"tournament": about["id"], "name": about["name"], "game": about["game"], "state": table["status"]}
    return {**told, "games": {"done": table["recorded"]}, "standings": rows}


def base_url(url: str) -> str:
    """``http://host:port`` of a server that was named as ``ws://…``, ``http://…`` or ``host:port``."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise BadConfig("config/value", f"{url!r} is not an address like http://127.0.0.1:8080", place="--url")
    return f"{SCHEMES[parts.scheme]}://{parts.netloc}"


def _get(address: str) -> Any:
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:  # noqa: S310 - the scheme is one of SCHEMES
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise _refusal(error, address) from None
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "reason", error))
        raise Unavailable("server/unreachable", reason, place=address) from None


def _refusal(error: urllib.error.HTTPError, address: str) -> CroupierError:
    try:
        problem = json.load(error)["error"]
        return BadConfig(problem["code"], problem["reason"], place=address, hint=problem.get("hint", ""))
    except (ValueError, KeyError, TypeError):
        return Unavailable("server/unreachable", f"the answer is {error.code} {error.reason}", place=address)

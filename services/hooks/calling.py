"""One call to a receiver. Of its answer the status counts, and for how long it wants to be left alone; no more."""

import asyncio
import re

import httpx

from croupier.runtime.hooks import Receiver
from croupier.runtime.hookstore import Message

from .decider import SECOND, Answer
from .messages import headers

SHORT = 16 * 1024
"""Bytes of an answer after which the connection is rather closed than read on."""

PATIENCE = 20.0
"""Seconds for a whole call; Standard Webhooks asks for 15 to 30."""


def make_client() -> httpx.AsyncClient:
    """A client that goes where the organiser sends it and nowhere else: it follows no redirection and no proxy.

    Postmen bound how many calls there are; were they bound here again, calls that hang would hold up all others.
    """
    unbound = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    return httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=PATIENCE, limits=unbound)


async def call(
    client: httpx.AsyncClient, receiver: Receiver, message: Message, now: int, patience: float = PATIENCE
) -> Answer:
    """Send a message to its receiver, once. An answer that does not come within ``patience`` seconds is none."""
    try:
        async with (
            asyncio.timeout(patience),
            client.stream(
                "POST", receiver.hook.url, content=message.body.encode(), headers=headers(receiver, message, now)
            ) as answer,
        ):
            await _read_out(answer)
            return Answer(answer.status_code, answer.reason_phrase[:80], _after(answer.headers.get("retry-after")))
    except (TimeoutError, httpx.TimeoutException):
        return Answer(0, f"no answer within {patience:g} s")
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        # the error's own words may hold the address, which may hold a secret
        return Answer(0, _plain(error))


async def _read_out(answer: httpx.Response) -> None:
    """Take a short body in, unseen, so that the connection can be used again."""
    size = 0
    async for part in answer.aiter_raw():
        size += len(part)
        if size > SHORT:
            return


def _after(text: str | None) -> int:
    """Microseconds of a ``Retry-After`` in seconds; 0 for a date, which depends on the receiver's clock."""
    return int(text) * SECOND if text and re.fullmatch(r"[0-9]{1,6}", text) else 0


def _plain(error: Exception) -> str:
    names: dict[type[Exception], str] = {
        httpx.ConnectError: "no connection",
        httpx.ReadError: "the connection broke",
        httpx.WriteError: "the connection broke",
        httpx.RemoteProtocolError: "the answer is not HTTP",
    }
    return names.get(type(error), type(error).__name__)

"""A cup that is organised over HTTP: the tokens that open it, and a director who does what it is asked for."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import httpx

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.specs import Access
from croupier.services.gateway.tokens import token_hash
from gateway_kit import House, spec, token

MASTER = token("everybody")
ACCESS = [
    Access(token=token_hash(token("boss")), scope="organiser"),
    Access(token=token_hash(token("press")), scope="read-only"),
]
OF = spec().model_copy(update={"access": ACCESS})
STARTED = ev.TournamentStarted(beacon="0" * 64)


def bearer(of: str) -> dict[str, str]:
    """The headers of a request with somebody's token."""
    return {"Authorization": f"Bearer {token(of)}"}


def code(answer: httpx.Response) -> tuple[int, str]:
    """What an answer says is wrong."""
    return answer.status_code, answer.json()["error"]["code"]


@contextlib.asynccontextmanager
async def directed(h: House, do: Callable[[House, Any], Awaitable[None]]) -> AsyncIterator[None]:
    """A director who does each command that comes, while the block lasts."""
    director = asyncio.create_task(_direct(h, do))
    try:
        yield
    finally:
        director.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await director


async def _direct(h: House, do: Callable[[House, Any], Awaitable[None]]) -> None:
    done = 0
    while True:
        await asyncio.sleep(0.005)
        fresh = h.commands(feed="to:director")[done:]
        for command in fresh:
            await do(h, cmd.DIRECTOR_MESSAGE.validate_python(command))
        done += len(fresh)

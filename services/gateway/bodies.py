"""Bodies of requests: read within bounds of size and time, and only when it is known who sends them."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import ClientDisconnect

from croupier.contracts.base import Hash, Id, Integer, Micros, Name, Natural, Seat, Text
from croupier.contracts.disputes import Claim, NewBoard, Ruling
from croupier.contracts.errors import NotAllowed, did_you_mean

B = TypeVar("B", bound=BaseModel)

LARGEST = 2**20
"""Most bytes of a body."""
TIME = 10.0
"""Seconds for a body to come."""


class Body(BaseModel):
    """What may be asked for with: nothing unknown, nothing coerced. ``why`` goes into the log."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    why: Text = Field("", description="A reason for everybody to read; it stands in the log.")


class StartBody(Body):
    """Begin now."""

    without_missing: bool = Field(False, description="Whoever has not come is withdrawn, rather than that we refuse.")


class PauseBody(Body):
    """Open no further game."""

    until: Micros | None = Field(
        None, description="When it goes on by itself, in microseconds since the epoch: a moment that is to come."
    )


class EnterBody(Body):
    """Somebody more. ``token``: the SHA-256 of the bearer token, never the token itself."""

    id: Id
    name: Name
    token: Hash = Field(description="SHA-256 of the UTF-8 bytes of the entrant's bearer token, as hex.")
    rating: Natural | None = None


class ReplaceBody(Body):
    """Another program."""

    program: Hash = Field(description="A SHA-256, as hex, that tells the program from others.")
    why: Annotated[str, Field(min_length=1, max_length=200, description="What was wrong with the other one.")]


class RoundsBody(Body):
    """More rounds, or laps."""

    total: int = Field(ge=1, le=1_000, description="How many there are to be in all.")


class DisputeBody(Body):
    """A game is disputed. ``why`` says in words what is wrong with it."""

    game: Id = Field(description="One that you sit in; an organiser may dispute any.")
    claim: Claim
    ply: Natural | None = Field(None, description="At which decision, if at one.")


class RulingBody(Body):
    """A dispute is ruled; ``why`` must say for what reason."""

    ruling: Ruling
    points: list[Integer] | None = Field(None, description="Of a corrected result, by side.")
    places: list[int] | None = Field(None, description="Of a corrected result, by side; equals share one (1 1 3).")
    seats: list[Seat] | None = Field(None, description="Those that forfeit.")
    board: NewBoard | None = Field(None, description="On which the game is played anew; a new one unless it is given.")


async def body_of(request: Request, model: type[B]) -> B:
    """The body of a request; no body is an empty one.

    Raises ``NotAllowed``: ``http/too-large``, ``http/bad-request`` for one that does not come to its end in time,
    ``http/body`` for one that is not what it should be.
    """
    content = await _read(request)
    try:
        return model.model_validate_json(content or b"{}")
    except ValidationError as error:
        raise _misfit(model, error.errors(include_url=False, include_input=False)) from None


def _misfit(model: type[BaseModel], found: Sequence[Any]) -> NotAllowed:
    """What is wrong with a body. A misspelt field is a missing one too; which it is shows in the one that is there."""
    first = next((each for each in found if each["type"] == "extra_forbidden"), found[0])
    place = ".".join(str(part) for part in first["loc"])[:200]
    if first["type"] != "extra_forbidden":
        return NotAllowed("http/body", first["msg"], place=place)
    hint = did_you_mean(place, list(model.model_fields)) if len(first["loc"]) == 1 else ""
    return NotAllowed("http/body", "there is no such field", place=place, hint=hint)


async def _read(request: Request) -> bytes:
    content = bytearray()
    try:
        async with asyncio.timeout(TIME):
            async for chunk in request.stream():
                content += chunk
                if len(content) > LARGEST:
                    raise NotAllowed("http/too-large", f"a body has at most {LARGEST} bytes")
    except (TimeoutError, ClientDisconnect):
        raise NotAllowed("http/bad-request", f"the body did not come within {TIME:g} s") from None
    return bytes(content)


def takes(model: type[BaseModel], *, needed: bool = False) -> dict[str, Any]:
    """The part of an address's description that tells of its body, which FastAPI does not read for us."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    schema.pop("$defs", None)
    return {"requestBody": {"required": needed, "content": {"application/json": {"schema": schema}}}}

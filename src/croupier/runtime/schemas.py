"""What travels in each feed: models, descriptions and JSON Schemas for the AsyncAPI document of the bus."""

from typing import Annotated, Any, NotRequired, get_args

from pydantic import Field
from typing_extensions import TypedDict

from croupier.contracts import commands
from croupier.contracts.base import Contract
from croupier.contracts.streams import Feed

DESCRIPTIONS: dict[Feed, str] = {
    "cmd": "Commands to the referee, from gateways and the director. Field e: one JSON text.",
    "to:referee": "What others appended to logs of games, for the referee. Field e: one JSON text.",
    "to:dealer": "When to shuffle, deal and reveal, for the dealer. Field e: one JSON text.",
    "to:scoring": "Deals played and seats forfeited, for scoring. Field e: one JSON text.",
    "to:director": "Tournaments opened, entrants and results, for the director. Field e: one JSON text.",
    "to:table": "Ready messages for clients by audience, read by every gateway without a group.",
}

_UNIONS: dict[Feed, Any] = {
    "cmd": commands.RefereeCommand,
    "to:referee": commands.Notice,
    "to:dealer": commands.DealerMessage,
    "to:scoring": commands.ScoringMessage,
    "to:director": commands.DirectorMessage,
}

_MESSAGES = "one client message a line, as JSON"

TableFields = TypedDict(
    "TableFields",
    {
        "g": Annotated[str, Field(description="the game's id")],
        "e": NotRequired[Annotated[str, Field(description="the entrants by seat, joined by one space")]],
        "t": NotRequired[Annotated[str, Field(description="seat:ply, when the entry asks a seat for a decision")]],
        "end": NotRequired[Annotated[str, Field(description="1, when the game is over")]],
        "p": NotRequired[Annotated[str, Field(description=f"for the public: {_MESSAGES}")]],
        "0": NotRequired[Annotated[str, Field(description=f"for seat 0: {_MESSAGES}; so up to seat 6")]],
        "1": NotRequired[str],
        "2": NotRequired[str],
        "3": NotRequired[str],
        "4": NotRequired[str],
        "5": NotRequired[str],
        "6": NotRequired[str],
    },
)
"""The fields of an entry of ``to:table``, see ``contracts.table``."""


def models(feed: Feed) -> tuple[type[Contract], ...]:
    """The messages that a feed with a group carries, as models."""
    union = _UNIONS[feed]
    while hasattr(union, "__metadata__"):
        union = get_args(union)[0]
    return get_args(union) or (union,)


def payload(feed: Feed) -> dict[str, Any]:
    """The schema of a group feed's messages, in the form that FastStream takes apart into components."""
    schemas = {model.__name__: model.model_json_schema() for model in models(feed)}
    return {"oneOf": schemas} if len(schemas) > 1 else next(iter(schemas.values()))

"""What travels in each feed: models, descriptions and JSON Schemas for the AsyncAPI document of the bus."""

from typing import Annotated, Any, get_args

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
    "to:table": "Ready messages for clients by audience, read by every gateway, without a group. Field e: lines.",
}

_UNIONS: dict[Feed, Any] = {
    "cmd": commands.RefereeCommand,
    "to:referee": commands.Notice,
    "to:dealer": commands.DealerMessage,
    "to:scoring": commands.ScoringMessage,
    "to:director": commands.DirectorMessage,
}

TABLE_BODY = """\
Lines, each a name, a blank and a value: first g, the game's id; then, where they apply, e, the entrants by seat, \
joined by one space; t, seat:ply where a seat is asked for a decision; end, 1 where the game is over; and client \
messages, each one JSON text: p for the public, 0 to 6 for that seat, * for all of them."""


class TableFields(TypedDict):
    """The fields of an entry of ``to:table``, see ``contracts.table``."""

    e: Annotated[str, Field(description=TABLE_BODY)]


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

"""The AsyncAPI 3 document of the client protocol, made from the models.

The application that it describes is the gateway: it receives what clients say, and sends the rest.
"""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, TypeAdapter

from croupier import __version__
from croupier.contracts import client
from croupier.contracts.shapes import Schema, definitions, open_to_new_fields, ref

FROM_CLIENT: tuple[type[BaseModel], ...] = (
    client.Hello, client.ActMessage, client.ResignMessage, client.Resync, client.DisputeMessage,
    client.Ping, client.Pong,
)  # fmt: skip
TO_PLAYER: tuple[type[BaseModel], ...] = (
    client.Welcome, client.GameMessage, client.Turn, client.EventMessage, client.RefusedMessage, client.Over,
    client.DisputedMessage, client.Bye, client.ErrorMessage, client.Ping, client.Pong,
)  # fmt: skip
FROM_SPECTATOR = (client.Ping, client.Pong)
TO_SPECTATOR = (
    client.Welcome, client.GameMessage, client.EventMessage, client.Over, client.Bye, client.ErrorMessage,
    client.Ping, client.Pong,
)  # fmt: skip

ANSWERS: dict[type[BaseModel], tuple[type[BaseModel], ...]] = {
    client.Hello: (client.Welcome, client.Bye, client.ErrorMessage),
    client.ActMessage: (client.EventMessage, client.RefusedMessage, client.ErrorMessage),
    client.ResignMessage: (client.Over, client.ErrorMessage),
    client.Resync: (client.GameMessage, client.ErrorMessage),
    client.DisputeMessage: (client.DisputedMessage, client.ErrorMessage),
    client.Ping: (client.Pong,),
}
"""What may answer a message of a client directly."""

COMPONENTS = "components/schemas"


def client_asyncapi() -> Schema:
    """The document: server, channels for players and spectators, operations, messages, bearer tokens."""
    return {
        "asyncapi": "3.0.0",
        "info": _info(),
        "defaultContentType": "application/json",
        "servers": {"gateway": _server()},
        "channels": {
            "play": _channel("/v1/play", "A player's connection: all games of one entrant.", FROM_CLIENT + TO_PLAYER),
            "watch": _channel(
                "/v1/watch/{game}",
                "A spectator of one game, who needs no token and says no hello.",
                FROM_SPECTATOR + TO_SPECTATOR,
            )
            | {"parameters": {"game": {"description": "Id of the game."}}},
        },
        "operations": _operations("play", FROM_CLIENT, TO_PLAYER) | _operations("watch", FROM_SPECTATOR, TO_SPECTATOR),
        "components": {"messages": _messages(), "schemas": _schemas(), "securitySchemes": {"token": _token()}},
    }


def name_of(model: type[BaseModel]) -> str:
    """A message's ``type``, which is its name in the document."""
    return str(model.model_fields["type"].default)


def _info() -> Schema:
    return {
        "title": "Croupier: client protocol",
        "version": __version__,
        "description": (
            f"Version {client.PROTOCOL} of the protocol between a bot, a human's page or a spectator and the gateway. "
            "Text frames, one JSON message each; times are integers in microseconds. The server refuses fields "
            "that it does not know, a client ignores them."
        ),
        "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
    }


def _server() -> Schema:
    return {
        "host": "{host}",
        "protocol": "ws",
        "description": "The gateway; behind a reverse proxy with TLS the protocol is wss.",
        "variables": {"host": {"default": "127.0.0.1:8000", "description": "Host and port of the gateway."}},
        "security": [{"$ref": "#/components/securitySchemes/token"}],
    }


def _token() -> Schema:
    return {
        "type": "http",
        "scheme": "bearer",
        "description": (
            "The entrant's token. Where the header cannot be set, it goes into the field `token` of `hello`; "
            "never into a URL."
        ),
    }


def _unique(models: Iterable[type[BaseModel]]) -> list[type[BaseModel]]:
    return list(dict.fromkeys(models))


def _channel(address: str, description: str, models: Iterable[type[BaseModel]]) -> Schema:
    messages = {name_of(model): ref(name_of(model), "components/messages") for model in _unique(models)}
    return {
        "address": address,
        "description": description,
        "messages": messages,
        "bindings": {"ws": {"method": "GET", "bindingVersion": "0.1.0"}},
    }


def _operations(
    channel: str, received: Iterable[type[BaseModel]], sent: Iterable[type[BaseModel]]
) -> dict[str, Schema]:
    receive = {f"{channel}.receive.{name_of(model)}": _operation("receive", channel, model) for model in received}
    send = {f"{channel}.send.{name_of(model)}": _operation("send", channel, model) for model in sent}
    return receive | send


def _operation(action: str, channel: str, model: type[BaseModel]) -> Schema:
    operation: Schema = {
        "action": action,
        "channel": ref(channel, "channels"),
        "summary": _summary(model),
        "messages": [_message_ref(channel, model)],
    }
    answers = ANSWERS.get(model, ()) if action == "receive" else ()
    if answers:
        messages = [_message_ref(channel, answer) for answer in answers]
        operation["reply"] = {"channel": ref(channel, "channels"), "messages": messages}
    return operation


def _message_ref(channel: str, model: type[BaseModel]) -> Schema:
    return ref(name_of(model), f"channels/{channel}/messages")


def _summary(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").strip().partition("\n")[0]


def _messages() -> dict[str, Any]:
    return {
        name_of(model): {
            "name": name_of(model),
            "summary": _summary(model),
            "contentType": "application/json",
            "payload": ref(model.__name__, COMPONENTS),
        }
        for model in _unique(FROM_CLIENT + TO_PLAYER)
    }


def _schemas() -> Schema:
    adapters: dict[str, TypeAdapter[Any]] = {
        "client": client.CLIENT_MESSAGE,
        "server": client.SERVER_MESSAGE,
    }
    _, shared = definitions(adapters, COMPONENTS)
    only_sent = {model.__name__ for model in TO_PLAYER} - {model.__name__ for model in FROM_CLIENT}
    return open_to_new_fields(shared, only_sent)

"""The AsyncAPI documents hold together: what they refer to exists, and every message has a schema that works."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from croupier.contracts.asyncapi import client_asyncapi
from croupier.contracts.client import ClientMessage, ServerMessage

API = Path(__file__).parents[2] / "docs/api"
DOCUMENTS = sorted(API.glob("*.asyncapi.json"))


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def resolve(document: Any, pointer: str) -> Any:
    for part in pointer.removeprefix("#/").split("/"):
        document = document[part.replace("~1", "/").replace("~0", "~")]
    return document


def followed(document: Any, node: Any) -> Any:
    while "$ref" in node:
        node = resolve(document, node["$ref"])
    return node


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_reference_leads_somewhere(path: Path) -> None:
    """A generator of clients follows them all."""
    document = load(path)
    assert document["asyncapi"].startswith("3.")
    assert list(references(document))
    for pointer in references(document):
        assert resolve(document, pointer) is not None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_an_operation_uses_messages_of_its_own_channel(path: Path) -> None:
    """AsyncAPI 3 asks for it: an operation names messages through its channel."""
    document = load(path)
    assert document["operations"]
    for operation in document["operations"].values():
        assert operation["action"] in {"send", "receive"}
        channel = operation["channel"]["$ref"]
        for message in operation.get("messages", []):
            assert message["$ref"].startswith(f"{channel}/messages/")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_message_has_a_payload_that_is_a_json_schema(path: Path) -> None:
    """Whoever reads the document can check messages with it."""
    document = load(path)
    for channel in document["channels"].values():
        for message in channel["messages"].values():
            Draft202012Validator.check_schema(followed(document, followed(document, message)["payload"]))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_passes_the_schema_of_asyncapi_itself(path: Path) -> None:
    """Against the schema that the AsyncAPI project publishes (npm: @asyncapi/specs), where it was unpacked."""
    specs = os.environ.get("ASYNCAPI_SPECS")
    if not specs:
        pytest.skip("ASYNCAPI_SPECS does not name the folder with the schemas of AsyncAPI")
    document = load(path)
    meta = load(Path(specs) / f"{document['asyncapi']}-without-$id.json")
    Draft7Validator(meta).validate(document)


def test_the_client_document_has_every_message_of_the_protocol() -> None:
    """What a client may say is received at /v1/play, and all that a server may say is sent there."""
    document = client_asyncapi()
    for action, union in (("receive", ClientMessage), ("send", ServerMessage)):
        models = get_args(get_args(union)[0])
        names = {f"play.{action}.{model.model_fields['type'].default}" for model in models}
        assert names == {name for name in document["operations"] if name.startswith(f"play.{action}.")}


def test_the_client_document_asks_for_a_bearer_token() -> None:
    """The token stands in a header or in ``hello``, so no channel has it in its address."""
    document = client_asyncapi()
    [security] = document["servers"]["gateway"]["security"]
    assert followed(document, security)["scheme"] == "bearer"
    assert {name: channel["address"] for name, channel in document["channels"].items()} == {
        "play": "/v1/play",
        "watch": "/v1/watch/{game}",
    }

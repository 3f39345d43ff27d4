"""The AsyncAPI document of the bus, made by FastStream from the feeds and the contracts."""

from collections.abc import Sequence
from typing import Any

from faststream.specification import AsyncAPI

from croupier import __version__
from croupier.contracts.streams import READERS

from .broker import Handler, make_broker, publish_table, subscribe
from .entries import Entry, Rejection

PARTITION = {
    "description": "The partition, two digits in braces: CRC-32 of the log's id modulo the number of partitions.",
    "examples": ["{00}", "{15}"],
}


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI 3 document of the bus: every feed, who reads it, and the schemas of what it carries."""
    broker = make_broker("redis://localhost:6379")
    for group in READERS:
        subscribe(broker, group, _described(group))
    publish_table(broker)
    made = AsyncAPI(
        broker,
        title="Croupier's bus",
        version=__version__,
        description="Feeds between the services of Croupier: Redis streams, read in batches, each entry at least once.",
    )
    document: dict[str, Any] = _named(made.to_specification().to_jsonable())
    for channel in document["channels"].values():
        channel["parameters"] = {"partition": PARTITION}
    for message in document["components"]["messages"].values():
        message.pop("correlationId", None)  # it would stand in a header, and entries have none
    return document


def _described(group: str) -> Handler:
    async def handle(entries: Sequence[Entry]) -> dict[str, Rejection]:
        raise NotImplementedError("this handler stands in a document only")

    handle.__name__ = group
    return handle


def _named(value: Any, key: str = "") -> Any:
    """Names without colons, which AsyncAPI does not allow in the names of components."""
    if isinstance(value, dict):
        return {name.replace(":", "."): _named(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [_named(item) for item in value]
    return value.replace(":", ".") if key == "$ref" else value

"""The AsyncAPI document of the bus is complete and points at nothing that is not there."""

import json
import re
from typing import Any

import jsonschema
import pytest

from croupier.contracts.commands import Act
from croupier.contracts.streams import FEEDS, READERS
from croupier.runtime.bus import asyncapi


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return asyncapi()


def test_every_feed_is_a_channel(document: dict[str, Any]) -> None:
    """Given the list of feeds, then each has a channel, under the name of the group that reads it."""
    addresses = {channel["address"].removeprefix("croupier:{partition}:") for channel in document["channels"].values()}
    assert addresses == set(FEEDS)
    for group, feeds in READERS.items():
        for feed in feeds:
            channel = document["channels"][f"{group}.{feed}".replace(":", ".")]
            assert channel["bindings"]["redis"]["groupName"] == group


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    """Given the references of the document, then each resolves."""
    references = re.findall(r'"\$ref": "(#[^"]*)"', json.dumps(document))
    assert len(references) > 20
    for reference in references:
        here: Any = document
        for part in reference.removeprefix("#/").split("/"):
            here = here[part.replace("~1", "/")]


def test_names_of_components_are_plain(document: dict[str, Any]) -> None:
    """Given AsyncAPI's rule for names, then ours keep it."""
    for kind in document["components"].values():
        assert all(re.fullmatch(r"[a-zA-Z0-9._-]+", name) for name in kind)


def test_a_command_fits_its_schema(document: dict[str, Any]) -> None:
    """Given an ``act`` as a gateway sends it, then it is valid by the document, and invalid with a field too many."""
    schema = {"$ref": "#/components/schemas/Act", "components": document["components"]}
    act = Act(id="a", game="g-1", seat=0, ply=3, action="play KD", gateway="gw", received=1)
    plain = act.model_dump(exclude_none=True)
    jsonschema.validate(plain, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(plain | {"more": 1}, schema)

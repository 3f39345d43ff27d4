"""JSON Schemas of everything that crosses a process boundary, made from the models.

python -m croupier.contracts.schemas --write docs/api    writes the documents
python -m croupier.contracts.schemas --check docs/api    exits with 1 where they are not what the models say
"""

import argparse
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from pydantic import TypeAdapter

from croupier.contracts import commands
from croupier.contracts.asyncapi import client_asyncapi
from croupier.contracts.base import MAX_INTEGER
from croupier.contracts.canonical import digest
from croupier.contracts.client import CLIENT_MESSAGE, SERVER_MESSAGE
from croupier.contracts.events import EVENTS, By
from croupier.contracts.shapes import DEFINITIONS, Schema, definitions, open_to_new_fields, ref

DRAFT = "https://json-schema.org/draft/2020-12/schema"

RECEIVERS: dict[str, TypeAdapter[Any]] = {
    "dealer": commands.DEALER_MESSAGE,
    "referee": commands.REFEREE_MESSAGE,
    "scoring": commands.SCORING_MESSAGE,
    "director": commands.DIRECTOR_MESSAGE,
}
"""What each service takes from its feeds."""


def events_schema() -> Schema:
    """A line of a log: its envelope, and ``data`` after ``type`` and ``v``."""
    adapters = {kind: TypeAdapter(event) for kind, event in EVENTS.items()}
    shapes, shared = definitions(adapters)
    lines = {kind: _line(kind, EVENTS[kind].V, shapes[kind]) for kind in EVENTS}
    return _document(
        "Lines of a log",
        "A line is canonical JSON (RFC 8785). Each event in its newest version; older ones are lifted on reading.",
        {"oneOf": [ref(f"line:{kind}") for kind in EVENTS]},
        shared | {f"line:{kind}": line for kind, line in lines.items()},
    )


def commands_schema() -> Schema:
    """What services send each other: field ``e`` of an entry of a feed, by the service that receives it."""
    shapes, shared = definitions(RECEIVERS)
    return _document(
        "Commands and notices between services",
        "The JSON text in field e of an entry of a feed. One definition for each receiver says what it takes.",
        {"anyOf": [ref(f"to:{receiver}") for receiver in RECEIVERS]},
        shared | {f"to:{receiver}": shape for receiver, shape in shapes.items()},
    )


def client_schema() -> Schema:
    """Messages on the WebSocket, by direction."""
    shapes, shared = definitions({"from-client": CLIENT_MESSAGE, "from-server": SERVER_MESSAGE})
    sent = {name.rpartition("/")[2] for name in shapes["from-server"]["discriminator"]["mapping"].values()}
    return _document(
        "Messages between a client and the gateway",
        "JSON text frames. The server refuses fields that it does not know; a client ignores them.",
        {"anyOf": [ref("from-client"), ref("from-server")]},
        open_to_new_fields(shared, sent) | shapes,
    )


def documents() -> Mapping[str, Schema]:
    """All documents that are made from the contracts alone, by file name."""
    return {
        "events.schema.json": events_schema(),
        "commands.schema.json": commands_schema(),
        "client.schema.json": client_schema(),
        "client.asyncapi.json": client_asyncapi(),
    }


def text_of(document: Schema) -> str:
    """The text of a document as it is stored: indented, keys in the order in which they were made."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


@cache
def hashes() -> Mapping[str, str]:
    """SHA-256 in hex of the text of each JSON Schema, by file name: what a log was written after."""
    made = {name: text_of(document) for name, document in documents().items() if name.endswith(".schema.json")}
    return {name: digest(text.encode()) for name, text in made.items()}


def drifted(folder: Path, made: Mapping[str, Schema]) -> list[str]:
    """Names of the documents in ``folder`` that are missing or not as they are ``made``."""
    return [name for name, document in made.items() if _read(folder / name) != text_of(document)]


def write(folder: Path, made: Mapping[str, Schema]) -> Iterable[Path]:
    """Write documents into ``folder``; the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in made.items():
        (folder / name).write_text(text_of(document), encoding="utf-8")
        yield folder / name


def _line(kind: str, version: int, data: Schema) -> Schema:
    natural = {"type": "integer", "minimum": 1, "maximum": MAX_INTEGER}
    fields: Schema = {
        "seq": natural,
        "type": {"const": kind},
        "v": {"const": version},
        "at": {**natural, "minimum": 0, "description": "microseconds since the Unix epoch"},
        "by": {"enum": list(get_args(By))},
        "cause": {"type": "string", "description": "id of the command, or <log>#<seq> of the line, that led here"},
        "data": data,
        "prev": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 of the line before"},
    }
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _document(title: str, description: str, top: Schema, shared: Schema) -> Schema:
    return {"$schema": DRAFT, "title": title, "description": description, **top, DEFINITIONS: shared}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def main(made: Mapping[str, Schema], arguments: list[str] | None = None) -> int:
    """Write or check the documents ``made``; 0 when all is well, 1 when one drifted."""
    parser = argparse.ArgumentParser(description="Write the documents that are made from the contracts, or check them.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", type=Path, metavar="FOLDER", help="write the documents")
    what.add_argument("--check", type=Path, metavar="FOLDER", help="compare the documents with the models")
    given = parser.parse_args(arguments)
    if given.write:
        print(*write(given.write, made), sep="\n")
        return 0
    stale = drifted(given.check, made)
    for name in stale:
        print(f"{given.check / name}: not what the models say; run: make docs")
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main(documents()))

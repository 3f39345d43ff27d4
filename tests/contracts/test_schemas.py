"""The JSON Schemas in ``docs/api`` say what the models say, and what the models write passes them."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from croupier.contracts import client, commands
from croupier.contracts.base import Contract
from croupier.contracts.events import EVENTS
from croupier.contracts.schemas import RECEIVERS, client_schema, commands_schema, documents, events_schema, main
from croupier.contracts.specs import EntrantSpec, TournamentSpec

API = Path(__file__).parents[2] / "docs/api"
GENERATE: dict[str, Any] = runpy.run_path(str(API / "generate.py"))
ALL: dict[str, Any] = GENERATE["documents"]()
SAMPLES = [Path(__file__).parent / f"samples/{kind}.v{event.V}.json" for kind, event in sorted(EVENTS.items())]
"""Lines as they are written today; an older one is lifted where it is read."""
HASH = "0" * 63 + "a"

TURN = client.Turn(
    game="g-1", ply=3, seat=0, legal=["play KD"], view={"hand": ["KD"]}, clock=client.Clocks(limit=5_000_000)
)
MESSAGES: list[Contract] = [
    client.Hello(versions=[1], client="a bot", nonce=HASH),
    client.ActMessage(game="g-1", ply=3, action="play KD"),
    client.ResignMessage(game="g-1"),
    client.Resync(game="g-1"),
    client.Ping(id=1),
    client.Pong(id=1),
    TURN,
    client.RefusedMessage(
        game="g-1", ply=3, code="move/must-follow-suit", reason="hearts were led", legal=["play 2H"], strikes=1, left=2
    ),
    client.Bye(code="server/going-down", reason="maintenance", after=5_000_000),
    client.ErrorMessage(code="message/not-json", reason="the message is not JSON"),
]
COMMANDS: dict[str, Contract] = {
    "dealer": commands.DeckReveal(id="c-1", game="g-1"),
    "referee": commands.Act(id="c-1", game="g-1", seat=1, ply=3, action="play KD", gateway="gw", received=9, lag=2),
    "scoring": commands.Notice(log="g/g-1", seq=4, event="deal.played"),
    "director": commands.TournamentOpen(
        id="c-1",
        spec=TournamentSpec(
            id="cup",
            name="Cup",
            game="briscola",
            options={"swap": False},
            entrants=[EntrantSpec(id=name, name=name, token=HASH) for name in ("anna", "bruno")],
        ),
    ),
}


def as_sent(message: Contract) -> Any:
    return message.model_dump(mode="json", exclude_none=True)


def accepts(schema: dict[str, Any], value: Any, definition: str = "") -> bool:
    if definition:
        schema = {**schema, "anyOf": [{"$ref": f"#/$defs/{definition}"}]}
    return Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize("name", ALL)
def test_the_stored_document_is_what_the_code_says(name: str) -> None:
    """Where this fails: ``make docs``, and read the difference as somebody who has written a client."""
    assert json.loads((API / name).read_text(encoding="utf-8")) == ALL[name]


def test_every_stored_document_is_a_generated_one() -> None:
    """A document that nobody writes anew would grow old."""
    assert {path.name for path in API.glob("*.json")} == set(ALL)


@pytest.mark.parametrize("name", [name for name in documents() if name.endswith(".schema.json")])
def test_a_document_is_a_json_schema(name: str) -> None:
    """Any validator of draft 2020-12 can use it."""
    Draft202012Validator.check_schema(documents()[name])


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_stored_line_passes_the_schema_of_events(path: Path) -> None:
    """And with another type, an unknown field or a float it does not."""
    line = json.loads(path.read_bytes())
    schema = events_schema()
    assert accepts(schema, line)
    assert not accepts(schema, {**line, "type": "no.such"})
    assert not accepts(schema, {**line, "data": {**line["data"], "more": 1}})
    assert not accepts(schema, {**line, "at": 0.5})


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_message_passes_the_schema_of_its_direction(message: Contract) -> None:
    """Absent fields stay absent: a validator never sees ``null``."""
    schema = client_schema()
    wanted = "from-client" if message in MESSAGES[:6] else "from-server"
    assert accepts(schema, as_sent(message), wanted)
    assert not accepts(schema, {**as_sent(message), "type": "no.such"})


def test_the_server_is_strict_and_a_client_is_not() -> None:
    """A new field from the server must not break the clients that do not know it, also deep inside."""
    schema = client_schema()
    turn = as_sent(TURN)
    assert accepts(schema, {**turn, "new": 1}, "from-server")
    assert accepts(schema, {**turn, "clock": {**turn["clock"], "new": 1}}, "from-server")
    assert not accepts(schema, {**as_sent(MESSAGES[1]), "new": 1}, "from-client")


@pytest.mark.parametrize("receiver", RECEIVERS)
def test_a_command_passes_the_schema_of_its_receiver_alone(receiver: str) -> None:
    """Each service has its own list of what it takes."""
    schema = commands_schema()
    took = {other for other in RECEIVERS if accepts(schema, as_sent(COMMANDS[receiver]), f"to:{other}")}
    assert took == (set(RECEIVERS) if receiver == "scoring" else {receiver})


def test_check_finds_a_stale_and_a_missing_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that writes the documents also tells whether they are right."""
    made = documents()
    assert main(made, ["--write", str(tmp_path)]) == 0
    assert main(made, ["--check", str(tmp_path)]) == 0
    (tmp_path / "events.schema.json").write_text("{}")
    (tmp_path / "client.asyncapi.json").unlink()
    capsys.readouterr()
    assert main(made, ["--check", str(tmp_path)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0].rpartition("/")[2] for line in said] == [
        "events.schema.json",
        "client.asyncapi.json",
    ]

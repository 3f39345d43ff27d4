"""The package stands alone, and still speaks exactly the protocol of the contracts."""

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

from croupier import sdk
from croupier.contracts import client
from croupier.contracts.errors import CODES
from croupier.contracts.events import SeatAssignment
from croupier.sdk import bots
from croupier.sdk.messages import PROTOCOL

FIELDS = [
    (sdk.Turn, client.Turn, {"table", "refused", "deadline", "stale", "seed", "_random"}),
    (sdk.Table, client.GameMessage, set()),
    (sdk.Snapshot, client.GameMessage, {"table"}),
    (sdk.Event, client.EventMessage, {"table"}),
    (sdk.Over, client.Over, {"table"}),
    (sdk.Refusal, client.RefusedMessage, set()),
    (sdk.Clock, client.Clocks, set()),
    (sdk.Form, client.Form, set()),
    (sdk.Player, SeatAssignment, set()),
]
PASSED_ON = {
    client.Turn: {"type"},
    client.EventMessage: {"type", "game"},
    client.Over: {"type", "game"},
    client.Clocks: set(),
    client.Form: set(),
    SeatAssignment: {"key"},
}
"""The fields of a contract that its record leaves out on purpose; the others are all there."""


@pytest.mark.parametrize(("record", "contract", "own"), FIELDS, ids=lambda it: getattr(it, "__name__", ""))
def test_records_have_the_fields_of_the_contract(record: type, contract: type[BaseModel], own: set[str]) -> None:
    """The two are written apart, so a test holds them together."""
    names = {field.name for field in dataclasses.fields(record)}
    on_the_wire = set(contract.model_fields)
    assert names - own <= on_the_wire
    if contract in PASSED_ON:
        assert on_the_wire - PASSED_ON[contract] == names - own


def test_both_speak_the_same_version() -> None:
    """The version that hello offers is the one of the contracts."""
    assert PROTOCOL == client.PROTOCOL


def test_every_code_that_the_package_names_is_one_of_the_project() -> None:
    """A code means the same everywhere."""
    files = Path(sdk.__file__).parent.rglob("*.py")
    named = {code for path in files for code in re.findall(r'"([a-z]+/[a-z-]+)"', path.read_text(encoding="utf-8"))}
    assert {"session/bad-token", "config/missing", "bot/failed"} <= named
    assert named <= set(CODES)


def loaded_by(module: str) -> set[str]:
    code = f"import sys, {module}; print(' '.join({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["croupier.sdk", "croupier.sdk.connection", "croupier.sdk.bots.__main__"])
def test_a_bot_starts_without_the_servers_packages(module: str) -> None:
    """Sixty-four bots on a small machine should start in a moment."""
    heavy = {"pydantic", "faststream", "redis", "fastapi", "uvicorn", "structlog", "orjson", "typer", "rich"}
    assert loaded_by(module) & heavy == set()


def test_every_built_in_bot_says_in_one_line_what_it_does() -> None:
    """The line is its help on the command line."""
    for bot in bots.BOTS.values():
        assert bot.__doc__
        assert len(bot.__doc__.splitlines()[0]) < 100


def test_the_example_in_the_package_is_a_whole_bot() -> None:
    """What the documentation shows must run."""
    import doctest

    failures, tried = doctest.testmod(sdk)
    assert (failures, tried) == (0, 2)
    assert Path(sdk.__file__).name == "__init__.py"

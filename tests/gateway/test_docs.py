"""The pages about the protocol and about HTTP say what the code does."""

import re
from pathlib import Path

import pytest

from croupier.contracts.client import CLIENT_MESSAGE, SERVER_MESSAGE
from croupier.contracts.errors import CODES
from croupier.services.gateway.connection import CLOSE
from croupier.services.gateway.failures import STATUS
from croupier.services.gateway.sockets import CONTROLS, LAST_WORDS
from croupier.services.gateway.tables import REMEMBERED

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text()
HTTP = (DOCS / "http.md").read_text()
RECORDED = [
    (line[0], re.sub(r"\n *", "", line[2:]))
    for block in re.findall(r"```\n([<>].*?)```", PROTOCOL, re.DOTALL)
    for line in re.split(r"\n(?=[<>])", block.strip())
    if "…" not in line
]


@pytest.mark.parametrize(("way", "text"), RECORDED)
def test_recorded_messages_are_messages_of_the_protocol(way: str, text: str) -> None:
    """As far as they are not cut."""
    (CLIENT_MESSAGE if way == ">" else SERVER_MESSAGE).validate_json(text)


def test_the_session_shows_both_sides() -> None:
    """And was found by the test above."""
    assert len(RECORDED) > 10
    assert {way for way, _ in RECORDED} == {"<", ">"}


@pytest.mark.parametrize(
    "code", sorted({*CLOSE, *LAST_WORDS.values(), "server/fault", "session/withdrawn", "session/disqualified"})
)
def test_every_last_word_is_in_the_table(code: str) -> None:
    """With its close code."""
    number = next((close for close, words in LAST_WORDS.items() if words == code), CLOSE.get(code, 1008))
    assert f"| `{code}` | {number} |" in PROTOCOL


@pytest.mark.parametrize("code", [code for code in STATUS if not code.startswith("store/")])
def test_every_http_error_is_in_the_table(code: str) -> None:
    """With its status."""
    assert f"| {STATUS[code]} | `{code}` |" in HTTP


def test_every_code_that_the_pages_name_exists() -> None:
    """Families, a slash and a name, between backquotes."""
    families = {code.partition("/")[0] for code in CODES}
    for code in re.findall(r"`([a-z]+/[a-z-]+)`", PROTOCOL + HTTP):
        assert code in CODES or code.partition("/")[0] not in families


def test_numbers_in_the_pages_are_those_of_the_code() -> None:
    """Where the pages name a number that is no setting."""
    assert f"more than {CONTROLS} WebSocket pings" in PROTOCOL
    assert f"the last {REMEMBERED:,}" in PROTOCOL

"""Logs are for people or for machines, and hold no secret in either form."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from croupier.runtime.logs import HIDDEN, get_logger, redact, set_up


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, config = root.handlers[:], root.level, structlog.get_config()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.configure(**config)


def test_a_machine_gets_one_json_object_a_line() -> None:
    """Given output that is no terminal, then each event is a line of JSON with level, time and context."""
    out = io.StringIO()
    set_up("info", "auto", stream=out)
    get_logger(service="referee").info("serving", partitions=[0])
    line = json.loads(out.getvalue())
    assert (line["event"], line["level"], line["service"], line["partitions"]) == ("serving", "info", "referee", [0])
    assert line["timestamp"].endswith("Z")


def test_people_get_text_in_colour_unless_they_said_no() -> None:
    """Given a terminal, then text with colours; with ``NO_COLOR`` text without."""
    for environ, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        out = Terminal()
        set_up("info", "auto", stream=out, environ=environ)
        get_logger().warning("careful", place="here")
        assert "careful" in out.getvalue()
        assert ("\x1b[" in out.getvalue()) is coloured


def test_what_is_below_the_level_is_not_written() -> None:
    """Given level warning, then an info line costs nothing and writes nothing."""
    out = io.StringIO()
    set_up("warning", "json", stream=out)
    get_logger().info("chatter")
    assert out.getvalue() == ""


SECRETS: list[dict[str, Any]] = [
    {"token": "s3cret"},
    {"entrant_token": "s3cret"},
    {"Authorization": "s3cret"},
    {"board_seed": "s3cret"},
    {"seed": "s3cret"},
    {"deck": "s3cret"},
    {"hand": ["s3cret"]},
    {"view": {"hand": "s3cret"}},
    {"password": "s3cret"},
    {"dealer_secret": "s3cret"},
    {"data": {"deal": 1, "deck": "s3cret"}},
    {"entries": [{"hand": "s3cret"}, {"nested": ({"token": "s3cret"},)}]},
    {"header": "Authorization: Bearer s3cret"},
    {"error": "cannot reach redis://gateway:s3cret@host:6379/0"},
    {"url": "unix://admin:s3cret@/run/redis.sock"},
    {"raw": b"s3cret"},
]


@pytest.mark.parametrize("style", ["console", "json"])
@pytest.mark.parametrize("fields", SECRETS, ids=[next(iter(fields)) for fields in SECRETS])
def test_no_secret_reaches_a_log(style: str, fields: dict[str, Any]) -> None:
    """Given a secret under a known key in any depth, a bearer token or a password in a URL, then it is hidden."""
    out = io.StringIO()
    set_up("info", style, stream=out)  # type: ignore[arg-type]
    get_logger().info("event", **fields)
    assert "s3cret" not in out.getvalue()
    assert HIDDEN in out.getvalue()


def test_what_is_no_secret_stays() -> None:
    """Given ordinary fields, also ones whose names resemble secrets, then they are written as they are."""
    event = {"event": "x", "tokens_left": 3, "seat": 1, "cause": "g/a#3", "handled": 7, "viewer": "p", "n": None}
    assert redact(None, "info", dict(event)) == event


def test_an_error_is_written_without_its_secrets() -> None:
    """Given an exception whose text has a password in a URL, then its trace is in the log and the password is not."""
    out = io.StringIO()
    set_up("info", "json", stream=out)
    try:
        raise ValueError("redis://u:s3cret@host refused")
    except ValueError as error:
        get_logger().error("failed", exc_info=error)
    line = json.loads(out.getvalue())
    assert "ValueError" in line["exception"]
    assert "s3cret" not in out.getvalue()


def test_libraries_log_in_the_same_form_and_only_what_matters() -> None:
    """Given the standard library's loggers, then warnings come as JSON too, and info lines do not come."""
    out = io.StringIO()
    set_up("info", "json", stream=out)
    logging.getLogger("uvicorn").info("chatter")
    logging.getLogger("uvicorn").warning("with %s", "Bearer s3cret-token")
    line = json.loads(out.getvalue())
    assert (line["event"], line["level"]) == (f"with Bearer {HIDDEN}", "warning")

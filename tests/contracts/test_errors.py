"""Errors have stable codes: each one that the code names is in the list, and each has one form."""

import ast
import re
from pathlib import Path

import pytest

from croupier.contracts.errors import CODES, BadConfig, CroupierError, NotAllowed, Unavailable, Unreadable, did_you_mean
from source import CODE, ROOT, parsed

RAISED = {
    "Unreadable",
    "NotAllowed",
    "BadConfig",
    "Unavailable",
    "Malformed",
    "Illegal",
    "BadOptions",
    "Rejection",
    "Detailed",
}


def codes(path: Path) -> dict[str, int]:
    """The codes that a file raises as a plain text, with a line where it does."""
    found = {}
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in RAISED and isinstance(node.args[0].value, str):
                found[node.args[0].value] = node.lineno
    return found


def test_every_code_that_is_raised_is_in_the_list() -> None:
    """Whoever handles errors finds them all in one place."""
    raised = {code: f"{path.relative_to(ROOT)}:{line}" for path in CODE for code, line in codes(path).items()}
    assert len(raised) > 20
    assert {code: where for code, where in raised.items() if code not in CODES} == {}


def test_a_code_is_a_family_and_a_name() -> None:
    """Alone the word ``resigned`` has no family: it is no fault."""
    assert [code for code in CODES if not re.fullmatch(r"[a-z]+/[a-z0-9]+(-[a-z0-9]+)*", code)] == ["resigned"]
    assert all(meaning and not meaning.endswith(".") for meaning in CODES.values())


@pytest.mark.parametrize("kind", [Unreadable, NotAllowed, BadConfig, Unavailable])
def test_an_error_has_one_shape_and_leaves_out_what_is_empty(kind: type[CroupierError]) -> None:
    """The same on every route, in every message and in every ``--json``."""
    error = kind("config/value", "too large", place="clock.action", hint="at most 24h")
    assert error.as_dict() == {
        "code": "config/value", "reason": "too large", "place": "clock.action", "hint": "at most 24h"
    }  # fmt: skip
    assert str(error) == "config/value: clock.action: too large (at most 24h)"
    assert kind("config/value", "too large").as_dict() == {"code": "config/value", "reason": "too large"}


@pytest.mark.parametrize(
    ("word", "hint"), [("gread", "did you mean 'greedy'?"), ("Random", "did you mean 'random'?"), ("xyz", ""), ("", "")]
)
def test_a_hint_names_the_nearest_word_or_nothing(word: str, hint: str) -> None:
    """A far-fetched guess would be worse than none."""
    assert did_you_mean(word, ["greedy", "random"]) == hint

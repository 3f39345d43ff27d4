"""The quick question "is this canonical?" has the same answer as writing the value again and comparing."""

import json

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from croupier.contracts.canonical import canonical, is_canonical

KEYS = st.text(st.characters(codec="ascii"), max_size=6) | st.just("ä")
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def answer(ask: object, *arguments: object) -> object:
    """What has no canonical form is not in it."""
    assert callable(ask)
    try:
        return ask(*arguments)
    except TypeError:
        return False


@given(VALUES.map(lambda value: {"data": value}), st.booleans(), st.booleans())
@example({"data": "x:1.5"}, True, False)
@example({"data": [1.5]}, True, False)
@example({"data": {"a": -1e300}}, True, False)
@example({"data": 2**53}, True, False)
def test_it_says_what_a_comparison_says(value: object, tidy: bool, escaped: bool) -> None:
    """Texts with and without blanks, with and without escapes, of all kinds of values."""
    separators = (",", ":") if tidy else (", ", ": ")
    stored = json.dumps(value, sort_keys=True, separators=separators, ensure_ascii=escaped).encode()
    read = orjson.loads(stored)

    assert answer(is_canonical, read, stored) == answer(lambda: canonical(read) == stored)


@pytest.mark.parametrize("depth", [200, 900])
def test_what_is_nested_deeply_is_answered_alike(depth: int) -> None:
    stored = b'{"data":' + b"[" * depth + b"]" * depth + b"}"
    read = orjson.loads(stored)

    assert answer(is_canonical, read, stored) == answer(lambda: canonical(read) == stored)

"""Canonical JSON: one value has one text, the one of RFC 8785."""

import re
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from croupier.contracts.base import MAX_INTEGER
from croupier.contracts.canonical import canonical, canonical_trusted, digest

KEYS = st.text(st.characters(max_codepoint=0x7F), max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4))


@given(VALUES)
@example({"\x7f": 1, "\x00": 2, "a": "\u2028\u2029 \x1f\b\f 🂡 \ud7ff\uffff", '"': "\\/"})
@example({"b": [], "a": {}, "": -MAX_INTEGER, "A": MAX_INTEGER})
def test_the_text_is_that_of_an_rfc_8785_library(value: Any) -> None:
    """Somebody with another implementation computes the same hashes."""
    assert canonical(value) == rfc8785.dumps(value)
    assert canonical_trusted(value) == canonical(value)


@pytest.mark.parametrize(
    "value",
    [
        0.5, float("nan"), 1.0, MAX_INTEGER + 1, -MAX_INTEGER - 1, 2**64, b"bytes", {1, 2}, {1: "key"}, {"é": 1},
        {"🂡": 1}, "\ud800", {"deep": [{"inside": 0.5}]}, object(),
    ],
    ids=lambda value: re.sub(" at 0x.*", "", repr(value)),  # without an address, which differs from process to process
)  # fmt: skip
def test_what_has_no_exact_form_everywhere_is_refused(value: Any) -> None:
    """Floats, large integers, keys beyond ASCII and broken text would differ between implementations."""
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.parametrize("depth", [300, 1_000, 100_000])
def test_deep_nesting_is_refused_and_not_a_crash(depth: int) -> None:
    """Nothing of ours is nested a hundred levels deep."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    with pytest.raises(TypeError):
        canonical(value)


def test_digest_is_sha_256_in_lower_case_hex() -> None:
    """The value is the one that FIPS 180 gives for the text "abc"."""
    assert digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

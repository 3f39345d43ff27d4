"""From frames to messages: whatever a client sends is a message or an error with a code."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.contracts.errors import CODES, Unreadable
from croupier.contracts.ids import tournament_of
from croupier.services.gateway.limits import Bucket
from croupier.services.gateway.reading import MODELS, Message, read
from croupier.services.gateway.tokens import bearer, token_hash

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(sorted(MODELS)) | st.text(max_size=5)},
    optional={
        "game": st.sampled_from(["cup-r1-t1-1", "", "../x", "A"]) | JSON,
        "ply": st.integers(-2, 3) | JSON,
        "action": st.text(max_size=10) | JSON,
        "id": st.integers() | JSON,
        "versions": st.lists(st.integers(0, 3), max_size=3) | JSON,
        "token": st.text(max_size=5) | JSON,
        "nonce": st.just("0" * 64) | JSON,
    },
)


@given(st.text() | st.binary() | JSON.map(json.dumps) | NEARLY.map(json.dumps))
def test_every_frame_is_a_message_or_an_error_with_a_code(frame: str | bytes) -> None:
    """Nothing else comes out, and what comes out fits into an ``error`` message."""
    found = attempt(frame)
    if isinstance(found, Unreadable):
        assert found.code in CODES
        assert found.code.startswith("message/")
        assert max(len(found.reason), len(found.place), len(found.hint)) <= 200
    else:
        assert type(found) in MODELS.values()


def attempt(frame: str | bytes) -> Message | Unreadable:
    """What comes of a frame."""
    try:
        return read(frame, 10_000)
    except Unreadable as error:
        return error


@pytest.mark.parametrize(
    ("message", "place", "hint"),
    [
        ({"type": "act", "gmae": "g", "ply": 0, "action": "play AB"}, "gmae", "did you mean 'game'?"),
        ({"type": "act", "game": "g", "ply": 0, "action": "play AB", "mood": 1}, "mood", "type, game, ply, action"),
        ({"type": "act", "game": "g", "action": "play AB"}, "ply", ""),
        ({"type": "hello", "versions": ["one"]}, "versions.0", ""),
    ],
)
def test_a_field_that_does_not_fit_is_named(message: dict[str, object], place: str, hint: str) -> None:
    """A misspelt field is told as itself and not as the one that is missing because of it."""
    with pytest.raises(Unreadable) as error:
        read(json.dumps(message), 10_000)
    assert (error.value.code, error.value.place) == ("message/schema", place)
    assert hint in error.value.hint
    assert bool(hint) == bool(error.value.hint)


@pytest.mark.parametrize(("text", "fits"), [("a" * 100, True), ("a" * 101, False), ("é" * 50, True), ("é" * 51, False)])
def test_the_limit_counts_bytes(text: str, fits: bool) -> None:
    """As they are on the wire."""
    with pytest.raises(Unreadable) as error:
        read(text, 100)
    assert (error.value.code == "message/too-big") is not fits


@pytest.mark.parametrize(
    ("value", "token"),
    [
        (b"Bearer abc", "abc"),
        (b"bearer   abc ", "abc"),
        (b"Bearer", ""),
        (b"Bearer a b", ""),
        (b"Basic abc", ""),
        (b"Bearer " + b"x" * 201, ""),
        (b"Bearer \xff", ""),
    ],
)
def test_a_malformed_header_is_an_unknown_token(value: bytes, token: str) -> None:
    """It does not fall back to the token in ``hello``: two ways to say who one is are one too many."""
    assert bearer([(b"host", b"x"), (b"authorization", value)]) == token
    assert bearer([(b"host", b"x")]) is None


def test_tokens_are_known_by_their_hash() -> None:
    """SHA-256 of the UTF-8 text, also of text that is none."""
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert token_hash("\ud800")


@pytest.mark.parametrize(
    ("game", "tournament"),
    [
        ("cup-r1-t2-3", "cup"),
        ("a-r1-t1-1-r2-t3-4", "a-r1-t1-1"),
        ("cup", None),
        ("-r1-t1-1", None),
        ("cup-r1-t1", None),
    ],
)
def test_a_game_belongs_to_the_tournament_that_its_id_names(game: str, tournament: str | None) -> None:
    """Also where a tournament's own id looks like a game's."""
    assert tournament_of(game) == tournament


def test_a_bucket_gives_its_burst_at_once_and_its_rate_in_the_long_run() -> None:
    """Ten a second, twenty at once."""
    bucket = Bucket(10, 20, 0.0)
    assert [bucket.take(0.0) for _ in range(22)] == [True] * 20 + [False] * 2
    assert bucket.missed == 2
    assert [bucket.take(0.5) for _ in range(6)] == [True] * 5 + [False]
    assert bucket.take(100.0, cost=10)
    assert bucket.missed == 0

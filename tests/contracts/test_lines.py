"""A line survives writing and reading, and no bytes make reading fail in a way that callers do not expect."""

import json
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.contracts.base import MAX_INTEGER
from croupier.contracts.canonical import canonical_trusted, digest
from croupier.contracts.errors import CODES, Unreadable
from croupier.contracts.events import EVENTS, ActionRefused, ActionTaken, DealScored, Event, ScoreLine, SeatReady
from croupier.contracts.lines import FIELDS, genesis, read_line, read_trusted, write_line

SAMPLES = sorted(path.read_bytes().rstrip(b"\n") for path in (Path(__file__).parent / "samples").glob("*.json"))
GOOD = write_line(SeatReady(seat=1), seq=1, at=7, by="referee", cause="c-1", prev=genesis("g/one"))

naturals = st.integers(0, MAX_INTEGER)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80)
seats = st.integers(0, 6)
score_lines = st.builds(
    ScoreLine, seat=seats, kind=texts, points=st.integers(-MAX_INTEGER, MAX_INTEGER), ply=naturals, rule=texts
)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        ActionTaken,
        deal=st.integers(1, 99), ply=naturals, seat=seats, action=texts, asked=naturals, received=naturals,
        allowance=naturals, left=st.none() | naturals, auto=st.none() | st.just(True),
    ),
    st.builds(
        ActionRefused, deal=st.integers(1, 99), ply=naturals, seat=seats, said=texts, code=texts, strikes=naturals
    ),
    st.builds(
        DealScored,
        deal=st.integers(1, 99),
        points=st.lists(st.integers(-MAX_INTEGER, MAX_INTEGER), max_size=5),
        lines=st.lists(score_lines, max_size=3),
    ),
)  # fmt: skip
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def with_fields(**fields: Any) -> bytes:
    return canonical_trusted({**orjson.loads(GOOD), **fields})


def with_seat(text: bytes) -> bytes:
    return GOOD.replace(b'"seat":1', b'"seat":' + text)


def code_of(stored: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        read_line(stored)
    return caught.value.code


def read_or_refuse(stored: bytes) -> None:
    """Whatever comes, the answer is an event or an error whose code is in the list."""
    try:
        answer: Event | str = read_line(stored).event
    except Unreadable as error:
        answer = error.code
    assert isinstance(answer, Event) or answer in CODES


@given(events, st.integers(1, MAX_INTEGER), naturals, texts)
def test_a_line_that_was_written_reads_back(event: Event, seq: int, at: int, cause: str) -> None:
    """The stored bytes lose nothing, and writing again gives the same bytes and so the same hash."""
    stored = write_line(event, seq=seq, at=at, by="scoring", cause=cause, prev=digest(b"before"))
    line = read_line(stored)
    assert (line.event, line.seq, line.at, line.by, line.cause) == (event, seq, at, "scoring", cause)
    assert read_trusted(stored) == line
    assert write_line(line.event, seq=seq, at=at, by=line.by, cause=cause, prev=line.prev) == stored


def test_the_first_line_follows_a_hash_of_the_logs_id() -> None:
    """Two logs never share a chain: the id of the log is under its first link."""
    assert genesis("g/one") == digest(b"croupier/log/v1:g/one")
    assert genesis("g/one") != genesis("t/one")


@pytest.mark.parametrize(
    ("stored", "code"),
    [
        (b"", "log/not-json"),
        (b"\xff\xfe", "log/not-json"),
        (b"\xef\xbb\xbf" + GOOD, "log/not-json"),
        (b"[" * 100_000, "log/not-json"),
        (GOOD + GOOD, "log/not-json"),
        (with_seat(b"NaN"), "log/not-json"),
        (with_seat(b"1" * 400), "log/not-json"),
        (with_seat(b'"\\ud800"'), "log/not-json"),
        (with_seat(b'"\xed\xa0\x80"'), "log/not-json"),
        (b"null", "log/envelope"),
        (b"[1]", "log/envelope"),
        (GOOD.replace(b'"at":7,', b""), "log/envelope"),
        (with_fields(extra=1), "log/envelope"),
        (with_fields(data=[1]), "log/envelope"),
        (with_fields(data=None), "log/envelope"),
        (with_fields(seq=0), "log/envelope"),
        (with_fields(seq=True), "log/envelope"),
        (with_fields(at=2**53), "log/envelope"),
        (with_fields(type=7), "log/envelope"),
        (with_fields(by="nobody"), "log/envelope"),
        (with_fields(prev="00"), "log/envelope"),
        (with_fields(prev="A" * 64), "log/envelope"),
        (GOOD + b"\n", "log/not-canonical"),
        (GOOD.replace(b":", b": "), "log/not-canonical"),
        (with_seat(b'1,"seat":1'), "log/not-canonical"),
        (with_seat(b'1,"seat":2'), "log/not-canonical"),
        (with_seat(b"1.0"), "log/not-canonical"),
        (with_seat(b"18446744073709551615"), "log/not-canonical"),
        (with_seat(b"[" * 400 + b"]" * 400), "log/not-canonical"),
        (with_seat(b"[" * 1_015 + b"]" * 1_015), "log/not-canonical"),
        (with_fields(data={"seat": 1, "é": 1}), "log/not-canonical"),
        (with_fields(cause="\\ud800").replace(b"\\\\", b"\\"), "log/not-json"),
        (with_fields(type="seat.reddy"), "log/unknown-type"),
        (with_fields(v=2), "log/unknown-version"),
        (with_fields(v=MAX_INTEGER), "log/unknown-version"),
        (with_fields(data={}), "log/schema"),
        (with_fields(data={"seat": 7}), "log/schema"),
        (with_fields(data={"seat": "1"}), "log/schema"),
        (with_fields(data={"seat": True}), "log/schema"),
        (with_fields(data={"seat": 1, "extra": 1}), "log/schema"),
    ],
)  # fmt: skip
def test_a_line_that_is_none_of_ours_is_refused_by_name(stored: bytes, code: str) -> None:
    """Each way in which a line can be wrong has one code."""
    assert code_of(stored) == code


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(stored: bytes) -> None:
    """A file that is no log at all gives an error and no traceback."""
    read_or_refuse(stored)


@given(st.sampled_from(SAMPLES), st.data())
def test_a_damaged_line_is_read_or_refused(stored: bytes, data: st.DataObject) -> None:
    """Bytes lost, doubled or changed in a good line."""
    start = data.draw(st.integers(0, len(stored)))
    end = data.draw(st.integers(start, min(len(stored), start + 6)))
    read_or_refuse(stored[:start] + data.draw(st.binary(max_size=6)) + stored[end:])


@given(st.sampled_from(SAMPLES), st.sampled_from(sorted(FIELDS)), json_values)
def test_a_field_with_any_value_is_read_or_refused(stored: bytes, field: str, value: Any) -> None:
    """A line of the right form with a strange envelope."""
    read_or_refuse(orjson.dumps({**orjson.loads(stored), field: value}, option=orjson.OPT_SORT_KEYS))


@given(st.sampled_from(SAMPLES), st.data(), json_values)
def test_data_with_any_value_is_read_or_refused(stored: bytes, data: st.DataObject, value: Any) -> None:
    """A line of the right form whose event holds something strange."""
    raw = orjson.loads(stored)
    raw["data"][data.draw(st.sampled_from(sorted(raw["data"])))] = value
    read_or_refuse(orjson.dumps(raw, option=orjson.OPT_SORT_KEYS))


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in items for found in paths(item, (*path, key)))]


@pytest.mark.parametrize("number", [1.0, 1.5, 1e22, 5e-7])
def test_a_float_anywhere_in_an_event_is_never_canonical(number: float) -> None:
    """Whatever stood there before, and where no model looks: a float is refused, though the text is in order."""
    lines = [orjson.loads(sample) for sample in SAMPLES]
    for line in lines:
        for path in paths(line["data"])[1:]:
            changed = orjson.loads(orjson.dumps(line))
            place = changed["data"]
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = number
            with pytest.raises(Unreadable) as caught:
                read_line(orjson.dumps(changed, option=orjson.OPT_SORT_KEYS))
            assert caught.value.code == "log/not-canonical", (line["type"], path)


def test_no_event_has_a_part_that_no_model_looks_into() -> None:
    """In its JSON Schema such a part would be an object with any fields, and a float could hide there."""
    assert [kind for kind, event in EVENTS.items() if '"additionalProperties": true' in json.dumps(schema(event))] == []


def schema(event: type[Event]) -> dict[str, Any]:
    return event.model_json_schema()

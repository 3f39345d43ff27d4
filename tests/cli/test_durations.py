"""A length of time is a number and a unit, kept as whole microseconds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cli.durations import format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "micros"),
    [("10s", 10_000_000), ("500ms", 500_000), ("2m", 120_000_000), ("1h", 3_600_000_000), ("1.5s", 1_500_000),
     ("0.000001s", 1), ("7us", 7), (" 3s ", 3_000_000)],
)  # fmt: skip
def test_numbers_with_a_unit_are_read(text: str, micros: int) -> None:
    assert parse_duration(text) == micros


@pytest.mark.parametrize("text", ["10", "s", "-1s", "1d", "1 s", "1e3s", "1.s", "0.5us", "١s", ""])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_duration(text)


@given(st.integers(0, 10**15))
def test_what_is_written_can_be_read(micros: int) -> None:
    assert parse_duration(format_duration(micros)) == micros

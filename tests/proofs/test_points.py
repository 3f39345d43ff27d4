"""Points of small order, and points that are written in another way than their own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.proofs.keys import SigningKey
from croupier.proofs.points import EIGHTH, PRIME, SIGN, SMALL, is_acceptable

D = -121665 * pow(121666, -1, PRIME) % PRIME
"""The d of the curve (RFC 8032, 5.1)."""


def written(y: int, sign: int = 0) -> bytes:
    return (y | sign).to_bytes(32, "little")


def doubled(y: int) -> int:
    """The y of twice a point, by the law of addition and the equation of the curve."""
    xx = (y * y - 1) * pow(D * y * y + 1, -1, PRIME)
    return (y * y + xx) * pow(1 - D * xx * y * y, -1, PRIME) % PRIME


def test_doubling_three_times_leads_from_every_small_point_to_the_neutral_one() -> None:
    assert doubled(EIGHTH) == doubled(PRIME - EIGHTH) == 0
    assert doubled(0) == PRIME - 1
    assert doubled(PRIME - 1) == doubled(1) == 1
    assert {y for y in SMALL if doubled(doubled(doubled(y))) == 1} == SMALL


@pytest.mark.parametrize("sign", [0, SIGN])
@pytest.mark.parametrize("y", sorted(SMALL))
def test_no_small_point_is_accepted(y: int, sign: int) -> None:
    assert not is_acceptable(written(y, sign))


@pytest.mark.parametrize("sign", [0, SIGN])
@pytest.mark.parametrize("more", range(19))
def test_no_point_is_accepted_that_is_written_with_more_than_the_field(more: int, sign: int) -> None:
    assert not is_acceptable(written(PRIME + more, sign))


@given(st.binary(min_size=32, max_size=32))
def test_the_key_of_every_seed_is_accepted(seed: bytes) -> None:
    key = SigningKey(seed)

    assert is_acceptable(key.public)
    assert is_acceptable(key.sign(seed)[:32])

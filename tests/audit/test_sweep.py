"""A slice of the sweep over every single-byte change; ``python tests/audit/sweep.py`` tries all of them."""

import pytest

from audit.sweep import changes, small, verdict

TRIED = 250
"""Changes to each file; they walk through its bytes and through all values."""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", sorted(small()))
def test_every_changed_byte_is_found_at_its_place(name: str) -> None:
    every = list(changes(True, {name: small()[name]}))
    tried = every[:: len(every) // TRIED | 1]

    assert len(tried) > TRIED // 2
    assert [(change, wrong) for change in tried if (wrong := verdict(change))] == []

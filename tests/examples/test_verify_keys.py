"""Keys that are not a service's own, or not any more: the second verifier says of them what the audit says."""

from pathlib import Path

import pytest

from audit.making import make, spec_of
from audit.test_seals import one_key, turned
from croupier.audit.run import audit
from croupier.contracts import events as ev
from examples.test_verify import covered, places, pytestmark, verified

__all__ = ["pytestmark"]


@pytest.mark.timeout(180)
def test_of_shared_and_given_up_keys_it_says_what_the_audit_says(tmp_path: Path) -> None:
    """Given a key for two services, and keys that were given up before games were over, and while one was sealed."""
    right = make(spec_of())
    shared = one_key(right, "referee", "dealer")[0]
    shared.seal()
    worlds = [shared, turned(right, ev.GameRecorded, "dealer", "scoring"), turned(right, ev.GameClosed, "referee")]
    folders = [world.write(tmp_path / str(number) / "cup") for number, world in enumerate(worlds)]
    ours = [covered(audit(folder).findings) for folder in folders]

    assert all(ours)
    assert [places(told) for told in verified(folders)] == ours

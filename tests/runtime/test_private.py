"""Files for their owner alone: the dealer's secret, and keys."""

import stat
from pathlib import Path

import pytest

from croupier.contracts.errors import BadConfig
from croupier.runtime.private import fresh_hex, kept, read_hex


def load_secret(path: Path) -> bytes:
    return read_hex(kept(path, fresh_hex), "the secret")


def test_a_secret_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "run" / "secret"
    secret = load_secret(path)
    assert len(secret) == 32
    assert load_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["secret"]


def test_two_secrets_differ(tmp_path: Path) -> None:
    assert load_secret(tmp_path / "one") != load_secret(tmp_path / "other")


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    load_secret(path)
    path.chmod(0o640)
    with pytest.raises(BadConfig) as error:
        load_secret(path)
    assert error.value.code == "config/secret-exposed"
    assert "chmod 600" in error.value.hint


@pytest.mark.parametrize("text", ["", "xyz", "00" * 31, "00" * 33])
def test_what_is_no_secret_is_refused_and_not_repeated_in_the_message(tmp_path: Path, text: str) -> None:
    path = tmp_path / "secret"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(BadConfig) as error:
        load_secret(path)
    assert error.value.code == "config/value"
    assert not text or text not in str(error.value)


def test_a_secret_may_be_given_as_text() -> None:
    assert read_hex(" " + "ab" * 32 + "\n", "the secret") == b"\xab" * 32

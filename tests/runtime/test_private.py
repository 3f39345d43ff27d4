"""Files for their owner alone: the dealer's secret, and keys."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.contracts.errors import BadConfig
from croupier.runtime.private import fresh_hex, kept, read_hex, replace


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


def refuse(descriptor: int) -> None:
    raise OSError(28, "No space left on device")


def test_what_could_not_be_written_leaves_nothing_of_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(BadConfig) as error:
        load_secret(tmp_path / "secret")

    assert (error.value.code, error.value.reason) == ("config/unreadable", "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_what_could_not_be_written_leaves_the_secret_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    before = load_secret(path)
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        replace(path, fresh_hex())

    assert load_secret(path) == before
    assert list(tmp_path.iterdir()) == [path]


TOLD_TO_END = """
import os, signal, sys
from pathlib import Path
from croupier.runtime import private

path, number = Path(sys.argv[1]), int(sys.argv[2])
if number == signal.SIGHUP:  # who runs the tests may have told all below to ignore it
    signal.signal(number, signal.SIG_DFL)
flush = os.fsync

def told(descriptor):
    os.kill(os.getpid(), number)
    flush(descriptor)

os.fsync = told
{call}
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
@pytest.mark.parametrize(
    "call", ["private.kept(path, private.fresh_hex)", "private.replace(path, private.fresh_hex())"]
)
def test_a_process_that_is_told_to_end_leaves_the_file_and_no_draft(tmp_path: Path, call: str, number: int) -> None:
    """The signal comes while the secret is written; it ends the process when the secret is where it belongs."""
    path = tmp_path / "secret"
    program = TOLD_TO_END.format(call=call)
    ended = subprocess.run([sys.executable, "-c", program, path, str(number)], capture_output=True, check=False)

    assert ended.returncode == -number
    assert list(tmp_path.iterdir()) == [path]
    assert len(load_secret(path)) == 32

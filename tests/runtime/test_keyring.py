"""The key of a service: made once, for its owner alone, and never replaced without the old one's word."""

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.cli.main import main
from croupier.contracts.errors import BadConfig
from croupier.proofs import seals
from croupier.proofs.keys import signed
from croupier.runtime.keyring import load_ring, ring_of, rotate
from croupier.runtime.settings import Settings


def test_a_key_is_made_at_the_first_start_and_found_at_the_next(tmp_path: Path) -> None:
    path = tmp_path / "private" / "referee"
    first, second = load_ring(path, "referee"), load_ring(path, "referee")

    assert first.key.public == second.key.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "referee"
    load_ring(path, "referee")
    path.chmod(0o644)
    with pytest.raises(BadConfig) as error:
        load_ring(path, "referee")

    assert error.value.code == "config/secret-exposed"


def test_a_rotation_is_signed_by_the_key_that_goes_and_forgets_it(tmp_path: Path) -> None:
    path = tmp_path / "referee"
    before = load_ring(path, "referee")
    secret = path.read_text().splitlines()[0]
    rotate(path, "referee")
    after = rotate(path, "referee")
    one, two = after.past

    assert (one.old, one.new, two.new) == (before.key.public, two.old, after.key.public)
    assert signed(one.old, one.signature, seals.rotation("referee", one.old, one.new))
    assert signed(two.old, two.signature, seals.rotation("referee", two.old, two.new))
    assert secret not in path.read_text()
    assert load_ring(path, "referee").past == after.past


SPOILT: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "no key": lambda text: "no key\n",
    "of another service": lambda text: text.replace("rotated referee", "rotated dealer"),
    "no hex": lambda text: text[:-2] + "g\n",
    "another signature": lambda text: text[:-3] + ("00" if text[-3:-1] != "00" else "11") + "\n",
    "another key": lambda text: "ab" * 32 + text[64:],
    "extra words": lambda text: text[:-1] + " and more\n",
    "a blank at the end": lambda text: text[:-1] + " \n",
    "a single word": lambda text: text + "rotated\n",
    "an empty line": lambda text: text + "\n",
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_file_that_makes_no_sense_is_refused_and_not_repeated(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    path = tmp_path / "referee"
    load_ring(path, "referee")
    rotate(path, "referee")
    path.write_text(spoil(path.read_text()))
    with pytest.raises(BadConfig) as error:
        load_ring(path, "referee")

    assert error.value.code == "config/value"
    assert "ab" * 32 not in str(error.value)


def test_a_service_without_a_key_is_told_how_to_get_one() -> None:
    with pytest.raises(BadConfig) as error:
        ring_of(Settings(), "scoring")
    assert (error.value.code, error.value.place) == ("config/missing", "CROUPIER_SIGNING_KEY_FILE")


def test_a_key_may_be_given_as_a_setting_and_shows_nowhere() -> None:
    settings = Settings(signing_key="cd" * 32)

    assert len(ring_of(settings, "scoring").key.public) == 32
    assert "cdcd" not in repr(settings) + repr(ring_of(settings, "scoring"))


def test_the_command_shows_and_rotates_public_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "director"
    before = load_ring(path, "director").key.public.hex()

    assert main(["keys", "show", str(path), "--service", "director"]) == 0
    assert capsys.readouterr().out == f"director {before}\n"
    assert main(["keys", "rotate", str(path), "--service", "director", "--json"]) == 0
    known = json.loads(capsys.readouterr().out)["director"]
    assert known[0] == before
    assert known[1] == load_ring(path, "director").key.public.hex()
    assert path.read_text().splitlines()[0] not in known


@pytest.mark.parametrize("command", ["show", "rotate"])
def test_a_file_that_is_not_there_is_not_made_by_looking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main(["keys", command, str(tmp_path / "none"), "--service", "dealer"]) == 2
    assert "config/unreadable" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()

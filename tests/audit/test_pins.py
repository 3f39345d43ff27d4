"""Keys that an auditor knows are read from a file, strictly."""

import json
from pathlib import Path

import pytest

from audit.making import make, spec_of
from croupier.audit.pins import read_pins
from croupier.cli.main import main
from croupier.contracts.errors import BadConfig
from rings import key

REFEREE = key("referee").public.hex()


@pytest.mark.parametrize(
    "text", [{"referee": REFEREE}, {"referee": [REFEREE]}, {"bundle": 1, "keys": {"referee": [REFEREE]}}]
)
def test_a_key_a_list_and_a_manifest_will_do(tmp_path: Path, text: object) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(text))
    assert read_pins(path) == {"referee": (REFEREE,)}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("no json", "config/unreadable"), ("[]", "config/value"), ("{}", "config/value"),
        ('{"bundle":1}', "config/value"),
        ('{"refere": "00"}', "config/unknown-key"), ('{"referee": "00"}', "config/value"),
        ('{"referee": []}', "config/value"), (json.dumps({"referee": REFEREE.upper()}), "config/value"),
    ],
)  # fmt: skip
def test_what_names_no_keys_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    with pytest.raises(BadConfig) as error:
        read_pins(path)
    assert error.value.code == code


def test_the_audit_holds_a_bundle_against_known_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = make(spec_of()).write(tmp_path / "cup")
    known = tmp_path / "keys.json"
    known.write_text(json.dumps({"referee": key("a stranger").public.hex()}))

    assert main(["audit", str(bundle), "--keys", str(bundle / "manifest.json")]) == 0
    assert f"key of referee: {REFEREE}" in capsys.readouterr().out
    assert main(["audit", str(bundle), "--keys", str(known)]) == 1
    assert "key/unexpected" in capsys.readouterr().out

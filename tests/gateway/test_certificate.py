"""A certificate that cannot be used stops the start with a sentence, and never leaves the gateway with plain HTTP."""

import subprocess
from pathlib import Path

import pytest

from croupier.contracts.errors import BadConfig
from croupier.runtime.settings import Settings
from croupier.services.gateway.main import address


def made(folder: Path, name: str, *more: str) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    files = ["-out", str(certificate), "-keyout", str(key), *more]
    what = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-subj", "/CN=x", *files]
    subprocess.run(what, check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    try:
        return made(tmp_path, "right", "-nodes")
    except FileNotFoundError:
        pytest.skip("openssl is not there")


def refusal(certificate: Path | None, key: Path | None) -> BadConfig:
    with pytest.raises(BadConfig) as caught:
        address(Settings(gateway_certificate=certificate, gateway_key=key))
    return caught.value


def test_a_certificate_and_its_key_are_taken(pair: tuple[Path, Path]) -> None:
    """Given a certificate and its key, then both are handed to the server."""
    place = address(Settings(gateway_certificate=pair[0], gateway_key=pair[1]))
    assert (place.certificate, place.key) == (str(pair[0]), str(pair[1]))


def test_a_key_alone_does_not_end_in_plain_http(pair: tuple[Path, Path]) -> None:
    """Given a key whose certificate was forgotten, then the start is refused."""
    assert refusal(None, pair[1]).place == "CROUPIER_GATEWAY_CERTIFICATE"


def test_files_that_cannot_be_used_are_refused(pair: tuple[Path, Path], tmp_path: Path) -> None:
    """Given a missing file, no PEM, the key of another or a locked one, then the error is one of settings."""
    nonsense = tmp_path / "nonsense"
    nonsense.write_text("no certificate")
    others = made(tmp_path, "other", "-nodes")
    locked = made(tmp_path, "locked", "-passout", "pass:secret")
    for chosen in ((tmp_path / "nowhere", None), (nonsense, nonsense), (pair[0], others[1]), locked):
        assert refusal(*chosen).code == "config/value"

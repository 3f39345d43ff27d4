"""The file of tokens that ``croupier open`` keeps: one for each entrant, one to organise with, one to read with."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.cli.open import SCOPES, _access, _secrets
from croupier.cli.runfile import RunFile, load
from croupier.contracts.errors import BadConfig

FILE = 'game = "briscola"\n[[entrant]]\nname = "Ada"\nremote = true\n[[entrant]]\nname = "Bob"\nremote = true\n'


@pytest.fixture
def run(tmp_path: Path) -> RunFile:
    (tmp_path / "cup.toml").write_text(FILE)
    return load(tmp_path / "cup.toml")


def test_there_is_a_token_for_each_entrant_and_each_scope(tmp_path: Path, run: RunFile) -> None:
    kept = tmp_path / "tokens.json"
    secrets = _secrets(kept, run)
    written = json.loads(kept.read_bytes())
    assert set(written) == {"ada", "bob", *SCOPES}
    assert len(set(written.values())) == 4
    assert [(access.scope, access.token) for access in _access(secrets) or []] == [
        (SCOPES[name], sha256(written[name].encode()).hexdigest()) for name in SCOPES
    ]


def test_a_repeat_finds_the_same_tokens(tmp_path: Path, run: RunFile) -> None:
    kept = tmp_path / "tokens.json"
    first, again = _secrets(kept, run), _secrets(kept, run)
    assert {name: ticket.token for name, ticket in first.tickets.items()} == {
        name: ticket.token for name, ticket in again.tickets.items()
    }
    assert _access(first) == _access(again)


def test_a_file_from_before_there_were_scopes_opens_what_it_opened(tmp_path: Path, run: RunFile) -> None:
    kept = tmp_path / "tokens.json"
    kept.write_text(json.dumps({"ada": "a", "bob": "b"}))
    assert _access(_secrets(kept, run)) is None


def test_a_file_for_other_entrants_is_refused(tmp_path: Path, run: RunFile) -> None:
    kept = tmp_path / "tokens.json"
    kept.write_text(json.dumps({"ada": "a", "zoe": "z", "@organiser": "o"}))
    with pytest.raises(BadConfig, match="config/changed"):
        _secrets(kept, run)

"""Webhooks as an organiser writes them down, and what is wrong with them."""

import stat
from pathlib import Path

import pytest

from croupier.contracts.errors import BadConfig
from croupier.runtime.hooks import USUAL, Webhook, load, read_secrets, receivers, written

ONE = '[[webhooks]]\nurl = "https://example.org/hook?key=hush"\nsecret_file = "s"\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "webhooks.toml"
    path.write_text(text)
    return path


def test_a_webhook_needs_an_address_and_a_secret_and_no_more(tmp_path: Path) -> None:
    """Given the shortest file, then it is named after its host, told the usual, and its secret is beside it."""
    (hook,) = load(write(tmp_path, ONE))
    assert (hook.name, hook.events) == ("example-org", list(USUAL))
    assert hook.secret_file == str(tmp_path / "s")


def test_the_usual_is_what_organisers_wait_for() -> None:
    """Games that are over, rounds that are closed, disputes and their rulings, the end of the tournament."""
    assert set(USUAL) == {"game.recorded", "round.closed", "dispute.raised", "dispute.ruled", "tournament.finished"}


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("", "config/missing", "webhooks"),
        ("[[webhooks]]\n", "config/missing", "webhooks[0].url"),
        (ONE.replace("url", "ulr"), "config/unknown-key", "'url'?"),
        (ONE + "retries = 3\n", "config/unknown-key", "webhooks[0].retries"),
        (ONE + 'event = ["x"]\n', "config/unknown-key", "events"),
        (ONE + 'events = ["round.close"]\n', "config/value", "round.closed"),
        (ONE + 'events = ["tournament.opened"]\n', "config/value", "cannot be told"),
        (ONE + "events = []\n", "config/value", "webhooks[0].events"),
        (ONE + 'name = "A B"\n', "config/value", "webhooks[0].name"),
        (ONE + ONE, "config/duplicate", "webhooks[1].name"),
        (ONE.replace("https:", "ftp:"), "config/value", "webhooks[0].url"),
        (ONE.replace("example.org", "me:you@example.org"), "config/value", "no user and no password"),
        (ONE.replace("https://example.org", "https://"), "config/value", "webhooks[0].url"),
        (ONE.replace("example.org", "example.org:port"), "config/value", "webhooks[0].url"),
        ("[[webhooks\n", "config/syntax", "line 1"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, code: str, told: str) -> None:
    """Given a mistake, then its code, its place and, where there is one, the word that was meant."""
    with pytest.raises(BadConfig) as caught:
        load(write(tmp_path, text))
    assert caught.value.code == code
    assert told in str(caught.value)
    assert "hush" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as caught:
        load(tmp_path / "none.toml")
    assert (caught.value.code, caught.value.place) == ("config/unreadable", str(tmp_path / "none.toml"))


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Given webhooks with names that need escapes, then the file that we write for the service says the same."""
    hooks = [
        Webhook(url="http://127.0.0.1:9/a?b=c&d", secret_file='/tmp/"quoted" \\ ünïcode', events=["round.closed"]),
        Webhook(name="two", url="https://example.org", secret_file="/x"),
    ]
    assert load(write(tmp_path, written(hooks))) == hooks


def test_a_secret_is_made_where_there_is_none_for_its_owner_alone(tmp_path: Path) -> None:
    """Given no file, then a fresh secret is in it, which stays."""
    hooks = load(write(tmp_path, ONE))
    (first,), (again,) = receivers(hooks), receivers(hooks)
    assert first.secrets == again.secrets
    assert first.secrets[0].startswith("whsec_")
    assert stat.S_IMODE((tmp_path / "s").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("text", "mode", "code"),
    [
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", 0o644, "config/secret-exposed"),
        ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", 0o600, "config/value"),
        ("whsec_MfKQ9r8G\n", 0o600, "config/value"),
        ("whsec_not base 64 at all, and long enough\n", 0o600, "config/value"),
        ("", 0o600, "config/value"),
    ],
)
def test_a_file_that_holds_no_secret_is_refused_without_showing_it(
    tmp_path: Path, text: str, mode: int, code: str
) -> None:
    """Given a file that others may read or that holds something else, then it is named and its text is not."""
    path = tmp_path / "secret"
    path.write_text(text)
    path.chmod(mode)
    with pytest.raises(BadConfig) as caught:
        read_secrets(path)
    assert (caught.value.code, caught.value.place) == (code, str(path))
    assert not text.strip() or text.strip() not in str(caught.value)


def test_an_old_secret_may_stand_below_the_new_one(tmp_path: Path) -> None:
    """Given two lines, then both sign, so that a receiver can change over in its own time."""
    path = tmp_path / "secret"
    lines = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_" + "QUJD" * 8]
    path.write_text("\n".join(lines))
    path.chmod(0o600)
    assert read_secrets(path) == tuple(lines)

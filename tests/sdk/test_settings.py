"""Where settings come from, and what is said about wrong ones."""

import pytest

from croupier.sdk import BadSetting
from croupier.sdk.chance import nonce_for
from croupier.sdk.pace import Backoff, Pace
from croupier.sdk.settings import play_url, settings


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("ws://127.0.0.1:8080", "ws://127.0.0.1:8080/v1/play"),
        ("127.0.0.1:8080", "ws://127.0.0.1:8080/v1/play"),
        ("http://cards.example/", "ws://cards.example/v1/play"),
        ("https://cards.example", "wss://cards.example/v1/play"),
        ("wss://cards.example/tables/v1/play", "wss://cards.example/tables/v1/play"),
        ("ws://[::1]:8080", "ws://[::1]:8080/v1/play"),
    ],
)
def test_the_servers_address_is_enough(given: str, url: str) -> None:
    """Whoever has the address of the web page can play."""
    assert play_url(given) == url


@pytest.mark.parametrize(
    "given", ["ftp://cards.example", "ws://", "ws://:x", "ws://a:b@cards.example", "ws://cards.example?token=abc"]
)
def test_what_is_no_address_is_refused(given: str) -> None:
    """And a token in an address, which would end up in logs."""
    with pytest.raises(BadSetting, match="--url"):
        play_url(given)


def test_arguments_come_before_the_environment() -> None:
    """One bot of many in the same environment can be told apart."""
    env = {"CROUPIER_URL": "ws://a", "CROUPIER_TOKEN": "from-env", "CROUPIER_SEED": "1", "CROUPIER_NONCE": "ab" * 32}
    assert settings(token="given", seed=2, env=env).token == "given"
    assert settings(token="given", seed=2, env=env).seed == "2"
    assert settings(env=env).token == "from-env"
    assert settings(env=env).nonce == "ab" * 32


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"CROUPIER_TOKEN": "t"}, "no server"),
        ({"CROUPIER_URL": "ws://a"}, "no token"),
        ({"CROUPIER_URL": "ws://a", "CROUPIER_TOKEN": "two\nlines"}, "a broken token"),
        ({"CROUPIER_URL": "ws://a", "CROUPIER_TOKEN": "t", "CROUPIER_NONCE": "AB" * 32}, "--nonce"),
    ],
)
def test_what_is_missing_or_wrong_is_named(env: dict[str, str], words: str) -> None:
    """Each message says which flag or variable to set."""
    with pytest.raises(BadSetting, match=words):
        settings(env=env)


def test_a_nonce_is_drawn_unless_a_seed_fixes_it() -> None:
    """Nobody can guess it, and a test can repeat it."""
    assert nonce_for(None) != nonce_for(None)
    assert len(nonce_for(None)) == 64
    assert nonce_for("seven") == nonce_for("seven") != nonce_for("eight")


def test_pauses_between_attempts_grow_and_differ() -> None:
    """From a tenth of a second to two seconds, with jitter, and from the start again once a connection stood."""
    backoff = Backoff()
    pauses = [backoff.pause() for _ in range(40)]
    assert 0.05 <= pauses[0] <= 0.1
    assert all(1 <= pause <= 2 for pause in pauses[8:])
    assert len(set(pauses)) > 30
    backoff.reset()
    assert backoff.pause() <= 0.1


def test_a_burst_is_free_and_then_the_rate_holds() -> None:
    """Ten at once, then one each hundredth of a second."""
    now = 0.0
    pace = Pace(rate=100, burst=10, clock=lambda: now)
    waits = [pace.wait() for _ in range(20)]
    assert waits[:10] == [0.0] * 10
    assert waits[10:] == pytest.approx([k / 100 for k in range(1, 11)])
    now = 60.0
    assert [pace.wait() for _ in range(11)] == [0.0] * 10 + [0.01]

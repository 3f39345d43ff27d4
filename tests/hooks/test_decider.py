"""What follows from a receiver's answer, and what a message says."""

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import write_line
from croupier.runtime.hooks import Receiver, Webhook, fresh_secret
from croupier.runtime.hookstore import Message
from croupier.runtime.shell import now_micros
from croupier.services.hooks.decider import HOUR, JITTER, MINUTE, PAUSES, SECOND, Answer, judge
from croupier.services.hooks.messages import headers, message

NOW = 1_796_000_000_000_000


@pytest.mark.parametrize("status", [200, 201, 204, 299])
def test_a_success_is_the_end_of_it(status: int) -> None:
    """Given any status of the two hundreds, then nothing follows."""
    verdict = judge(Answer(status), 3, NOW, 0.5)
    assert (verdict.outcome, verdict.due) == ("delivered", None)


@pytest.mark.parametrize("status", [0, 100, 301, 302, 400, 404, 429, 500, 503])
def test_anything_else_is_tried_again(status: int) -> None:
    """Given no answer, an error, or a redirection, which is not followed, then it is tried again in five seconds."""
    verdict = judge(Answer(status), 0, NOW, 0.0)
    assert (verdict.outcome, verdict.due) == ("failed", NOW + 5 * SECOND)


def test_pauses_grow_to_a_day_and_then_it_is_given_up() -> None:
    """Given one failure after the other, then there are ten attempts, as the specification recommends."""
    dues = [judge(Answer(500), failed, NOW, 0.0).due for failed in range(10)]
    hours = [2, 5, 10, 14, 20, 24]
    assert [due - NOW for due in dues[:-1] if due] == [5 * SECOND, 5 * MINUTE, 30 * MINUTE, *(h * HOUR for h in hours)]
    assert judge(Answer(500), 9, NOW, 0.0).outcome == "given up"
    assert dues[-1] is None


def test_chance_makes_a_pause_longer_and_never_shorter() -> None:
    """Given receivers that failed together, then they are not tried again together."""
    dues = {judge(Answer(500), 1, NOW, chance).due for chance in (0.0, 0.5, 1.0)}
    assert dues == {NOW + int(PAUSES[1] * (1 + JITTER * chance)) for chance in (0.0, 0.5, 1.0)}


def test_a_receiver_may_ask_for_a_longer_pause_within_a_day() -> None:
    """Given ``Retry-After``, then the pause is as long at least; a year is not granted, and no shorter pause."""
    assert judge(Answer(429, "", 90 * SECOND), 0, NOW, 0.0).due == NOW + 90 * SECOND
    assert judge(Answer(429, "", 365 * 24 * HOUR), 0, NOW, 0.0).due == NOW + 24 * HOUR
    assert judge(Answer(429, "", SECOND), 1, NOW, 0.0).due == NOW + 5 * MINUTE


def test_gone_switches_the_receiver_off_and_keeps_the_message() -> None:
    """Given 410, then nothing more is sent; whoever switches it on again loses nothing."""
    verdict = judge(Answer(410), 9, NOW, 0.0)
    assert (verdict.outcome, verdict.due) == ("switched off", NOW)


def receiver(*secrets: str) -> Receiver:
    return Receiver(Webhook(url="https://example.org/hook", secret_file="x"), secrets)


def test_the_signature_is_that_of_the_specifications_example() -> None:
    """Given the example that Standard Webhooks publishes, then ours is its signature."""
    told = Message("msg_p5jXN8AQM9LWM0D4loKWxJek", "cup", 1, "test", '{"test": 2432232314}', 0)
    made = headers(receiver("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), told, 1_614_265_330_999_999)
    assert made["webhook-id"] == "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert made["webhook-timestamp"] == "1614265330"
    assert made["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_with_two_secrets_either_verifies() -> None:
    """Given a secret that is being replaced, then a receiver may have the old one or the new one."""
    old, new = fresh_secret().strip(), fresh_secret().strip()
    told = Message("id", "cup", 1, "test", '{"ä": 1}', 0)
    made = headers(receiver(new, old), told, now_micros())
    for secret in (old, new):
        assert Verifier(secret).verify(told.body, made) == {"ä": 1}


def test_a_message_says_where_its_event_stands() -> None:
    """Given a stored line, then the message's id is the line's hash, so that it is the same in every life."""
    raw = write_line(ev.SeedRevealed(seed="ab" * 32), seq=7, at=NOW, by="director", cause="x", prev="0" * 64)
    told = message("cup", raw)
    assert (told.id, told.line, told.type, told.due, told.attempts) == (digest(raw), 7, "seed.revealed", 0, 0)
    event = '{"seed":"' + "ab" * 32 + '"}'
    place = f'{{"tournament":"cup","line":7,"hash":"{digest(raw)}","event":{event}}}'
    assert told.body == f'{{"type":"seed.revealed","timestamp":"2026-11-30T00:53:20.000Z","data":{place}}}'

"""Where play is signed nobody sits down without a key."""

import json
from typing import Any

import pytest

from croupier.contracts import events as ev
from croupier.proofs import seals
from croupier.runtime.eventlog import Append
from gateway_kit import House, chain, hear, house, spec, token
from rings import key

NONCE = "ab" * 32


def hello(signer: str = "ann", nonce: str = NONCE) -> dict[str, Any]:
    proof = key(signer).sign(seals.entrant(bytes.fromhex(nonce), key(signer).public)).hex()
    return {"type": "hello", "versions": [1], "nonce": nonce, "key": key(signer).public.hex(), "proof": proof}


async def open_signed(h: House, *more: ev.Event) -> None:
    """A tournament in which zoe and yan sign their play."""
    opened = ev.TournamentOpened(spec=spec(("zoe", "yan"), "signed").model_copy(update={"signed": True}))
    await h.log.commit([Append("t/signed", 0, chain("t/signed", [opened, *more]))])


async def greet(h: House, said: dict[str, Any]) -> dict[str, Any]:
    async with h.dial(additional_headers={"Authorization": f"Bearer {token('zoe')}"}) as socket:
        await socket.send(json.dumps(said))
        return await hear(socket, "welcome", "bye")


async def test_a_key_that_is_proved_is_registered() -> None:
    async with house() as h:
        await open_signed(h)
        assert (await greet(h, hello()))["type"] == "welcome"
        join = await h.command("entrant.join", "to:director")
        assert (join["key"], join["proof"]) == (hello()["key"], hello()["proof"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"key": None}, "session/key-needed"),
        ({"proof": None}, "session/key-needed"),
        ({"nonce": None}, "session/key-needed"),
        ({"nonce": "cd" * 32}, "session/key-proof"),
        ({"key": key("bob").public.hex()}, "session/key-proof"),
    ],
)
async def test_without_a_proof_for_its_key_a_client_is_sent_away(change: dict[str, Any], code: str) -> None:
    said = {name: value for name, value in (hello() | change).items() if value is not None}
    async with house() as h:
        await open_signed(h)
        assert (await greet(h, said))["code"] == code


async def test_a_second_key_is_not_taken() -> None:
    """Whoever steals a token cannot play: its key is another one."""
    fields = hello()
    registered = ev.EntrantRegistered(entrant="zoe", name="Zoe", nonce=NONCE, key=fields["key"], proof=fields["proof"])
    async with house() as h:
        await open_signed(h, registered)
        assert (await greet(h, hello("bob")))["code"] == "session/key-other"
        assert (await greet(h, hello(nonce="cd" * 32)))["type"] == "welcome"


async def test_where_play_is_not_signed_a_key_does_no_harm() -> None:
    async with house() as h, h.player("ann", **{name: hello()[name] for name in ("nonce", "key", "proof")}):
        assert (await h.command("entrant.join", "to:director"))["entrant"] == "ann"

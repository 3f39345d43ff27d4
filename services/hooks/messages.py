"""What is sent, after Standard Webhooks: a type, a moment, and the event with the place where it stands."""

from datetime import UTC, datetime

import orjson
from standardwebhooks.webhooks import Webhook

from croupier import __version__
from croupier.contracts.canonical import digest
from croupier.contracts.lines import read_trusted
from croupier.runtime.hooks import Receiver
from croupier.runtime.hookstore import Message

AGENT = f"croupier/{__version__}"


def message(tournament: str, raw: bytes) -> Message:
    """The message of a stored line, due at once. Its id is the line's hash, in every life of ours the same.

    Raises ``Unreadable`` for what is no line.
    """
    line, head = read_trusted(raw), digest(raw)
    when = datetime.fromtimestamp(line.at / 1_000_000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    data = {"tournament": tournament, "line": line.seq, "hash": head, "event": line.event.data()}
    body = orjson.dumps({"type": line.event.TYPE, "timestamp": when, "data": data}).decode()
    return Message(head, tournament, line.seq, line.event.TYPE, body, due=0)


def headers(receiver: Receiver, message: Message, now: int) -> dict[str, str]:
    """The headers of an attempt that is made ``now`` (µs), with a signature by each of the receiver's secrets."""
    moment = datetime.fromtimestamp(now // 1_000_000, UTC)
    signatures = [
        Webhook(secret).sign(msg_id=message.id, timestamp=moment, data=message.body) for secret in receiver.secrets
    ]
    return {
        "content-type": "application/json",
        "user-agent": AGENT,
        "webhook-id": message.id,
        "webhook-timestamp": str(now // 1_000_000),
        "webhook-signature": " ".join(signatures),
    }

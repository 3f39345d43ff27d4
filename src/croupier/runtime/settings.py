"""Settings of the service processes: ``CROUPIER_…`` variables, overridden by flags.

``docs/operations.md`` has a heading for each.
"""

import os
import re
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from croupier.contracts.errors import BadConfig, did_you_mean

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX = "CROUPIER_"

FOREIGN = frozenset(
    {
        "CROUPIER_URL",
        "CROUPIER_TOKEN",
        "CROUPIER_SEED",
        "CROUPIER_NONCE",
        "CROUPIER_PLAY_KEY_FILE",
        "CROUPIER_TEST_SERVERS",
    }
)
"""Variables with our prefix that are meant for bots and tests, not for services."""

RANGES = re.compile(r"\d{1,2}(-\d{1,2})?(,\d{1,2}(-\d{1,2})?)*")


class BadSettings(BadConfig):
    """All that is wrong with the settings, in ``problems``; code, reason and place are the first one's."""

    def __init__(self, problems: Sequence[BadConfig]) -> None:
        first = problems[0]
        super().__init__(first.code, first.reason, place=first.place, hint=first.hint)
        self.problems = tuple(problems)


class Settings(BaseSettings):
    """What a service process can be told. Lengths of time are seconds.

    ``Settings()`` reads the environment; keyword arguments go first. Raises ``BadConfig`` for a value out
    of its range (``config/value``) and for an unknown ``CROUPIER_`` variable (``config/unknown-key``).
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True, env_ignore_empty=True)

    redis_url: str = "redis://localhost:6379/0"
    """The store: ``redis://user:password@host:port/0``, ``rediss://…`` or ``unix://user:password@/path``."""
    redis_read_url: str | None = None
    """The store for what the gateway or the hooks read, where that is another user's right. Unset: ``redis_url``."""
    redis_wait: Annotated[float, Field(ge=0, le=3600)] = 30.0
    """How long a start waits for a store that does not answer yet."""
    partitions: Annotated[int | None, Field(ge=1, le=100)] = None
    """Partitions of a store that is used for the first time (else 1); must agree with one that is set up."""
    serve: str = ""
    """The partitions that this process serves, such as ``0-7`` or ``0,3``; empty: all. No two processes of a
    service may serve the same."""
    consumer: Annotated[str, Field(min_length=1, max_length=100)] = socket.gethostname()
    """This process's name in its consumer group; the same after a restart."""

    batch: Annotated[int, Field(ge=1, le=10_000)] = 500
    """Most entries of one batch."""
    claim_after: Annotated[float, Field(ge=0.1, le=3600)] = 30.0
    """How long an entry may lie unacknowledged with another consumer before it is taken over."""
    attempts: Annotated[int, Field(ge=1, le=100)] = 3
    """How often an entry may fail before it goes to the dead letters."""
    deliveries: Annotated[int, Field(ge=1, le=1_000)] = 10
    """How often an entry may be delivered to processes that die of it before it goes to the dead letters."""
    table_age: Annotated[float, Field(ge=1, le=3600)] = 60.0
    """How long an entry stays in ``to:table`` at most; a gateway that was away for longer asks for snapshots."""
    table_entries: Annotated[int, Field(ge=1_000, le=10_000_000)] = 100_000
    """Most entries of ``to:table`` per partition, whatever their age."""

    health: str = "0"
    """Where ``/healthz``, ``/readyz`` and ``/metrics`` are served: a port, ``host:port``, or the path of a Unix
    socket; ``0``: nowhere. A port alone is one of 127.0.0.1."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "console", "json"] = "auto"

    archive: Path = Path("runs")
    """The folder of the bundles, written by the director and read by the gateway."""
    dealer_secret: SecretStr | None = None
    """The dealer's secret, 64 hex digits."""
    dealer_secret_file: Path | None = None
    """A file that holds the dealer's secret, readable by its owner only."""
    signing_key: SecretStr | None = None
    """The private key with which dealer, referee, scoring or director sign, 64 hex digits."""
    signing_key_file: Path | None = None
    """The file that holds that key, for its owner only; made at the first start. Each service has its own."""
    hooks_file: Path | None = None
    """The file of the webhooks that the hooks send."""
    organiser_token_file: Path | None = None
    """The file that holds the bearer token with which every tournament can be organised over HTTP, for its owner only;
    made at the first start. Unset: no token opens all of them."""
    gateway_private: bool = False
    """Whether reading and watching needs a token, too."""
    gateway_host: str = "127.0.0.1"
    gateway_port: Annotated[int, Field(ge=0, le=65535)] = 8000
    gateway_name: Annotated[str, Field(min_length=1, max_length=64)] = socket.gethostname()[:64]
    """The gateway's name in commands; the same after a restart, another for each gateway."""
    gateway_certificate: Path | None = None
    """A file with the TLS certificate and its chain (PEM); without it the gateway speaks plain HTTP."""
    gateway_key: Path | None = None
    """The certificate's private key (PEM)."""
    gateway_message: Annotated[int, Field(ge=256, le=2**20)] = 64 * 1024
    """Most bytes of a client's message. A frame of more than four times as much ends the connection."""
    gateway_rate: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    """Messages a second that a client may send in the long run."""
    gateway_burst: Annotated[int, Field(ge=1, le=1_000_000)] = 2_000
    """Messages that a client may send at once."""
    gateway_idle: Annotated[float, Field(ge=1, le=3600)] = 30.0
    """Seconds without any message after which a client counts as gone."""
    gateway_ping: Annotated[float, Field(ge=0.1, le=3600)] = 10.0
    """Seconds between two pings of the gateway."""
    gateway_hello: Annotated[float, Field(ge=0.1, le=3600)] = 5.0
    """Seconds that a client has to say hello."""
    gateway_queue: Annotated[int, Field(ge=2**16, le=2**30)] = 2**20
    """Most bytes that may wait for one client; one that falls behind further is sent away."""
    gateway_sockets: Annotated[int, Field(ge=1, le=1_000_000)] = 2_000
    """Most open WebSockets."""
    gateway_sockets_per_address: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    """Most open WebSockets from one address. Behind a proxy all clients have the address of the proxy."""

    def __init__(self, **flags: Any) -> None:
        problems = unknown_names(os.environ)
        try:
            super().__init__(**flags)
        except ValidationError as error:
            problems += _explained(error, flags)
        if problems:
            raise BadSettings(problems)

    @field_validator("serve")
    @classmethod
    def _ranges(cls, text: str) -> str:
        if text and not RANGES.fullmatch(text):
            raise ValueError("partitions are written like 0-7 or 0,3")
        return text

    def served(self, partitions: int) -> list[int]:
        """The partitions that this process serves, of a store that has ``partitions``.

        Raises ``BadConfig`` (``config/value``) for one that the store does not have.
        """
        if not self.serve:
            return list(range(partitions))
        chosen: set[int] = set()
        for part in self.serve.split(","):
            first, _, last = part.partition("-")
            chosen.update(range(int(first), int(last or first) + 1))
        if not chosen or max(chosen) >= partitions:
            reason = f"{self.serve!r} names a partition that the store does not have (0 to {partitions - 1})"
            raise BadConfig("config/value", reason, place=f"{PREFIX}SERVE")
        return sorted(chosen)


def unknown_names(environ: Mapping[str, str]) -> list[BadConfig]:
    """An error (``config/unknown-key``) for each ``CROUPIER_`` variable that is no setting of ours."""
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    return [
        BadConfig("config/unknown-key", "no such setting", place=name, hint=did_you_mean(name, known))
        for name in sorted(environ)
        if name.startswith(PREFIX) and name not in known and name not in FOREIGN
    ]


def _explained(error: ValidationError, flags: Mapping[str, Any]) -> list[BadConfig]:
    return [_one(wrong, flags) for wrong in error.errors(include_url=False, include_input=False)]


def _one(wrong: "ErrorDetails", flags: Mapping[str, Any]) -> BadConfig:
    field = str(wrong["loc"][0]) if wrong["loc"] else ""
    place = f"--{field.replace('_', '-')}" if field in flags else PREFIX + field.upper()
    if wrong["type"] == "extra_forbidden":
        hint = did_you_mean(field, list(Settings.model_fields))
        return BadConfig("config/unknown-key", "no such setting", place=place, hint=hint)
    return BadConfig("config/value", wrong["msg"].removeprefix("Value error, "), place=place)

"""Webhooks as an organiser writes them down: where to send what, and with which secret it is signed.

They stand in a TOML file as tables ``[[webhooks]]``, of their own or in a run file. A secret stands in a file that its
owner alone may read, and nowhere else.
"""

import base64
import binascii
import json
import re
import secrets
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator, model_validator
from pydantic_core import PydanticCustomError

from croupier.contracts import events as ev
from croupier.contracts.base import Id
from croupier.contracts.errors import BadConfig, did_you_mean

from .private import kept

PREFIX = "whsec_"
"""What the text of a secret begins with, after Standard Webhooks."""

SHORTEST, LONGEST = 24, 64
"""Bytes of a secret."""

EVENTS = tuple(sorted(event.TYPE for event in ev.TOURNAMENT_EVENTS if event is not ev.TournamentOpened))
"""What can be told: the lines of a tournament's log but for the first, which is long."""

USUAL = tuple(
    event.TYPE for event in (ev.GameRecorded, ev.RoundClosed, ev.DisputeRaised, ev.DisputeRuled, ev.TournamentFinished)
)
"""What is told where nothing else is asked for."""


class Webhook(BaseModel):
    """One receiver. ``name`` is that of its host unless it is given: addresses may hold secrets and are not shown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Id = ""
    url: Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
    secret_file: Annotated[str, StringConstraints(min_length=1)]
    events: Annotated[list[str], Field(min_length=1)] = list(USUAL)

    @model_validator(mode="before")
    @classmethod
    def _derive_name(cls, given: Any) -> Any:
        if isinstance(given, dict) and "name" not in given and isinstance(given.get("url"), str):
            return {**given, "name": _host_of(given["url"]) or "webhook"}
        return given

    @field_validator("url")
    @classmethod
    def _can_be_called(cls, url: str) -> str:
        parts = _split(url)
        if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"[\s#]", url):
            raise PydanticCustomError("config/value", "must be an address like https://example.org/hook")
        if parts.username is not None or parts.password is not None:
            raise PydanticCustomError("config/value", "must hold no user and no password: messages are signed")
        return url

    @field_validator("events")
    @classmethod
    def _known(cls, events: list[str]) -> list[str]:
        for name in events:
            if name not in EVENTS:
                hint = did_you_mean(name, list(EVENTS)) or f"there are {', '.join(EVENTS)}"
                raise PydanticCustomError("config/value", "{name} cannot be told; {hint}", {"name": name, "hint": hint})
        return events


class HooksFile(BaseModel):
    """A file of webhooks for an installation."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    webhooks: Annotated[list[Webhook], Field(min_length=1, max_length=100)]


@dataclass(frozen=True, slots=True)
class Receiver:
    """A webhook with its secrets, the newest first. Every message is signed with each of them."""

    hook: Webhook
    secrets: tuple[str, ...]

    @property
    def name(self) -> str:
        """The webhook's name."""
        return self.hook.name


def load(path: Path) -> list[Webhook]:
    """The webhooks of a file; the paths of their secrets are taken from its folder.

    Raises ``BadConfig``: ``config/unreadable``, ``config/syntax``, and the first that is wrong with them.
    """
    try:
        found = HooksFile.model_validate(tomllib.loads(path.read_text()))
    except OSError as error:
        raise BadConfig("config/unreadable", str(error.strerror), place=str(path)) from None
    except UnicodeDecodeError:
        raise BadConfig("config/syntax", "the file is not UTF-8", place=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadConfig("config/syntax", str(error), place=str(path)) from None
    except ValidationError as error:
        raise _wrong(path, error) from None
    for number, name in doubled(found.webhooks):
        raise BadConfig("config/duplicate", _two(name), place=f"{path} webhooks[{number}].name")
    return located(found.webhooks, path.parent)


def located(hooks: Iterable[Webhook], folder: Path) -> list[Webhook]:
    """The same webhooks, the files of their secrets named from the root; they were named from ``folder``."""
    return [hook.model_copy(update={"secret_file": str((folder / hook.secret_file).resolve())}) for hook in hooks]


def doubled(hooks: Sequence[Webhook]) -> Iterator[tuple[int, str]]:
    """Number and name of each webhook that is called like one before it."""
    seen: Counter[str] = Counter()
    for number, hook in enumerate(hooks):
        seen[hook.name] += 1
        if seen[hook.name] > 1:
            yield number, hook.name


def written(hooks: Iterable[Webhook]) -> str:
    """The file that :func:`load` reads as these webhooks."""
    tables = (hook.model_dump() for hook in hooks)
    return "\n".join(
        "[[webhooks]]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in table.items())
        for table in tables
    )


def receivers(hooks: Iterable[Webhook]) -> list[Receiver]:
    """The webhooks with their secrets. A file that is not there is made with a fresh secret, for its owner alone.

    Raises ``BadConfig``: ``config/secret-exposed``, ``config/unreadable``, ``config/value``.
    """
    return [Receiver(hook, read_secrets(Path(hook.secret_file))) for hook in hooks]


def read_secrets(path: Path) -> tuple[str, ...]:
    """The secrets in a file, one a line. Raises as :func:`receivers`."""
    lines = [line.strip() for line in kept(path, fresh_secret).splitlines()]
    found = tuple(line for line in lines if line)
    if not found or not all(_is_secret(line) for line in found):
        reason = f"a line of it is no secret: {PREFIX} and {SHORTEST} to {LONGEST} bytes as base64"
        raise BadConfig("config/value", reason, place=str(path))
    return found


def fresh_secret() -> str:
    """A new secret and a newline."""
    return f"{PREFIX}{base64.b64encode(secrets.token_bytes(32)).decode()}\n"


def _is_secret(text: str) -> bool:
    try:
        key = base64.b64decode(text.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        return False
    return text.startswith(PREFIX) and SHORTEST <= len(key) <= LONGEST


def _split(url: str) -> Any:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _host_of(url: str) -> str:
    parts = _split(url)
    host = "" if parts is None else f"{parts.hostname or ''}-{parts.port or ''}"
    return re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-")[:90]


def _two(name: str) -> str:
    return f"another webhook is called {name!r}; give one of them a name of its own"


def _wrong(path: Path, error: ValidationError) -> BadConfig:
    errors = error.errors(include_url=False, include_input=False)
    # A misspelt key is a missing one too; which it is shows in the one that is there.
    found = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in found["loc"]).lstrip(".")
    kind = found["type"]
    if kind == "extra_forbidden":
        known = Webhook.model_fields if len(found["loc"]) > 1 else HooksFile.model_fields
        hint = did_you_mean(str(found["loc"][-1]), [*known])
        return BadConfig("config/unknown-key", "there is no such key", place=f"{path} {place}", hint=hint)
    code = kind if kind.startswith("config/") else "config/missing" if kind == "missing" else "config/value"
    return BadConfig(code, found["msg"], place=f"{path} {place}")

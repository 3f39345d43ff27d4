"""Draws the secrets of an installation in containers, once, and gives each container its own and no other.

Runs to its end before the rest starts. ``/setup/NAME`` is the volume that container NAME finds at
``/run/croupier``; ``/setup/kept`` is mounted nowhere else. To draw anew: ``docker-compose down --volumes``.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from croupier.runtime.acl import (
    GATEWAY,
    GATEWAY_READS,
    HOOKS,
    HOOKS_READS,
    KEY_PERMISSIONS,
    SERVICES,
    USERS,
    acl_lines,
)

REDIS = (7, 0)
"""The version of Redis in docker-compose.yml; from it on a user's right to read a key and to write it differ."""

T = TypeVar("T")

OWNER = 10001
"""The user of the image, who alone reads a container's secrets."""

HEALTH = "user health on nopass resetkeys resetchannels -@all +ping"
"""For the health check of the Redis container: it may ask whether the server is up, and nothing else."""

ORGANISER = "resetchannels -@all +@connection +hello +xadd +xrange +get"
"""Who opens tournaments sends the director a command and sees in the tournament's log that it was heard."""

BOTS = ("greedy", "random")
"""Who plays in the demo."""


def main(setup: Path = Path("/setup")) -> None:
    """Write all that is missing below ``setup``; what was drawn before stays as it is."""
    passwords = drawn(setup / "kept/passwords.json", (*USERS, "organiser"))
    dealer = kept(setup / "kept/dealer.json", secrets.token_hex(32))
    keys = kept(setup / "kept/keys.json", {service: secrets.token_hex(32) for service in SERVICES})
    tokens = kept(setup / "kept/tokens.json", {bot: secrets.token_urlsafe(32) for bot in BOTS})
    public(setup / "redis/users.acl", "\n".join(users(passwords)) + "\n")
    for user in (*SERVICES, "organiser"):
        private(setup / user / "env", f"CROUPIER_REDIS_URL={url(user, passwords)}\n")
    for name, reads in ((GATEWAY, GATEWAY_READS), (HOOKS, HOOKS_READS)):
        both = f"CROUPIER_REDIS_URL={url(name, passwords)}\nCROUPIER_REDIS_READ_URL={url(reads, passwords)}\n"
        private(setup / name / "env", both)
    private(setup / "dealer/secret", dealer)
    for service, key in keys.items():
        if not (setup / service / "key").exists():  # it may have been rotated
            private(setup / service / "key", f"{key}\n")
    for bot, token in tokens.items():
        private(setup / bot / "env", f"CROUPIER_TOKEN={token}\n")
    private(setup / "organiser/tokens.json", json.dumps(tokens))


def users(passwords: dict[str, str]) -> list[str]:
    """The lines of the ACL file: the users of the services, and those that only an installation has."""
    write, read = ("%W", "%R") if REDIS >= KEY_PERMISSIONS else ("", "")
    keys = f"{write}~croupier:*:to:director {read}~croupier:partitions {read}~croupier:*:log:t/*"
    organiser = f"user organiser on #{digest(passwords['organiser'])} {keys} {ORGANISER}"
    return [*acl_lines(REDIS, passwords), organiser, HEALTH]


def url(user: str, passwords: dict[str, str]) -> str:
    """Where the containers find the store, as ``user``."""
    return f"redis://{user}:{passwords[user]}@redis:6379/0"


def drawn(path: Path, names: Sequence[str]) -> dict[str, str]:
    """A password for each of ``names``, kept in ``path``; one for a name that is new is drawn and added."""
    known: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    passwords = {name: known.get(name) or secrets.token_urlsafe(32) for name in names}
    if passwords != known:
        private(path, json.dumps(passwords))
    return passwords


def digest(word: str) -> str:
    """SHA-256 in hex, as Redis and a tournament's specification keep it."""
    return hashlib.sha256(word.encode()).hexdigest()


def kept(path: Path, fresh: T) -> T:
    """What ``path`` holds, after putting ``fresh`` there if it held nothing."""
    if not path.exists():
        private(path, json.dumps(fresh))
    stored: T = json.loads(path.read_text())
    return stored


def private(path: Path, text: str) -> None:
    """Write a file that only the image's user can read, whole or not at all."""
    put(path, text, 0o400)
    if os.geteuid() == 0:
        os.chown(path, OWNER, OWNER)


def public(path: Path, text: str) -> None:
    """Write a file for whatever user the Redis image runs as. It holds digests of long random passwords."""
    put(path, text, 0o444)


def put(path: Path, text: str, mode: int) -> None:
    """Write ``text`` beside ``path`` and move it there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    fresh.touch(0o600)
    fresh.write_text(text)
    fresh.chmod(mode)
    fresh.replace(path)


if __name__ == "__main__":
    main()

"""What each service may do on the Redis server. The same rules serve the embedded server and ``deploy/``.

The gateway faces the internet, so it holds the least: it sends commands, and reads what is made for
clients. It cannot read the log of a game, so it cannot leak a hand. It is two users, one that only writes and one that
only reads: before Redis 7 the right to a key is a right to both, and only the commands of a user tell them apart.
The hooks call out, and are two users likewise: one for keys of their own, one that reads tournaments' logs.
"""

import hashlib
from collections.abc import Mapping, Sequence

SERVICES = ("dealer", "referee", "scoring", "director")
GATEWAY, GATEWAY_READS = "gateway", "gateway-reads"
HOOKS, HOOKS_READS = "hooks", "hooks-reads"
USERS = (*SERVICES, GATEWAY, GATEWAY_READS, HOOKS, HOOKS_READS, "admin")

SERVICE_RULES = (
    "~croupier:*",
    "+@read +@write +@connection +@transaction +@scripting -@admin -@dangerous +info",
)

GATEWAY_COMMANDS = "+@connection -@admin -@dangerous +ping +hello"
WRITING, READING = "+xadd", "+xread +xrange +xrevrange +xinfo +smembers +get"
WRITTEN = ("croupier:{??}:cmd", "croupier:{??}:to:director")
LOGS_READ = ("croupier:{??}:log:t/*", "croupier:{??}:live", "croupier:partitions")
READ = ("croupier:{??}:to:table", *LOGS_READ)
"""A ``*`` in place of the partition would reach over a colon, to keys that only end like these."""

HOOKS_KEPT, HOOKS_COMMANDS = ("croupier:{hooks}:*",), "+hget +hset +hsetnx +hdel +hgetall +xadd +multi +exec"

DEFAULT = "user default off resetpass ~* &* +@all"
"""Nobody can be the default user. Its rights matter all the same: Redis 7 reads its file of writes as this user,
and without them it silently leaves out every transaction and every script that wrote more than one key."""

KEY_PERMISSIONS = (7, 0)
"""From this version on a user's right to read a key and to write it differ."""


def acl_lines(version: tuple[int, ...], passwords: Mapping[str, str]) -> list[str]:
    """The lines of an ACL file for a server of ``version``, with a password for each of ``USERS``.

    Before Redis 7 a pattern allows reading and writing alike, and what a user may do is in its commands alone.
    Raises ``KeyError`` for a missing password.
    """
    rules = {name: " ".join(SERVICE_RULES) for name in SERVICES}
    rules[GATEWAY] = f"{_keys(version, 'W', WRITTEN)} {GATEWAY_COMMANDS} {WRITING}"
    rules[GATEWAY_READS] = f"{_keys(version, 'R', READ)} {GATEWAY_COMMANDS} {READING}"
    rules[HOOKS] = f"{_keys(version, 'RW', HOOKS_KEPT)} {GATEWAY_COMMANDS} {HOOKS_COMMANDS}"
    rules[HOOKS_READS] = f"{_keys(version, 'R', LOGS_READ)} {GATEWAY_COMMANDS} {READING}"
    rules["admin"] = "~* &* +@all"
    users = [f"user {name} on #{_digest(passwords[name])} resetchannels {rules[name]}" for name in USERS]
    return [DEFAULT, *users]


def _keys(version: tuple[int, ...], right: str, patterns: Sequence[str]) -> str:
    mark = f"%{right}" if version >= KEY_PERMISSIONS else ""
    return " ".join(f"{mark}~{pattern}" for pattern in patterns)


def _digest(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()

"""What each service may do on the Redis server. The same rules serve the embedded server and ``deploy/``.

The gateway faces the internet, so it holds the least: it sends commands, and reads what is made for
clients. It cannot read the log of a game, so it cannot leak a hand.
"""

import hashlib
from collections.abc import Mapping

SERVICES = ("dealer", "referee", "scoring", "director")
USERS = (*SERVICES, "gateway", "admin")

SERVICE_RULES = (
    "~croupier:*",
    "+@read +@write +@connection +@transaction +@scripting -@admin -@dangerous +info",
)

GATEWAY_COMMANDS = "+@connection -@admin -@dangerous +ping +hello +xadd +xread +xrange +xrevrange +xinfo +smembers +get"
GATEWAY_WRITES = ("croupier:*:cmd", "croupier:*:to:director")
GATEWAY_READS = ("croupier:*:to:table", "croupier:*:log:t/*", "croupier:*:live", "croupier:partitions")

DEFAULT = "user default off resetpass ~* &* +@all"
"""Nobody can be the default user. Its rights matter all the same: Redis 7 reads its file of writes as this user,
and without them it silently leaves out every transaction and every script that wrote more than one key."""

KEY_PERMISSIONS = (7, 0)
"""From this version on a user's right to read a key and to write it differ."""


def acl_lines(version: tuple[int, ...], passwords: Mapping[str, str]) -> list[str]:
    """The lines of an ACL file for a server of ``version``, with a password for each of ``USERS``.

    Before Redis 7 a pattern allows reading and writing alike: there the gateway could also write to what
    it reads (``to:table`` and logs of tournaments). Raises ``KeyError`` for a missing password.
    """
    rules = {name: " ".join(SERVICE_RULES) for name in SERVICES}
    rules["gateway"] = f"{_gateway_keys(version)} {GATEWAY_COMMANDS}"
    rules["admin"] = "~* &* +@all"
    users = [f"user {name} on #{_digest(passwords[name])} resetchannels {rules[name]}" for name in USERS]
    return [DEFAULT, *users]


def _gateway_keys(version: tuple[int, ...]) -> str:
    if version < KEY_PERMISSIONS:
        return " ".join(f"~{pattern}" for pattern in GATEWAY_WRITES + GATEWAY_READS)
    return " ".join([f"%W~{pattern}" for pattern in GATEWAY_WRITES] + [f"%R~{pattern}" for pattern in GATEWAY_READS])


def _digest(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()

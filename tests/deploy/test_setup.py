"""What ``deploy/setup.py`` draws: each container gets its own secret, and the gateway can read no hand.

The rules are tried on real servers: the one at hand, and Redis 7 in a container where Docker answers.
"""

import importlib.util
import json
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, NoPermissionError
from redis.retry import Retry

from croupier.contracts.streams import DELIVERIES_KEY, HOOKS_KEY, dead_key, feed_key, log_key, waiting_key
from croupier.runtime.acl import SERVICES
from croupier.runtime.binaries import find_binary
from redis_container import redis_container

DEPLOY = Path(__file__).parents[2] / "deploy"
GAME, TOURNAMENT = log_key("g/cup-r1-t1-1", 1), log_key("t/cup", 1)
TABLE, COMMANDS, TO_DIRECTOR, TO_REFEREE = (
    feed_key(feed, 0) for feed in ("to:table", "cmd", "to:director", "to:referee")
)
SECRET_FROM_GATEWAY = {
    "read a game's log": ("XRANGE", GAME, "-", "+"),
    "read it backwards": ("XREVRANGE", GAME, "+", "-"),
    "follow it": ("XREAD", "STREAMS", GAME, "0"),
    "follow it beside a feed of its own": ("XREAD", "STREAMS", TABLE, GAME, "0", "0"),
    "look at its last entry": ("XINFO", "STREAM", GAME),
    "read it through a group": ("XREADGROUP", "GROUP", "g", "c", "STREAMS", GAME, "0"),
    "make a group on it": ("XGROUP", "CREATE", GAME, "g", "0"),
    "take it away in a piece": ("DUMP", GAME),
    "copy it to where it may read": ("COPY", GAME, TABLE),
    "rename it to where it may read": ("RENAME", GAME, TABLE),
    "measure it": ("XLEN", GAME),
    "get it": ("GET", GAME),
    "sort by it": ("SORT", TABLE, "BY", GAME),
    "read it by a script": ("EVAL", "return redis.call('XRANGE', KEYS[1], '-', '+')", "1", GAME),
    "read it by a script that hides the key": ("EVAL", f"return redis.call('XRANGE', '{GAME}', '-', '+')", "0"),
    "write to it": ("XADD", GAME, "*", "e", "{}"),
    "delete it": ("DEL", GAME),
    "begin the log of a tournament": ("XADD", log_key("t/bad", 1), "*", "e", "x"),
    "write to the log of a tournament": ("XADD", TOURNAMENT, "*", "e", "x"),
    "show a table what no referee sent": ("XADD", TABLE, "*", "e", "x"),
    "take the place of the live logs": ("XADD", "croupier:{01}:live", "*", "e", "x"),
    "take the place of the number of partitions": ("XADD", "croupier:partitions", "*", "e", "x"),
    "cut a table": ("XTRIM", TABLE, "MAXLEN", "0"),
    "read notices to the referee": ("XRANGE", TO_REFEREE, "-", "+"),
    "write to the referee's feed": ("XADD", TO_REFEREE, "*", "e", "{}"),
    "read dead letters": ("XRANGE", dead_key(0), "-", "+"),
    "list keys": ("KEYS", "*"),
    "walk over keys": ("SCAN", "0"),
    "read the configuration": ("CONFIG", "GET", "*"),
    "watch others": ("MONITOR",),
    "see others' commands": ("SLOWLOG", "GET"),
    "see the users": ("ACL", "LIST"),
    "empty the store": ("FLUSHALL",),
    "save elsewhere": ("BGSAVE",),
    "become a replica": ("REPLICAOF", "127.0.0.1", "1"),
    "stop the server": ("SHUTDOWN",),
}  # fmt: skip
WORK_OF_GATEWAY = {
    "send a command": ("XADD", COMMANDS, "*", "e", "{}"),
    "tell the director": ("XADD", TO_DIRECTOR, "*", "e", "{}"),
    "follow tables": ("XREAD", "COUNT", "1", "STREAMS", TABLE, "0"),
    "read a tournament": ("XRANGE", TOURNAMENT, "-", "+"),
    "see which logs are live": ("SMEMBERS", "croupier:{00}:live"),
    "know the partitions": ("GET", "croupier:partitions"),
}


@pytest.fixture(scope="module")
def setup() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("deploy_setup", DEPLOY / "setup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Installation:
    """A server with the users that were drawn, and their passwords."""

    options: dict[str, str | int]
    passwords: dict[str, str]

    def client(self, user: str, password: str = "") -> Redis:
        password = password or self.passwords.get(user, "")
        return Redis(**self.options, username=user, password=password, retry=Retry(NoBackoff(), 0))  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=["server at hand", "redis 7 in a container"])
def installation(
    request: pytest.FixtureRequest, setup: ModuleType, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    """Given an installation that has a game's log, a tournament's log and a feed with something in each."""
    folder = tmp_path_factory.mktemp("setup")
    binary = find_binary()
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "server at hand":
            patch.setattr(setup, "REDIS", binary.version)
        setup.main(folder)
    passwords = json.loads((folder / "kept/passwords.json").read_text())
    acl = folder / "redis/users.acl"
    if request.param == "server at hand":
        socket = folder / "s"
        argv = [str(binary.path), "--port", "0", "--unixsocket", str(socket), "--aclfile", str(acl), "--save", ""]
        process = subprocess.Popen(argv, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        try:
            assert any("ready to accept connections" in line.lower() for line in process.stdout)
            yield filled(Installation({"unix_socket_path": str(socket)}, passwords))
        finally:
            process.kill()
            process.communicate()
    else:
        with redis_container(acl) as address:
            host, _, port = address.partition(":")
            yield filled(Installation({"host": host, "port": int(port)}, passwords))


def filled(installation: Installation) -> Installation:
    with installation.client("admin") as admin:
        for key in (GAME, TOURNAMENT, TABLE, COMMANDS, TO_REFEREE, dead_key(0)):
            admin.xadd(key, {"e": "{}"})
        admin.set("croupier:partitions", "1")
    return installation


@pytest.mark.parametrize("user", ["gateway", "gateway-reads"])
@pytest.mark.parametrize("command", SECRET_FROM_GATEWAY.values(), ids=SECRET_FROM_GATEWAY.keys())
def test_the_gateway_is_refused(installation: Installation, command: tuple[str, ...], user: str) -> None:
    """The only process that faces the internet cannot leak what it cannot read, nor touch what others wrote."""
    with installation.client(user) as gateway, pytest.raises(NoPermissionError):
        gateway.execute_command(*command)


SECRET_FROM_HOOKS = {
    **{name: command for name, command in SECRET_FROM_GATEWAY.items() if name != "follow it beside a feed of its own"},
    "send a command": ("XADD", COMMANDS, "*", "e", "{}"),
    "tell the director": ("XADD", TO_DIRECTOR, "*", "e", "{}"),
    "read what the tables show": ("XRANGE", TABLE, "-", "+"),
    "move the number of partitions": ("SET", "croupier:partitions", "9"),
}
WORK_OF_HOOKS = {
    "keep what waits": ("hooks", ("HSET", waiting_key("h"), "id", "{}")),
    "let go what was delivered": ("hooks", ("HDEL", waiting_key("h"), "id")),
    "know what waits": ("hooks", ("HGETALL", waiting_key("h"))),
    "learn of a webhook": ("hooks", ("HSETNX", HOOKS_KEY, "h", "{}")),
    "look a webhook up": ("hooks", ("HGET", HOOKS_KEY, "h")),
    "note an attempt": ("hooks", ("XADD", DELIVERIES_KEY, "MAXLEN", "~", "9", "*", "e", "{}")),
    "read a tournament": ("hooks-reads", ("XRANGE", TOURNAMENT, "-", "+")),
    "see which logs are live": ("hooks-reads", ("SMEMBERS", "croupier:{00}:live")),
    "know the partitions": ("hooks-reads", ("GET", "croupier:partitions")),
}


@pytest.mark.parametrize("user", ["hooks", "hooks-reads"])
@pytest.mark.parametrize("command", SECRET_FROM_HOOKS.values(), ids=SECRET_FROM_HOOKS.keys())
def test_the_hooks_are_refused(installation: Installation, command: tuple[str, ...], user: str) -> None:
    """Who calls out to the world can neither read a hand nor tell any service what to do."""
    with installation.client(user) as hooks, pytest.raises(NoPermissionError):
        hooks.execute_command(*command)


@pytest.mark.parametrize(("user", "command"), WORK_OF_HOOKS.values(), ids=WORK_OF_HOOKS.keys())
def test_the_hooks_can_work(installation: Installation, user: str, command: tuple[str, ...]) -> None:
    """What they need is allowed."""
    with installation.client(user) as hooks:
        hooks.execute_command(*command)


@pytest.mark.parametrize("command", WORK_OF_GATEWAY.values(), ids=WORK_OF_GATEWAY.keys())
def test_the_gateway_can_work(installation: Installation, command: tuple[str, ...]) -> None:
    """What it needs is allowed."""
    with installation.client("gateway" if command[0] == "XADD" else "gateway-reads") as gateway:
        gateway.execute_command(*command)


@pytest.mark.parametrize("user", SERVICES)
def test_a_service_can_append_and_cannot_run_the_server(installation: Installation, user: str) -> None:
    """A service reads and writes logs; it cannot empty the store or see the passwords."""
    with installation.client(user) as service:
        assert service.xlen(GAME) >= 1
        service.eval("return redis.call('XADD', KEYS[1], '*', 'e', '{}')", 1, log_key("g/other", 1))
        for command in (
            ("FLUSHALL",),
            ("ACL", "LIST"),
            ("CONFIG", "GET", "*"),
            ("SHUTDOWN",),
            ("XADD", "foreign", "*", "e", "1"),
        ):
            with pytest.raises(NoPermissionError):
                service.execute_command(*command)


def test_the_organiser_can_tell_the_director_and_no_more(installation: Installation) -> None:
    """Whoever opens a tournament sees no hand and moves no card."""
    with installation.client("organiser") as organiser:
        assert organiser.get("croupier:partitions") == b"1"
        organiser.xadd(TO_DIRECTOR, {"e": "{}"})
        assert organiser.xrange(TOURNAMENT)
        for command in (
            ("XADD", COMMANDS, "*", "e", "{}"),
            ("XADD", GAME, "*", "e", "{}"),
            ("XRANGE", GAME, "-", "+"),
        ):
            with pytest.raises(NoPermissionError):
                organiser.execute_command(*command)


def test_nobody_comes_in_without_a_password_but_to_ask_whether_the_server_is_up(installation: Installation) -> None:
    """The health check has no secret, so it may do nothing that needs one."""
    with Redis(**installation.options, retry=Retry(NoBackoff(), 0)) as nobody, pytest.raises(AuthenticationError):  # type: ignore[arg-type]
        nobody.ping()
    with installation.client("gateway", "wrong") as guesser, pytest.raises(AuthenticationError):
        guesser.ping()
    with installation.client("health", "anything") as health:
        assert health.ping()
        for command in (("GET", "croupier:partitions"), ("XLEN", GAME), ("INFO",), ("PUBLISH", "a", "b")):
            with pytest.raises(NoPermissionError):
                health.execute_command(*command)


def test_each_container_gets_its_own_secret_and_no_other(setup: ModuleType, tmp_path: Path) -> None:
    """Whoever takes over the gateway holds the gateway's password and nothing else."""
    setup.main(tmp_path)
    passwords = json.loads((tmp_path / "kept/passwords.json").read_text())
    drawn = passwords | json.loads((tmp_path / "kept/tokens.json").read_text())
    expected = {user: {user} for user in (*SERVICES, "gateway", "hooks", *setup.BOTS)} | {
        "organiser": {"organiser", *setup.BOTS}
    }
    expected["gateway"].add("gateway-reads")
    expected["hooks"].add("hooks-reads")
    for user, secrets in expected.items():
        text = "".join(path.read_text() for path in (tmp_path / user).iterdir())
        assert {other for other, secret in drawn.items() if secret in text} == secrets
        assert (tmp_path / user / "secret").exists() == (user == "dealer")
        assert (tmp_path / user / "key").exists() == (user in ("dealer", "referee", "scoring", "director"))
    assert not any(password in (tmp_path / "redis/users.acl").read_text() for password in passwords.values())
    assert len(bytes.fromhex((tmp_path / "dealer/secret").read_text())) == 32


def test_only_the_user_of_the_image_reads_a_secret(setup: ModuleType, tmp_path: Path) -> None:
    """The file for Redis holds digests of long random words, so any user of its image may read it."""
    setup.main(tmp_path)
    modes = {
        path.relative_to(tmp_path): stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*") if path.is_file()
    }
    assert modes.pop(Path("redis/users.acl")) == 0o444
    assert set(modes.values()) == {0o400}


def test_a_second_start_changes_nothing(setup: ModuleType, tmp_path: Path) -> None:
    """The dealer's secret decides the decks: it stays as long as the volumes do."""

    def content() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    setup.main(tmp_path)
    first = content()
    setup.main(tmp_path)
    assert content() == first


def test_a_user_that_is_new_gets_a_password_and_the_others_keep_theirs(setup: ModuleType, tmp_path: Path) -> None:
    """An installation of an earlier version lacks users; its services hold passwords that must stay."""
    setup.main(tmp_path)
    kept = tmp_path / "kept/passwords.json"
    before = json.loads(kept.read_text())
    del before["gateway-reads"]
    kept.chmod(0o600)
    kept.write_text(json.dumps(before))
    setup.main(tmp_path)
    after = json.loads(kept.read_text())
    assert after.pop("gateway-reads")
    assert after == before


def test_two_installations_share_no_secret(setup: ModuleType, tmp_path: Path) -> None:
    """Nothing is built into the image."""
    setup.main(tmp_path / "one")
    setup.main(tmp_path / "two")
    drawn = [json.loads((tmp_path / name / "kept/passwords.json").read_text()) for name in ("one", "two")]
    assert not set(drawn[0].values()) & set(drawn[1].values())

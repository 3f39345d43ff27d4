"""What a run is made of: specification, bots with what they need and nothing else, ports."""

import json
import socket
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.cli.crew import FAILURES, Site, check_services, free_port, service_env
from croupier.cli.plan import argv_of, bots, spec_of
from croupier.cli.runfile import EntrantSection, RunFile
from croupier.cli.runfolder import draw
from croupier.cli.surroundings import OURS, heed
from croupier.contracts.errors import BadConfig, Unavailable
from croupier.runtime.acl import USERS
from croupier.runtime.binaries import Binary
from croupier.runtime.server import Server
from croupier.runtime.settings import Settings
from croupier.runtime.supervisor import Child, Status, Supervisor

URL = "ws://127.0.0.1:4000"


@pytest.fixture
def run() -> RunFile:
    entrants = [
        {"name": "Ada", "bot": "greedy"},
        {"name": "Bob", "command": "python my\\ bots/bob.py --level 'very high'"},
        {"name": "Carla", "remote": True},
    ]
    return RunFile.model_validate({"id": "cup", "game": "briscola", "games": 3, "entrant": entrants})


def test_the_specification_holds_hashes_of_tokens_and_no_token(run: RunFile) -> None:
    secrets = draw(run)
    spec = spec_of(run, secrets)
    assert (spec.id, spec.game, spec.format.games, spec.concurrency) == ("cup", "briscola", 3, 16)
    assert [entrant.id for entrant in spec.entrants] == ["ada", "bob", "carla"]
    assert spec.entrants[0].token == sha256(secrets.tickets["ada"].token.encode()).hexdigest()
    assert not any(ticket.token in spec.model_dump_json() for ticket in secrets.tickets.values())


def test_only_bots_on_this_machine_get_a_process(run: RunFile, tmp_path: Path) -> None:
    children = list(bots(run, draw(run), URL, tmp_path))
    assert [child.name for child in children] == ["bot-ada", "bot-bob"]
    assert children[0].argv == [sys.executable, "-m", "croupier.sdk.bots", "greedy"]
    assert children[1].argv == ["python", "my bots/bob.py", "--level", "very high"]


@pytest.mark.parametrize(
    ("given", "flags"),
    [({}, []), ({"think": "200ms"}, ["--think", "200"]), ({"worlds": 80}, ["--worlds", "80"])],
    ids=str,
)
def test_a_bot_that_thinks_ahead_is_told_for_how_long(given: dict[str, object], flags: list[str]) -> None:
    ada = EntrantSection.model_validate({"name": "Ada", "bot": "pimc", **given})
    assert argv_of(ada) == [sys.executable, "-m", "croupier.sdk.bots", "pimc", *flags]


def test_a_bot_gets_its_ticket_and_nothing_of_the_store(
    run: RunFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_REDIS_URL", "redis://:secret@localhost")
    monkeypatch.setenv("CROUPIER_DEALER_SECRET", "0" * 64)
    secrets = draw(run)
    env = next(bots(run, secrets, URL, tmp_path)).env
    ticket = secrets.tickets["ada"]
    assert {name: value for name, value in env.items() if name.startswith("CROUPIER_")} == {
        "CROUPIER_URL": URL,
        "CROUPIER_TOKEN": ticket.token,
        "CROUPIER_SEED": ticket.seed,
        "CROUPIER_NONCE": ticket.nonce,
    }
    assert env["PATH"].startswith(str(Path(sys.executable).parent))


def test_each_service_is_its_own_user_and_the_dealer_alone_has_the_secret(tmp_path: Path) -> None:
    site = Site(tmp_path / ".work", tmp_path, "ab" * 32, "127.0.0.1", 4000)
    passwords = {user: f"pass-{user}." for user in USERS}
    server = Server(tmp_path, Binary(Path("/bin/true"), (6, 2, 0), "PATH"), tmp_path / "redis.sock", passwords)
    for name in ("dealer", "referee", "scoring", "director", "gateway"):
        env = dict(service_env(name, site, server))
        assert ("CROUPIER_DEALER_SECRET" in env) == (name == "dealer")
        key = None if name == "gateway" else str(tmp_path / ".work" / "keys" / name)
        assert env.get("CROUPIER_SIGNING_KEY_FILE") == key
        theirs = {name, "gateway-reads"} if name == "gateway" else {name}
        assert {user for user in passwords if passwords[user] in json.dumps(env)} == theirs


def test_what_the_environment_says_reaches_the_services_but_for_what_the_installation_makes_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(tmp_path / ".work", tmp_path, "ab" * 32, "127.0.0.1", 4000)
    server = Server(tmp_path, Binary(Path("/bin/true"), (6, 2, 0), "PATH"), tmp_path / "s", dict.fromkeys(USERS, "p"))
    made: dict[str, str] = {}
    for name in ("dealer", "referee", "scoring", "director", "gateway"):
        made |= {key: value for key, value in service_env(name, site, server).items() if key.startswith("CROUPIER_")}
    for name in Settings.model_fields:
        monkeypatch.setenv(f"CROUPIER_{name.upper()}", "given")
    told: list[str] = []
    for name in Settings.model_fields:
        variable = f"CROUPIER_{name.upper()}"
        got = service_env("gateway", site, server).get(variable)
        assert (got == "given") == (name not in OURS), name
    assert not {f"CROUPIER_{name.upper()}" for name in Settings.model_fields if name not in OURS} & set(made)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"CROUPIER_{name.upper()}")
    monkeypatch.setenv("CROUPIER_GATEWAY_PRIVATE", "true")
    monkeypatch.setenv("CROUPIER_GATEWAY_PORT", "given")
    monkeypatch.setenv("CROUPIER_TOKEN", "a bot's")
    heed(told.append)
    assert told == ["CROUPIER_GATEWAY_PORT is not obeyed here: --host and --port say where the gateway listens"]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("CROUPIER_GATEWAY_PRIVATE", "perhaps", "config/value"),
        ("CROUPIER_GATEWAY_PRVATE", "true", "config/unknown-key"),
    ],
)
def test_a_setting_that_cannot_be_obeyed_is_refused_before_anything_starts(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadConfig) as refused:
        heed(lambda text: None)
    assert (refused.value.code, refused.value.place) == (code, name)


def test_a_port_is_kept_from_one_start_to_the_next(tmp_path: Path) -> None:
    memory = tmp_path / "port"
    first = free_port("127.0.0.1", 0, memory)
    assert free_port("127.0.0.1", 0, memory) == first
    with socket.create_server(("127.0.0.1", first)):
        assert free_port("127.0.0.1", 0, memory) != first
        with pytest.raises(BadConfig, match=f"port {first}"):
            free_port("127.0.0.1", first, memory)


@pytest.mark.parametrize("host", ["192.0.2.1", "a" * 70 + ".example"])
def test_an_address_that_is_not_ours_is_a_wrong_flag(tmp_path: Path, host: str) -> None:
    with pytest.raises(BadConfig, match="cannot listen") as refused:
        free_port(host, 0, tmp_path / "port")
    assert (refused.value.code, refused.value.place) == ("config/value", "--host")


def test_bots_from_elsewhere_are_not_sent_to_an_address_that_is_none(tmp_path: Path) -> None:
    here = Site(tmp_path, tmp_path, "", "127.0.0.1", 4000)
    anywhere = Site(tmp_path, tmp_path, "", "0.0.0.0", 4000)
    assert (here.url, here.public_url) == (URL, URL)
    assert (anywhere.url, anywhere.public_url) == (URL, f"ws://{socket.gethostname()}:4000")
    assert Site(tmp_path, tmp_path, "", "::", 4000).url == "ws://[::1]:4000"


def test_a_service_that_cannot_run_at_all_is_told_with_its_last_words(tmp_path: Path) -> None:
    log = tmp_path / "gateway.log"
    log.write_text("error: server/address: 127.0.0.1:80: Permission denied\n")
    group = Supervisor(tmp_path / "marks.json")
    status = group.children["gateway"] = Status(Child("gateway", (), {}, log), code=1)
    status.failures = FAILURES - 1
    check_services(group)
    status.failures = FAILURES
    with pytest.raises(Unavailable, match="exit code 1: error: server/address") as told:
        check_services(group)
    assert (told.value.code, told.value.place) == ("run/not-ready", str(log))

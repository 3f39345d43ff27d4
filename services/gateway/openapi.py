"""Writes the description of the HTTP addresses: ``python -m croupier.services.gateway.openapi > openapi.json``."""

import json
import sys

from prometheus_client import CollectorRegistry

from croupier.runtime.memory import MemoryLog

from .api import build
from .archive import Archive
from .gateway import Gateway
from .limits import Limits
from .metrics import Meter


def describe() -> str:
    """The OpenAPI document, as it stands in ``docs/api/openapi.json``."""
    gateway = Gateway(MemoryLog(), Archive(None), Limits(), Meter(CollectorRegistry()), "openapi")
    return json.dumps(build(gateway).openapi(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(describe())

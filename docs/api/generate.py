"""Writes every document of this folder: of the contracts, of the bus (FastStream describes it), of HTTP (FastAPI does),
of run files.

python docs/api/generate.py --write docs/api      what ``make docs`` does
python docs/api/generate.py --check docs/api      exits with 1 where one is not what the code says
"""

import json
from collections.abc import Mapping
from typing import Any

from croupier.cli.runschema import NAME, run_schema
from croupier.contracts import schemas
from croupier.runtime.bus import asyncapi
from croupier.services.gateway.openapi import describe


def documents() -> Mapping[str, dict[str, Any]]:
    """All documents by file name."""
    bus = json.loads(json.dumps(asyncapi(), sort_keys=True))  # FastStream's order differs from run to run
    http = json.loads(describe())
    return {**schemas.documents(), "bus.asyncapi.json": bus, "openapi.json": http, NAME: run_schema()}


if __name__ == "__main__":
    raise SystemExit(schemas.main(documents()))

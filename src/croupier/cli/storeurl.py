"""Which store a command means: a URL, the folder of a run whose store is running, or the environment."""

import os
from pathlib import Path

from croupier.contracts.errors import BadConfig


def store_url(given: str | None) -> str:
    """The URL of the store for an administrator. Raises ``BadConfig`` (``config/missing``, ``run/not-found``)."""
    if given is None:
        given = os.environ.get("CROUPIER_REDIS_URL")
    if not given:
        raise BadConfig(
            "config/missing", "give --redis URL or --redis runs/ID, or set CROUPIER_REDIS_URL", place="--redis"
        )
    return given if "://" in given else _of_folder(Path(given))


def _of_folder(folder: Path) -> str:
    from croupier.runtime.server import lay_out

    store = next((path for path in (folder / ".work" / "store", folder / "store") if path.is_dir()), None)
    if store is None:
        raise BadConfig("run/not-found", "no store in this folder; a run that has ended has none", place=str(folder))
    return lay_out(store).url("admin")

"""What is left of a run file without what is wrong in its shape, so that what does not go together is told as well."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from croupier.cli.runfile import RunFile

TIMES = 4
"""How often what is wrong is taken out, until the rest is a run file: each time something else may be missing."""


def salvaged(values: Mapping[str, Any]) -> RunFile | None:
    """The run file without what cannot be read; ``None`` if nothing can be made of it.

    An entrant with something wrong stands for somebody who connects from elsewhere.
    """
    left = dict(values)
    for _ in range(TIMES):
        try:
            return RunFile.model_validate(left)
        except ValidationError as error:
            for found in error.errors():
                left = _without(left, found["loc"])
    return None


def _without(values: dict[str, Any], path: Sequence[int | str]) -> dict[str, Any]:
    first, *rest = path or ("",)
    inner = values.get(str(first))
    if isinstance(inner, dict) and rest and rest[0] in inner:
        return {**values, str(first): {key: value for key, value in inner.items() if key != rest[0]}}
    if isinstance(inner, list) and rest and isinstance(rest[0], int) and first == "entrant":
        somebody = {"name": f"Entrant {rest[0] + 1}", "remote": True}
        return {**values, "entrant": [*inner[: rest[0]], somebody, *inner[rest[0] + 1 :]]}
    return {key: value for key, value in values.items() if key != first}

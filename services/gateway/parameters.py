"""What stands in the HTTP addresses: names, and which part of a list is wanted."""

from typing import Annotated

from fastapi import Path, Query

ID = r"[a-z0-9][a-z0-9-]{0,95}"

Name = Annotated[str, Path(pattern=f"^{ID}$", description="An id: lower case, digits, hyphens.")]
Named = Annotated[str, Path(alias="id", pattern=f"^{ID}$", description="An id: lower case, digits, hyphens.")]
"""What ``{id}`` stands for: the tournament or the game that the address is about."""
After = Annotated[str, Query(pattern=f"^({ID})?$", description="The last id of the page before.")]
Limit = Annotated[int, Query(ge=1, le=1_000, description="How many at most.")]

"""The code of the repository, for tests that look at code."""

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
CODE = [path for folder in ("contracts", "services", "src/croupier") for path in sorted((ROOT / folder).rglob("*.py"))]


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    gc.disable()  # a collection in the middle may end in a SystemError (CPython gh-106905)
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()

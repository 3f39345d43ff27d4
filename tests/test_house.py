"""The house rules that no linter says for us: what a folder may import, and how long a thing may be."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from source import CODE, ROOT, parsed

BESIDES_THE_STANDARD_LIBRARY = {"games": {"croupier"}, "sdk": {"croupier", "websockets"}}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1


@pytest.mark.parametrize("folder", BESIDES_THE_STANDARD_LIBRARY)
def test_a_folder_that_must_stand_alone_imports_the_standard_library_and_no_more(folder: str) -> None:
    """Rules must run anywhere for years, and a bot's author installs one small package."""
    allowed = sys.stdlib_module_names | BESIDES_THE_STANDARD_LIBRARY[folder]
    files = sorted((ROOT / "src/croupier" / folder).rglob("*.py"))
    strangers = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in imports(path)
        if name.split(".")[0] not in allowed
    ]
    assert files
    assert strangers == []


def test_nothing_is_imported_by_its_bare_name() -> None:
    """From the repository's root ``import contracts`` works too, and loads every class a second time."""
    bare = [
        f"{path}: {name}" for path in CODE for name in imports(path) if name.split(".")[0] in {"contracts", "services"}
    ]
    assert bare == []


def test_no_file_is_longer_than_400_lines() -> None:
    """One idea a file; a longer one has two."""
    long = [f"{path.relative_to(ROOT)}: {n}" for path in CODE if (n := len(path.read_bytes().splitlines())) > 400]
    assert CODE
    assert long == []


def test_no_function_is_longer_than_60_lines() -> None:
    """What does not fit on a screen is not read."""
    long = [f"{where}: {length}" for path in CODE for where, length in functions(path) if length > 60]
    assert long == []


def test_nine_functions_in_ten_are_shorter_than_30_lines() -> None:
    """Most functions do one thing and say it in a few lines."""
    lengths = sorted(length for path in CODE for _, length in functions(path))
    assert lengths[len(lengths) * 9 // 10] < 30

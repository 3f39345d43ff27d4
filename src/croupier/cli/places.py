"""On which line of a TOML file a key stands, so that an error can point there.

``tomllib`` gives values without places. This scan reads only the shape of the file (headers, keys, open
brackets, long strings) and is used on files that ``tomllib`` has already accepted.
"""

import re
from collections import Counter

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")
_TOKENS = re.compile(r"""\"{3}|\'{3}|"(?:[^"\\]|\\.)*"|'[^']*'|#.*$|[\[\]{}]""")


def places(text: str) -> dict[Path, int]:
    """The line (from 1) of every key and table header of ``text``, by path; a list's tables by index."""
    found: dict[Path, int] = {}
    tables: Counter[Path] = Counter()
    table: Path = ()
    scan = _Values()
    for number, line in enumerate(text.splitlines(), 1):
        if scan.inside:
            scan.feed(line)
        elif header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                found.setdefault(table, number)
                tables[table] += 1
                table = (*table, tables[table] - 1)
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            for path in _prefixes(table, _parts(key[1])):
                found.setdefault(path, number)
            scan.feed(line[key.end() :])
    return found


def line_of(path: Path, found: dict[Path, int]) -> int:
    """The line of ``path``, or of the nearest part above it; 1 for the file as a whole."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


def dotted(path: Path) -> str:
    """A path as people read it: ``entrant[2].name``, counted from 1."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class _Values:
    """Whether a value goes on in the next line: an open bracket or an open long string."""

    def __init__(self) -> None:
        self._depth = 0
        self._quotes = ""

    @property
    def inside(self) -> bool:
        return self._depth > 0 or bool(self._quotes)

    def feed(self, line: str) -> None:
        while line:
            if self._quotes:
                _, closed, line = line.partition(self._quotes)
                self._quotes = "" if closed else self._quotes
                continue
            token = _TOKENS.search(line)
            if token is None:
                return
            self._take(token[0])
            line = line[token.end() :]

    def _take(self, mark: str) -> None:
        if mark in ('"""', "'''"):
            self._quotes = mark
        elif mark in "[{":
            self._depth += 1
        elif mark in "]}":
            self._depth -= 1


def _parts(dotted_key: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted_key))


def _prefixes(table: Path, key: Path) -> list[Path]:
    return [(*table, *key[: end + 1]) for end in range(len(key))]

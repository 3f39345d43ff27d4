"""The files of a bundle that follow from its logs: written again and compared, byte by byte."""

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import zip_longest
from typing import Any

import orjson

from croupier.audit import files as fs
from croupier.audit.bundle import MANIFEST, Bundle
from croupier.audit.findings import Finding
from croupier.audit.tournament import TournamentAudit
from croupier.contracts.canonical import digest
from croupier.contracts.schemas import hashes
from croupier.folds.bundle import GAMES_HEADER, Heads, digested, standings_csv, standings_json
from croupier.folds.tournament import TournamentState

GAMES = "games.csv"
TABLES: dict[str, Callable[[TournamentState], bytes]] = {
    "standings.json": standings_json,
    "standings.csv": standings_csv,
}
LATER = ("standings.csv",)
"""Bundles of the first release, whose manifest names no contracts, have none."""

FIELDS = {"bundle", "tournament", "croupier", "contracts", "heads", "keys"}
"""What a manifest says beside its digest."""


class Derived:
    """Compares while the games pass by, so that nothing is held for the end but two hashes."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._heads = Heads()
        self._rows = self._open()
        self._line = 0
        self._found: list[Finding] = []
        self._compare(GAMES_HEADER)

    def _open(self) -> Iterator[bytes] | None:
        files = self._bundle.files
        return fs.lines(files, GAMES) if files.has(GAMES) else None

    def row(self, row: bytes) -> None:
        """The next row of the list of games, in the order of the tournament's log."""
        self._compare(row)

    def head(self, game: str, head: str) -> None:
        """The hash of the last line of a game's file."""
        self._heads.add(game, head)

    def findings(self, tournament: TournamentAudit, sound: bool) -> list[Finding]:
        """What differs. ``sound``: the logs are; if they are not, their heads cannot be compared any more."""
        if tournament.broken:
            return []
        self._compare(None)
        return [*self._found, *self._standings(tournament), *self._manifest(tournament, sound)]

    def _compare(self, right: bytes | None) -> None:
        """The next row of the list of games; ``None`` for its end."""
        self._line += 1
        if self._found:
            return
        if self._rows is None:
            self._found.append(Finding("bundle/derived", GAMES, 0, "the list of games is missing"))
            return
        found = next(self._rows, None)
        if found != right:
            reason = "the row is not what the tournament's log gives"
            self._found.append(Finding("bundle/derived", GAMES, self._line, reason, _text(right), _text(found)))

    def _standings(self, tournament: TournamentAudit) -> Iterator[Finding]:
        files = self._bundle.files
        for name, right in TABLES.items():
            if not files.has(name):
                if name not in LATER or "contracts" in self._bundle.manifest:
                    yield Finding("bundle/derived", name, 0, "the table is missing")
            elif (found := fs.content(files, name)) != (expected := _table(right, tournament)):
                line = _first_difference(found, expected or b"")
                yield Finding("bundle/derived", name, line, "the table is not what the tournament's log gives")

    def _manifest(self, tournament: TournamentAudit, sound: bool) -> Iterator[Finding]:
        found = self._bundle.manifest
        yield from damaged(self._bundle)
        if found.get("contracts", hashes()) != hashes():
            reason = "the bundle was written after other versions of the contracts than this program's"
            yield Finding("bundle/contracts", MANIFEST, 1, reason, note=True)
        keys = {service: list(known) for service, known in tournament.state.keys.all().items()}
        if "heads" in found and found.get("keys", {}) != keys:
            reason = "the keys are not those that the tournament's log names"
            yield Finding("bundle/keys", MANIFEST, 1, reason, str(keys), str(found.get("keys")))
        if not sound:
            return
        yield from self._ends(tournament, found.get("heads"))

    def _ends(self, tournament: TournamentAudit, found: Any) -> Iterator[Finding]:
        """Where the logs end. To the tournament's last line nothing is chained: if it is another, it is named."""
        heads = {"tournament": tournament.head, "games": self._heads.hexdigest()}
        if found == heads:
            return
        formed = isinstance(found, dict) and found.keys() == heads.keys()
        if formed and found["games"] == heads["games"] and not any(damaged(self._bundle)):
            reason = "this line is not the one with which the tournament ended: it was changed, or lines were cut off"
            right, wrong = str(found["tournament"]), heads["tournament"]
            yield Finding("bundle/heads", tournament.log, tournament.counts.lines, reason, right, wrong)
            return
        reason = "the logs do not end as the manifest says: the end of one was changed or cut off"
        yield Finding("bundle/heads", MANIFEST, 1, reason, str(heads), str(found))


def damaged(bundle: Bundle) -> Iterator[Finding]:
    """A manifest that is not as it was written."""
    stored, found = fs.content(bundle.files, MANIFEST), bundle.manifest
    fields = {name: value for name, value in found.items() if name != "digest"}
    if not fields.keys() <= FIELDS or stored != _rewritten(fields):
        expected = digest(orjson.dumps(fields, option=orjson.OPT_SORT_KEYS))
        reason = "the manifest was changed after it was written"
        yield Finding("bundle/manifest", MANIFEST, 1, reason, f"digest {expected}", f"digest {found.get('digest')}")


def _rewritten(fields: dict[str, object]) -> bytes | None:
    """The text of a manifest with these fields; ``None`` if it cannot have them."""
    try:
        return digested(fields)
    except TypeError:
        return None


def _table(right: Callable[[TournamentState], bytes], tournament: TournamentAudit) -> bytes | None:
    """The table, ``None`` where no tournament was opened, or results add up to more than a file can hold."""
    if tournament.state.spec is None:
        return None
    try:
        return right(tournament.state)
    except ValueError:
        return None


def _first_difference(one: bytes, other: bytes) -> int:
    """The number of the first line in which two files differ; a line that is not closed differs from one that is."""
    pairs = enumerate(zip_longest(BytesIO(one), BytesIO(other)), 1)
    return next((number for number, (left, right) in pairs if left != right), 0)


def _text(row: bytes | None) -> str:
    return "the end" if row is None else repr(row.decode(errors="replace"))

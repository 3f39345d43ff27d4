"""Who plays for whom in a run, as far as that has changed since it began: late entrants, and other programs.

The log says that somebody entered, or that another program plays, but neither the token nor the command. Those are kept
in ``cast.json`` in the private part of the run's folder, written before the log is asked for, so that ``croupier run``
finds them as soon as the log has it, in this life or the next.
"""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from croupier.cli.runfile import EntrantSection
from croupier.cli.runfolder import Ticket, write_private


class Cast:
    """The file ``path``, which need not be there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def enter(self, who: EntrantSection, ticket: Ticket) -> None:
        """Somebody more, and what it is given."""
        kept = self._read()
        kept["entered"][who.id] = {"who": _kept(who), "ticket": asdict(ticket)}
        self._write(kept)

    def forget(self, entrant: str) -> None:
        """Somebody whom the server has refused."""
        kept = self._read()
        kept["entered"].pop(entrant, None)
        self._write(kept)

    def replace(self, who: EntrantSection) -> str:
        """Another program for an entrant; the SHA-256 that the log knows it by."""
        kept, program = self._read(), program_of(who)
        kept["programs"][program] = _kept(who)
        self._write(kept)
        return program

    def entered(self, entrant: str) -> tuple[EntrantSection, Ticket] | None:
        """A late entrant of this run."""
        found = self._read()["entered"].get(entrant)
        return None if found is None else (EntrantSection(**found["who"]), Ticket(**found["ticket"]))

    def program(self, program: str) -> EntrantSection | None:
        """How a program is started that plays in another's place."""
        found = self._read()["programs"].get(program)
        return None if found is None else EntrantSection(**found)

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            kept: dict[str, dict[str, Any]] = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return {"entered": {}, "programs": {}}
        return kept

    def _write(self, kept: dict[str, dict[str, Any]]) -> None:
        write_private(self._path, json.dumps(kept, indent=1).encode())


def program_of(who: EntrantSection) -> str:
    """A SHA-256 (hex) that tells a way to play from others: of what would stand in a run file."""
    told = who.model_dump(include={"bot", "command", "worlds", "think"}, exclude_none=True)
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _kept(who: EntrantSection) -> dict[str, Any]:
    return who.model_dump(include={"name", "id", "bot", "command", "remote"}, exclude_none=True)

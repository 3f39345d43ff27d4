"""Where a tournament that is on can be asked for something: the server that plays it, and its run folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.cli.authority import Server, server_of, work_of
from croupier.cli.runfolder import RunFolder
from croupier.services.gateway.models import Tournament


@dataclass(frozen=True, slots=True)
class Office:
    """``run``: the folder of ``croupier run``, where the tournament is one of its."""

    server: Server
    tournament: str
    run: RunFolder | None = None

    def ask(self, path: str, **body: Any) -> dict[str, Any]:
        """Ask for something at a path below the tournament; the tournament as it is then.

        Raises ``BadConfig`` with what the server refuses by, ``Unavailable`` if nobody answers.
        """
        given = {key: value for key, value in body.items() if value not in ("", False)}
        return self.server.post(self.tournament, f"/{path}", Tournament, given)


def office(tournament: str, runs: Path, url: str | None, token_file: Path | None) -> Office:
    """The office of a tournament that is named by its id or its folder. Raises as :func:`server_of`."""
    if url is not None:
        return Office(server_of(tournament, runs, url, token_file), tournament)
    if "/" in tournament or (Path(tournament).is_dir() and not (runs / tournament).is_dir()):
        folder = Path(tournament).resolve()
        runs, tournament = folder.parent, folder.name
    server = server_of(tournament, runs, None, token_file)
    own = work_of(tournament, runs) == runs / tournament / ".work"
    return Office(server, tournament, RunFolder(runs, tournament) if own else None)


def shown(told: dict[str, Any]) -> str:
    """The state of a tournament in a line for people."""
    from croupier.audit.legible import printable

    pause = told.get("pause") or {}
    why = f" ({pause['why']})" if pause.get("why") else ""
    length = f" of {told['rounds']}" if told.get("rounds") else ""
    here = sum(not who["withdrawn"] for who in told["field"])
    return printable(
        f"{told['id']}: {told['status']}{why}, round {told['round']}{length}, "
        f"{told['recorded']} of {told['paired']} paired games recorded, {here} entrants"
    )

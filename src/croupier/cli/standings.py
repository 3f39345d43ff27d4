"""``croupier standings``: the table of a tournament, from its folder or from a server."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.audit.files import Files
    from croupier.cli.follow import Watched

LOG = "tournament.jsonl"


def command(
    tournament: Annotated[
        str, typer.Argument(metavar="ID|BUNDLE", help="A tournament's id, or its bundle: a folder or a zip file.")
    ],
    at: Annotated[
        str | None, typer.Option(metavar="round:N|game:N", help="As it was when round N, or the N-th game, was over.")
    ] = None,
    url: Annotated[str | None, typer.Option(help="Ask this server instead of looking into folders.")] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    why: Annotated[bool, typer.Option("--why", help="Say how each place comes about, to be checked by hand.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the table of a tournament.

    Of one that is still being played the table counts what stands in its folder, or asks the server.
    """
    from croupier.cli.output import print_json

    if url is not None:
        from croupier.cli.remote import standings

        _check_here(at, why)
        told = standings(url, tournament)
        print_json(told) if as_json else show_told(told)
        return
    watched = read(tournament, runs, at)
    print_json(result(watched, at, why)) if as_json else show(watched, at)
    if why and not as_json:
        explain(watched)


def _check_here(at: str | None, why: bool) -> None:
    from croupier.contracts.errors import BadConfig

    for name, given in (("--at", at is not None), ("--why", why)):
        if given:
            reason = "looks into a bundle and cannot ask a server"
            raise BadConfig("usage/option", reason, place=f"croupier standings {name}")


def read(tournament: str, runs: Path, at: str | None = None) -> "Watched":
    """The tournament in a folder or a zip file, to its end or to the moment that ``at`` names.

    Raises ``BadConfig``: ``run/not-found``, ``usage/value`` for a moment that there was not; ``Unreadable`` for a
    broken file.
    """
    from croupier.audit.files import lines
    from croupier.cli.at import Moment
    from croupier.cli.follow import Follower
    from croupier.contracts.errors import BadConfig

    moment = Moment.read(at) if at is not None else None
    files = find(tournament, runs)
    follower = Follower(files.place, files.place.resolve().stem)
    for stored in lines(files, LOG):
        if not stored.endswith(b"\n"):
            break  # it is being written
        follower.see([stored[:-1]])
        if moment is not None and moment.reached(follower.watched, stored):
            return follower.watched
    if not follower.watched.opened:
        raise BadConfig("run/not-found", "the tournament has not begun", place=str(files.place))
    if moment is not None:
        raise moment.missed(follower.watched)
    return follower.watched


def find(tournament: str, runs: Path) -> "Files":
    """The files of a tournament, by its id or its place. Raises ``BadConfig`` (``run/not-found``)."""
    from croupier.audit.files import files_in, is_zip
    from croupier.contracts.errors import BadConfig

    for path in (runs / tournament, runs / f"{tournament}.zip", Path(tournament)):
        if ((path / LOG).is_file() or is_zip(path)) and (files := files_in(path)).has(LOG):
            return files
    place = f"{runs / tournament} and {Path(tournament)}"
    raise BadConfig("run/not-found", f"no {LOG} in there", place=place)


def result(watched: "Watched", at: str | None = None, why: bool = False) -> dict[str, object]:
    """A tournament's table and how far it is, as JSON."""
    from croupier.cli.crosstable import as_json
    from croupier.cli.duelresult import as_json as duel_as_json
    from croupier.cli.duelresult import standing

    spec = watched.spec
    state = "finished" if watched.sealed else "running"
    games = {"done": watched.done, "total": watched.total}
    table = as_json(watched.state.table, watched.names)
    told: dict[str, object] = {
        "tournament": spec.id,
        "name": spec.name,
        "game": spec.game,
        "state": state,
        "games": games,
    }
    if why:
        places = [{"entrant": each.entrant, "why": each.why, "figures": each.figures}
                  for each in watched.state.table.explained()]  # fmt: skip
        told["explained"] = places
    duel = standing(watched)
    if duel is not None:
        told["duel"] = duel_as_json(duel)
    docket = watched.state.docket
    if docket.disputes:
        told["disputes"] = {"raised": len(docket.disputes), "open": len(docket.open)}
    return {**told, **({"at": at} if at is not None else {}), "standings": table}


def show(watched: "Watched", at: str | None = None) -> None:
    """Print the cross-table, and of a duel what it came to."""
    from croupier.audit.legible import printable
    from croupier.cli.crosstable import as_table
    from croupier.cli.duelresult import standing, text
    from croupier.cli.output import console

    spec = watched.spec
    title = f"{spec.name}: {spec.game}, {watched.done} of {watched.total} games"
    if at is not None:
        title += f", when {at.replace(':', ' ')} was over"
    console().print(as_table(watched.state.table, watched.names, title))
    duel = standing(watched)
    if duel is not None:
        typer.echo("\n".join(map(printable, text(duel).splitlines())))
    docket = watched.state.docket
    if docket.disputes:
        raised, waiting = len(docket.disputes), len(docket.open)
        count = f"{raised} dispute{'s' * (raised != 1)}"
        typer.echo(f"{count}, {waiting or 'none'} still to be ruled: croupier disputes {spec.id}")


def explain(watched: "Watched") -> None:
    """Print how each place comes about."""
    from croupier.audit.legible import printable

    def say(line: str) -> None:
        typer.echo(printable(line))

    for each in watched.state.table.explained():
        say(f"{each.place}. {watched.names[each.entrant]}{f': {each.why}' if each.why else ''}")
        for name, how in each.figures.items():
            say(f"     {name}: {how}")


def show_told(told: dict[str, Any]) -> None:
    """Print the table that a server told."""
    from croupier.cli.output import console

    console().print(table_told(told))


def table_told(told: dict[str, Any]) -> "Table":
    """The table that a server told, to print."""
    from croupier.cli.crosstable import draw
    from croupier.contracts.events import Standing

    names = {row["entrant"]: row["name"] for row in told["standings"]}
    rows = [Standing(**{key: value for key, value in row.items() if key != "name"}) for row in told["standings"]]
    title = f"{told['name']}: {told['game']}, {told['games']['done']} games, {told['state']}"
    return draw(rows, names, title, None)

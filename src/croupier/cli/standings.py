"""``croupier standings``: the table of a tournament, from its folder or from a server."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.cli.follow import Watched


def command(
    tournament: Annotated[
        str, typer.Argument(metavar="ID|FOLDER", help="A tournament's id, or the folder of its bundle.")
    ],
    url: Annotated[str | None, typer.Option(help="Ask this server instead of looking into folders.")] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the table of a tournament.

    Of one that is still being played the table counts what stands in its folder, or asks the server.
    """
    from croupier.cli.output import print_json

    if url is not None:
        from croupier.cli.remote import standings

        told = standings(url, tournament)
        print_json(told) if as_json else show_told(told)
        return
    watched = read(tournament, runs)
    print_json(result(watched)) if as_json else show(watched)


def read(tournament: str, runs: Path) -> "Watched":
    """The tournament in a folder. Raises ``BadConfig`` ``run/not-found``, or ``Unreadable`` for a broken file."""
    from croupier.cli.follow import Follower
    from croupier.contracts.errors import BadConfig

    folder = next(
        (path for path in (runs / tournament, Path(tournament)) if (path / "tournament.jsonl").is_file()), None
    )
    if folder is None:
        place = f"{runs / tournament} and {Path(tournament)}"
        raise BadConfig("run/not-found", "no tournament.jsonl in there", place=place)
    watched = Follower(folder, folder.resolve().name).read_archive()
    if not watched.opened:
        raise BadConfig("run/not-found", "the tournament has not begun", place=str(folder))
    return watched


def result(watched: "Watched") -> dict[str, object]:
    """A tournament's table and how far it is, as JSON."""
    from croupier.cli.crosstable import as_json

    spec = watched.spec
    state = "finished" if watched.sealed else "running"
    games = {"done": watched.done, "total": watched.total}
    table = as_json(watched.state.table, watched.names)
    return {
        "tournament": spec.id,
        "name": spec.name,
        "game": spec.game,
        "state": state,
        "games": games,
        "standings": table,
    }


def show(watched: "Watched") -> None:
    """Print the cross-table."""
    from croupier.cli.crosstable import as_table
    from croupier.cli.output import console

    spec = watched.spec
    title = f"{spec.name}: {spec.game}, {watched.done} of {watched.total} games"
    console().print(as_table(watched.state.table, watched.names, title))


def show_told(told: dict[str, Any]) -> None:
    """Print the table that a server told."""
    from croupier.cli.crosstable import draw
    from croupier.cli.output import console
    from croupier.contracts.events import Standing

    names = {row["entrant"]: row["name"] for row in told["standings"]}
    rows = [Standing(**{key: value for key, value in row.items() if key != "name"}) for row in told["standings"]]
    title = f"{told['name']}: {told['game']}, {told['games']['done']} games, {told['state']}"
    console().print(draw(rows, names, title, None))

"""``croupier record``: a game as a text that people read and compare, and the way back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.audit.bundle import Bundle, Log

SUFFIX = ".txt"


def command(
    source: Annotated[
        str,
        typer.Argument(
            metavar="LOG|ID|BUNDLE|RECORD", help="A game's log, BUNDLE/GAME, its id under --runs, or a bundle."
        ),
    ],
    target: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="The file to write; of a bundle, the folder.", show_default=False),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Read a record, and play it again on the rules.")] = False,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="With --check: print JSON.")] = False,
) -> None:
    """Write a game as a text, a line for everything: the table, the cards, what was said, how it ended.

    Stamps, seals and what follows by itself are left out, so two games can be compared line by line. With --check a
    record is read and played again: it ends with 0 if each line follows from those before.
    """
    if check:
        _check(Path(source), as_json=as_json)
    else:
        _write(source, target, runs)


def _write(source: str, target: Path | None, runs: Path) -> None:
    from croupier.audit.bundle import Bundle
    from croupier.audit.places import find, find_log
    from croupier.cli.saving import save
    from croupier.contracts.errors import BadConfig

    path = Path(source)
    found = find(path) if path.exists() else find_log(source, runs)
    if not isinstance(found, Bundle):
        text = _text(found)
        typer.echo(text, nl=False) if target is None else save(target, text)
        return
    if target is None:
        raise BadConfig("usage/missing", "the records of a bundle need a folder to go to", place="OUT")
    typer.echo(f"{target}: {_all(found, target)} records")


def _all(bundle: "Bundle", folder: Path) -> int:
    """Write a record for each game; how many there were."""
    from croupier.audit.bundle import ID
    from croupier.cli.saving import save
    from croupier.contracts.errors import BadConfig

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(folder)) from None
    games = sorted(game for game in bundle.games() if ID.fullmatch(game))
    for game in games:
        save(folder / f"{game}{SUFFIX}", _text(bundle.game(game)))
    return len(games)


def _text(log: "Log") -> str:
    from croupier.audit.record.model import record_of
    from croupier.audit.record.text import written

    return written(record_of(log.id(), log.lines()))


def _check(path: Path, *, as_json: bool) -> None:
    """Raises ``Unreadable``: ``bundle/not-found``, ``record/form``, and ``record/differs``, at which it ends with 1."""
    from croupier.audit.record.course import play
    from croupier.audit.record.text import read
    from croupier.cli.output import print_error, print_json
    from croupier.contracts.errors import Unreadable

    record, places = read(_content(path))
    try:
        state = play(record, places)
    except Unreadable as error:
        print_error(error, as_json=as_json)
        raise typer.Exit(1) from None
    told = {"game": record.id, "decisions": state.ply, "deals": state.deal_number, "over": state.over}
    if as_json:
        print_json(told)
    else:
        typer.echo(f"{path}: every line follows ({record.id}: {state.deal_number} deals, {state.ply} decisions)")


def _content(path: Path) -> str:
    from croupier.contracts.errors import Unreadable

    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise Unreadable("bundle/not-found", error.strerror or str(error), place=str(path)) from None
    except UnicodeDecodeError:
        raise Unreadable("record/form", "it is no text in UTF-8", place=str(path)) from None

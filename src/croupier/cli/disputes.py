"""``croupier disputes``: what was disputed, found and ruled in a tournament."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from croupier.folds.docket import Dispute

Told = Mapping[str, Any]


def command(
    tournament: Annotated[
        str, typer.Argument(metavar="ID|BUNDLE", help="A tournament's id, or its bundle: a folder or a zip file.")
    ],
    url: Annotated[str | None, typer.Option(help="Ask this server instead of looking into folders.")] = None,
    token_file: Annotated[
        Path | None, typer.Option(help="The file with a token, where the server asks for one.", show_default=False)
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the disputes of a tournament, with what examining them found and how they were ruled."""
    from croupier.cli.standings import read

    if url is not None:
        show(_asked(tournament, url, token_file, runs), as_json=as_json)
        return
    docket = read(tournament, runs).state.docket
    show([shape(dispute) for dispute in docket.disputes.values()], as_json=as_json)


def _asked(tournament: str, url: str, token_file: Path | None, runs: Path) -> list[Told]:
    """All pages of the server's list."""
    from croupier.cli.authority import server_of
    from croupier.services.gateway.models import DisputeList

    server = server_of(tournament, runs, url, token_file, asks=False)
    found: list[Told] = []
    after = ""
    while True:
        page = server.get(tournament, f"/disputes?limit=1000&after={after}", DisputeList)
        found += page["disputes"]
        if not page["next"]:
            return found
        after = page["next"]


def shape(dispute: "Dispute") -> dict[str, Any]:
    """A dispute of a log as a server would tell it."""
    raised, examined, ruled = dispute.raised, dispute.examined, dispute.ruled
    return {
        "id": raised.dispute, "why": raised.text, **raised.model_dump(include={"game", "entrant", "claim", "ply"}),
        "status": "ruled" if ruled else "examined" if examined else "open",
        "examined": examined and examined.model_dump(exclude={"dispute"}),
        "ruled": ruled and ruled.model_dump(exclude={"dispute"}),
    }  # fmt: skip


def show(disputes: Iterable[Told], *, as_json: bool) -> None:
    """Print disputes. Whoever may raise one chooses its words, so nothing of them reaches a terminal unseen."""
    from croupier.audit.legible import printable
    from croupier.cli.output import print_json

    found = list(disputes)
    if as_json:
        print_json({"disputes": found})
        return
    for dispute in found:
        typer.echo("\n".join(map(printable, lines(dispute))))
    if not found:
        typer.echo("nothing was disputed")


def lines(dispute: Told) -> Iterator[str]:
    """A dispute in a few lines."""
    who = dispute["entrant"] or "the organiser"
    place = "" if dispute["ply"] is None else f", ply {dispute['ply']}"
    words = f": {dispute['why']}" if dispute["why"] else ""
    yield f"{dispute['id']}  {dispute['game']}{place}  {dispute['claim']}, by {who}{words}"
    yield from _outcome(dispute)


def _outcome(dispute: Told) -> Iterator[str]:
    examined, ruled = dispute["examined"], dispute["ruled"]
    if examined is not None and (ruled is None or ruled["why"] != examined["why"]):
        yield f"    examined: {examined['why']}"
    for found in () if examined is None else examined["findings"]:
        yield f"        line {found['line']}: {found['reason']} [{found['code']}]"
    if ruled is None:
        yield "    to be ruled by the organiser" if examined else "    waits until its game is over and examined"
        return
    result = ruled["result"]
    counts = "" if result is None else f", {' – '.join(map(str, result['points'])) or 'no points'} counts"
    yield f"    {ruled['ruling']} by the {ruled['by']}: {ruled['why']}{counts}"

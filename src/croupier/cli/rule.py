"""``croupier rule DISPUTE RULING``: the organiser decides a dispute."""

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

Ruling = Literal["dismissed", "corrected", "replay", "forfeit"]
Board = Literal["new", "same"]

DISPUTE = re.compile(r"([a-z0-9][a-z0-9-]*)-d[0-9]+")


def command(
    dispute: Annotated[str, typer.Argument(metavar="DISPUTE", help="The id of a dispute, such as cup-d1.")],
    ruling: Annotated[Ruling, typer.Argument(metavar="dismissed|corrected|replay|forfeit", help="The ruling.")],
    why: Annotated[str, typer.Option(help="The reason, for everybody to read.")],
    points: Annotated[str | None, typer.Option(help='Of a corrected result, by side: "61 59".')] = None,
    places: Annotated[str | None, typer.Option(help='The same: "1 2"; equals share one ("1 1 3").')] = None,
    seats: Annotated[str | None, typer.Option(help='Of a forfeit: the seats that lose, "0" or "0 2".')] = None,
    board: Annotated[Board | None, typer.Option(help="Of a replay: on which board. Default: a new one.")] = None,
    url: Annotated[str | None, typer.Option(help="The server. Default: the one that plays in the run folder.")] = None,
    token_file: Annotated[
        Path | None, typer.Option(help="The file with an organiser's token. Default: the run's, or CROUPIER_TOKEN.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where run folders are.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Rule a dispute that was examined and is not clear.

    dismissed: nothing changes. corrected: the result is the one of --points and --places. forfeit: --seats lose.
    replay: the game counts no more and is played anew, on a new board, or with --board same on its own, where nobody
    remembers the cards. Each ruling is final, and tables and pairings to come follow.
    """
    from croupier.cli.authority import server_of
    from croupier.cli.disputes import show
    from croupier.services.gateway.models import DisputeLine

    tournament = _tournament(dispute)
    server = server_of(tournament, runs, url, token_file)
    body = {
        "ruling": ruling, "why": why, "points": _numbers(points, "--points"), "places": _numbers(places, "--places"),
        "seats": _numbers(seats, "--seats"), "board": board,
    }  # fmt: skip
    show([server.post(tournament, f"/disputes/{dispute}/rule", DisputeLine, body)], as_json=as_json)


def _tournament(dispute: str) -> str:
    from croupier.contracts.errors import BadConfig

    found = DISPUTE.fullmatch(dispute)
    if found is None:
        raise BadConfig("usage/value", f"{dispute[:60]!r} is no dispute", place="DISPUTE", hint="such as cup-d1")
    return found[1]


def _numbers(text: str | None, place: str) -> list[int] | None:
    from croupier.contracts.errors import BadConfig

    if text is None:
        return None
    words = text.replace(",", " ").split()
    if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in words):
        raise BadConfig("usage/value", f"{text[:60]!r} are no numbers", place=place, hint='such as "61 59"')
    return [int(word) for word in words]

"""``croupier dispute GAME``: say that something is wrong with a game."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Claim = Literal["illegal-move", "wrong-score", "wrong-deck", "clock", "other"]


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, such as cup-r3-t1-2.")],
    claim: Annotated[Claim, typer.Option(help="What is wrong with it.")],
    ply: Annotated[int | None, typer.Option(help="The decision that it is about.", show_default=False)] = None,
    why: Annotated[str, typer.Option(help="What it is, in words; everybody can read it.")] = "",
    url: Annotated[str | None, typer.Option(help="The server. Default: the one that plays in the run folder.")] = None,
    token_file: Annotated[
        Path | None, typer.Option(help="The file with your token. Default: the run's organiser, or CROUPIER_TOKEN.")
    ] = None,
    runs: Annotated[Path, typer.Option(help="Where run folders are.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Dispute a game of a tournament that is being played.

    With an entrant's token for that entrant, which must sit in the game, with an organiser's for the organiser. The
    director judges the game again when it is over; what is clear is ruled at once, the rest waits for `croupier rule`.
    """
    from croupier.cli.authority import server_of
    from croupier.cli.disputes import show
    from croupier.services.gateway.models import DisputeLine

    tournament = _tournament(game)
    server = server_of(tournament, runs, url, token_file)
    body = {"game": game, "claim": claim, "ply": ply, "why": why}
    show([server.post(tournament, "/disputes", DisputeLine, body)], as_json=as_json)


def _tournament(game: str) -> str:
    from croupier.contracts.errors import BadConfig
    from croupier.contracts.ids import tournament_of

    found = tournament_of(game)
    if found is None:
        raise BadConfig("usage/value", f"{game[:60]!r} is no game", place="GAME", hint="such as cup-r3-t1-2")
    return found

"""``croupier keys``: the key that a service signs with, in its file."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


class Holder(StrEnum):
    """The services that hold a key."""

    dealer = "dealer"
    referee = "referee"
    scoring = "scoring"
    director = "director"


File = Annotated[Path, typer.Argument(metavar="FILE", help="The file of CROUPIER_SIGNING_KEY_FILE.")]
Whose = Annotated[Holder, typer.Option("--service", help="Whose key it is.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def show(file: File, service: Whose, as_json: Json = False) -> None:
    """Print the public keys of a service, oldest first: others compare them with a bundle's."""
    from croupier.contracts.errors import BadConfig
    from croupier.runtime.keyring import load_ring

    if not file.exists():
        raise BadConfig("config/unreadable", "there is no such file", place=str(file))
    ring = load_ring(file, service.value)
    _print(service, [*(step.old for step in ring.past), ring.key.public], as_json)


@app.command()
def rotate(file: File, service: Whose, as_json: Json = False) -> None:
    """Put a new key into the file, signed for by the one that is there, which is then forgotten.

    Stop the service before. It takes the new key up at its next start, and says so in the log of every tournament in
    play; no audit accepts what the old key seals after that.
    """
    from croupier.contracts.errors import BadConfig
    from croupier.runtime.keyring import rotate as turn

    if not file.exists():
        raise BadConfig("config/unreadable", "there is no such file", place=str(file))
    try:
        ring = turn(file, service.value)
    except OSError as error:
        raise BadConfig("config/unwritable", error.strerror or str(error), place=str(file)) from None
    _print(service, [*(step.old for step in ring.past), ring.key.public], as_json)


def _print(service: Holder, keys: list[bytes], as_json: bool) -> None:
    from croupier.cli.output import print_json

    if as_json:
        print_json({service.value: [key.hex() for key in keys]})
        return
    for key in keys:
        typer.echo(f"{service.value} {key.hex()}")

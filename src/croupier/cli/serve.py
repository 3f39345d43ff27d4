"""``croupier serve NAME``: one service in this process, set up by ``CROUPIER_…`` variables."""

from enum import StrEnum
from typing import Annotated

import typer


class Service(StrEnum):
    """The services; each is started by its module ``croupier.services.NAME.main``."""

    dealer = "dealer"
    referee = "referee"
    scoring = "scoring"
    director = "director"
    gateway = "gateway"
    hooks = "hooks"


def command(name: Annotated[Service, typer.Argument(help="Which service.", show_default=False)]) -> None:
    """Run one service in this process.

    It takes its settings from CROUPIER_... variables, runs until SIGTERM or Ctrl-C, ends what it has
    begun, and leaves with code 0.
    """
    from croupier.cli.serving import serve

    serve(name.value)

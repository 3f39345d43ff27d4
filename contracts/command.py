"""What all commands have in common."""

from typing import Annotated

from pydantic import Field

from croupier.contracts.base import Contract

CommandId = Annotated[str, Field(min_length=1, max_length=160)]


class Command(Contract):
    """Base of all commands. ``id`` becomes the ``cause`` of the events that follow."""

    id: CommandId

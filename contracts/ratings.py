"""How strong an entrant is, as it stands in a log: whole numbers alone."""

from typing import Annotated, Literal

from pydantic import Field

from croupier.contracts.base import Contract, Id, Integer, Natural

RatingNote = Literal["no-games", "one-game", "won-all", "lost-all"]
"""Why a rating may be far off."""


class Rating(Contract):
    """A line of the ratings: ``rating`` plus or minus ``margin`` holds the strength with 95 %, from ``games`` games.

    ``group``, from 1: where entrants fall into groups that never met each other, the one that it belongs to; ratings of
    two groups are comparable by the prior alone.
    """

    entrant: Id
    rating: Integer
    margin: Natural
    games: Natural
    notes: list[RatingNote] | None = None
    group: Annotated[int, Field(ge=1)] | None = None

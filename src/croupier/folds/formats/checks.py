"""Inconsistent input is refused, never guessed: every format checks its field and history here first."""

from collections.abc import Sequence

from croupier.contracts.errors import BadConfig, did_you_mean

from .model import History, Meeting, Player

RESULTS = frozenset({(2, 0), (1, 1), (0, 2), (0, 0)})


def refuse(code: str, reason: str, place: str = "", hint: str = "") -> BadConfig:
    """The error for input that makes no sense; ``code`` without its family ``format``."""
    return BadConfig(f"format/{code}", reason, place=place, hint=hint)


def check_field(players: Sequence[Player], least: int = 2) -> None:
    """Raises :class:`BadConfig`.

    Codes: ``format/too-few`` for fewer than ``least`` players, ``format/duplicate`` for an id that stands twice,
    ``format/status`` for one that leaves before it comes.
    """
    if len(players) < least:
        raise refuse("too-few", f"{len(players)} entrants where {least} are needed")
    seen: set[str] = set()
    for player in players:
        if player.id in seen:
            raise refuse("duplicate", "the entrant stands twice in the field", player.id)
        seen.add(player.id)
        if player.first < 1 or (player.last is not None and player.last < player.first - 1):
            raise refuse("status", f"enters in round {player.first} and leaves after round {player.last}", player.id)


def check_history(players: Sequence[Player], history: History, limit: int | None = None) -> None:
    """The history fits the field. ``limit``: rounds of the whole tournament.

    Raises :class:`BadConfig`: ``format/rounds`` for a round that was not played, ``format/unknown-entrant``,
    ``format/itself``,``format/result``, ``format/twice`` for somebody who is in two places in a round,
    ``format/status`` for somebody who plays while absent, ``format/missing`` for somebody who is nowhere.
    """
    if history.rounds < 0 or (limit is not None and history.rounds > limit):
        raise refuse("rounds", f"{history.rounds} rounds are over of {limit}")
    by_id = {player.id: player for player in players}
    places: set[tuple[int, str]] = set()
    for meeting in history.meetings:
        _check_meeting(meeting)
        for name in meeting.seats:
            _place(by_id, places, history.rounds, meeting.round, name, at_table=True)
    for out in history.outs:
        _place(by_id, places, history.rounds, out.round, out.entrant, at_table=False)


def check_complete(players: Sequence[Player], history: History) -> None:
    """Everybody who can be paired is somewhere in each round. Raises ``format/missing`` for who is not."""
    there = {(meeting.round, name) for meeting in history.meetings for name in meeting.seats}
    there |= {(out.round, out.entrant) for out in history.outs}
    for number in range(1, history.rounds + 1):
        for player in players:
            if player.plays(number) and (number, player.id) not in there:
                raise refuse("missing", f"has no result and no bye in round {number}", player.id)


def _check_meeting(meeting: Meeting) -> None:
    place = f"round {meeting.round}: {' - '.join(meeting.seats)}"
    if meeting.seats[0] == meeting.seats[1]:
        raise refuse("itself", "an entrant cannot meet itself", place)
    if meeting.halves not in RESULTS or (meeting.played and meeting.halves == (0, 0)):
        raise refuse("result", f"{meeting.halves[0]}:{meeting.halves[1]} half points are no result of a match", place)


def _place(
    by_id: dict[str, Player], places: set[tuple[int, str]], rounds: int, number: int, name: str, *, at_table: bool
) -> None:
    player = by_id.get(name)
    if player is None:
        raise refuse("unknown-entrant", f"round {number} has an entrant that is not in the field", name,
                     did_you_mean(name, list(by_id)))  # fmt: skip
    if not 1 <= number <= rounds:
        raise refuse("rounds", f"there is a result of round {number} and {rounds} rounds are over", name)
    if (number, name) in places:
        raise refuse("twice", f"is in two places in round {number}", name)
    if at_table and not player.plays(number):
        raise refuse("status", f"plays in round {number} and does not take part in it", name)
    places.add((number, name))

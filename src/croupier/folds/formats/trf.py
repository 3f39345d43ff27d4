"""A Swiss tournament as a TRF16 file, the exchange format of FIDE, for other programs and for pairing checkers."""

from collections.abc import Mapping, Sequence

from .model import HALVES, History, Kind, Meeting, Player, records

SITTING_OUT: dict[Kind, str] = {"bye": "U", "full": "F", "half": "H", "absent": "Z", "free": "Z"}
PLAYED = {2: "1", 1: "=", 0: "0"}
UNPLAYED = {2: "+", 1: "=", 0: "-"}


def trf(
    name: str, players: Sequence[Player], history: History, rounds: int, names: Sequence[str] = (),
    ranks: Mapping[str, int] | None = None,
) -> str:  # fmt: skip
    """The file's text. ``names``: what people read, by player; the ids where there are none.

    ``ranks``: places by id; after points and numbers where there are none.

    A round that a player misses before it enters or with notice is a zero-point bye; rounds after its withdrawal
    are left blank.
    """
    numbers = {player.id: number for number, player in enumerate(players, 1)}
    cells = _cells(players, history, numbers)
    halves = {name: record.halves for name, record in records(players, history).items()}
    if ranks is None:
        order = sorted(players, key=lambda player: (-halves[player.id], numbers[player.id]))
        ranks = {player.id: rank for rank, player in enumerate(order, 1)}
    lines = [f"012 {name}", f"062 {len(players)}", "092 Individual: Swiss-System", f"XXR {rounds}"]
    for index, player in enumerate(players):
        shown = (names[index] if names else player.id)[:33]
        head = f"001 {numbers[player.id]:4} {'':4} {shown:33} {player.rating or 0:4} {'':3} {'':11} {'':10}"
        lines.append(f"{head} {halves[player.id] / 2:4.1f} {ranks[player.id]:4}{''.join(cells[player.id])}".rstrip())
    return "\n".join(lines) + "\n"


def _cells(players: Sequence[Player], history: History, numbers: dict[str, int]) -> dict[str, list[str]]:
    cells = {player.id: [" " * 10] * history.rounds for player in players}
    for meeting in history.meetings:
        for seat, name in enumerate(meeting.seats):
            cells[name][meeting.round - 1] = _game(meeting, seat, numbers[meeting.seats[1 - seat]])
    left = {player.id: player.last for player in players if player.last is not None}
    for out in history.outs:
        gone = out.entrant in left and out.round > left[out.entrant] and not HALVES[out.kind]
        if not gone:
            cells[out.entrant][out.round - 1] = f"  0000 - {SITTING_OUT[out.kind]}"
    return cells


def _game(meeting: Meeting, seat: int, other: int) -> str:
    result = (PLAYED if meeting.played else UNPLAYED)[meeting.halves[seat]]
    return f"  {other:4} {'wb'[seat]} {result}"

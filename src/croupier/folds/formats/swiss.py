"""The Swiss system, FIDE (Dutch): who has the same score meets, nobody meets twice, seats are shared out.

The rules are those of the FIDE Handbook C.04.3, by the engine of caissify-pairings. Where its rules allow no
pairing of the whole field, which happens in small fields, a matching takes over: a rematch stands only where no
pairing without one and with a permitted bye exists, and a second bye only where everybody else has had one.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from . import matching
from .checks import check_complete, check_field, check_history, refuse
from .model import Bye, History, Over, Pairing, Player, Proposal, Record, absent, active, records, score_text

COLOURS = ("white", "black")
"""The engine's names of the first and the second seat."""

Pairs = list[tuple[str, str]]
"""In seat order; the second is :data:`matching.BYE` for who is left over."""


def next_round(players: Sequence[Player], history: History, rounds: int) -> Proposal | Over:
    """The next round of a Swiss tournament of ``rounds`` rounds.

    ``players`` in the order of their numbers, strongest first. Raises :class:`BadConfig` (family ``format``) for
    input that does not fit together.
    """
    if rounds < 1:
        raise refuse("spec", "a Swiss tournament has one round or more", "format.rounds")
    check_field(players)
    check_history(players, history, rounds)
    check_complete(players, history)
    number = history.rounds + 1
    if number > rounds:
        return Over(f"all {rounds} rounds are over")
    here = active(players, number)
    if len(here) < 2:
        return Over(f"{len(here)} of {len(players)} entrants are left, too few for a table")
    return _propose(players, here, history, number, rounds)


def _propose(players: Sequence[Player], here: Sequence[Player], history: History, number: int, rounds: int) -> Proposal:
    found = records(players, history)
    counts = Counter(frozenset(meeting.seats) for meeting in history.meetings if meeting.played)
    pairs = _by_engine(here, found, counts, number, rounds)
    by_engine = pairs is not None
    if pairs is None:
        pairs = _by_matching([player.id for player in here], found, counts, number)
    byes = tuple(Bye(one, "bye", _bye_reason(one, found)) for one, two in pairs if two == matching.BYE)
    tables = tuple(_pairing(one, two, found, counts, number) for one, two in pairs if two != matching.BYE)
    rule = "FIDE Dutch" if by_engine else "matching of the whole field: the engine found no sound pairing"
    why = f"Swiss, {rule}: round {number} of {rounds}, {len(here)} entrants"
    return Proposal(number, tables, byes + absent(players, number), why)


# --- the engine


def _by_engine(
    here: Sequence[Player], found: dict[str, Record], counts: Counter[frozenset[str]], number: int, rounds: int
) -> Pairs | None:
    """The engine's pairs, or ``None`` where it leaves players over, repeats a game or gives a second bye."""
    import logging

    from caissify_pairings.engines.dutch import DutchEngine

    logging.getLogger("caissify_pairings").addHandler(logging.NullHandler())  # what it would warn of we check ourselves
    by_number = {found[player.id].number: player.id for player in here}
    met = {(found[one].number, found[two].number) for one, two in map(sorted, counts) if {one, two} <= found.keys()}
    engine = DutchEngine([_engine_player(found[player.id]) for player in here], met, number, rounds)
    try:
        output = engine.generate_pairings()
    except (ValueError, KeyError, IndexError, AttributeError, TypeError):
        return None  # the matching below always has an answer
    pairs = [(by_number[row["white_id"]], by_number.get(row["black_id"], matching.BYE)) for row in output]
    return pairs if _sound(pairs, here, found, counts) else None


def _engine_player(record: Record) -> dict[str, Any]:
    return {
        "id": record.number,
        "name": str(record.number),
        "score": record.halves / 2,
        "rating": 0,
        "starting_number": record.number,
        "pairing_number": record.number,
        "color_hist": [COLOURS[seat] for seat in record.seats],
        "float_history": list(record.floats),
        "bye_count": record.missed,
        "forfeit_win_count": record.walkovers,
    }


def _sound(pairs: Pairs, here: Sequence[Player], found: dict[str, Record], counts: Counter[frozenset[str]]) -> bool:
    """Everybody once, no rematch, one bye at most, and that to somebody who had none."""
    names = [name for pair in pairs for name in pair if name != matching.BYE]
    left_over = [one for one, two in pairs if two == matching.BYE]
    return (
        sorted(names) == sorted(player.id for player in here)
        and len(left_over) == len(here) % 2
        and not any(found[name].had_bye for name in left_over)
        and not any(counts[frozenset(pair)] for pair in pairs)
    )


def _by_matching(names: Sequence[str], found: dict[str, Record], counts: Counter[frozenset[str]], number: int) -> Pairs:
    ranked = sorted(names, key=lambda name: (-found[name].halves, found[name].number))
    pairs: Pairs = []
    for one, two in matching.match(ranked, found, counts):
        pairs.append((one, two) if two == matching.BYE else matching.seats(one, two, found, number)[0])
    return sorted(pairs, key=lambda pair: pair[1] == matching.BYE)


# --- reasons


def _pairing(one: str, two: str, found: dict[str, Record], counts: Counter[frozenset[str]], number: int) -> Pairing:
    mine, theirs = found[one], found[two]
    scores = f"{score_text(mine.halves)} against {score_text(theirs.halves)}"
    if mine.halves != theirs.halves:
        scores += f", {one if mine.halves > theirs.halves else two} floats down"
    again = counts[frozenset((one, two))]
    if again:
        scores += f"; rematch number {again}, no pairing without one exists"
    return Pairing((one, two), scores, _seat_reason(one, two, mine, theirs, number))


def _seat_reason(one: str, two: str, mine: Record, theirs: Record, number: int) -> str:
    if not mine.seats and not theirs.seats:
        return "nobody has sat yet; seats alternate down the list"
    texts = (f"{name} so far {''.join('12'[seat] for seat in record.seats) or 'none'}"
             for name, record in ((one, mine), (two, theirs)))  # fmt: skip
    return f"seats had, in order: {', '.join(texts)}"


def _bye_reason(name: str, found: dict[str, Record]) -> str:
    record = found[name]
    if record.byes:
        return "odd number; everybody who is here has had a bye, nobody fewer"
    if record.walkovers:
        return "odd number; no bye before, though a win without playing: the others have had a bye or cannot be paired"
    return f"odd number; score {score_text(record.halves)}, number {record.number}, no bye before"

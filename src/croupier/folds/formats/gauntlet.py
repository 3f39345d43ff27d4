"""A gauntlet: the first few entrants, the champions, each meet every challenger; challengers do not meet."""

from collections.abc import Sequence

from .checks import check_field, refuse
from .model import Bye, Over, Pairing, Player, Proposal


def rounds(players: int, champions: int, laps: int) -> int:
    """How many rounds the whole gauntlet has. Raises :class:`BadConfig` (``format/spec``)."""
    if not 1 <= champions < players:
        raise refuse("spec", f"{champions} champions among {players} entrants leave no challenger", "format.champions")
    if laps < 1:
        raise refuse("spec", "a gauntlet has one lap or more", "format.laps")
    return max(champions, players - champions) * laps


def at(players: Sequence[Player], number: int, champions: int = 1, laps: int = 1) -> Proposal | Over:
    """Round ``number``, 1-based: it does not depend on results. Raises :class:`BadConfig` (family ``format``)."""
    check_field(players)
    total = rounds(len(players), champions, laps)
    if not 1 <= number <= total:
        return Over(f"all {total} rounds are over")
    lap, step = divmod(number - 1, total // laps)
    first, rest = players[:champions], players[champions:]
    meet = [_table(first, rest, step, place) for place in range(min(len(first), len(rest)))]
    both = [(one, two) for one, two in meet if one.plays(number) and two.plays(number)]
    tables = tuple(_pairing(one, two, step, lap, place) for place, (one, two) in enumerate(both))
    why = f"gauntlet, {champions} against {len(rest)}: round {step + 1} of {total // laps}, lap {lap + 1} of {laps}"
    return Proposal(number, tables, _free(players, number, tables), why)


def _table(first: Sequence[Player], rest: Sequence[Player], step: int, place: int) -> tuple[Player, Player]:
    """Whoever is fewer stands still while the others move past."""
    if len(first) <= len(rest):
        return first[place], rest[(place + step) % len(rest)]
    return first[(place + step) % len(first)], rest[place]


def _pairing(champion: Player, challenger: Player, step: int, lap: int, place: int) -> Pairing:
    turned = (step + place + lap) % 2
    seats = (challenger.id, champion.id) if turned else (champion.id, challenger.id)
    why = f"champion {champion.id} meets challenger {challenger.id}"
    return Pairing(seats, why, "seats alternate from round to round and from lap to lap")


def _free(players: Sequence[Player], number: int, tables: Sequence[Pairing]) -> tuple[Bye, ...]:
    playing = {name for table in tables for name in table.seats}
    return tuple(
        Bye(player.id, "free", "nobody to meet in this round")
        if player.plays(number)
        else Bye(player.id, "absent", "does not take part in this round")
        for player in players
        if player.id not in playing
    )

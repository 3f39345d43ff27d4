"""How many games of one entrant, or of one host's entrants, may be open at once."""

from collections import Counter
from collections.abc import Iterable, Mapping

from croupier.contracts.events import PairedGame
from croupier.contracts.specs import EntrantSpec, TournamentSpec


def first_that_fits(
    spec: TournamentSpec,
    entrants: Mapping[str, EntrantSpec],
    playing: Iterable[PairedGame],
    waiting: Iterable[PairedGame],
) -> int | None:
    """The place, in ``waiting``, of the first game that may be opened beside those that are ``playing``.

    ``None`` where each has an entrant, or a host, that plays as many as it may. A game with several entrants of one
    host is one game of it, so with no other game open every game fits.
    """
    if spec.concurrency_per_entrant is None and spec.concurrency_per_host is None:
        return next((0 for _ in waiting), None)
    of_entrants, of_hosts = Counter[str](), Counter[str]()
    for game in playing:
        of_entrants.update(game.seats)
        of_hosts.update(_hosts(game, entrants))
    for place, game in enumerate(waiting):
        crowded = _full(of_entrants, game.seats, spec.concurrency_per_entrant)
        if not crowded and not _full(of_hosts, _hosts(game, entrants), spec.concurrency_per_host):
            return place
    return None


def _hosts(game: PairedGame, entrants: Mapping[str, EntrantSpec]) -> set[str]:
    hosts = (entrants[name].host for name in game.seats)
    return {host for host in hosts if host is not None}


def _full(counts: Counter[str], names: Iterable[str], most: int | None) -> bool:
    return most is not None and any(counts[name] >= most for name in names)

"""No entrant and no host plays more games at once than it may, and all games are played in the end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.contracts.specs import EntrantSpec, RoundRobin, TournamentSpec
from croupier.folds.tournament import TournamentState

ZERO = "0" * 64
HOSTS = {"a": "one", "b": "one", "c": "two", "d": None, "e": "two"}


class Hall:
    """A round robin of five that is played with results in any order."""

    def __init__(self, per_entrant: int | None, per_host: int | None, concurrency: int = 8) -> None:
        field = [EntrantSpec(id=name, name=name, token=ZERO, host=host) for name, host in HOSTS.items()]
        of = TournamentSpec(
            id="cup", name="Cup", game="briscola", format=RoundRobin(games=2), entrants=field, concurrency=concurrency,
            concurrency_per_entrant=per_entrant, concurrency_per_host=per_host,
        )  # fmt: skip
        self.state = TournamentState("t/cup")
        self.opened: list[str] = []
        self.add(ev.TournamentOpened(spec=of), ev.SeedCommitted(commitment=ZERO))
        self.add(*(ev.EntrantRegistered(entrant=one.id, name=one.name, nonce=ZERO) for one in field))
        self.add(ev.TournamentStarted(beacon=ZERO))

    def add(self, *events: ev.Event) -> None:
        for event in events:
            due = self.state.evolve(Line(1, 0, "director", "test", ZERO, event))
            self.opened += [game.id for game in due.opens]

    def pair(self) -> bool:
        """Pair what can be; whether a round was."""
        found = self.state.next_round()
        if found is not None:
            self.add(found.event())
        return found is not None

    def record(self, game: str) -> None:
        self.add(ev.GameRecorded(id=game, head=ZERO, lines=9, points=[70, 50], places=[1, 2], outcome="won"))

    def most(self) -> tuple[int, int]:
        """How many games the busiest entrant and the busiest host play."""
        games = [set(game.seats) for game in self.state.playing.values()]
        entrant = max(sum(name in seats for seats in games) for name in HOSTS)
        hosts = [{HOSTS[name] for name in seats} for seats in games]
        return entrant, max(sum(host in there for there in hosts) for host in ("one", "two"))


@settings(deadline=None, max_examples=50)
@given(st.data(), st.integers(1, 3), st.integers(1, 3))
def test_limits_hold_at_any_moment_and_no_game_is_left(data: st.DataObject, per_entrant: int, per_host: int) -> None:
    hall = Hall(per_entrant, per_host)
    while hall.pair():
        pass
    while hall.state.playing:
        entrant, host = hall.most()
        assert entrant <= per_entrant
        assert host <= per_host
        hall.record(data.draw(st.sampled_from(sorted(hall.state.playing))))
    assert len(hall.opened) == len(set(hall.opened)) == hall.state.recorded == 20


@pytest.mark.parametrize(("limit", "busiest"), [(1, 1), (2, 2), (None, 4)])
def test_an_entrant_plays_as_many_games_as_it_may(limit: int | None, busiest: int) -> None:
    hall = Hall(limit, None)
    while hall.pair():
        pass
    assert hall.most()[0] == busiest


def test_a_game_that_waits_for_its_entrants_lets_others_pass() -> None:
    hall = Hall(1, None, concurrency=2)
    while hall.pair():
        pass
    first = list(hall.state.playing)
    assert len(first) == 2
    hall.record(first[0])
    assert len(hall.state.playing) == 2
    assert hall.most()[0] == 1


def test_a_game_between_two_of_one_host_is_one_game_of_it() -> None:
    hall = Hall(None, 1)
    while hall.pair():
        pass
    seen = []
    while hall.state.playing:
        game = next(iter(hall.state.playing.values()))
        seen.append(set(game.seats))
        hall.record(game.id)
    assert {"a", "b"} in seen

"""A Swiss tournament whose field and length change all the time: always paired, never against the log's own words."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.contracts import events as ev
from croupier.contracts.lines import Line
from croupier.contracts.specs import EntrantSpec, Swiss, TournamentSpec
from croupier.folds.tournament import TournamentState

ZERO = "0" * 64


def entrant(number: int) -> EntrantSpec:
    return EntrantSpec(id=f"e{number}", name=f"E{number}", token=ZERO)


class Event:
    """A tournament with results, entries, withdrawals, returns and further rounds by chance."""

    def __init__(self, seed: int, entrants: int) -> None:
        self.chance = random.Random(seed)
        self.state = TournamentState("t/cup")
        self.lines: list[ev.Event] = []
        field = [entrant(number) for number in range(entrants)]
        of = TournamentSpec(id="cup", name="Cup", game="briscola", format=Swiss(rounds=3, games=1), entrants=field)
        self.add(ev.TournamentOpened(spec=of), ev.SeedCommitted(commitment=ZERO))
        for one in field:
            self.register(one)
        self.add(ev.TournamentStarted(beacon=ZERO))

    def add(self, *events: ev.Event) -> None:
        for event in events:
            self.lines.append(event)
            self.state.evolve(Line(len(self.lines), 0, "director", "test", ZERO, event))

    def register(self, one: EntrantSpec) -> None:
        self.add(ev.EntrantRegistered(entrant=one.id, name=one.name, nonce=ZERO))

    def live(self) -> None:
        """Something happens to the field, or nothing."""
        life = self.state.life
        here = [name for name in life.registered if name not in life.withdrawn]
        kind = self.chance.choice(["enter", "leave", "return", "register", "add", "nothing"])
        if kind == "enter" and len(life.entrants) < 14:
            self.add(ev.EntrantEntered(entrant=entrant(len(life.entrants)), who="organiser"))
        elif kind == "register" and life.missing:
            self.register(life.entrants[life.missing[0]])
        elif kind == "leave" and len(here) > 4:
            self.add(ev.EntrantWithdrawn(entrant=self.chance.choice(sorted(here)), why="", who="entrant"))
        elif kind == "return" and life.withdrawn:
            self.add(ev.EntrantReturned(entrant=self.chance.choice(sorted(life.withdrawn)), who="organiser"))
        elif kind == "add" and self.state.life.spec.format.rounds < 6:  # type: ignore[union-attr]
            self.add(ev.RoundsAdded(total=self.state.life.spec.format.rounds + 1, who="organiser"))  # type: ignore[union-attr]

    def play(self) -> None:
        """To the end."""
        while (found := self.state.next_round()) is not None:
            self.add(found.event())
            for game in list(found.games):
                self.live()
                self.add(self.result(game))
            self.add(ev.RoundClosed(round=found.number, standings=self.state.table.standings()))
            self.live()
        self.add(self.state.end())

    def result(self, game: ev.PairedGame) -> ev.GameRecorded:
        one = self.chance.randrange(121)
        places = [1, 1] if one == 60 else [1 + (one < 60), 1 + (one > 60)]
        outcome: ev.Outcome = "drawn" if one == 60 else "won"
        return ev.GameRecorded(id=game.id, head=ZERO, lines=9, points=[one, 120 - one], places=places, outcome=outcome)


def rounds(event: Event) -> list[ev.RoundPaired]:
    return [line for line in event.lines if isinstance(line, ev.RoundPaired)]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(4, 9))
def test_nobody_plays_who_is_not_there_and_nobody_sits_twice(seed: int, entrants: int) -> None:
    event = Event(seed, entrants)
    event.play()
    there: set[str] = set()
    for line in event.lines:
        if isinstance(line, ev.EntrantRegistered | ev.EntrantReturned):
            there.add(line.entrant)
        elif isinstance(line, ev.EntrantWithdrawn):
            there.discard(line.entrant)
        elif isinstance(line, ev.RoundPaired):
            seated = [name for game in line.games for name in game.seats] + line.byes
            assert len(seated) == len(set(seated))
            assert set(seated) == there & event.state.life.registered


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(4, 9))
def test_a_table_that_is_made_anew_in_the_end_is_the_one_that_grew(seed: int, entrants: int) -> None:
    """Whoever enters, leaves and comes back between results finds itself in the same place."""
    event = Event(seed, entrants)
    event.play()
    books = event.state.books
    grown = books.table
    books._table = None
    assert books.table.standings() == grown.standings()
    assert books.table.history().rounds == grown.history().rounds
    assert set(books.table.history().outs) == set(grown.history().outs)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(4, 9))
def test_every_round_that_somebody_was_away_from_is_an_absence(seed: int, entrants: int) -> None:
    event = Event(seed, entrants)
    event.play()
    played: dict[str, int] = dict.fromkeys(event.state.entrants, 0)
    for line in rounds(event):
        for name in [*(name for game in line.games for name in game.seats), *line.byes]:
            played[name] += 1
    outs: dict[str, int] = dict.fromkeys(event.state.entrants, 0)
    for out in event.state.table.history().outs:
        outs[out.entrant] += out.kind == "absent"
    total: Any = len(rounds(event))
    assert {name: played[name] + outs[name] for name in played} == dict.fromkeys(played, total)

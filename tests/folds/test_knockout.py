"""Knockout trees: who meets whom, who goes on without playing, what a draw leads to, who comes where."""

import random

import pytest

from croupier.contracts.errors import BadConfig
from croupier.folds.formats import knockout
from croupier.folds.formats.bracket import double, seeding, single
from croupier.folds.formats.model import History, Meeting, Over, Player, Proposal


def seeds(count: int) -> list[Player]:
    return [Player(f"s{number}") for number in range(1, count + 1)]


def played_out(names: list[str], *, count: int, lives: int = 1, third: bool = False) -> tuple[list[list[str]], History]:
    """Play on; whoever stands earlier in ``names`` wins. The tables of each round, and the history."""
    history, tables = History(), []
    for number in range(1, 40):
        found = knockout.next_round(seeds(count), history, third_place=third)
        if isinstance(found, Over):
            return tables, history
        tables.append(["-".join(table.seats) for table in found.pairings])
        played = tuple(
            Meeting(number, (one, two), (2, 0) if names.index(one) < names.index(two) else (0, 2))
            for one, two in (table.seats for table in found.pairings)
        )
        history = History(number, history.meetings + played)
    raise AssertionError("a knockout without an end")


def test_the_strongest_two_can_meet_in_the_final_only() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    tables, _ = played_out([f"s{number}" for number in range(1, 9)], count=8)
    assert tables == [["s1-s8", "s4-s5", "s2-s7", "s3-s6"], ["s1-s4", "s2-s3"], ["s1-s2"]]


def test_the_best_seeds_have_the_byes() -> None:
    first = knockout.next_round(seeds(6), History())
    assert isinstance(first, Proposal)
    assert [table.seats for table in first.pairings] == [("s4", "s5"), ("s3", "s6")]
    assert [bye.entrant for bye in first.byes] == ["s1", "s2"]
    assert first.byes[0].why == "quarterfinal: nobody stands against it, 6 entrants in a tree for 8"


def test_places_follow_from_how_far_one_came_and_the_third_is_played_for() -> None:
    order = ["s1", "s2", "s4", "s3", "s5", "s6", "s7", "s8"]
    _, history = played_out(order, count=8, third=True)
    found = [(place, name) for place, name, _ in knockout.places(seeds(8), history, third_place=True)]
    assert found == [(1, "s1"), (2, "s2"), (3, "s4"), (4, "s3"), (5, "s5"), (5, "s6"), (5, "s7"), (5, "s8")]
    _, history = played_out(order, count=8)
    assert [place for place, _, _ in knockout.places(seeds(8), history)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_with_two_lives_nobody_is_out_after_one_loss() -> None:
    """The first seed loses its first match and still wins everything, the decider included."""
    history, losses = History(), {name.id: 0 for name in seeds(8)}
    for number in range(1, 20):
        found = knockout.next_round(seeds(8), history, lives=2)
        if isinstance(found, Over):
            break
        played = []
        for one, two in (table.seats for table in found.pairings):
            wins = one < two if (number > 1 or "s1" not in {one, two}) else one != "s1"
            played.append(Meeting(number, (one, two), (2, 0) if wins else (0, 2)))
            losses[two if wins else one] += 1
        history = History(number, history.meetings + tuple(played))
    ranking = knockout.places(seeds(8), history, lives=2)
    assert ranking[0] == (1, "s1", "won the decider")
    assert losses["s1"] == 1
    assert all(lost == 2 for name, lost in losses.items() if name != "s1")


@pytest.mark.parametrize("lives", [1, 2])
def test_any_number_of_entrants_draws_and_withdrawals_comes_to_an_end(lives: int) -> None:
    """Everybody but the winner has lost as often as it had lives, or has left, or was worse seeded in a drawn match."""
    for count in range(2, 20):
        chance = random.Random(count)
        field = [Player(f"s{n}", last=chance.randint(1, 4) if chance.random() < 0.15 else None) for n in range(count)]
        history = History()
        for number in range(1, 100):
            found = knockout.next_round(field, history, lives=lives, replays=1)
            if isinstance(found, Over):
                break
            there = [name for table in found.pairings for name in table.seats]
            assert len(set(there)) == len(there)
            results = [chance.choice([(2, 0), (1, 1), (0, 2)]) for _ in found.pairings]
            pairs = [(table.seats[0], table.seats[1]) for table in found.pairings]
            played = tuple(Meeting(number, seats, halves) for seats, halves in zip(pairs, results, strict=True))
            history = History(number, history.meetings + played)
        else:
            raise AssertionError("a knockout without an end")
        assert [place for place, _, _ in knockout.places(field, history, lives=lives, replays=1)].count(1) == 1


def test_a_drawn_match_is_replayed_with_seats_exchanged_and_then_the_better_seed_goes_on() -> None:
    history = History(1, (Meeting(1, ("s1", "s2"), (1, 1)),))
    again = knockout.next_round(seeds(2), history, replays=1)
    assert isinstance(again, Proposal)
    assert again.pairings[0].seats == ("s2", "s1")
    assert again.pairings[0].why == "final, match 1: seed 1 against seed 2, replay 1 of 1"
    history = History(2, (*history.meetings, Meeting(2, ("s2", "s1"), (1, 1))))
    assert isinstance(knockout.next_round(seeds(2), history, replays=1), Over)
    assert knockout.places(seeds(2), history, replays=1)[1][2] == "final: drawn 2 times, the better seed goes on"


def test_who_withdrew_loses_without_playing() -> None:
    field = [Player("s1", last=1), *seeds(4)[1:]]
    history = History(1, (Meeting(1, ("s1", "s4"), (2, 0)), Meeting(1, ("s2", "s3"), (2, 0))))
    assert isinstance(knockout.next_round(field, history), Over)
    assert knockout.places(field, history)[:2] == [(1, "s2", "won the final"), (2, "s1", "final: withdrew")]


def test_double_elimination_has_a_match_for_every_loss() -> None:
    """All but one lose twice and the winner at most once: 2n - 2 matches and the decider."""
    assert len(single(8)) == 7
    assert len(double(8)) == 2 * 8 - 2 + 1


@pytest.mark.parametrize(
    ("code", "field", "history", "options"),
    [
        ("format/spec", seeds(4), History(), {"lives": 3}),
        ("format/spec", seeds(4), History(), {"lives": 2, "third_place": True}),
        ("format/status", [*seeds(3), Player("late", first=2)], History(), {}),
        ("format/history", seeds(4), History(1, (Meeting(1, ("s1", "s2"), (2, 0)),)), {}),
    ],
)
def test_a_history_that_the_tree_cannot_have_is_refused(
    code: str, field: list[Player], history: History, options: dict[str, int]
) -> None:
    with pytest.raises(BadConfig) as error:
        knockout.next_round(field, history, **options)  # type: ignore[arg-type]
    assert error.value.code == code

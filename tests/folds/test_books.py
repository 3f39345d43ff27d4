"""What is taken back, amended or played anew leaves the table that the results would have given from the start."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.ids import again, attempt_of, round_of, tournament_of
from croupier.contracts.specs import EntrantSpec, Format, Gauntlet, RoundRobin, Swiss, TournamentSpec
from croupier.folds.books import Books
from croupier.folds.plans import plan_of
from croupier.folds.ranked import players

ZERO = "0" * 64
SHAPES: list[tuple[Format, dict[str, Any]]] = [
    (RoundRobin(games=3), {}),
    (RoundRobin(games=2, laps=2), {"ties": ["direct", "sonneborn-berger", "wins"]}),
    (RoundRobin(games=2), {"boards": "duplicate", "ties": ["datum"]}),
    (Gauntlet(champions=2, games=2), {"boards": "mirror", "ties": ["ratio"]}),
    (Swiss(rounds=3, games=2), {}),
]


def spec(shape: Format, **more: Any) -> TournamentSpec:
    field = [EntrantSpec(id=f"e{n}", name=f"E{n}", token=ZERO) for n in range(5)]
    return TournamentSpec(id="cup", name="Cup", game="briscola", format=shape, entrants=field, **more)


def books_of(of: TournamentSpec) -> Books:
    game = games.get(of.game)
    return Books(of, game.sides(game.resolve(of.ruleset, of.options)))


def result(game: str, chance: random.Random) -> ev.GameRecorded:
    kind = chance.choice(["played"] * 4 + ["void", "no-contest", "forfeit"])
    if kind in {"void", "no-contest"}:
        return ev.GameRecorded(id=game, head=ZERO, lines=9, points=[], places=[], outcome=kind)  # type: ignore[arg-type]
    one = chance.randrange(121)
    points, drawn = [one, 120 - one], one == 60
    places = [1, 1] if drawn else [1 + (one < 60), 1 + (one > 60)]
    outcome: ev.Outcome = "forfeit" if kind == "forfeit" and not drawn else "drawn" if drawn else "won"
    return ev.GameRecorded(id=game, head=ZERO, lines=9, points=points, places=places, outcome=outcome)


def rounds(of: TournamentSpec) -> list[ev.RoundPaired]:
    """The rounds of a tournament; of a Swiss one those after results that went all one way."""
    plan, books, found = plan_of(of), books_of(of), []
    after = 0
    while True:
        history = books.table.matches.history() if isinstance(of.format, Swiss) else None  # type: ignore[attr-defined]
        following = plan.next_round(after, players([entrant.id for entrant in of.entrants], {}), history)  # type: ignore[arg-type]
        if following is None:
            return found
        event = following.event()
        found.append(event)
        books.paired(event)
        for game in event.games:
            books.record(event.round, game, result(game.id, random.Random(game.id)))
        after = event.round


ROUNDS = {number: rounds(spec(shape, **more)) for number, (shape, more) in enumerate(SHAPES)}


@settings(deadline=None)
@given(st.sampled_from(range(len(SHAPES))), st.integers(0, 10_000))
def test_amended_and_replayed_results_give_the_table_that_they_would_have_given_at_once(shape: int, seed: int) -> None:
    chance = random.Random(seed)
    of = spec(SHAPES[shape][0], **SHAPES[shape][1])
    lived, straight = books_of(of), books_of(of)
    for event in ROUNDS[shape]:
        lived.paired(event)
        final = [_live(lived, event.round, game, chance) for game in event.games]
        straight.paired(event.model_copy(update={"games": [game for game, _ in final]}))
        for game, last in chance.sample(final, len(final)):
            straight.record(event.round, game, last)
    assert lived.table.standings() == straight.table.standings()
    assert lived.table.explained() == straight.table.explained()
    assert lived.table.ratings() == straight.table.ratings()
    assert list(lived.results()) == list(straight.results())


def _live(books: Books, number: int, game: ev.PairedGame, chance: random.Random) -> tuple[ev.PairedGame, Any]:
    """Record a game, perhaps replay it and amend what came; the game that counts in the end, and its result."""
    last = result(game.id, chance)
    books.record(number, game, last)
    while chance.random() < 0.2:
        if chance.random() < 0.3:
            books.table.standings()  # whoever looks on in between changes nothing
        old, game = game, game.model_copy(update={"id": again(game.id)})
        books.replay(old.id, game)
        last = result(game.id, chance)
        books.record(number, game, last)
    if chance.random() < 0.2:
        last = result(game.id, chance)
        books.amend(game.id, ev.Amended(points=last.points, places=last.places, outcome=last.outcome))
    return game, last


def test_why_a_game_failed_is_kept_in_a_packed_round() -> None:
    books, (first, *_) = books_of(spec(RoundRobin(games=1))), ROUNDS[0]
    books.paired(first)
    right: list[str | None] = [None] * len(first.games)
    right[0] = "clock/flag"
    for game, why in zip(first.games, right, strict=True):
        told = result(game.id, random.Random(1)).model_copy(update={"outcome": "forfeit" if why else "won", "why": why})
        books.record(1, game, told)
    assert [told.why for _, _, told in books.results()] == right


def test_a_game_that_is_replayed_is_found_no_more() -> None:
    of = spec(RoundRobin(games=1))
    books, (first, *_) = books_of(of), ROUNDS[0]
    books.paired(first)
    game = first.games[0]
    books.record(1, game, result(game.id, random.Random(1)))
    anew = game.model_copy(update={"id": again(game.id)})
    books.replay(game.id, anew)
    assert books.find(game.id) is None
    found = books.find(anew.id)
    assert found is not None
    assert found.result is None
    assert list(books.results()) == []


def test_a_round_whose_results_are_in_takes_little_room() -> None:
    """A hundred thousand games of two seats fit into eight megabytes."""
    chance = random.Random(3)
    books = books_of(spec(RoundRobin(games=1000)))
    pair = [ev.PairedGame(id=f"cup-r1-t1-{n}", board=f"cup-r1-b{n}", seats=["e0", "e1"]) for n in range(1, 129)]
    books.paired(ev.RoundPaired(round=1, games=pair, byes=[], why=""))
    for game in pair:
        points = [chance.randrange(121), 60]
        head = chance.randbytes(32).hex()
        books.record(
            1, game, ev.GameRecorded(id=game.id, head=head, lines=49, points=points, places=[1, 2], outcome="won")
        )
    packed = books._chapters[1]._packed
    assert len(packed) / len(pair) < 80


@pytest.mark.parametrize(
    ("game", "attempt", "following"),
    [("cup-r1-t2-3", 1, "cup-r1-t2-3-a2"), ("cup-r1-t2-3-a2", 2, "cup-r1-t2-3-a3"), ("a2-r1-t1-1", 1, "a2-r1-t1-1-a2")],
)
def test_an_id_says_which_attempt_a_game_is(game: str, attempt: int, following: str) -> None:
    assert attempt_of(game) == attempt
    assert again(game) == following
    assert round_of(following) == round_of(game) == 1
    assert tournament_of(following) == tournament_of(game)

"""The bot that thinks ahead: what it remembers, how it searches, and that it knows no more than its seat."""

import random
from collections.abc import Sequence
from typing import Any, cast

import pytest

from croupier import games
from croupier.games.kernel import Chance, Deal, RuleError
from croupier.sdk import Bot, Clock, Event, Form, Over, Player, Snapshot, Table, Turn
from croupier.sdk.bots import BOTS, GreedyBot, PimcBot, RandomBot, make
from croupier.sdk.bots.memory import Memory
from croupier.sdk.bots.playouts.style import at_random
from croupier.sdk.bots.search import Budget, Span, Worth, best
from croupier.sdk.errors import BadSetting
from croupier.sdk.practice import practice
from games.battery import Sample, choose, start
from games.samples import SAMPLES

Facts = list[list[dict[str, Any]]]
GAMES = pytest.mark.parametrize("sample", [pytest.param(sample, id=name) for name, sample in SAMPLES.items()])


def table_of(game: str, options: dict[str, Any], seat: int, seats: int) -> Table:
    people = tuple(Player(f"seat-{number}", f"Seat {number}") for number in range(seats))
    return Table("cup-r1-t1-1", game, "house", options, "cup", 1, people, seat)


def answer(deal: Deal, table: Table, heard: Sequence[dict[str, Any]]) -> str:
    """What pimc answers in six worlds to the seat that is to act, having heard these facts."""
    bot = make("pimc", worlds=6)
    bot.on_game(Snapshot(table, 0, 0, (), None))
    bot.on_event(Event(table, 1, "deal", 1, None, None, None, None, None, None, list(heard)))
    seat, form = deal.to_act, deal.form()
    assert seat is not None
    kept = Form(form.verb, form.least, form.most, form.cards) if form else None
    view, clock = deal.view(seat), Clock(10_000_000, None)
    chosen = bot.choose(Turn(table, table.game, 9, seat, deal.legal(), kept, view, clock, seed=b"seed"))
    assert isinstance(chosen, str)
    return chosen


@GAMES
def test_it_answers_the_same_in_two_deals_that_differ_in_hidden_cards(sample: Sample) -> None:
    """Two cards that its seat cannot know change places from the deck on: whatever led here, the answer is the same."""
    rng, compared = random.Random(5), 0
    while compared < 25:
        position = start(sample, {}, rng)
        game, options = position.game, position.options
        seats = game.seats(options)
        for _ in range(rng.randrange(sample.longest)):
            if position.deal.to_act is None:
                break
            position.act(position.deal.full(position.deal.auto() or choose(position.deal, rng)))
        seat = position.deal.to_act
        if seat is None or position.deal.auto() is not None:
            continue
        hidden = sorted(sample.hidden(position, seat))
        if len(hidden) < 2:
            continue
        one, other = rng.sample(hidden, 2)
        try:
            here, facts = again(position, {}, seat)
            there, same = again(position, {one: other, other: one}, seat)
        except RuleError:
            continue
        if (facts, here.view(seat), here.legal()) != (same, there.view(seat), there.legal()):
            continue  # a rule has told the seat which of the two is where
        if here.view("auditor") == there.view("auditor"):
            continue
        table = table_of(game.name, options, seat, seats)
        assert answer(here, table, facts) == answer(there, table, facts)
        compared += 1


def again(position: Any, swap: dict[str, str], seat: int) -> tuple[Deal, list[dict[str, Any]]]:
    """The same play with cards exchanged in the deck, and what a seat hears of it."""
    deck = [swap.get(card, card) for card in position.deck]
    deal = position.game.deal(position.options, position.dealer, deck)
    heard = [fact.seen_by(seat) for fact in deal.opening()]
    for who, action in position.actions:
        facts = deal.apply(who, " ".join(swap.get(word, word) for word in action.split(" ")))
        heard += [fact.seen_by(seat) for fact in facts]
    return deal, heard


@GAMES
def test_with_a_number_of_worlds_it_plays_the_same_game_twice(sample: Sample) -> None:
    """No clock goes into its answers then."""
    seats = games.get(sample.game).seats(games.get(sample.game).resolve("house", {}))

    def result() -> object:
        return practice([PimcBot(worlds=2), *(GreedyBot() for _ in range(seats - 1))], sample.game, board="3")

    assert result() == result()


@GAMES
def test_greedy_beats_random_clearly(sample: Sample) -> None:
    """A rule of thumb that does not is none: it takes more first places, every board with seats exchanged."""
    game = games.get(sample.game)
    options = game.resolve("house", {})
    won = 0.0
    for board in range(12):
        for swap in range(2):
            bots: list[Bot] = [RandomBot() if seat % 2 == swap else GreedyBot() for seat in range(game.seats(options))]
            places = practice(bots, sample.game, board=str(board)).places
            won += sum(place == 1 for place in places[1 - swap :: 2]) / places.count(1)
    assert won / 24 > 0.55


@pytest.mark.parametrize(
    ("game", "given"),
    [
        pytest.param(name, options, id=f"{name}-{number}")
        for name, sample in SAMPLES.items()
        for number, options in enumerate(sample.options)
    ],
)
def test_greedy_and_pimc_play_by_every_variant_of_the_rules(game: str, given: dict[str, Any]) -> None:
    """Whatever they are asked, they find a legal answer."""
    rules, ruleset = games.get(game), str(given.get("ruleset", "house"))
    more = {name: given[name] for name in given if name != "ruleset"}
    options = rules.resolve(ruleset, more)
    bots = [PimcBot(worlds=1) if seat == 1 else GreedyBot() for seat in range(rules.seats(options))]
    result = practice(bots, game, more, ruleset=ruleset, board="2")
    assert len(result.places) == len(rules.sides(options))


class Guess:
    """A deal of one decision, for a search whose right answer is plain: action 3 is worth most."""

    to_act: int | None = 0
    taken = -1

    def check(self, seat: int, action: str) -> int:
        assert seat == 0
        return int(action)

    def push(self, move: int) -> None:
        self.taken, self.to_act = move, None

    def copy(self) -> "Guess":
        return Guess()

    def points(self) -> list[int]:
        return [-abs(self.taken - 3)]


def guesses(_: Chance) -> Deal:
    """A world of a deal that has nothing hidden."""
    return cast("Deal", Guess())


def search(budget: Budget, number: int = 12) -> str:
    def value(deal: Deal) -> float:
        return deal.points()[0]

    actions = [str(action) for action in range(number)]
    return best(guesses, actions, at_random, value, budget, random.Random(1))


@pytest.mark.parametrize("budget", [Worth(1), Worth(20), Span(0.0, 5), Span(0.02, 10**9)])
def test_the_search_finds_the_best_action_in_any_budget(budget: Budget) -> None:
    """One world at least is tried, whatever the clock says."""
    assert search(budget) == "3"


def test_the_first_of_equals_wins() -> None:
    """Without a difference there is no reason to change the order."""
    assert best(guesses, ["4", "2"], at_random, lambda deal: 0.0, Worth(3), random.Random(1)) == "4"


def test_a_search_stops_when_nobody_waits_for_its_answer() -> None:
    """The game may be over meanwhile; the next one should not have to wait."""
    turn = Turn(TABLE, TABLE.game, 0, 0, ["play KD"], None, {}, Clock(3_200_000, None))
    assert Worth(10, turn).spent(3) == 0.3
    turn.stale = True
    assert (Worth(10, turn).spent(3), Span(60.0, 10, turn).spent(3)) == (1.0, 1.0)


def test_in_doubt_the_first_action_stands() -> None:
    """A difference that luck explains is none: one that is better in the mean, but not in most of the worlds."""
    lucky = iter([0.0, 1.0, 0.0, -0.9] * 5)

    def found(doubt: float) -> str:
        return best(guesses, ["0", "1"], at_random, lambda deal: next(lucky), Worth(10), random.Random(1), doubt)

    assert found(2.0) == "0"
    lucky = iter([0.0, 1.0, 0.0, -0.9] * 5)
    assert found(0.0) == "1"
    lucky = iter([0.0, 1.0, 0.0, 0.9] * 5)
    assert found(2.0) == "1"


TABLE = table_of("briscola", {}, 0, 2)


def event(n: int, kind: str, deal: int, *facts: str) -> Event:
    told = [{"kind": fact} for fact in facts]
    return Event(TABLE, n, kind, deal, None, None, None, None, None, None, told)


def kinds(memory: Memory) -> list[str]:
    return [fact["kind"] for fact in memory.heard(TABLE.game)]


def test_a_new_deal_begins_a_new_story() -> None:
    """What lay where in the last deal says nothing about this one."""
    memory = Memory()
    memory.on_game(Snapshot(TABLE, 0, 0, (), None))
    memory.on_event(event(1, "deal", 1, "deal", "turn-up"))
    memory.on_event(event(2, "action", 1, "play"))
    assert kinds(memory) == ["deal", "turn-up", "play"]
    memory.on_event(event(3, "deal", 2, "deal"))
    assert kinds(memory) == ["deal"]


def test_a_gap_stands_where_events_were_lost() -> None:
    """After a cut: what was heard before is kept within the same deal only."""
    memory = Memory()
    memory.on_game(Snapshot(TABLE, 0, 0, (), None))
    memory.on_event(event(1, "deal", 1, "deal"))
    memory.on_game(Snapshot(TABLE, 1, 1, (0, 0), {}))
    assert kinds(memory) == ["deal"]
    memory.on_game(Snapshot(TABLE, 4, 1, (0, 0), {}))
    memory.on_event(event(5, "action", 1, "play"))
    assert kinds(memory) == ["deal", "gap", "play"]
    memory.on_game(Snapshot(TABLE, 60, 2, (0, 0), {}))
    assert kinds(memory) == ["gap"]


def test_a_game_that_is_over_is_forgotten() -> None:
    """A bot plays thousands of them."""
    memory = Memory()
    memory.on_game(Snapshot(TABLE, 0, 0, (), None))
    assert len(memory) == 1
    memory.on_over(Over(TABLE, [1, 0], [1, 2], "won", "one deal", None, None, None, []))
    assert (len(memory), memory.heard(TABLE.game)) == (0, ())


def test_it_thinks_for_no_more_than_its_share_of_the_clock() -> None:
    """Sixteen games that wait for one thread must not lose one of them on time."""
    bot = PimcBot(think=1_000)
    for number in range(16):
        table = Table(f"cup-r1-t1-{number}", "briscola", "house", {}, "cup", 1, TABLE.seats, 0)
        bot.on_game(Snapshot(table, 0, 0, (), None))
    turn = Turn(TABLE, TABLE.game, 0, 0, ["play KD"], None, {}, Clock(3_200_000, None))
    turn.start_clock(turn.clock)
    budget = bot.budget(turn)
    assert isinstance(budget, Span)
    assert 0.05 < budget.seconds <= 0.1


@pytest.mark.parametrize(
    "given", [("greedy", 50, None), ("random", None, 3), ("pimc", 50, 3), ("pimc", 0, None), ("pimc", None, -1)]
)
def test_settings_that_make_no_sense_are_refused(given: tuple[str, int | None, int | None]) -> None:
    """A bot that does not think cannot be told how long to, and a time is no number of worlds."""
    with pytest.raises(BadSetting, match="config/value"):
        make(*given)


def test_every_built_in_bot_is_made_by_its_name() -> None:
    """With and without settings."""
    assert {name: type(make(name)) for name in BOTS} == BOTS
    thinker = make("pimc", think=7)
    assert isinstance(thinker, PimcBot)
    assert (thinker.think, thinker.worlds) == (7, None)


class Cheat(Bot):
    """Answers what nobody asked."""

    def choose(self, turn: Turn) -> str:
        return "play 10C"


def test_practice_takes_no_illegal_answer_and_no_wrong_number_of_bots() -> None:
    """A bug shows in practice, not in the tournament."""
    with pytest.raises(ValueError, match="seat 0 answered 'play 10C'"):
        practice([Cheat(), RandomBot()], "briscola")
    with pytest.raises(ValueError, match="3 bots for 2 seats"):
        practice([RandomBot()] * 3, "briscola")


def test_practice_plays_a_match_to_its_end() -> None:
    """Several deals, and what was told in one is forgotten in the next."""
    bots = [PimcBot(worlds=1), RandomBot()]
    result = practice(bots, "briscola", {"length": "deals", "length_n": 3, "players": 2})
    assert sum(result.points) == 360

"""The bots that come with Croupier, at the table of the kernel: no server, the same views."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from croupier import games
from croupier.games.kernel import Deal
from croupier.sdk import Bot, Clock, Form, Player, Table, Turn
from croupier.sdk.bots import GreedyBot, RandomBot
from croupier.sdk.session import Session
from fake_gateway import snapshot

BRISCOLA = games.get("briscola")
Options = dict[str, bool | int | str]


def turn_of(deal: Deal, table: Table, ply: int, seed: bytes) -> Turn:
    """The turn that a gateway would send to the seat that is to act."""
    seat = deal.to_act
    assert seat is not None
    form = deal.form()
    kept = Form(form.verb, form.least, form.most, form.cards) if form else None
    return Turn(table, table.game, ply, seat, deal.legal(), kept, deal.view(seat), Clock(10_000_000, None), seed=seed)


def play(bots: Sequence[Bot], board: int, options: Options, game: str = "cup-r1-t1-1") -> list[int]:
    """Play one deal; points by side."""
    deck = list(BRISCOLA.pack(options))
    random.Random(board).shuffle(deck)
    players = tuple(Player(f"bot-{seat}", f"Bot {seat}") for seat in range(len(bots)))
    table = Table(game, "briscola", "house", options, "cup", 1, players, None)
    deal = BRISCOLA.deal(options, len(bots) - 1, deck)
    ply = 0
    while deal.to_act is not None:
        seat = deal.to_act
        turn = turn_of(deal, table, ply, b"board %d" % board)
        action = bots[seat].choose(turn)
        assert turn.allows(action)
        assert isinstance(action, str)
        deal.apply(seat, action)
        ply += 1
    return deal.points()


def share_won(options: Options, boards: int) -> float:
    """Greedy's share of games against random with every deck played from every seat, half of a draw counted."""
    players = int(options["players"])
    sides = len(BRISCOLA.sides(options))
    won = 0.0
    for board in range(boards):
        for side in range(sides):
            bots: list[Bot] = [GreedyBot() if seat % sides == side else RandomBot() for seat in range(players)]
            points = play(bots, board, options)
            best = max(points)
            won += (points[side] == best) / points.count(best)
    return won / boards / sides


def options(**given: Any) -> Options:
    return BRISCOLA.resolve("house", given)


@pytest.mark.parametrize(("players", "least"), [(2, 0.8), (3, 0.55), (4, 0.8), (6, 0.75)])
def test_greedy_beats_random_clearly(players: int, least: float) -> None:
    """A heuristic that does not is none. By chance alone it would win 1/2, 1/3, 1/2 and 1/2 of the games."""
    assert share_won(options(players=players), 100) > least


@pytest.mark.parametrize(
    "given", [{"three_seven": "seven-high"}, {"turnup_swap": "seven"}, {"players": 4, "open_hands": True}], ids=str
)
def test_greedy_reads_every_variant(given: Options) -> None:
    """Other ranks, swaps and talk do not confuse it."""
    assert share_won(options(**given), 20) > 0.65


@pytest.mark.parametrize("make", [GreedyBot, RandomBot])
def test_a_seeded_bot_plays_the_same_game_twice(make: type[Bot]) -> None:
    """Bots that can be repeated make tests that can be repeated."""
    assert play([make(), make()], 7, options()) == play([make(), make()], 7, options())


def test_greedy_takes_an_ace_with_its_lowest_trump() -> None:
    """Eleven points are worth a trump, and the smallest one will do."""
    assert decide(trick=["AC"], hand=["7B", "AB", "KD"], trump="B") == "play 7B"


def test_greedy_throws_its_cheapest_card_on_a_trick_that_does_not_pay() -> None:
    """No trump for nothing, no points for the opponent."""
    assert decide(trick=["4C"], hand=["2B", "KD", "5D"], trump="B") == "play 5D"


def test_greedy_takes_a_trick_for_free_with_the_three_of_the_suit_led() -> None:
    """The three beats the king and brings its own ten points home."""
    assert decide(trick=["KC"], hand=["3C", "5D", "2B"], trump="B") == "play 3C"


def test_greedy_leads_what_it_can_lose() -> None:
    """Aces and trumps stay in the hand while something cheaper is there."""
    assert decide(trick=[], hand=["AC", "4B", "6D"], trump="B") == "play 6D"


def test_greedy_gives_points_to_a_partner_whose_trick_is_safe() -> None:
    """Last to play, the partner's ace of trumps on the table: the best card to add is the dearest plain one."""
    assert decide(trick=["4D", "AB", "2D"], hand=["3S", "7S", "5B"], trump="B", seat=3, players=4) == "play 3S"


def decide(*, trick: list[str], hand: list[str], trump: str, seat: int = 1, players: int = 2) -> str | Any:
    """Greedy's answer in one situation; the leader sits so that ``seat`` is to act."""
    leader = (seat - len(trick)) % players
    view = {"trick": trick, "leader": leader, "trump": trump, "hand": hand, "stock": 10}
    people = tuple(Player(f"bot-{k}", f"Bot {k}") for k in range(players))
    table = Table("cup-r1-t1-1", "briscola", "house", options(players=players), "cup", 1, people, seat)
    legal = [f"play {card}" for card in hand]
    return GreedyBot().choose(Turn(table, table.game, 6, seat, legal, None, view, Clock(10_000_000, None)))


def form_turn(ply: int) -> Turn:
    people = (Player("ada", "Ada"), Player("bob", "Bob"))
    table = Table("cup-r1-t1-1", "tressette", "house", {}, "cup", 1, people, 0)
    form = Form("exchange", 0, 3, ("7H", "8H", "9H", "TH"))
    return Turn(table, table.game, ply, 0, ["pass"], form, {}, Clock(10_000_000, None), seed=b"seed")


def test_random_fills_forms_with_every_number_of_cards() -> None:
    """Where actions are too many to list, the form is drawn from like everything else."""
    answers = [RandomBot().choose(turn) for turn in map(form_turn, range(300)) if turn.allows(RandomBot().choose(turn))]
    assert len(answers) == 300
    assert {str(answer).count(" ") for answer in answers if answer != "pass"} == {0, 1, 2, 3}
    assert "pass" in answers


def test_greedy_says_that_it_has_no_strategy(caplog: pytest.LogCaptureFixture) -> None:
    """It plays at random then, and its author should know."""
    session = Session(GreedyBot(), b"seed", keep_going=False, on_failure=lambda error: None)
    session.receive({**snapshot(0), "name": "tressette"})
    session.receive({**snapshot(0, "g-2"), "name": "tressette"})
    assert caplog.text.count("no strategy for tressette") == 1
    assert isinstance(GreedyBot().choose(form_turn(0)), str)

"""What duplicate boards save: right where it is known what it must be, and told with its doubt."""

import random

import pytest

from croupier.folds.duel.compared import Held, compared

NAMES = ("ann", "bob", "cleo", "dan")
SKILL = {"ann": 20, "bob": 0, "cleo": -5, "dan": 10}


def boards(count: int, luck: float, noise: float, seed: int) -> list[list[Held]]:
    """Four who hold the same seat of each board: the cards are worth the same to all, the play is their own."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        cards = chance.gauss(0, luck)
        made.append([(name, 0, round(1000 * (60 + SKILL[name] + cards + chance.gauss(0, noise)))) for name in NAMES])
    return made


def test_the_factor_is_the_variance_with_the_cards_by_that_without() -> None:
    """(30² + 10²) / (10² × 4/3) = 7.5: the datum of three others adds a third of their own noise."""
    found = compared(boards(2000, 30, 10, 1))
    assert found.low < 7.5 < found.high
    assert found.high / found.low < 1.4


def test_where_cards_mean_nothing_comparing_costs() -> None:
    """1 / (4/3) = 0.75."""
    found = compared(boards(2000, 0, 10, 2))
    assert found.low < 0.75 < found.high < 1


def test_the_interval_holds_the_truth_about_nineteen_times_in_twenty() -> None:
    held = 0
    for seed in range(200):
        found = compared(boards(100, 20, 10, seed))
        held += found.low < 500 / (100 * 4 / 3) < found.high
    assert 180 <= held <= 198


def test_what_the_cards_of_a_board_are_worth_makes_no_difference_to_who_is_ahead() -> None:
    plain = boards(50, 0, 10, 3)
    shifted = [[(name, seat, points + 1000 * n) for name, seat, points in board] for n, board in enumerate(plain)]
    assert compared(shifted).factor > compared(plain).factor


def test_whoever_is_alone_in_a_seat_is_left_out() -> None:
    alone: list[list[Held]] = [[("ann", 1, 70)]] * 20
    some = boards(20, 10, 10, 4)
    assert compared([*some, *alone]) == compared(some)


@pytest.mark.parametrize("some", [[], boards(2, 10, 10, 5), [[("ann", 0, 70), ("bob", 0, 50)]] * 9])
def test_too_little_tells_nothing(some: list[list[Held]]) -> None:
    with pytest.raises(ValueError, match=r"three boards|do not vary"):
        compared(some)

"""The rule page of trionfo agrees with the tables of the kernel."""

from pathlib import Path

import pytest

from croupier.games.trionfo.score import settlement
from croupier.games.trionfo.setup import PACK, SPECIALS, TWOS, of
from games.trionfo_deals import TRIONFO

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "trionfo.md").read_text(encoding="utf-8")


def test_ranks_and_special_trumps_are_those_of_the_kernel() -> None:
    """Strongest first, with their points."""
    ranks = PACK.ranks[::-1]
    assert "| rank, strongest first | " + " | ".join(ranks) + " |" in PAGE
    assert "| points as a trump | " + " | ".join(str(SPECIALS.get(rank, 0)) for rank in ranks) + " |" in PAGE


@pytest.mark.parametrize("players", range(2, 8))
def test_the_line_of_each_number_of_players_is_true(players: int) -> None:
    """Twos left out, cards, hands, tricks and points."""
    setup = of(TRIONFO.resolve("house", {"players": players}))
    out, tricks = " ".join(TWOS[: 52 - len(setup.cards)]), sum(setup.hands)
    hands = " ".join(map(str, setup.hands))
    cells = ["", players, out, len(setup.cards), hands, tricks, tricks + sum(SPECIALS.values()), ""]
    assert " ".join(" | ".join(map(str, cells)).split()) in " ".join(PAGE.split())


@pytest.mark.parametrize(
    ("label", "penalty"), [("points for the tricks", "shortfall"), ("the same under `deviation`", "deviation")]
)
def test_the_table_of_a_bid_of_two_is_true(label: str, penalty: str) -> None:
    """For no trick to four."""
    setup = of(TRIONFO.resolve("house", {"announce": True, "bid_penalty": penalty}))
    worth = [counted + more for counted, _, more in (settlement(setup, 2, won, 0) for won in range(5))]
    assert f"| {label} | {' | '.join(map(str, worth)).replace('-', '−')} |" in PAGE

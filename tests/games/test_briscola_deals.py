"""Briscola's worked examples, trick by trick, and the values that they fix."""

import pytest

from croupier.games.briscola.setup import PACK, VALUES
from croupier.games.kernel import Score
from croupier.games.tricks import tricks
from games.briscola_deals import FOUR_DECK, FOUR_TRICKS, TWO_DECK, TWO_TRICKS, actions, deal, find, played, read


@pytest.mark.parametrize(
    ("trump", "cards", "winner", "points"),
    [
        ("B", "5D AD", 1, 11),
        ("B", "7D JB", 1, 2),
        ("B", "AB QB", 0, 14),
        ("C", "JD AD 6C", 2, 13),
        ("B", "QB 3C 6B 3B", 3, 23),
        ("B", "2S 5D 4B AD", 2, 11),
        ("B", "2S 5D 4D AD", 0, 11),
        ("B", "AC 2B", 1, 11),
        ("B", "JB 4B", 0, 2),
        ("B", "3D 4B AD 2B", 1, 21),
    ],
)
def test_a_trick_goes_to_the_highest_trump_else_to_the_highest_of_the_suit_led(
    trump: str, cards: str, winner: int, points: int
) -> None:
    """No card of a third suit ever wins, however high it is."""
    trick = [PACK.read(card) for card in cards.split()]
    assert tricks(PACK, PACK.suits.index(trump)).winner(trick) == winner
    assert sum(PACK.values(VALUES)[card] for card in trick) == points


def test_the_pack_is_worth_120() -> None:
    """Aces 11, threes 10, kings 4, queens 3, jacks 2."""
    assert sum(PACK.values(VALUES)) == 120
    assert len(PACK.cards) == 40


def test_the_deal_gives_three_cards_one_at_a_time_and_turns_up_the_next() -> None:
    """The seat after the dealer is served first."""
    dealt, turned = deal(2, TWO_DECK).opening()
    assert dealt.seen_by(0)["hand"] == ["JC", "5D", "JD"]
    assert dealt.seen_by(1)["hand"] == ["JB", "AD", "2D"]
    assert turned.seen_by("public") == {"kind": "turn-up", "card": "2B", "trump": "B", "stock": 34}


@pytest.mark.parametrize(("players", "deck", "expected"), [(2, TWO_DECK, TWO_TRICKS), (4, FOUR_DECK, FOUR_TRICKS)])
def test_the_worked_deals_go_trick_by_trick_as_they_should(players: int, deck: list[str], expected: str) -> None:
    """Who leads, who wins, what the trick is worth and who draws what."""
    playing = deal(players, deck)
    for number, (leader, cards, winner, value, drawn) in enumerate(read(expected), 1):
        assert playing.to_act == leader
        before = sum(playing.points())
        for card in cards:
            assert playing.to_act is not None
            facts = {fact.kind: fact for fact in playing.apply(playing.to_act, f"play {card}")}
        assert facts["trick"].seen_by("public") == {
            "kind": "trick", "trick": number, "winner": winner, "cards": cards,
        }  # fmt: skip
        assert sum(playing.points()) - before == value
        order = [(winner + step) % players for step in range(players)]
        seen = [facts["draw"].seen_by(seat)["card"] for seat in order] if "draw" in facts else []
        assert seen == drawn
    assert playing.to_act is None


def test_two_players_end_48_to_72() -> None:
    """Nine tricks against eleven."""
    playing = played(deal(2, TWO_DECK), TWO_TRICKS)
    assert playing.points() == [48, 72]
    assert playing.view("public")["taken"] == [9, 11]
    assert playing.scores[-1] == Score(1, "deal-won", 1, 39, "briscola#deal-won")


def test_two_teams_end_59_to_61() -> None:
    """The narrowest margin; each seat's part is in the score lines."""
    playing = played(deal(4, FOUR_DECK), FOUR_TRICKS)
    assert playing.points() == [59, 61]
    by_seat = [sum(s.points for s in playing.scores if s.seat == n and s.kind == "trick-points") for n in range(4)]
    assert by_seat == [59, 27, 0, 34]
    assert playing.scores[-1] == Score(1, "deal-won", 1, 39, "briscola#deal-won")


def test_a_score_line_names_the_winner_the_points_the_ply_and_the_rule() -> None:
    """The ply is that of the card that filled the trick, counted over the whole game; worthless tricks have no line."""
    playing = played(deal(2, TWO_DECK, first_ply=100), TWO_TRICKS, 6)
    assert playing.scores == [
        Score(1, "trick-points", 11, 101, "briscola#trick-points"),
        Score(0, "trick-points", 2, 103, "briscola#trick-points"),
    ]


def test_sixty_all_is_a_draw() -> None:
    """No line says who won, as nobody did."""
    drawn = find(lambda deal: deal.points() == [60, 60], 2)
    assert drawn.places() == (1, 1)
    assert {score.kind for score in drawn.scores} == {"trick-points"}


def test_partners_see_each_others_hands_once_the_stock_is_empty_and_not_before() -> None:
    """Before trick 8 of the worked deal of four; the opponents' hands stay closed."""
    playing = played(deal(4, FOUR_DECK), FOUR_TRICKS, 27)
    assert "hands" not in playing.view(0)
    assert playing.to_act is not None
    facts = playing.apply(playing.to_act, actions(FOUR_TRICKS)[27])
    assert playing.phase == "endgame"
    hands = [set(playing.view(seat)["hand"]) for seat in range(4)]
    assert hands == [{"JB", "QB", "AB"}, {"4D", "3C", "3S"}, {"2B", "6B", "KB"}, {"AS", "3B", "5B"}]
    for seat in range(4):
        partner = str((seat + 2) % 4)
        assert {s: set(cards) for s, cards in playing.view(seat)["hands"].items()} == {partner: hands[int(partner)]}
        told = facts[-1].seen_by(seat)
        assert told["kind"] == "partners"
        assert {s: set(cards) for s, cards in told["hands"].items()} == {partner: hands[int(partner)]}
    assert "hands" not in playing.view("public")
    assert facts[-1].seen_by("public") == {"kind": "partners"}

"""Frauds with points and winners."""

from audit.making import World
from croupier.contracts import events as ev
from tampered.forging import Named, changed, changed_in_tournament, event, fraud


@fraud
def a_point_too_many(world: World) -> Named:
    first, second = event(world, ev.DealScored).points
    return changed(world, "audit/points", ev.DealScored, points=[first + 1, second])


@fraud
def a_score_line_too_few(world: World) -> Named:
    return changed(world, "audit/score-line", ev.DealScored, lines=event(world, ev.DealScored).lines[1:])


@fraud
def another_number_of_plies(world: World) -> Named:
    return changed(world, "audit/plies", ev.DealPlayed, plies=39)


@fraud
def another_winner(world: World) -> Named:
    places = event(world, ev.GameScored).places[::-1]
    changed_in_tournament(world, "", ev.GameRecorded, places=places)
    return changed(world, "audit/result", ev.GameScored, places=places)


@fraud
def another_winner_in_the_tournament_alone(world: World) -> Named:
    places = event(world, ev.GameScored).places[::-1]
    return changed_in_tournament(world, "audit/recorded", ev.GameRecorded, places=places)


@fraud
def a_reason_for_a_game_that_was_played_out(world: World) -> Named:
    return changed_in_tournament(world, "audit/recorded", ev.GameRecorded, why="clock/flag")


@fraud
def a_result_recorded_before_it_was_there(world: World) -> Named:
    """The tournament binds itself to the first line of the game, and to nothing that was played."""
    return changed_in_tournament(world, "audit/recorded", ev.GameRecorded, lines=1)

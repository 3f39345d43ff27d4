"""A library of frauds by somebody who holds the server and chains everything anew.

Each takes a right world, forges it, and says what an audit must name: code, log and line. Heads that the
tournament recorded are made to fit afterwards, so that only the substance of the fraud can betray it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from audit.making import SECOND, START, Draft, World
from croupier import games
from croupier.contracts import events as ev
from croupier.contracts.events import Event
from croupier.contracts.lines import Line
from croupier.folds.game import GameState

GAME = "cup-r1-t1-1"
"""The game that is forged; it is played to its end."""


class Named(NamedTuple):
    """What the audit must name first."""

    code: str
    log: str
    line: int


Fraud = Callable[[World], Named]
FRAUDS: dict[str, Fraud] = {}


def fraud(forge: Fraud) -> Fraud:
    """Add a fraud to the library under its name."""
    FRAUDS[forge.__name__.replace("_", "-")] = forge
    return forge


def changed(world: World, code: str, kind: type[Event], nth: int = 0, **fields: Any) -> Named:
    """Change fields of the nth event of a kind in the game's log."""
    place = world.index(kind, nth, GAME)
    world.games[GAME][place] = world.games[GAME][place].but(**fields)
    return Named(code, f"g/{GAME}", place + 1)


def changed_in_tournament(world: World, code: str, kind: type[Event], nth: int = 0, **fields: Any) -> Named:
    """Change fields of the nth event of a kind in the tournament's log."""
    place = world.index(kind, nth)
    world.tournament[place] = world.tournament[place].but(**fields)
    return Named(code, "t/cup", place + 1)


def event(world: World, kind: type[Event], nth: int = 0, game: str | None = GAME) -> Any:
    """The nth event of a kind, in the game's log or (``game=None``) in the tournament's."""
    drafts = world.tournament if game is None else world.games[game]
    return drafts[world.index(kind, nth, game)].event


def state_before(world: World, place: int) -> GameState:
    """The game's state before the line at ``place``."""
    state = GameState(f"g/{GAME}")
    for seq, draft in enumerate(world.games[GAME][:place], 1):
        state.evolve(Line(seq, draft.at, draft.by, "", "", draft.event))
    return state


def inserted(world: World, code: str, place: int, new: Event) -> Named:
    """Put a line of the referee into the game's log."""
    drafts = world.games[GAME]
    drafts.insert(place, Draft(new, "referee", drafts[place - 1].at + 10))
    recorded = event(world, ev.GameRecorded, 0, None)
    world.tournament[world.index(ev.GameRecorded)] = world.tournament[world.index(ev.GameRecorded)].but(
        lines=recorded.lines + 1
    )
    return Named(code, f"g/{GAME}", place + 1)


# --- cards


@fraud
def another_deck(world: World) -> Named:
    cards = event(world, ev.DealDealt).deck.split(" ")
    cards[-1], cards[-2] = cards[-2], cards[-1]
    return changed(world, "audit/deck", ev.DealDealt, deck=" ".join(cards))


@fraud
def a_card_twice(world: World) -> Named:
    cards = event(world, ev.DealDealt).deck.split(" ")
    return changed(world, "log/out-of-place", ev.DealDealt, deck=" ".join([*cards[:-1], cards[0]]))


@fraud
def another_commitment(world: World) -> Named:
    return changed(world, "audit/deck-commitment", ev.DeckCommitted, commitment="ab" * 32)


@fraud
def another_board_seed(world: World) -> Named:
    return changed(world, "audit/board-seed", ev.DeckRevealed, board_seed="ab" * 32)


@fraud
def another_seed(world: World) -> Named:
    return changed_in_tournament(world, "audit/seed", ev.SeedRevealed, seed="ab" * 32)


@fraud
def another_nonce(world: World) -> Named:
    changed_in_tournament(world, "", ev.EntrantRegistered, nonce="ab" * 32)
    return Named("audit/beacon", "t/cup", world.index(ev.TournamentStarted) + 1)


@fraud
def a_nonce_before_the_seed(world: World) -> Named:
    drafts = world.tournament
    drafts[1], drafts[2] = drafts[2], drafts[1]
    return Named("audit/nonce-first", "t/cup", 3)


@fraud
def another_board(world: World) -> Named:
    games = list(event(world, ev.RoundPaired, 0, None).games)
    games[0] = games[0].model_copy(update={"board": "cup-r1-b9"})
    return changed_in_tournament(world, "audit/pairing", ev.RoundPaired, games=games)


# --- play


@fraud
def a_card_that_is_not_held(world: World) -> Named:
    first = event(world, ev.ActionTaken, 0).action
    return changed(world, "audit/illegal", ev.ActionTaken, 5, action=first)


@fraud
def an_action_out_of_turn(world: World) -> Named:
    seat = event(world, ev.ActionTaken, 3).seat
    return changed(world, "audit/illegal", ev.ActionTaken, 3, seat=1 - seat)


@fraud
def an_action_of_the_engine(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 2)
    left = taken.left - SECOND + (taken.received - taken.asked - taken.allowance)
    return changed(world, "audit/auto", ev.ActionTaken, 2, auto=True, received=taken.asked, allowance=0, left=left)


@fraud
def a_legal_action_refused(world: World) -> Named:
    place = world.index(ev.ActionTaken, 4, GAME)
    taken, strikes = world.games[GAME][place].event, state_before(world, place).strikes
    assert isinstance(taken, ev.ActionTaken)
    refused = ev.ActionRefused(
        deal=1, ply=taken.ply, seat=taken.seat, said=taken.action, code="move/card-not-held",
        strikes=strikes[taken.seat] + 1,
    )  # fmt: skip
    return inserted(world, "audit/refused-legal", place, refused)


@fraud
def a_legal_action_refused_as_out_of_turn(world: World) -> Named:
    named = a_legal_action_refused(world)
    world.games[GAME][named.line - 1] = world.games[GAME][named.line - 1].but(code="move/not-your-turn")
    return named


@fraud
def a_refusal_for_another_reason(world: World) -> Named:
    named = a_legal_action_refused(world)
    world.games[GAME][named.line - 1] = world.games[GAME][named.line - 1].but(said="play 10C")
    return named._replace(code="audit/refusal-code")


@fraud
def a_strike_too_many(world: World) -> Named:
    named = a_refusal_for_another_reason(world)
    draft = world.games[GAME][named.line - 1]
    assert isinstance(draft.event, ev.ActionRefused)
    right = draft.but(code="malformed/malformed-card", strikes=draft.event.strikes + 1)
    world.games[GAME][named.line - 1] = right
    return named._replace(code="audit/strikes")


@fraud
def strikes_without_a_forfeit(world: World) -> Named:
    place = world.index(ev.ActionTaken, 4, GAME)
    state = state_before(world, place)
    seat, named = 1 - (state.to_act or 0), Named("", "", 0)
    while state.strikes[seat] < world.spec.policy.strikes:
        state.strikes[seat] += 1
        refused = ev.ActionRefused(
            deal=1, ply=4, seat=seat, said="play KD", code="move/not-your-turn", strikes=state.strikes[seat]
        )
        named = inserted(world, "audit/strikes", place, refused)
        place += 1
    return named._replace(line=named.line + 1)


@fraud
def play_after_the_result(world: World) -> Named:
    last = event(world, ev.ActionTaken, -1)
    place = world.index(ev.DeckRevealed, 0, GAME)
    world.games[GAME].insert(place, Draft(last, "referee", world.games[GAME][place - 1].at + 10))
    return Named("log/out-of-place", f"g/{GAME}", place + 1)


# --- time and failure


@fraud
def a_generous_allowance(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    received = taken.received + 5 * SECOND
    return changed(
        world, "audit/allowance", ev.ActionTaken, 3, received=received, allowance=taken.allowance + 5 * SECOND
    )


@fraud
def time_given(world: World) -> Named:
    return changed(world, "audit/left", ev.ActionTaken, 3, left=event(world, ev.ActionTaken, 3).left + 1)


@fraud
def time_taken(world: World) -> Named:
    return changed(world, "audit/left", ev.ActionTaken, 3, left=event(world, ev.ActionTaken, 3).left - 1)


@fraud
def a_late_answer_taken(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    late = 10 * SECOND
    asked = taken.asked - late
    return changed(world, "audit/late", ev.ActionTaken, 3, asked=asked, left=taken.left - late)


@fraud
def a_stamp_from_the_future(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    later = 3 * SECOND
    return changed(
        world, "audit/stamps", ev.ActionTaken, 3,
        asked=taken.asked + later, received=taken.received + later,
    )  # fmt: skip


def fallen(world: World, code: str, **fields: Any) -> Named:
    """Cut the game at its eighth decision and let a seat forfeit there."""
    place = world.index(ev.ActionTaken, 8, GAME)
    drafts, state = world.games[GAME], state_before(world, place)
    seat, limit = state.to_act or 0, world.spec.clock.action
    given: dict[str, Any] = {"seat": seat, "why": "clock/flag", "limit": limit, "measured": limit + 5} | fields
    forfeit = ev.SeatForfeited(**given)
    rest, at = drafts[world.index(ev.DeckRevealed, 0, GAME) :], drafts[place - 1].at
    places = [2 if side == forfeit.seat else 1 for side in range(2)]
    result = ev.GameScored(points=[0, 0], places=places, outcome="forfeit", why=forfeit.why)
    drafts[place:] = [Draft(forfeit, "referee", at + 40), Draft(result, "scoring", at + 90), *rest]
    at_t = world.index(ev.GameRecorded)
    world.tournament[at_t] = world.tournament[at_t].but(
        lines=place + 2, points=[0, 0], places=places, outcome="forfeit"
    )
    return Named(code, f"g/{GAME}", place + 1)


@fraud
def a_time_out_that_no_stamp_allows(world: World) -> Named:
    return fallen(world, "audit/forfeit")


@fraud
def a_time_out_within_the_limit(world: World) -> Named:
    return fallen(world, "audit/forfeit", measured=40)


@fraud
def a_time_out_by_another_limit(world: World) -> Named:
    return fallen(world, "audit/forfeit", limit=1_000, measured=1_001)


@fraud
def a_time_out_of_the_seat_that_waits(world: World) -> Named:
    seat = state_before(world, world.index(ev.ActionTaken, 8, GAME)).to_act or 0
    return fallen(world, "audit/forfeit", seat=1 - seat)


@fraud
def strikes_that_never_were(world: World) -> Named:
    strikes = world.spec.policy.strikes
    return fallen(world, "audit/forfeit", why="move/strikes", limit=strikes, measured=strikes)


@fraud
def an_absent_seat_that_was_there(world: World) -> Named:
    start = world.spec.clock.start
    return fallen(world, "audit/forfeit", why="session/left", limit=start, measured=start)


@fraud
def a_forfeit_that_the_other_pays(world: World) -> Named:
    named = fallen(world, "audit/result", why="resigned", limit=0, measured=0)
    scored = world.games[GAME][named.line]
    assert isinstance(scored.event, ev.GameScored)
    world.games[GAME][named.line] = scored.but(places=scored.event.places[::-1])
    return named._replace(line=named.line + 1)


# --- scores


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


# --- set-up and tournament


@fraud
def another_clock(world: World) -> Named:
    clock = world.spec.clock.model_copy(update={"start": 1_000})
    return changed(world, "audit/opening", ev.GameOpened, clock=clock)


@fraud
def another_option(world: World) -> Named:
    options = event(world, ev.GameOpened).options | {"stop_at_61": True}
    return changed(world, "audit/opening", ev.GameOpened, options=options)


@fraud
def an_option_that_does_not_exist(world: World) -> Named:
    options = event(world, ev.GameOpened).options | {"wild_cards": True}
    return changed(world, "audit/options", ev.GameOpened, options=options)


@fraud
def other_rules(world: World) -> Named:
    return changed(world, "audit/rules-version", ev.GameOpened, rules=games.get("briscola").rules + 1)


@fraud
def seats_exchanged(world: World) -> Named:
    return changed(world, "audit/opening", ev.GameOpened, seats=event(world, ev.GameOpened).seats[::-1])


@fraud
def cards_from_the_referee(world: World) -> Named:
    place = world.index(ev.DealDealt, 0, GAME)
    draft = world.games[GAME][place]
    world.games[GAME][place] = Draft(draft.event, "referee", draft.at)
    return Named("audit/writer", f"g/{GAME}", place + 1)


@fraud
def a_pairing_changed_everywhere(world: World) -> Named:
    paired = list(event(world, ev.RoundPaired, 0, None).games)
    paired[0] = paired[0].model_copy(update={"seats": paired[0].seats[::-1]})
    seats_exchanged(world)
    return changed_in_tournament(world, "audit/pairing", ev.RoundPaired, games=paired)


@fraud
def a_table_changed(world: World) -> Named:
    table = list(event(world, ev.RoundClosed, 0, None).standings)
    table[0] = table[0].model_copy(update={"points": table[0].points + 1})
    return changed_in_tournament(world, "audit/standings", ev.RoundClosed, standings=table)


@fraud
def a_final_table_changed(world: World) -> Named:
    table = event(world, ev.TournamentFinished, 0, None).standings[::-1]
    return changed_in_tournament(world, "audit/standings", ev.TournamentFinished, standings=table)


@fraud
def a_rating_changed(world: World) -> Named:
    rows = list(event(world, ev.TournamentFinished, 0, None).ratings)
    rows[1] = rows[1].model_copy(update={"rating": rows[1].rating + 1})
    return changed_in_tournament(world, "audit/ratings", ev.TournamentFinished, ratings=rows)


@fraud
def a_margin_narrowed(world: World) -> Named:
    rows = list(event(world, ev.TournamentFinished, 0, None).ratings)
    rows[-1] = rows[-1].model_copy(update={"margin": rows[-1].margin - 1})
    return changed_in_tournament(world, "audit/ratings", ev.TournamentFinished, ratings=rows)


@fraud
def ratings_left_out(world: World) -> Named:
    return changed_in_tournament(world, "audit/ratings", ev.TournamentFinished, ratings=[])


@fraud
def a_result_left_out(world: World) -> Named:
    del world.tournament[world.index(ev.GameClosed)]
    del world.tournament[world.index(ev.GameRecorded)]
    del world.games[GAME]
    return Named("log/out-of-place", "t/cup", world.index(ev.RoundClosed) + 1)


@fraud
def a_round_left_out(world: World) -> Named:
    first, last = world.index(ev.RoundPaired, -1), world.index(ev.RoundSealed, -1)
    for draft in world.tournament[first : last + 1]:
        if isinstance(draft.event, ev.GameRecorded):
            del world.games[draft.event.id]
    del world.tournament[first : last + 1]
    return Named("audit/pairing", "t/cup", world.index(ev.TournamentFinished) + 1)


@fraud
def a_result_recorded_twice(world: World) -> Named:
    place = world.index(ev.GameRecorded)
    world.tournament.insert(place + 1, world.tournament[place])
    return Named("log/out-of-place", "t/cup", place + 2)


@fraud
def a_stranger_registered(world: World) -> Named:
    place = world.index(ev.EntrantRegistered)
    new = ev.EntrantRegistered(entrant="bot-z", name="Bot Z", nonce="cd" * 32)
    world.tournament.insert(place, Draft(new, "director", START))
    return Named("log/out-of-place", "t/cup", place + 1)


@fraud
def points_beyond_all_bounds(world: World) -> Named:
    for nth in range(2):
        most = [2**53 - 1, 2**53 - 1]
        named = changed_in_tournament(world, "audit/recorded", ev.GameRecorded, nth, points=most)
    return Named(named.code, named.log, world.index(ev.GameRecorded) + 1)

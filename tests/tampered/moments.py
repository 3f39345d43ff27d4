"""Frauds with what was done too early, too late or not in its turn."""

from dataclasses import replace

from audit.drafts import SECOND, Draft
from audit.making import World
from croupier.contracts import events as ev
from croupier.games import deck
from tampered.failures import fallen
from tampered.forging import GAME, Named, changed, event, fraud, inserted

LAST = "cup-r3-t1-2"
"""A game that is opened long after the first line of its tournament."""


@fraud
def a_game_opened_before_it_was_paired(world: World) -> Named:
    opened = world.games[LAST][0]
    world.games[LAST][0] = replace(opened, at=opened.at - 3600 * SECOND)
    return Named("audit/early", f"g/{LAST}", 1)


@fraud
def a_deck_shown_while_its_board_is_played(world: World) -> Named:
    """The last result is recorded long after the dealer has shown its deck."""
    record = max(place for place, draft in enumerate(world.tournament) if isinstance(draft.event, ev.GameRecorded))
    for place in range(record, len(world.tournament)):
        draft = world.tournament[place]
        world.tournament[place] = replace(draft, at=draft.at + 5 * SECOND)
    last = world.tournament[record].event
    assert isinstance(last, ev.GameRecorded)
    return Named("audit/early", f"g/{last.id}", world.index(ev.DeckRevealed, 0, last.id) + 1)


@fraud
def a_time_out_that_ends_after_its_result_is_recorded(world: World) -> Named:
    """The referee stamps its own lines, but not those of the director."""
    limit = world.spec.clock.action
    named = fallen(world, "audit/stamps")
    for place in (named.line - 1, named.line):
        world.games[GAME][place] = replace(world.games[GAME][place], at=world.games[GAME][place].at + limit + SECOND)
    at = world.tournament[world.index(ev.GameRecorded)].at
    world.tournament[world.index(ev.GameRecorded)] = replace(
        world.tournament[world.index(ev.GameRecorded)], at=min(at, world.games[GAME][named.line - 1].at - 2 * SECOND)
    )
    return named


@fraud
def a_seat_asked_after_its_answer(world: World) -> Named:
    taken = event(world, ev.ActionTaken, 3)
    left = taken.left + taken.received - taken.asked - taken.allowance
    return changed(
        world, "audit/stamps", ev.ActionTaken, 3, asked=taken.received + 3600 * SECOND, allowance=0, left=left
    )


@fraud
def the_winner_by_forfeit_gives_up_as_well(world: World) -> Named:
    """So that nobody has won."""
    named = fallen(world, "log/out-of-place", why="resigned", limit=0, measured=0)
    failed = world.games[GAME][named.line - 1].event
    assert isinstance(failed, ev.SeatForfeited)
    second = failed.model_copy(update={"seat": 1 - failed.seat})
    return inserted(world, "log/out-of-place", named.line, second)


@fraud
def another_first_dealer(world: World) -> Named:
    return changed(world, "audit/opening", ev.GameOpened, dealer=0)


@fraud
def a_withdrawal_after_the_end(world: World) -> Named:
    gone = ev.EntrantWithdrawn(entrant="bot-b", why="away", who="organiser")
    return told(world, world.index(ev.SeedRevealed), gone)


@fraud
def an_entry_into_a_round_robin_that_has_started(world: World) -> Named:
    late = world.spec.entrants[0].model_copy(update={"id": "bot-z", "name": "Bot Z", "token": "ab" * 32})
    return told(world, world.index(ev.GameRecorded, -1), ev.EntrantEntered(entrant=late, who="organiser"))


@fraud
def a_pause_that_an_entrant_asked_for(world: World) -> Named:
    place = world.index(ev.GameRecorded, -1)
    named = told(world, place, ev.TournamentPaused(who="entrant"))
    told(world, place + 1, ev.TournamentResumed(who="organiser"))
    return named


@fraud
def a_pause_that_the_clock_ends_and_nobody_limited(world: World) -> Named:
    place = world.index(ev.GameRecorded, -1)
    told(world, place, ev.TournamentPaused(who="organiser"))
    return told(world, place + 1, ev.TournamentResumed(who="clock"))._replace(code="audit/not-due")


@fraud
def a_return_by_itself_of_whom_the_organiser_removed(world: World) -> Named:
    place = world.index(ev.GameRecorded, -1)
    told(world, place, ev.EntrantWithdrawn(entrant="bot-b", why="away", who="organiser"))
    return told(world, place + 1, ev.EntrantReturned(entrant="bot-b", who="entrant"))


@fraud
def a_lap_more_while_the_tournament_ends(world: World) -> Named:
    place = world.index(ev.GameRecorded, -1)
    told(world, place, ev.TournamentStopping(who="organiser"))
    return told(world, place + 1, ev.RoundsAdded(total=2, who="organiser"))


@fraud
def a_nonce_left_out_of_the_beacon(world: World) -> Named:
    nonces = [bytes.fromhex(event(world, ev.EntrantRegistered, nth, None).nonce) for nth in range(2)]
    place = world.index(ev.TournamentStarted)
    world.tournament[place] = world.tournament[place].but(beacon=deck.beacon(nonces).hex())
    return Named("audit/beacon", "t/cup", place + 1)


def told(world: World, place: int, new: ev.Event) -> Named:
    """Put a line of the director into the tournament's log."""
    world.tournament.insert(place, Draft(new, "director", world.tournament[place - 1].at + 10))
    return Named("audit/asked", "t/cup", place + 1)

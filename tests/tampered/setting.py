"""Frauds with the set-up of games, with pairings, tables and entrants."""

from audit.drafts import START, Draft
from audit.making import World
from croupier import games
from croupier.contracts import events as ev
from tampered.forging import GAME, Named, changed, changed_in_tournament, event, fraud


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


def a_row_changed(world: World, code: str, kind: type[ev.Event], table: str, row: int, **by: int) -> Named:
    """A row of a table with figures that are greater ``by`` something."""
    rows = list(getattr(event(world, kind, 0, None), table))
    rows[row] = rows[row].model_copy(update={name: getattr(rows[row], name) + more for name, more in by.items()})
    return changed_in_tournament(world, code, kind, **{table: rows})


@fraud
def a_table_changed(world: World) -> Named:
    return a_row_changed(world, "audit/standings", ev.RoundClosed, "standings", 0, points=1)


@fraud
def a_final_table_changed(world: World) -> Named:
    table = event(world, ev.TournamentFinished, 0, None).standings[::-1]
    return changed_in_tournament(world, "audit/standings", ev.TournamentFinished, standings=table)


@fraud
def a_rating_changed(world: World) -> Named:
    return a_row_changed(world, "audit/ratings", ev.TournamentFinished, "ratings", 1, rating=1)


@fraud
def a_margin_narrowed(world: World) -> Named:
    return a_row_changed(world, "audit/ratings", ev.TournamentFinished, "ratings", -1, margin=-1)


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

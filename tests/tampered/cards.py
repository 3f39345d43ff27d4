"""Frauds with the cards."""

from audit.making import World
from croupier.contracts import events as ev
from tampered.forging import Named, changed, changed_in_tournament, event, fraud


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

"""Every option of trionfo does what it says, and options that make no sense are refused."""

import random
from typing import Any

import pytest

from croupier.games.kernel import BadOptions
from croupier.games.trionfo.deal import TrionfoDeal
from croupier.games.trionfo.setup import PACK
from games.battery import refusal
from games.trionfo_deals import FOUR_ACTIONS, FOUR_DECK, TRIONFO, act, at_random, deal, find, played, stacked


def refused(ruleset: str = "house", **given: Any) -> tuple[str, str]:
    with pytest.raises(BadOptions) as error:
        TRIONFO.resolve(ruleset, given)
    return error.value.code, error.value.reason


def pack(**given: Any) -> tuple[str, ...]:
    return TRIONFO.pack(TRIONFO.resolve("house", given))


def test_the_defaults_are_the_house_rules() -> None:
    """All options have a value, in the order of the rule page."""
    assert TRIONFO.resolve("house", {}) == {
        "players": 4,
        "pack": 52,
        "leftover": "strip",
        "refill": "redeal",
        "short_last": "equal",
        "trump": "turn-up",
        "redeal_leader": "trick-winner",
        "must_trump": False,
        "specials": "captured",
        "announce": False,
        "bid_penalty": "shortfall",
        "bid_failed_keeps_tricks": True,
        "double_specials": False,
        "hook": False,
        "bid_order": "in-turn",
        "tie": "shared",
        "length": "single",
        "length_n": 1,
    }


@pytest.mark.parametrize(
    ("given", "code", "hint"),
    [
        ({"player": 4}, "option/unknown", "'players'"),
        ({"games": 4}, "option/unknown", "games"),
        ({"players": 8}, "option/value", "from 2 to 7"),
        ({"players": 1}, "option/value", "from 2 to 7"),
        ({"pack": 40}, "option/value", "one of 52"),
        ({"short_last": "none"}, "option/value", "one of equal"),
        ({"trump": "hearts"}, "option/value", "one of turn-up, rotate, C, D, H, S"),
        ({"trump": "s"}, "option/value", "'S'"),
        ({"announce": "on"}, "option/value", "true"),
        ({"length": "single", "length_n": 3}, "option/conflict", "length = games"),
        ({"announce": True, "refill": "draw"}, "option/conflict", "refill"),
        ({"players": 7, "announce": True, "refill": "draw"}, "option/conflict", "refill"),
    ],
)
def test_options_that_make_no_sense_are_refused(given: dict[str, Any], code: str, hint: str) -> None:
    """The code is for programs; the reason helps."""
    found = refused(**given)
    assert found[0] == code
    assert hint in found[1]


def test_an_unknown_ruleset_is_refused() -> None:
    """There is one ruleset, and no classic one."""
    assert refused("classic")[0] == "option/unknown-ruleset"


def test_a_deal_with_options_that_nobody_resolved_is_checked_too() -> None:
    """A log from elsewhere may say anything."""
    with pytest.raises(BadOptions):
        TRIONFO.seats({"players": 9})


def test_a_deck_must_be_the_pack_and_the_dealer_a_seat() -> None:
    """A card too many, too few, twice or unknown."""
    deck = FOUR_DECK.split()
    for wrong in (deck[1:], [*deck, "2C"], [*deck[1:], deck[1]], [*deck[1:], "KB"]):
        with pytest.raises(ValueError, match=r"deck|card"):
            deal(4, wrong)
    with pytest.raises(ValueError, match="no seat"):
        deal(4, deck, dealer=4)


@pytest.mark.parametrize(
    ("players", "out", "hands", "tricks"),
    [
        (2, "", (7, 7, 7, 5), 26),
        (3, "2C", (7, 7, 3), 17),
        (4, "", (7, 6), 13),
        (5, "2C 2D", (7, 3), 10),
        (6, "2C 2D 2H 2S", (7, 1), 8),
        (7, "2C 2D 2H", (7,), 7),
    ],
)
def test_players_decides_the_pack_the_hands_and_the_tricks(
    players: int, out: str, hands: tuple[int, ...], tricks: int
) -> None:
    """Twos are left out until all cards can be dealt in equal hands; the points add up to the tricks and 12."""
    table = find(lambda _: True, players)
    assert [sum(won) for _, won, _ in table.settled] == list(hands)
    assert (len(table.past), sum(table.points())) == (tricks, tricks + 12)
    full = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    assert list(pack(players=players)) == [card for card in full if card not in out.split()]
    assert TRIONFO.sides(TRIONFO.resolve("house", {"players": players})) == tuple((seat,) for seat in range(players))


@pytest.mark.parametrize(("players", "dead"), [(2, 0), (3, 1), (4, 0), (5, 2), (6, 4), (7, 3)])
def test_with_leftover_dead_the_last_cards_of_the_whole_pack_are_seen_by_nobody(players: int, dead: int) -> None:
    """They stay closed to the end, and the turn-up is the last card before them that is dealt."""
    deck = [*reversed(pack(leftover="dead", players=players))]
    table = deal(players, deck, leftover="dead")
    turn_up = deck[7 * players] if players < 7 else deck[48]
    assert table.view("public")["turn_up"] == turn_up
    at_random(table, random.Random(1))
    view = table.view("auditor")
    assert view["dead_cards"] == (deck[-dead:] if dead else [])
    assert sorted(card for pile in view["piles"] for card in pile) == sorted(deck[: len(deck) - dead])
    last = table.past[-table.setup.hands[-1] :]
    assert PACK.read(turn_up) in {card for _, _, _, cards in last for card in cards}


def test_dead_cards_may_take_special_trumps_with_them() -> None:
    """So the points of a deal are not fixed; with leftover = strip they are."""
    assert sum(find(lambda table: sum(table.specials) < 12, 6, leftover="dead").points()) < 20


def test_with_refill_draw_each_seat_draws_after_each_trick() -> None:
    """The winner first, the turn-up last, by the seat before the winner; one smazzata of all cards."""
    table = deal(4, FOUR_DECK, refill="draw")
    assert table.to_act is not None
    for card in FOUR_ACTIONS.split()[:4]:
        facts = table.apply(table.to_act, f"play {card}")
    draw = facts[-1]
    assert draw.seen_by("public") == {"kind": "draw", "seats": [2, 3, 0, 1], "stock": 20}
    assert [draw.seen_by(seat)["card"] for seat in (2, 3, 0, 1)] == FOUR_DECK.split()[29:33]
    while table.view("public")["stock"]:
        assert table.to_act is not None
        facts = table.apply(table.to_act, table.legal()[0])
    winner = facts[1].seen_by("public")["winner"]
    assert facts[-1].seen_by("public")["drawn"] == {str((winner - 1) % 4): "2S"}
    assert table.view("public")["cards"] == [7, 7, 7, 7]
    while table.to_act is not None:
        facts = table.apply(table.to_act, table.legal()[0])
    assert (len(table.past), [fact.kind for fact in facts]) == (13, ["play", "trick"])


def test_with_refill_none_one_smazzata_of_seven_is_all() -> None:
    """The rest of the pack is not used; twos are left out all the same."""
    table = find(lambda _: True, 3, refill="none")
    assert (len(table.past), table.view("public")["stock"]) == (7, 30)
    assert len(pack(players=3, refill="none")) == 51
    assert len(pack(players=3, refill="none", leftover="dead")) == 52


def test_trump_can_be_a_fixed_suit_and_then_no_card_is_turned_up() -> None:
    """The stock is dealt in the order of the deck."""
    table = deal(4, FOUR_DECK, trump="D")
    assert [fact.seen_by("public") for fact in table.opening()[1:]] == [{"kind": "trump", "trump": "D"}]
    view = table.view("auditor")
    assert (view["trump"], view["turn_up"], view["stock_cards"]) == ("D", None, FOUR_DECK.split()[28:])


def test_trump_can_rotate_from_deal_to_deal() -> None:
    """Clubs, diamonds, hearts, spades, and again."""
    trumps = [deal(4, FOUR_DECK, trump="rotate", number=number).view(0)["trump"] for number in range(1, 7)]
    assert trumps == list("CDHSCD")


@pytest.mark.parametrize(("leader", "seat"), [("trick-winner", 1), ("eldest", 0)])
def test_redeal_leader_says_who_leads_to_a_new_smazzata(leader: str, seat: int) -> None:
    """Seat 1 won the last trick of the first one, seat 3 has dealt."""
    table = played(deal(4, FOUR_DECK, redeal_leader=leader), FOUR_ACTIONS, 28)
    assert (table.to_act, table.view("public")["leader"]) == (seat, seat)


@pytest.mark.parametrize("leader", ["trick-winner", "eldest"])
def test_bids_for_a_new_smazzata_begin_after_the_dealer_whoever_leads(leader: str) -> None:
    """And then the leader plays."""
    table = deal(4, FOUR_DECK, redeal_leader=leader, announce=True)
    table = played(act(table, *["bid 1"] * 4), FOUR_ACTIONS, 28)
    assert (table.phase, table.to_act) == ("announce", 0)
    act(table, *["bid 1"] * 4)
    assert (table.phase, table.to_act) == ("play", 1 if leader == "trick-winner" else 0)


def test_a_smazzata_of_one_card_each_has_bids_of_0_and_1() -> None:
    """The second one of six players."""
    table = act(deal(6, pack(players=6), announce=True), *["bid 1"] * 6)
    while table.phase == "play":
        table.push(table.moves()[0])
    assert (len(table.settled), table.legal()) == (1, ["bid 0", "bid 1"])


def test_must_trump_makes_a_duty_of_trumping() -> None:
    """Only for who cannot follow and holds a trump; which trump, stays free."""
    hands = "KC / 2S AS AD KD QD JD TD"
    assert len(act(stacked(2, hands, trump="S"), "KC").legal()) == 7
    assert act(stacked(2, hands, trump="S", must_trump=True), "KC").legal() == ["play 2S", "play AS"]
    assert len(act(stacked(2, hands, trump="H", must_trump=True), "KC").legal()) == 7


@pytest.mark.parametrize(("specials", "points"), [("captured", [10, 0]), ("played", [6, 4])])
def test_specials_pay_their_captor_or_who_plays_them(specials: str, points: list[int]) -> None:
    """The ace takes the jack: 5 + 4 and the trick."""
    assert act(stacked(2, "AS / JS", trump="S", specials=specials), "AS", "JS").points() == points


def test_a_special_that_pays_who_plays_it_pays_at_once() -> None:
    """Its line has the ply of the card itself."""
    table = act(stacked(2, "AS / JS", trump="S", specials="played"), "AS")
    assert [(score.seat, score.points, score.ply) for score in table.scores] == [(0, 5, 0)]
    act(table, "JS")
    assert [(score.seat, score.kind, score.ply) for score in table.scores] == [
        (0, "special", 0), (1, "special", 1), (0, "trick", 1),
    ]  # fmt: skip


def settled(bid: int, **options: Any) -> TrionfoDeal:
    """Two players, hearts are trump: seat 0 leads seven high clubs, wins them all, after bidding ``bid``."""
    hands = "AC KC QC JC TC 9C 8C / 7C 6C 5C 4C 3C 2C AH"
    table = stacked(2, hands, trump="H", refill="none", announce=True, **options)
    act(table, f"bid {bid}", "bid 0")
    while table.to_act is not None:
        table.push(table.moves()[0])
    return table


def test_announce_has_each_seat_say_how_many_tricks_it_will_win() -> None:
    """Six tricks and not seven: the ace of trumps takes one, and brings 5."""
    assert deal(4, FOUR_DECK).legal()[0] == "play 4D"
    assert deal(4, FOUR_DECK, announce=True).legal() == [f"bid {number}" for number in range(8)]
    assert settled(6).points() == [12, 1 + 5]
    assert settled(7).points() == [6 - 2, 1 + 5]


@pytest.mark.parametrize(("penalty", "points"), [("shortfall", 6), ("deviation", 6 - 2 * 4)])
def test_bid_penalty_may_punish_tricks_too_many(penalty: str, points: int) -> None:
    """Six won, two bid."""
    table = settled(2, bid_penalty=penalty)
    assert table.points()[0] == points
    lines = [(score.kind, score.points) for score in table.scores if score.seat == 0 and score.kind != "trick"]
    assert lines == ([("bid-over", -8)] if penalty == "deviation" else [])


@pytest.mark.parametrize(
    ("bid", "penalty", "keeps", "points"),
    [
        (7, "shortfall", True, 4),
        (7, "shortfall", False, -2),
        (2, "shortfall", False, 6),
        (2, "deviation", True, -2),
        (2, "deviation", False, -8),
        (6, "deviation", False, 12),
    ],
)
def test_bid_failed_keeps_tricks_says_whether_the_tricks_of_a_failed_bid_count(
    bid: int, penalty: str, keeps: bool, points: int
) -> None:
    """Too many tricks are a failed bid only under deviation."""
    assert settled(bid, bid_penalty=penalty, bid_failed_keeps_tricks=keeps).points()[0] == points


@pytest.mark.parametrize(("double", "points"), [(False, 2 + 5), (True, 2 + 5 + 5)])
def test_double_specials_doubles_them_where_the_bid_is_exact(double: bool, points: int) -> None:
    """Seat 1 wins one trick with the ace of trumps; only its exact bid doubles the five."""
    hands = "AC KC QC JC TC 9C 8C / 7C 6C 5C 4C 3C 2C AH"
    table = stacked(2, hands, trump="H", refill="none", announce=True, double_specials=double)
    act(table, "bid 6", "bid 1")
    while table.to_act is not None:
        table.push(table.moves()[0])
    assert table.points() == [12, points]
    assert settled(6, double_specials=double).points() == [12, 6]


def test_doubled_specials_that_pay_who_plays_them_belong_to_who_played_them() -> None:
    """Seat 1 plays the queen under the ace, bids nothing and wins nothing: its 3 are doubled."""
    hands = "AH AC KC QC JC TC 9C / QH 7C 6C 5C 4C 3C 2C"
    table = stacked(2, hands, trump="H", refill="none", announce=True, double_specials=True, specials="played")
    act(table, "bid 7", "bid 0")
    while table.to_act is not None:
        table.push(table.moves()[0])
    assert table.points() == [14 + 10, 6]
    assert ("bid-exact", 3) in {(score.kind, score.points) for score in table.scores}


def test_the_hook_binds_the_last_bid_only() -> None:
    """Whatever makes the bids come out even is not allowed; without the hook it is."""
    bids = ["bid 1", "bid 2", "bid 3"]
    free, hooked = (act(deal(4, FOUR_DECK, announce=True, hook=hook), *bids) for hook in (False, True))
    assert "bid 1" in free.legal()
    assert hooked.legal() == ["bid 0", "bid 2", "bid 3", "bid 4", "bid 5", "bid 6", "bid 7"]
    assert len(act(deal(4, FOUR_DECK, announce=True, hook=True), *bids[:2]).legal()) == 8
    assert len(act(deal(4, FOUR_DECK, announce=True, hook=True), "bid 4", "bid 4", "bid 4").legal()) == 8


def test_secret_bids_are_shown_together() -> None:
    """A table asks one seat after the other and keeps the answers until the dealer has bid."""
    table = deal(4, FOUR_DECK, announce=True, bid_order="secret")
    for seat, bid in ((0, 1), (1, 7), (2, 3)):
        facts = table.apply(seat, f"bid {bid}")
        assert [fact.seen_by("public") for fact in facts] == [{"kind": "bid", "seat": seat}]
        assert table.view("public")["bids"] == [None] * 4
    facts = table.apply(3, "bid 0")
    assert facts[-1].seen_by("public") == {"kind": "bids", "bids": [1, 7, 3, 0]}
    assert (table.phase, table.to_act) == ("play", 0)


def test_in_turn_bids_have_to_wait_for_their_turn() -> None:
    """Everybody hears them."""
    table = deal(4, FOUR_DECK, announce=True)
    assert refusal(table, 2, "bid 3") == ("move/not-your-turn", "seat 0 is to act")
    assert [fact.seen_by(3) for fact in table.apply(0, "bid 3")] == [{"kind": "bid", "seat": 0, "bid": 3}]
    assert table.shown("bid 3") == "bid 3"

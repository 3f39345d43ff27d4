"""Decks against right values for every step, and what a fair shuffle must hold."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games import deck

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shuffle.json").read_text())
ITALIAN = [rank + suit for suit in "CDSB" for rank in "24567JQK3A"]
FRENCH_52 = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
PIQUET = [rank + suit for suit in "CDHS" for rank in "789TJQKA"]
BEZIQUE = [rank + suit + copy for copy in "12" for suit in "CDHS" for rank in "789JQKTA"]
PACKS = {"italian40": ITALIAN, "french52": FRENCH_52, "french32": PIQUET, "french32x2": BEZIQUE}


def named(vector: dict) -> str:
    return f"{vector['pack']}-{len(vector['without'])}-{vector['board']}"


@pytest.fixture(params=VECTORS, ids=named)
def vector(request: pytest.FixtureRequest) -> dict:
    return request.param


def test_the_seed_is_committed_to(vector: dict) -> None:
    assert deck.seed_commitment(bytes.fromhex(vector["seed"])).hex() == vector["seed_commitment"]


def test_the_beacon_mixes_the_nonces_in_any_order(vector: dict) -> None:
    nonces = [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    assert deck.beacon(nonces).hex() == deck.beacon(reversed(nonces)).hex() == vector["beacon"]


def test_a_board_has_its_own_seed_and_commitment(vector: dict) -> None:
    seed = deck.board_seed(bytes.fromhex(vector["seed"]), vector["board"])
    assert seed.hex() == vector["board_seed"]
    assert deck.deck_commitment(seed).hex() == vector["deck_commitment"]


def test_the_deck_of_a_deal(vector: dict) -> None:
    pack = [card for card in PACKS[vector["pack"]] if card not in vector["without"]]
    dealt = deck.shuffle(bytes.fromhex(vector["board_seed"]), bytes.fromhex(vector["beacon"]), vector["deal"], pack)
    assert " ".join(dealt) == vector["deck"]


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), st.integers(1, 1000))
def test_no_card_is_lost_and_the_pack_is_left_alone(seed: bytes, mixed: bytes, deal: int) -> None:
    pack = tuple(BEZIQUE)
    assert sorted(deck.shuffle(seed, mixed, deal, pack)) == sorted(pack)


def test_every_card_comes_first_about_equally_often() -> None:
    first = Counter(deck.shuffle(bytes(32), bytes(32), deal, "abcde")[0] for deal in range(1, 5001))
    assert all(850 < first[card] < 1150 for card in "abcde")


def test_a_word_that_would_favour_some_cards_is_skipped() -> None:
    # Of 2^32 words, the last 2^32 mod 3 = 1 would make remainder 0 likelier than the others.
    assert deck._below(3, iter([2**32 - 1, 2**32 - 2])) == (2**32 - 2) % 3


def test_a_killed_dealer_finds_the_same_seed() -> None:
    secret = bytes(range(32))
    assert deck.tournament_seed(secret, "spring") == deck.tournament_seed(secret, "spring")
    assert deck.tournament_seed(secret, "spring") != deck.tournament_seed(secret, "autumn")


def test_a_weak_secret_and_a_deal_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        deck.tournament_seed(b"short", "spring")
    with pytest.raises(ValueError, match="from 1"):
        deck.shuffle(bytes(32), bytes(32), 0, PIQUET)

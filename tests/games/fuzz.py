"""Texts that somebody might send: random ones, legal actions with an accident, well-formed ones that are not legal."""

import random

from games.battery import Position, Sample

LETTERS = "abcdefghijklmnopqrstuvwxyz -0123456789AKQJTCDHSB"
ODD = "\0\t\n\x1b\\\"'%{}<>&;/ .,é♠\u00a0\u200b\u202e\U0001f0a1"


def random_text(rng: random.Random) -> str:
    """Up to 30 characters, now and then a thousand."""
    size = 1000 if rng.random() < 0.02 else rng.randrange(30)
    return "".join(rng.choice(LETTERS if rng.random() < 0.9 else ODD) for _ in range(size))


def mutated(text: str, other: str, rng: random.Random) -> str:
    """``text`` after one accident; ``other`` is where words come from."""
    at = rng.randrange(len(text) + 1)
    words, more = text.split(" "), other.split(" ")
    place = rng.randrange(len(words))
    return rng.choice(
        (
            text[:at] + text[at + 1 :],
            text[:at] + rng.choice(LETTERS + ODD) + text[at:],
            text[:at] + rng.choice(LETTERS + ODD) + text[at + 1 :],
            text[:at] + text[at : at + 1].swapcase() + text[at + 1 :],
            text[:at] + " " + text[at:],
            text[:at],
            text[at:],
            " ".join(words[:place] + words[place + 1 :]),
            " ".join([*words[: place + 1], *words[place:]]),
            " ".join([*words[:place], rng.choice(more), *words[place + 1 :]]),
            " ".join([*words, rng.choice(more)]),
            " ".join(rng.sample(words, len(words))),
            text + "\n",
        )
    )


def attempts(sample: Sample, position: Position, rng: random.Random, number: int) -> list[tuple[int, str]]:
    """Seats and what they try: a third each of random texts, mutated actions and actions of the vocabulary."""
    vocabulary, legal = sample.vocabulary(position), position.deal.legal() or ["pass"]
    seats = position.game.seats(position.options)
    tried = []
    for _ in range(number):
        seat = rng.randrange(seats) if rng.random() < 0.3 else position.deal.to_act or 0
        kind = rng.randrange(3)
        if kind == 0:
            action = random_text(rng)
        elif kind == 1:
            action = mutated(rng.choice(legal), rng.choice(vocabulary), rng)
        else:
            action = rng.choice(vocabulary)
        tried.append((seat, action))
    return tried

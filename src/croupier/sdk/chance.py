"""Chance that can be repeated: what follows from a bot's seed."""

import secrets
from hashlib import sha256
from random import Random


def nonce_for(seed: str | None) -> str:
    """The 32 bytes that a bot adds to the shuffle, as hex: drawn, or derived where a seed is given.

    SHA-256 of ``croupier/nonce/v1``, a zero byte and the seed's text. Whoever knows the seed of every bot
    and of the dealer knows the cards: seeds are for tests.
    """
    return secrets.token_hex(32) if seed is None else sha256(b"croupier/nonce/v1\0" + seed.encode()).hexdigest()


def seed_bytes(seed: str | None) -> bytes:
    """The secret part of a bot's random numbers: drawn once a process, or the seed's text."""
    return secrets.token_bytes(32) if seed is None else seed.encode()


def random_for(seed: bytes, tournament: str, game: str, ply: int) -> Random:
    """Random numbers for one decision, whatever was decided before and however often it is asked.

    They follow from the seed, the game's place in its tournament (``r1-t2-1``) and the ply, so a tournament
    played again under another id brings the same answers.
    """
    place = game.removeprefix(tournament + "-")
    digest = sha256(b"croupier/bot/v1\0%b\0%b\0%d" % (seed, place.encode(), ply)).digest()
    return Random(digest)  # noqa: S311 - play, not secrets

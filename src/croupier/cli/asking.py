"""The questions of ``croupier init``: asked on a terminal, answered as usual elsewhere."""

import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import typer

from croupier.cli.duelbots import Contestant, contestant
from croupier.cli.durations import parse_duration
from croupier.cli.flags import options_of
from croupier.cli.freshfile import Answers
from croupier.cli.plan import WITHOUT_GAMES
from croupier.cli.runfile import KINDS, slug
from croupier.contracts.errors import BadConfig, CroupierError, did_you_mean
from croupier.games import get, names
from croupier.games.kernel import BadOptions, Game

T = TypeVar("T")

PEOPLE = ("Ada", "Bruno", "Carla", "Dino", "Elsa", "Fosco", "Gina")
BOTS = ("greedy", "random")
SEVERAL = 4
"""Entrants that are taken where nobody says who plays, if the game has no more seats."""


class Given(NamedTuple):
    """What the flags say; ``None`` and empty lists are what may be asked for."""

    name: str | None
    game: str | None
    ruleset: str | None
    options: Sequence[str]
    kind: str | None
    games: int | None
    rounds: int | None
    action: str | None
    entrants: Sequence[str]
    schema: bool


def ask(given: Given) -> Answers:
    """All answers. Raises :class:`BadConfig` for a flag that makes no sense, ``typer.Abort`` at the end of input."""
    name = _answer(given.name, "What is the tournament called?", "My tournament", _text)
    game = _answer(given.game, f"What is played? {', '.join(sorted(names()))}", "briscola", _game, "--game")
    rules, known = get(game), list(get(game).rulesets)
    ruleset = _answer(given.ruleset, f"By which rules? {', '.join(known)}", "house", _among(known), "--ruleset")
    options = options_of(given.options, "croupier init --option")
    seats, kinds = _shape(rules, ruleset, options)
    kind = _answer(given.kind, f"Who meets whom? {', '.join(kinds)}", kinds[0], _among(kinds), "--format")
    games, rounds = _how_many(given, kind)
    action = _answer(given.action, "How long may a decision take at most?", "10s", _duration, "--action")
    entrants = _entrants(given, seats, kind)
    return Answers(name, game, ruleset, kind, games, rounds, action, entrants, options, given.schema)


def _how_many(given: Given, kind: str) -> tuple[int, int]:
    """Games and rounds, as far as the format asks for them; 1 where it does not."""
    games = rounds = 1
    if kind == "arena":
        games = _answer(given.games, "How many games in all?", 100, _number, "--games")
    elif kind not in WITHOUT_GAMES:
        games = _answer(given.games, "How many games for each pairing?", 10, _number, "--games")
    if kind == "swiss":
        rounds = _answer(given.rounds, "How many rounds?", 5, _number, "--rounds")
    return games, rounds


def _answer(given: T | None, question: str, usual: T, read: Callable[[str], T], flag: str = "") -> T:
    """What the flag says, or somebody at the terminal; else what is usual."""
    if given is not None:
        try:
            return read(str(given))
        except CroupierError as error:
            raise BadConfig(error.code, error.reason, place=f"croupier init {flag}", hint=error.hint) from None
    return _prompt(question, usual, read) if asked() else usual


def asked() -> bool:
    """Somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _prompt(question: str, usual: T, read: Callable[[str], T]) -> T:
    """Ask until the answer makes sense."""
    while True:
        try:
            return read(str(typer.prompt(question, default=str(usual), err=True)))
        except CroupierError as error:
            typer.echo(f"  {error.reason}{f' ({error.hint})' if error.hint else ''}", err=True)


# --- how answers are read


def _text(text: str) -> str:
    return text.strip()


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text.strip()) or not int(text):
        raise BadConfig("config/value", "must be a whole number from 1")
    return int(text)


def _duration(text: str) -> str:
    try:
        parse_duration(text)
    except ValueError as error:
        raise BadConfig("config/duration", str(error)) from None
    return text.strip()


def _game(text: str) -> str:
    try:
        return get(text.strip()).name
    except BadOptions as error:
        raise BadConfig(error.code, error.reason) from None


def _among(known: Sequence[str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.strip() not in known:
            hint = did_you_mean(text, list(known)) or f"there are {', '.join(known)}"
            raise BadConfig("config/value", f"there is no {text.strip()!r}", hint=hint)
        return text.strip()

    return read


# --- what goes with the game


def _shape(game: Game, ruleset: str, options: dict[str, Any]) -> tuple[int, list[str]]:
    """How many sit at a table, and the formats that the game can be played in.

    Two seats where the options make no sense, which is told when the file is checked.
    """
    try:
        sides = game.sides(game.resolve(ruleset, options))
    except BadOptions:
        sides = ((0,), (1,))
    seats = sum(map(len, sides))
    if seats == 2:
        return 2, [kind for kind in KINDS if kind != "tables"]
    return seats, ["round-robin", "tables", *(["duel"] if len(sides) == 2 else [])]


def _entrants(given: Given, seats: int, kind: str) -> list[tuple[str, Contestant]]:
    if given.entrants:
        return [_entrant(text) for text in given.entrants]
    if not asked():
        count = seats if kind == "duel" else max(SEVERAL, seats)
        return [(who, contestant(BOTS[number % 2], "")) for number, who in enumerate(PEOPLE[:count])]
    return _ask_entrants(seats, kind)


def _entrant(text: str) -> tuple[str, Contestant]:
    """``NAME=BOT``. Raises :class:`BadConfig`."""
    name, equals, bot = text.partition("=")
    if not equals or not slug(name):
        raise BadConfig("usage/value", f"{text!r} is not NAME=BOT", place="croupier init --entrant")
    return name.strip(), contestant(bot, "croupier init --entrant")


def _ask_entrants(seats: int, kind: str) -> list[tuple[str, Contestant]]:
    """As many as are named, at least as many as there are seats."""
    found: list[tuple[str, Contestant]] = []
    while not (kind == "duel" and len(found) == seats):
        enough = len(found) >= seats
        question = f"Who is entrant {len(found) + 1}?{' Nothing to end' if enough else ''}"
        usual = "" if enough or len(found) >= len(PEOPLE) else PEOPLE[len(found)]
        name = str(typer.prompt(question, default=usual, err=True, show_default=bool(usual))).strip()
        if not name and enough:
            break
        if not slug(name) or slug(name) in {slug(other) for other, _ in found}:
            typer.echo("  a name with a letter or a digit, and not the same twice", err=True)
            continue
        who = _prompt(f"How does {name} play? greedy, pimc, random, a file, a command, or remote", "greedy", _bot)
        found.append((name, contestant(who, "")))
    return found


def _bot(text: str) -> str:
    contestant(text, "")
    return text

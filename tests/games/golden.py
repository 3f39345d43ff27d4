"""Golden records: a deal of every game, written out with what each audience sees at every step.

``python -m tests.games.golden --write`` writes ``golden/<game>.txt`` anew; without ``--write`` it prints what
differs. Read the difference before you keep it: it is a change of the rules or of what somebody sees.
``--draw GAME [SEED] [OPTION=VALUE ...]`` plays a deal at random and prints it as a scenario, to begin with.
"""

import difflib
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import Any

from croupier import games
from croupier.games.kernel import Audience, Deal, Fact, RuleError
from games.battery import choose, option, resolved

FOLDER = Path(__file__).with_name("golden")


@dataclass(frozen=True)
class Scenario:
    """A deal to be recorded, dealt by the last seat.

    ``options`` may name a ``ruleset``. ``actions`` are words with blanks between: a card stands for playing it, any
    other action is written with colons in place of blanks: ``AD say:have-ace swap``.
    """

    title: str
    options: dict[str, Any]
    deck: str
    actions: str


class Unplayable(Exception):
    """A scenario that cannot be played as it is written."""


def scenarios(name: str) -> tuple[Scenario, ...]:
    """The deals of a game's record: ``SCENARIOS`` of the module ``<game>_sample``."""
    found: tuple[Scenario, ...] = import_module(f"games.{name}_sample").SCENARIOS
    return found


def record(name: str) -> str:
    """The golden record of a game. Raises :class:`Unplayable`."""
    lines = [f"# {name}: rules version {games.get(name).rules}. Written by python -m tests.games.golden --write."]
    for scenario in scenarios(name):
        lines += ["", f"== {scenario.title}"]
        try:
            lines.extend(_scenario(name, scenario))
        except (RuleError, ValueError) as error:
            raise Unplayable(f"{name}, {scenario.title!r}: {error}, in: {lines[-1]}") from error
    return "\n".join(lines) + "\n"


def _scenario(name: str, scenario: Scenario) -> Iterator[str]:
    game = games.get(name)
    options = resolved(game, scenario.options)
    dealer = game.seats(options) - 1
    deal = game.deal(options, dealer, scenario.deck.split(" "))
    audiences: list[Audience] = ["public", *range(game.seats(options))]
    yield "options  " + _json(options)
    yield "deck     " + scenario.deck
    yield from _told(deal.opening(), audiences)
    views: dict[Audience, dict[str, Any]] = {}
    yield from _views(deal, audiences, views)
    for ply, word in enumerate(scenario.actions.split(" ")):
        seat, action = deal.to_act, f"play {word}" if word in game.pack(options) else word.replace(":", " ")
        if seat is None:
            raise ValueError(f"the deal is over before {action!r}")
        yield ""
        yield f"-- ply {ply}: seat {seat}: {action}   of: {', '.join(_choices(deal))}"
        yield from _told(deal.apply(seat, action), audiences)
        yield from _views(deal, audiences, views)
    yield ""
    yield f"points   {_json(deal.points())}, to act: {deal.to_act}"
    for score in deal.scores:
        yield f"score    seat {score.seat} {score.kind} {score.points} ply {score.ply} ({score.rule})"


def _choices(deal: Deal) -> list[str]:
    """The legal actions, a form in words."""
    form = deal.form()
    if form is None:
        return deal.legal()
    return [*deal.legal(), f"{form.verb} with {form.least} to {form.most} of {' '.join(form.cards)}"]


def _told(facts: list[Fact], audiences: list[Audience]) -> Iterator[str]:
    """What the public is told, and what a seat is told beyond that."""
    for fact in facts:
        public = fact.seen_by("public")
        yield "told     public: " + _json(public)
        for seat in audiences[1:]:
            more = _beyond(fact.seen_by(seat), public)
            if more:
                yield f"told     seat {seat}: " + _json(more)


def _views(deal: Deal, audiences: list[Audience], before: dict[Audience, dict[str, Any]]) -> Iterator[str]:
    """What is new in what the public sees, and in what a seat sees beyond that; ``before`` is brought up to date."""
    public = deal.view("public")
    for audience in audiences:
        seen = public if audience == "public" else _beyond(deal.view(audience), public)
        old, before[audience] = before.get(audience, {}), seen
        new = {key: value for key, value in seen.items() if key not in old or old[key] != value}
        new |= {key: "hidden again" for key in old if key not in seen}
        if new:
            yield f"sees     {_name(audience)}: {_json(new)}"


def _name(audience: Audience) -> str:
    return str(audience) if isinstance(audience, str) else f"seat {audience}"


def _beyond(seen: dict[str, Any], public: dict[str, Any]) -> dict[str, Any]:
    lost = [key for key in public if key not in seen]
    assert not lost, f"hidden from a seat though public: {lost}"
    return {key: value for key, value in seen.items() if public.get(key) != value or key not in public}


def _json(value: object) -> str:
    return json.dumps(value, separators=(", ", ": "))


def drawn(name: str, seed: str, given: dict[str, Any]) -> str:
    """A deal played at random, as the text of a scenario."""
    game, rng = games.get(name), random.Random(seed)
    options = resolved(game, given)
    pack, words = game.pack(options), []
    deck = rng.sample(pack, len(pack))
    deal = game.deal(options, game.seats(options) - 1, deck)
    while deal.to_act is not None:
        action = choose(deal, rng)
        deal.apply(deal.to_act, action)
        words.append(action.removeprefix("play ") if action[5:] in pack else action.replace(" ", ":"))
    texts = [_folded(" ".join(deck)), _folded(" ".join(words))]
    return "\n".join(["Scenario(", '    "",', f"    {given},", *texts, "),"])


def _folded(text: str) -> str:
    """A long text as a literal in several lines."""
    parts = wrap(text, 100)
    return "\n".join(f'    "{part}{" " * (part is not parts[-1])}"' for part in parts) + ","


def main(arguments: list[str]) -> int:
    """Write the records, or print how they differ from what is stored, or draw a scenario."""
    if arguments[:1] == ["--draw"]:
        seed = next((word for word in arguments[2:] if "=" not in word), "1")
        print(drawn(arguments[1], seed, dict(option(word) for word in arguments[2:] if "=" in word)))
        return 0
    try:
        records = {name: record(name) for name in games.names()}
    except Unplayable as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return 2
    changed = 0
    for name, new in records.items():
        path = FOLDER / f"{name}.txt"
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if "--write" in arguments:
            path.write_text(new, encoding="utf-8")
        elif old != new:
            changed = 1
            print("\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), str(path), "now", lineterm="")))
    return changed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Golden records: a deal of every game, written out with what each audience sees at every step.

``python -m tests.games.golden --write`` writes ``golden/<game>.txt`` anew; without ``--write`` it prints what
differs. Read the difference before you keep it: it is a change of the rules or of what somebody sees.
"""

import difflib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier import games
from croupier.games.kernel import Audience, Deal, Fact

FOLDER = Path(__file__).with_name("golden")


@dataclass(frozen=True)
class Scenario:
    """A deal to be recorded."""

    title: str
    options: dict[str, Any]
    deck: str
    actions: str


BRISCOLA = (
    Scenario(
        "two players, house rules",
        {},
        "JC JB 5D AD JD 2D 2B 4S 3C 4D AB 2C 3S 7D 3B 3D 5S 4B KS 7S "
        "KD 5B KC QS KB 6D 5C 4C 6B QD AS QB 6S QC 7B 7C 6C JS AC 2S",
        "5D AD 2D JD 4D 4S 2C 3S 7D JB 3D 5S 4B JC 7S KS KD KC QS KB 6D 5C 4C 3C QD AS 5B 6S QC 7B 7C 6C "
        "JS AC 2S 2B 6B 3B AB QB",
    ),
    Scenario(
        "four players in two pairs, with talk",
        {"players": 4},
        "3D KC 6S QD 5S 4S QC 2D 7S QS 6B JD KB 3C 6D 2C KS QB 7B 4C "
        "4B KD 5C 7C AC 7D 6C JC JS AD 2S 2B 3B 4D 5D 5B AB AS JB 3S",
        "5S QS 6S QD say:points-please 4S 6D JD KS 7S KC QC 2C KD 5C say:leave-it 7C 2D 7D 6C JC JS 3D 7B 4C AC "
        "2S 5D 4B AD say:have-ace AS JB 4D 2B QB 3C 6B 3B 5B AB 3S KB",
    ),
    Scenario(
        "three players, the seven swapped for the turn-up, points shown, the end at 61",
        {"players": 3, "turnup_swap": "seven", "show_points": True, "stop_at_61": True},
        "4B 3D 7B 6S 2D JS 4C 7S QD AC 4S QS JD QB 2S 3C 3B 6B KB JC "
        "KS 5D QC 4D AD 7C 5S JB 7D 5C 2B KD 5B AB 6D AS KC 6C 3S",
        "6S 2D 7B 4S 7S JS QB 4C 3C 3B QD KB 3D KS 4B QC JD 5D swap AC 4D JB",
    ),
)
SCENARIOS = {"briscola": BRISCOLA}


def record(name: str) -> str:
    """The golden record of a game."""
    lines = [f"# {name}: rules version {games.get(name).rules}. Written by python -m tests.games.golden --write."]
    for scenario in SCENARIOS[name]:
        lines += ["", f"== {scenario.title}", *_scenario(name, scenario)]
    return "\n".join(lines) + "\n"


def _scenario(name: str, scenario: Scenario) -> Iterator[str]:
    game = games.get(name)
    options = game.resolve("house", scenario.options)
    dealer = game.seats(options) - 1
    deal = game.deal(options, dealer, scenario.deck.split(" "))
    audiences: list[Audience] = ["public", *range(game.seats(options))]
    yield "options  " + _json(options)
    yield "deck     " + scenario.deck
    yield from _told(deal.opening(), audiences)
    views: dict[Audience, dict[str, Any]] = {}
    yield from _views(deal, audiences, views)
    for ply, word in enumerate(scenario.actions.split(" ")):
        seat, action = deal.to_act, word.replace(":", " ") if word == "swap" or ":" in word else f"play {word}"
        assert seat is not None
        yield ""
        yield f"-- ply {ply}: seat {seat}: {action}   of: {', '.join(deal.legal())}"
        yield from _told(deal.apply(seat, action), audiences)
        yield from _views(deal, audiences, views)
    yield ""
    yield f"points   {_json(deal.points())}, to act: {deal.to_act}"
    for score in deal.scores:
        yield f"score    seat {score.seat} {score.kind} {score.points} ply {score.ply} ({score.rule})"


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


def main(arguments: list[str]) -> int:
    """Write the records, or print how they differ from what is stored."""
    changed = 0
    for name in games.names():
        path, new = FOLDER / f"{name}.txt", record(name)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if "--write" in arguments:
            path.write_text(new, encoding="utf-8")
        elif old != new:
            changed = 1
            print("\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), str(path), "now", lineterm="")))
    return changed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

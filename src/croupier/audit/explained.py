"""An explanation as text for people, the same for every game."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from croupier.audit.legible import SECOND, as_text, echoes, pairs, view_lines

Shown = Mapping[str, Any]
RuleText = Callable[[str], str]
"""What the page of a game's rules says under an anchor (``briscola#deal-won``); empty if nothing is known."""

INDENT = "    "


def decision(told: Shown, rule: RuleText) -> Iterator[str]:
    """A decision as :func:`croupier.audit.explain.explain` gives it, line by line."""
    yield f"{told['game']}: {told['rules']} ({told['ruleset']}), decision {told['ply']}, in deal {told['deal']}"
    yield f"seat {told['seat']}, {told['name']}, is to act"
    yield from view_lines(told["view"])
    yield f"  legal: {', '.join(told['legal']) or '–'}"
    if form := told.get("form"):
        yield f"  or: {form['verb']} with {form['least']} to {form['most']} of {' '.join(form['cards'])}"
    for answer in told["answers"]:
        yield ""
        yield from _answer(answer, rule)
    yield from _outcome(told, rule)


def _answer(answer: Shown, rule: RuleText) -> Iterator[str]:
    who = "the engine, for seat" if answer.get("auto") else "seat"
    verdict = _VERDICTS[answer["verdict"], answer["log"] == "taken"]
    yield f"line {answer['line']}: {who} {answer['seat']}: {answer['said']!r} {verdict}"
    yield f"{INDENT}{answer['reason']}"
    if "code" in answer:
        yield f"{INDENT}{answer['code']}: {answer['means']}"
        yield from _rule(answer["rule"], rule)
    if answer["verdict"] == "wrong" and answer["log"] != "taken":
        yield f"{INDENT}the log refused it: {answer['log']}"
    if "strikes" in answer:
        yield f"{INDENT}refused answers of the seat so far: {answer['strikes']}"
    if clock := answer.get("clock"):
        yield f"{INDENT}{_clock(clock)}"


_VERDICTS = {
    ("taken", True): "was taken, rightly",
    ("refused", False): "was refused, rightly",
    ("wrong", True): "was taken, and should not have been",
    ("wrong", False): "was refused, and not for a reason that holds",
}


def _clock(clock: Shown) -> str:
    used = f"it cost {clock['used'] / SECOND:.3f} s of at most {clock['limit'] / SECOND:g} s"
    free = (
        f", {clock['allowance'] / SECOND:.3f} s of the network not charged"
        if clock["allowance"] >= SECOND // 1000
        else ""
    )
    left = f", {clock['left'] / SECOND:.3f} s left" if "left" in clock else ""
    return used + free + left


def _outcome(told: Shown, rule: RuleText) -> Iterator[str]:
    said = told["answers"][-1]["said"] if told["answers"] else ""
    facts = [fact for fact in told["facts"] if fact["kind"] != "trick" and not echoes(fact, said)]
    if facts:
        yield ""
        yield "what followed"
        yield from (f"{INDENT}{fact['kind']}: {pairs(fact, 'kind')}" for fact in facts)
    if trick := told.get("trick"):
        yield ""
        yield from _trick(trick)
    if told["points"]:
        yield ""
        yield "what it brought"
    for line in told["points"]:
        where = f", line {line['line']}" if "line" in line else ""
        yield f"{INDENT}seat {line['seat']}: {line['points']} {line['kind']}{where}"
        yield from _rule(line["rule"], rule)
    if forfeit := told.get("forfeit"):
        yield ""
        yield f"line {forfeit['line']}: {_forfeit(forfeit)}"
    if voided := told.get("voided"):
        yield ""
        yield f"line {voided['line']}: voided, {voided['why']}: {voided['reason']} ({_measured(voided)})"


def _trick(trick: Shown) -> Iterator[str]:
    cards = ", ".join(f"{card['card']} (seat {card['seat']})" for card in trick["cards"])
    yield f"trick {trick['number']}: {cards}"
    yield f"{INDENT}seat {trick['winner']} won it: {trick['why']} ({trick['rule']})"


def _forfeit(forfeit: Shown) -> str:
    return f"seat {forfeit['seat']} forfeited, {forfeit['why']}: {forfeit['reason']} ({_measured(forfeit)})"


def _measured(ended: Shown) -> str:
    measured = f"limit {ended['limit']}, measured {ended['measured']}"
    return measured if ended["server_lag"] is None else f"{measured}, server lag {ended['server_lag']}"


def _rule(anchor: str, rule: RuleText) -> Iterator[str]:
    text = rule(anchor)
    yield f"{INDENT}{anchor}{': ' if text else ''}{text}"


def score(told: Shown, rule: RuleText) -> Iterator[str]:
    """A game's score as :func:`croupier.audit.explain.where_points_come_from` gives it, line by line."""
    yield f"{told['game']}: {told['rules']} ({told['ruleset']})"
    yield from (f"seat {number}: {seat['name']}" for number, seat in enumerate(told["seats"]))
    for deal in told["deals"]:
        yield ""
        yield f"deal {deal['deal']}: {as_text(deal['points'])} (line {deal['line']})"
        yield from map(_line, deal["lines"])
    yield from (f"\n{_forfeit(forfeit)}" for forfeit in told["forfeits"])
    if (result := told["result"]) is not None:
        points, places = as_text(result["points"]) or "none", as_text(result["places"]) or "none"
        yield ""
        yield f"over: {result['outcome']}, points {points}, places {places} ({result['why']})"
    rules = dict.fromkeys(line["rule"] for deal in told["deals"] for line in deal["lines"])
    yield from ("", "rules") if rules else ()
    for anchor in rules:
        yield from _rule(anchor, rule)


def _line(line: Shown) -> str:
    text = f"{INDENT}seat {line['seat']}: {line['points']:>3} {line['kind']} ({line['rule']})"
    if "action" in line:
        text += f", ply {line['ply']}: seat {line['by']}: {line['action']}"
    if trick := line.get("trick"):
        text += f"; trick {trick['number']}, {' '.join(card['card'] for card in trick['cards'])}: {trick['why']}"
    return text

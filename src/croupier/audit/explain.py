"""Why one decision of a game went as it did: what was allowed, who won the trick, where each point comes from.

Works for any game through the kernel alone: its legal actions, error codes, facts, lines of the score, and the
anchors of its rule page. The log is not believed: what the kernel says stands beside it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from croupier import games
from croupier.audit.replay import Shown, broken, game_opened, read_lines
from croupier.audit.tricks import Played
from croupier.contracts import events as ev
from croupier.contracts.errors import CODES, Unreadable
from croupier.contracts.lines import Line
from croupier.folds.game import GameState
from croupier.games.kernel import Deal, Fact, RuleError


def explain(log: str, lines: Iterable[bytes], ply: int) -> Shown:
    """Decision ``ply`` (from 0) of the game in ``log`` (``g/<id>``), as JSON.

    ``answers``: what was said in this decision, in order, each with ``verdict`` (``taken``, ``refused`` or, where the
    log took what the rules forbid or refused what they allow, ``wrong``), the reason and the rule; ``trick``: who won
    the trick that it completed, and why; ``points``: the lines of the score that go back to it; ``forfeit``,
    ``voided``: how the game ended while it was open. Raises :class:`Unreadable`: ``replay/ply``, ``replay/broken``.
    """
    case = _Case(log, ply)
    try:
        for line in read_lines(lines):
            case.take(line)
            if case.closed:
                break
    except Unreadable:
        if not case.answered:
            raise
    return case.told()


class _Case:
    """The fold, and what it says about one decision."""

    def __init__(self, log: str, ply: int) -> None:
        self.state = GameState(log)
        self.ply = ply
        self.closed = False
        self._table: Played | None = None
        self._shown: Shown = {}
        self._answers: list[Shown] = []
        self._after: Shown = {"facts": [], "points": []}

    def take(self, line: Line) -> None:
        """Look at a line before and after it is folded."""
        event, state = line.event, self.state
        if state.opened is None:
            game_opened(line)
        asked = state.ply == self.ply and state.to_act is not None
        if asked and not self._shown:
            self._shown = self._before()
        if asked and isinstance(event, ev.ActionRefused):
            self._answers.append(self._refused(line, event))
        elif asked and isinstance(event, ev.ActionTaken):
            self._answers.append(self._taken(line, event))
        elif asked and isinstance(event, ev.SeatForfeited):
            self._after["forfeit"] = {"line": line.seq, **event.model_dump(), "reason": CODES[event.why]}
        elif asked and isinstance(event, ev.GameVoided):
            self._after["voided"] = {"line": line.seq, **event.model_dump(), "reason": CODES.get(event.why, event.why)}
        self._fold(line, self._answers[-1] if asked and isinstance(event, ev.ActionTaken) else None)

    def _fold(self, line: Line, answer: Shown | None) -> None:
        state, event = self.state, line.event
        before = state.deal
        try:
            facts = state.evolve(line)
        except (Unreadable, RuleError) as error:
            if answer is None:
                raise broken(line, error) from None
            self.closed = True
            return
        if state.deal is not before and state.deal is not None:
            self._table = Played(state.deal)
        trick = self._table.take(facts) if self._table is not None else None
        if answer is not None:
            self._follows(facts, trick)
        elif isinstance(event, ev.DealScored) and self._answers and event.deal == self._shown["deal"]:
            self._scored(line, event)
            self.closed = True

    def _before(self) -> Shown:
        """The decision as it came up."""
        state = self.state
        deal, opened = state.deal, state.opened
        assert deal is not None
        assert opened is not None
        assert state.to_act is not None
        form = deal.form()
        seat = state.to_act
        shown: Shown = {
            "game": state.id, "rules": opened.game, "ruleset": opened.ruleset, "ply": self.ply,
            "deal": state.deal_number, "seat": seat, "name": opened.seats[seat].name, "phase": deal.phase,
            "view": deal.view("auditor"), "legal": deal.legal(),
        }  # fmt: skip
        if form is not None:
            shown["form"] = {"verb": form.verb, "least": form.least, "most": form.most, "cards": list(form.cards)}
        return shown

    @property
    def answered(self) -> bool:
        """The decision is over: what comes after it may be as broken as it likes."""
        return self.state.ply > self.ply

    # --- what was answered

    def _taken(self, line: Line, event: ev.ActionTaken) -> Shown:
        state = self.state
        deal, error = state.deal, self._error(event.seat, event.action)
        assert deal is not None
        shown: Shown = {"line": line.seq, "seat": event.seat, "said": event.action, "log": "taken"}
        if event.auto:
            shown["auto"] = True
            if error is None and state.engine() != event.action:
                return shown | {"verdict": "wrong", "reason": "the engine acted where the rules leave it to the seat"}
        if error is not None:
            return shown | {"verdict": "wrong"} | self._breach(error)
        reason = _engine(state, event.seat) if event.auto else _legal(deal, event.action)
        return shown | {"verdict": "taken", "reason": reason, "clock": self._clock(event)}

    def _refused(self, line: Line, event: ev.ActionRefused) -> Shown:
        shown: Shown = {
            "line": line.seq, "seat": event.seat, "said": event.said, "log": event.code, "strikes": event.strikes,
        }  # fmt: skip
        error = self._error(event.seat, event.said)
        if error is None:
            return shown | {"verdict": "wrong", "reason": _legal(self.state.deal, event.said)}
        verdict = "refused" if error.code == event.code else "wrong"
        return shown | {"verdict": verdict} | self._breach(error)

    def _error(self, seat: int, action: str) -> RuleError | None:
        """What the rules have against the action of ``seat``; the turn is looked at first, as a referee does."""
        state = self.state
        assert state.deal is not None
        if seat != state.to_act:
            return RuleError("move/not-your-turn", f"seat {state.to_act} is to act")
        try:
            state.deal.check(seat, action)
        except RuleError as error:
            return error
        return None

    def _breach(self, error: RuleError) -> Shown:
        assert self.state.opened is not None
        rule = games.rule(self.state.opened.game, error.code)
        return {"code": error.code, "reason": error.reason, "means": CODES.get(error.code, ""), "rule": rule}

    def _clock(self, event: ev.ActionTaken) -> Shown:
        """Microseconds: what passed, what was not charged, what it cost, and what was left."""
        state = self.state
        assert state.opened is not None
        bank = None if state.banks is None else state.banks[event.seat]
        elapsed = 0 if event.auto else max(0, event.received - event.asked)
        action = state.opened.clock.action
        limit = action if bank is None else min(action, bank)
        shown = {"elapsed": elapsed, "allowance": event.allowance, "used": elapsed - event.allowance, "limit": limit}
        return shown if event.left is None else {**shown, "left": event.left}

    # --- what followed

    def _follows(self, facts: list[Fact], trick: Shown | None) -> None:
        state = self.state
        assert state.deal is not None
        assert state.opened is not None
        self._after["facts"] = [fact.seen_by("auditor") for fact in facts]
        if trick is not None:
            self._after["trick"] = {**trick, "rule": f"{state.opened.game}#{state.game.trick_rule}"}
        self._after["points"] = [
            {"seat": score.seat, "kind": score.kind, "points": score.points, "rule": score.rule}
            for score in state.deal.scores
            if score.ply == self.ply
        ]

    def _scored(self, line: Line, event: ev.DealScored) -> None:
        """The official lines, which know what only the end of the deal decided."""
        self._after["points"] = list(_points(event, line.seq, self.ply))

    def told(self) -> Shown:
        """The JSON shape. Raises :class:`Unreadable`, ``replay/ply``, if the decision never came up."""
        if not self._shown:
            last = self.state.ply - 1
            reason = f"they are numbered 0 to {last}" if last >= 0 else "nobody decided anything"
            raise Unreadable("replay/ply", f"the game has no decision {self.ply}: {reason}", place="--ply")
        return {**self._shown, "answers": self._answers, **self._after}


def _points(event: ev.DealScored, line: int, ply: int) -> Iterator[Shown]:
    for score in event.lines:
        if score.ply == ply:
            yield {"seat": score.seat, "kind": score.kind, "points": score.points, "rule": score.rule, "line": line}


def _engine(state: GameState, seat: int) -> str:
    if seat in state.failed:
        return "the seat has failed: the first legal action is played for it"
    return "the rules give this action to the engine"


def _legal(deal: Deal | None, action: str) -> str:
    assert deal is not None
    legal, form = deal.legal(), deal.form()
    if form is not None and action not in legal:
        return f"it is of the form that is legal: {form.verb} with {form.least} to {form.most} cards"
    return "it is the only legal action" if len(legal) == 1 else f"it is one of {len(legal)} legal actions"


def where_points_come_from(log: str, lines: Iterable[bytes]) -> Shown:
    """Every line of a game's score with the action and the trick that brought it, as JSON.

    Raises :class:`Unreadable`, ``replay/broken``.
    """
    state, deals, actions = GameState(log), list[Shown](), dict[int, Shown]()
    table: Played | None = None
    for line in read_lines(lines):
        event, before = line.event, state.deal
        if state.opened is None:
            game_opened(line)
        try:
            facts = state.evolve(line)
        except (Unreadable, RuleError) as error:
            raise broken(line, error) from None
        if state.deal is not before and state.deal is not None:
            table = Played(state.deal)
        if isinstance(event, ev.ActionTaken):
            trick = table.take(facts) if table is not None else None
            actions[event.ply] = {"by": event.seat, "action": event.action} | ({"trick": trick} if trick else {})
        elif isinstance(event, ev.DealScored):
            scored = [{**score.model_dump(), **actions.get(score.ply, {})} for score in event.lines]
            deals.append({"deal": event.deal, "line": line.seq, "points": event.points, "lines": scored})
            actions.clear()
    return _score_of(state, deals)


def _score_of(state: GameState, deals: list[Shown]) -> Shown:
    if state.opened is None:
        raise Unreadable("replay/broken", "the log is empty", place="line 1")
    opened: dict[str, Any] = {"game": state.id, "rules": state.opened.game, "ruleset": state.opened.ruleset}
    seats = [seat.model_dump() for seat in state.opened.seats]
    sides = [list(side) for side in state.sides]
    forfeits = [{**forfeit.model_dump(), "reason": CODES[forfeit.why]} for forfeit in state.forfeits]
    result = state.result.model_dump() if state.result is not None else None
    return {**opened, "seats": seats, "sides": sides, "deals": deals, "forfeits": forfeits, "result": result}

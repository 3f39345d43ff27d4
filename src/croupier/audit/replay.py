"""A game played again from its log, as one audience saw it.

Everything shown is built up from what the rules let that audience see. A refused answer is known to the seat
that gave it and to an auditor; stamps and clocks in detail are for an auditor.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable, did_you_mean
from croupier.contracts.lines import Line, read_line
from croupier.folds.game import GameState
from croupier.games.kernel import Audience, Deal, Fact, RuleError

Shown = dict[str, Any]


@dataclass(slots=True)
class Replay:
    """What an audience knows: the table as it was set, events in order, the view at the end of them.

    ``next``: the decision at which the replay stopped, with what followed from it. ``to_act``, ``legal`` are
    given where the audience knows them; ``result`` once the game is over.
    """

    game: str
    audience: Audience
    header: Shown = field(default_factory=dict)
    events: list[Shown] = field(default_factory=list)
    view: Shown = field(default_factory=dict)
    to_act: int | None = None
    legal: list[str] = field(default_factory=list)
    next: Shown | None = None
    result: Shown | None = None

    def as_dict(self) -> Shown:
        """The JSON shape."""
        shape: Shown = {"game": self.game, "as": audience_name(self.audience), "header": self.header}
        shape |= {"events": self.events, "view": self.view, "to_act": self.to_act, "legal": self.legal}
        return shape | {key: value for key in ("next", "result") if (value := getattr(self, key)) is not None}


def audience_name(audience: Audience) -> str:
    """``seat:0``, ``public`` or ``auditor``."""
    return f"seat:{audience}" if isinstance(audience, int) else audience


def read_audience(text: str, seats: int) -> Audience:
    """The audience that ``text`` names, at a table of ``seats``. Raises :class:`Unreadable`, ``replay/audience``."""
    known: dict[str, Audience] = {f"seat:{seat}": seat for seat in range(seats)}
    known |= {"public": "public", "auditor": "auditor"}
    if text not in known:
        hint = did_you_mean(text, list(known)) or f"one of {', '.join(known)}"
        raise Unreadable("replay/audience", f"no audience is called {text!r}", place="--as", hint=hint)
    return known[text]


def replay(log: str, lines: Iterable[bytes], audience: str, ply: int | None = None) -> Replay:
    """Play the log ``log`` (``g/<id>``) again, to its end or up to decision ``ply``, 0-based.

    Raises :class:`Unreadable`: ``replay/audience``, ``replay/ply`` for a decision that the game does not have,
    ``replay/broken`` for a line that cannot be followed.
    """
    table = Table(log)
    for line in read_lines(lines):
        if table.opened_as is None:
            table.set_up(line, audience)
            continue
        stop = isinstance(line.event, ev.ActionTaken) and line.event.ply == ply
        if stop:
            table.look()
        shown = table.take(line)
        if stop:
            table.replay.next = shown
            return table.replay
        if shown is not None:
            table.replay.events.append(shown)
    return _ended(table, ply)


def plies(log: str, lines: Iterable[bytes]) -> int:
    """How many decisions the game in ``log`` has. Raises :class:`Unreadable`, ``replay/broken``."""
    state = GameState(log, facts=False)
    for line in read_lines(lines):
        if state.opened is None:
            game_opened(line)
        try:
            state.evolve(line)
        except (Unreadable, RuleError) as error:
            raise broken(line, error) from None
    return state.ply


def _ended(table: "Table", ply: int | None) -> Replay:
    if table.opened_as is None:
        raise Unreadable("replay/broken", "the log is empty", place="line 1")
    if ply is not None:
        last = table.state.ply - 1
        reason = f"the game has no decision {ply}: they are numbered 0 to {last}" if last >= 0 else "nobody decided"
        raise Unreadable("replay/ply", reason, place="--ply")
    table.look()
    return table.replay


def read_lines(lines: Iterable[bytes]) -> Iterator[Line]:
    """The lines of a log, read. Raises :class:`Unreadable`, ``replay/broken``, naming the first that cannot be."""
    for number, stored in enumerate(lines, 1):
        try:
            yield read_line(stored.removesuffix(b"\n"))
        except Unreadable as error:
            reason = f"{error.reason} ({error.code})"
            raise Unreadable("replay/broken", reason, place=f"line {number}", hint="see croupier audit") from None


def game_opened(line: Line) -> ev.GameOpened:
    """The first line of a game's log. Raises :class:`Unreadable`, ``replay/broken``, for any other."""
    if isinstance(line.event, ev.GameOpened):
        return line.event
    reason = "this is not the log of a game: it does not begin with game.opened"
    raise Unreadable("replay/broken", reason, place="line 1")


def broken(line: Line, error: Unreadable | RuleError) -> Unreadable:
    """``replay/broken`` for a line that cannot follow those before it."""
    reason = f"{error.reason} ({error.code})"
    return Unreadable("replay/broken", reason, place=f"line {line.seq}", hint="see croupier audit")


class Table:
    """The fold, and what the audience has seen of it; line by line, for who wants to follow the play."""

    def __init__(self, log: str) -> None:
        self.state = GameState(log)
        self.replay = Replay(log[2:], "public")
        self.opened_as: Audience | None = None
        self._deal: Deal | None = None

    def set_up(self, line: Line, audience: str) -> None:
        """The first line: the table is set and it is clear which audiences there are."""
        event = game_opened(line)
        self.opened_as = self.replay.audience = read_audience(audience, len(event.seats))
        self._fold(line)
        self.replay.header = {
            "game": event.game, "ruleset": event.ruleset, "options": event.options, "rules": event.rules,
            "tournament": event.tournament, "round": event.round, "board": event.board,
            "seats": [seat.model_dump() for seat in event.seats], "clock": event.clock.model_dump(exclude_none=True),
        }  # fmt: skip

    def take(self, line: Line) -> Shown | None:
        """Fold a line; what the audience learned from it, or ``None`` if that is nothing."""
        facts = self._fold(line)
        self._deal = self.state.deal or self._deal
        event, audience = line.event, self.replay.audience
        if isinstance(event, ev.ActionTaken):
            return self._action(event, facts)
        if isinstance(event, ev.DealDealt):
            return {"kind": "deal", "deal": event.deal, "facts": _seen(facts, audience)}
        if isinstance(event, ev.ActionRefused):
            return _refused(event) if audience in (event.seat, "auditor") else None
        if isinstance(event, ev.GameScored):
            self.replay.result = event.model_dump()
        return _plain(event)

    def look(self) -> None:
        """The table as it is now."""
        deal, audience = self._deal, self.replay.audience
        if deal is None:
            return
        self.replay.view = deal.view(audience)
        self.replay.to_act = self.state.to_act
        if self.state.to_act is not None and audience in (self.state.to_act, "auditor"):
            self.replay.legal = deal.legal()

    def _action(self, event: ev.ActionTaken, facts: list[Fact]) -> Shown:
        deal, audience = self.state.deal, self.replay.audience
        assert deal is not None
        own = audience in (event.seat, "auditor")
        shown: Shown = {
            "kind": "action", "deal": event.deal, "ply": event.ply, "seat": event.seat,
            "action": event.action if own else deal.shown(event.action), "facts": _seen(facts, audience),
        }  # fmt: skip
        if audience == "auditor":
            clock = event.model_dump(include={"asked", "received", "allowance", "left", "auto"}, exclude_none=True)
            shown["clock"] = clock
        return shown

    def _fold(self, line: Line) -> list[Fact]:
        try:
            return self.state.evolve(line)
        except (Unreadable, RuleError) as error:
            raise broken(line, error) from None


def _refused(event: ev.ActionRefused) -> Shown:
    return {"kind": "refused", **event.model_dump(exclude={"deal"})}


def _plain(event: ev.Event) -> Shown | None:
    """What is the same for everyone."""
    match event:
        case ev.SeatReady(seat=seat):
            return {"kind": "ready", "seat": seat}
        case ev.SeatLost(seat=seat):
            return {"kind": "lost", "seat": seat}
        case ev.SeatBack(seat=seat):
            return {"kind": "back", "seat": seat}
        case ev.SeatForfeited():
            return {"kind": "forfeit", **event.model_dump()}
        case ev.GameVoided():
            return {"kind": "voided", **event.model_dump(exclude_none=True)}
        case ev.DealScored():
            return {"kind": "scored", **event.model_dump()}
        case ev.GameScored():
            return {"kind": "over", **event.model_dump()}
    return None


def _seen(facts: list[Fact], audience: Audience) -> list[Shown]:
    return [fact.seen_by(audience) for fact in facts]

"""Moments of a game or a tournament, told at the speed at which they came, or faster."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.audit.legible import as_text, event_lines

if TYPE_CHECKING:
    from croupier.audit.course import Moment

SECOND = 1_000_000
LONGEST = 3.0
"""Seconds that a reader waits at most: a night in which nothing was played is passed over."""

Shown = Mapping[str, Any]


class Pacer:
    """Waits until a moment is due. ``speed`` 10: ten times as fast as it was; 0: without waiting."""

    def __init__(
        self,
        speed: float,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._speed = speed
        self._sleep = sleep
        self._clock = clock
        self._at: int | None = None
        self._due = 0.0

    def wait(self, at: int) -> None:
        """Return when the moment ``at`` (microseconds since the epoch) is due."""
        if not self._speed:
            return
        if self._at is None:
            self._due = self._clock()
        else:
            passed = max(0, at - self._at) / SECOND / self._speed
            self._due += min(passed, LONGEST)
        self._at = at if self._at is None else max(at, self._at)
        self._sleep(max(0.0, self._due - self._clock()))


def told(moment: "Moment", start: int, games: bool) -> Iterator[str]:
    """A moment line by line, with the time since ``start``; ``games``: several may be told at once, so each by name."""
    words = _TOURNAMENT.get(moment.shown["kind"]) if moment.log.startswith("t/") else None
    for number, line in enumerate(words(moment.shown) if words is not None else _at_table(moment, games)):
        yield f"{_clock(moment.at - start)}  {line}" if not number else f"{'':12}  {line}"


def as_json(moment: "Moment") -> dict[str, Any]:
    """The JSON shape of a moment."""
    return {"at": moment.at, "log": moment.log, **moment.shown}


def _clock(micros: int) -> str:
    hours, rest = divmod(max(0, micros) // 1000, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}.{rest % 1000:03}"


def _at_table(moment: "Moment", games: bool) -> Iterator[str]:
    name = f"{moment.log[2:]}: " if games else ""
    if moment.shown["kind"] == "opened":
        seats = ", ".join(f"seat {number} {seat['name']}" for number, seat in enumerate(moment.shown["seats"]))
        yield f"{name}{moment.shown['game']} ({moment.shown['ruleset']}), {seats}"
    else:
        yield from (f"{name}{line.strip()}" for line in event_lines(moment.shown))


def _opened(shown: Shown) -> Iterator[str]:
    yield f"{shown['name']} ({shown['tournament']}): {shown['game']}"
    yield ", ".join(who["name"] for who in shown["entrants"])


def _registered(shown: Shown) -> Iterator[str]:
    yield f"{shown['name']} has come"


def _withdrawn(shown: Shown) -> Iterator[str]:
    yield f"{shown['name']} withdraws: {shown['why']}"


def _disqualified(shown: Shown) -> Iterator[str]:
    yield f"{shown['name']} is disqualified: it failed in {shown['failures']} of its last {shown['games']} games"


def _said(sentence: str) -> Callable[[Shown], Iterator[str]]:
    """A sentence with fields of what is shown in braces, followed by the reason that was given."""

    def tell(shown: Shown) -> Iterator[str]:
        yield sentence.format_map(shown) + (f": {shown['why']}" if shown["why"] else "")

    return tell


def _started(_: Shown) -> Iterator[str]:
    yield "all are here, the cards are fixed"


def _paired(shown: Shown) -> Iterator[str]:
    yield f"round {shown['round']} is paired{_because(shown)}"
    yield from (f"{game['game']}: {' – '.join(game['seats'])}{_reason(game)}" for game in shown["games"])
    whys = shown.get("bye_whys") or [""] * len(shown["byes"])
    yield from (f"bye: {who}{_because({'why': why})}" for who, why in zip(shown["byes"], whys, strict=False))


def _reason(game: Shown) -> str:
    return f" ({game['why']})" if game.get("why") else ""


def _because(shown: Shown) -> str:
    return f": {shown['why']}" if shown.get("why") else ""


def _recorded(shown: Shown) -> Iterator[str]:
    points = as_text(shown["points"]) or "no points"
    how = f"{shown['outcome']} ({shown['why']})" if "why" in shown else shown["outcome"]
    yield f"{shown['game']} is over, {how}: {' – '.join(shown['seats'])}, {points}"


def _replayed(shown: Shown) -> Iterator[str]:
    yield f"{shown['game']} is played anew as {shown['instead']}: {' – '.join(shown['seats'])}, {shown['why']}"


def _disputed(shown: Shown) -> Iterator[str]:
    place = f", ply {shown['ply']}" if "ply" in shown else ""
    yield f"{shown['dispute']}: {shown['who']} disputes {shown['game']}{place}: {shown['claim']}, {shown['text']}"


def _examined(shown: Shown) -> Iterator[str]:
    yield f"{shown['dispute']} is examined: {shown['why']}"
    yield from (f"line {found['line']}: {found['reason']} [{found['code']}]" for found in shown["findings"])


def _ruled(shown: Shown) -> Iterator[str]:
    yield f"{shown['dispute']} is ruled by the {shown['by']}, {shown['ruling']}: {shown['why']}"
    if "result" in shown:
        yield f"what counts: {as_text(shown['result']['points']) or 'nothing'}"


def _closed(shown: Shown) -> Iterator[str]:
    yield f"round {shown['round']} is over"
    yield from _table(shown["standings"])


def _finished(shown: Shown) -> Iterator[str]:
    yield "the tournament is over"
    yield from _table(shown["standings"])


def _table(rows: Sequence[Shown]) -> Iterator[str]:
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        games = f"{row['won']}-{row['drawn']}-{row['lost']}"
        yield f"{row['place']:>4}  {row['name']:<{width}}  {row['points']:>5}  {games}  {row['score']}:{row['against']}"


_TOURNAMENT: dict[str, Callable[[Shown], Iterator[str]]] = {
    "opened": _opened,
    "registered": _registered,
    "withdrawn": _withdrawn,
    "disqualified": _disqualified,
    "entered": _said("{name} may take part, too"),
    "returned": _said("{name} takes part again"),
    "changed": _said("another program plays for {name}"),
    "lengthened": _said("there are {total} rounds or laps now"),
    "released": _said("play may begin"),
    "paused": _said("the tournament is paused"),
    "resumed": _said("the tournament goes on"),
    "stopping": _said("what is paired is played, and no more"),
    "started": _started,
    "paired": _paired,
    "recorded": _recorded,
    "replayed": _replayed,
    "disputed": _disputed,
    "examined": _examined,
    "ruled": _ruled,
    "closed": _closed,
    "finished": _finished,
}

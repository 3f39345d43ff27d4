"""What a tournament that is yet to be opened must keep, beyond what its log may say.

A log that stands is read by what it says, however odd; so none of this is part of a fold. It is asked where a file or
a command comes in.
"""

from collections.abc import Iterator

from croupier.contracts.errors import BadConfig
from croupier.contracts.specs import Swiss, TournamentSpec

from .formats.checks import refuse


def fresh_problems(spec: TournamentSpec, now: int | None = None) -> list[BadConfig]:
    """All that is against opening the tournament at the moment ``now``, or whenever that may be (``None``)."""
    return [*_award(spec), *([] if now is None else _start(spec, now))]


def require_fresh(spec: TournamentSpec, now: int | None = None) -> None:
    """Raises the first of :func:`fresh_problems`: ``BadConfig`` ``format/award``, ``format/start``."""
    for problem in fresh_problems(spec, now):
        raise problem


def _award(spec: TournamentSpec) -> Iterator[BadConfig]:
    award = spec.award
    if award.win <= award.loss:
        yield refuse("award", f"a win is worth {award.win}, and a loss {award.loss}: it must be worth more", "award")
    elif not award.loss <= award.draw <= award.win:
        reason = f"a draw is worth {award.draw}, and must lie between a loss ({award.loss}) and a win ({award.win})"
        yield refuse("award", reason, "award")
    if not isinstance(spec.format, Swiss):
        for key in ("bye", "absence"):
            if getattr(award, key) is not None:
                yield _worth(key, f"is for a Swiss tournament: in a {spec.format.kind} it is worth nothing")
        return
    if award.bye is not None and award.bye > award.win:
        yield _worth("bye", f"a bye is worth {award.bye}, and a win only {award.win}")
    if award.absence is not None and award.absence > award.draw:
        yield _worth("absence", f"an absence is worth {award.absence}, and a draw only {award.draw}")


def _worth(key: str, reason: str) -> BadConfig:
    return refuse("award", reason, f"award.{key}")


def _start(spec: TournamentSpec, now: int) -> Iterator[BadConfig]:
    start = spec.start
    if start is None:
        return
    key, closes = ("at", start.at) if start.deadline is None else ("deadline", start.deadline)
    if closes is not None and closes <= now:
        reason = "the moment is past: whoever has not come by then is withdrawn, and nobody has"
        yield refuse("start", reason, f"start.{key}")

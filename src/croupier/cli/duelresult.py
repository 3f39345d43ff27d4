"""What a duel came to, for people and as JSON: the estimate, the test, and what pairs saved."""

from dataclasses import dataclass
from math import isfinite
from typing import Any

from croupier.cli.follow import Watched
from croupier.contracts.specs import Duel
from croupier.folds.duel.course import Progress, sprt
from croupier.folds.duel.luck import Adjusted
from croupier.folds.duel.pairs import NORMAL_95, Estimate, elo, estimate


@dataclass(frozen=True, slots=True)
class Standing:
    """A duel at one moment. ``names``: of both teams; ``mirrored``: whether the games of a pair share a board.

    ``adjusted``: the score less the luck of the deals, where it was asked for.
    """

    duel: Duel
    names: tuple[str, str]
    mirrored: bool
    progress: Progress
    adjusted: Adjusted | None = None

    @property
    def estimate(self) -> Estimate:
        """Score and difference in Elo."""
        return estimate(self.progress.pairs)

    @property
    def bounds(self) -> tuple[float, float]:
        """Ratios at which the test is over."""
        return sprt(self.duel).bounds


def standing(watched: Watched) -> Standing | None:
    """The duel that a tournament is; ``None`` for another one."""
    spec = watched.spec
    if not isinstance(spec.format, Duel):
        return None
    half = len(spec.entrants) // 2
    one, two = (" + ".join(who.name for who in team) for team in (spec.entrants[:half], spec.entrants[half:]))
    progress = watched.state.table.history().duel or Progress()
    return Standing(spec.format, (one, two), spec.boards == "mirror", progress)


def as_json(found: Standing) -> dict[str, Any]:
    """A duel as JSON; what is infinite is ``null``."""
    progress, guess = found.progress, found.estimate
    lost, drawn, won = progress.pairs.games
    return {
        "a": found.names[0],
        "b": found.names[1],
        "verdict": progress.verdict,
        "decided": progress.decided,
        "pairs": progress.pairs.number,
        "counts": list(progress.pairs.counts),
        "games": {"won": won, "drawn": drawn, "lost": lost},
        "score": {"value": _figure(guess.score), "low": _figure(guess.low), "high": _figure(guess.high)},
        "elo": dict(zip(("value", "low", "high"), map(_figure, guess.elo), strict=True)),
        "superiority": _figure(guess.superiority),
        "boards": "mirror" if found.mirrored else "fresh",
        "saved": guess.saved if found.mirrored else None,
        "adjusted": None if found.adjusted is None else _adjusted(found.adjusted),
        "test": _asked(found),
    }


def _adjusted(less: Adjusted) -> dict[str, Any]:
    """A score less the luck; ``factor``: by how much its variance fell."""
    low, high = interval(less)
    score = {"value": _figure(less.mean), "low": _figure(low), "high": _figure(high)}
    differences = dict(zip(("value", "low", "high"), map(_figure, map(elo, (less.mean, low, high))), strict=True))
    return {"score": score, "elo": differences, "factor": _figure(less.factor)}


def interval(less: Adjusted) -> tuple[float, float]:
    """The 95 % interval, within what a score can be."""
    width = NORMAL_95 * less.error
    return max(0.0, less.mean - width), min(1.0, less.mean + width)


def _asked(found: Standing) -> dict[str, Any]:
    """The test, and with a sequential one where it stands."""
    duel, (low, high) = found.duel, found.bounds
    fixed = {"elo0": duel.elo0, "alpha": duel.alpha / 1_000, "pairs": duel.pairs, "fixed": bool(duel.fixed)}
    if duel.fixed:
        return fixed
    stands = {"llr": _figure(found.progress.ratio), "bounds": [_figure(low), _figure(high)]}
    return {**fixed, "elo1": duel.elo1, "beta": duel.beta / 1_000, **stands}


def _figure(value: float) -> float | None:
    return round(value, 4) + 0.0 if isfinite(value) else None  # never -0.0


def known(found: Standing) -> str:
    """What the pairs of a duel that goes on say, in one line."""
    guess, number = found.estimate, found.progress.pairs.number
    pairs = f"{number} pairs of {found.duel.pairs}" if found.duel.fixed else f"{number} pairs"
    if number < 2:
        return pairs
    return f"{pairs} · score {guess.score:.1%} ({guess.low:.1%} to {guess.high:.1%}) · Elo {elo_text(guess)}"


def test_so_far(found: Standing) -> str:
    """Where the sequential test stands; the empty text where there is none."""
    low, high = found.bounds
    return "" if found.duel.fixed else f"LLR {found.progress.ratio:+.2f} ({low:.2f} to {high:.2f})"


def elo_text(guess: Estimate) -> str:
    """A difference with its interval; an end that is not known is left open."""
    value, low, high = map(_signed, guess.elo)
    return f"{value} ({low} to {high})"


def _signed(figure: float) -> str:
    return f"{figure:+.0f}" if isfinite(figure) else "∞" if figure > 0 else "-∞"


def text(found: Standing) -> str:
    """The result of a duel."""
    progress, guess = found.progress, found.estimate
    none, half, one, more, two = progress.pairs.counts
    lost, drawn, won = progress.pairs.games
    boards = "mirrored" if found.mirrored else "fresh"
    how = f"{two} with 2 points, {more} with 1½, {one} with 1, {half} with ½, {none} with 0"
    rows = [
        ("pairs", f"{progress.pairs.number} on {boards} boards: {how}"),
        ("games", f"{won} won, {drawn} drawn, {lost} lost"),
        ("score", f"{guess.score:.1%} (95 %: {guess.low:.1%} to {guess.high:.1%})"),
        ("Elo", f"{elo_text(guess)}; better with a likelihood of {guess.superiority:.1%}"),
        ("test", _test(found)),
    ]
    if found.adjusted is not None:
        rows.append(("luck", _less_luck(found.adjusted)))
    if found.mirrored:
        rows.append(("saved", _saved(guess.saved)))
    body = "".join(f"  {name:<7}{said}\n" for name, said in rows)
    return f"{found.names[0]} against {found.names[1]}\n\n{body}\n{verdict(found)}"


def _less_luck(less: Adjusted) -> str:
    low, high = interval(less)
    value, least, most = map(_signed, map(elo, (less.mean, low, high)))
    return (
        f"less that of the deals: score {less.mean:.1%} ({low:.1%} to {high:.1%}), Elo {value} ({least} to {most}); "
        f"as good as {less.factor:.2f} times as many games"
    )


def _test(found: Standing) -> str:
    duel = found.duel
    if duel.fixed:
        return f"{duel.pairs} pairs, is it better by more than {duel.elo0} Elo? alpha {duel.alpha / 1_000:g}"
    low, high = found.bounds
    return (
        f"{duel.elo0} or {duel.elo1} Elo, alpha {duel.alpha / 1_000:g}, beta {duel.beta / 1_000:g}: "
        f"log-likelihood ratio {found.progress.ratio:+.2f}, bounds {low:.2f} and {high:.2f}"
    )


def _saved(games: int) -> str:
    if not games:
        return "nothing that can be told"
    if games < 0:
        return f"nothing: games one by one would have told as much with {-games} fewer"
    return f"{games} games: so many more it would have taken one by one, each on a board of its own"


def verdict(found: Standing) -> str:
    """The answer in a sentence."""
    (one, two), duel, progress = found.names, found.duel, found.progress
    when = "" if progress.decided is None or duel.fixed else f" (clear at pair {progress.decided})"
    margin = f" by more than {duel.elo0} Elo" if duel.elo0 else ""
    if progress.verdict == "better":
        return f"{one} is better than {two}{margin}{when}."
    if progress.verdict == "not better" and duel.fixed:
        return f"These pairs do not show that {one} is better than {two}{margin}."
    if progress.verdict == "not better":
        return f"{one} is not better than {two} by {duel.elo1} Elo{when}."
    return f"Not clear: {progress.pairs.number} pairs do not tell whether {one} is better than {two}."

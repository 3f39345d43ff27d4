"""What holds in every position of every game. A function looks at one position, a ``check_`` plays a random deal."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from croupier.contracts.errors import CODES
from croupier.games.kernel import Deal, Illegal, Malformed, RuleError
from games.battery import Options, Position, Sample, choose, positions


def state(deal: Deal) -> tuple[object, ...]:
    """All that can be asked of a deal, to see whether it changed."""
    return (
        deal.view("auditor"), deal.to_act, deal.phase, deal.scores, deal.points(),
        deal.legal(), deal.form(), deal.auto(), list(deal.moves()),
    )  # fmt: skip


def conserves_cards(sample: Sample, position: Position) -> None:
    """Every card of the pack is in exactly one place."""
    assert sorted(sample.cards(position.deal.view("auditor"))) == sorted(position.deck)


def lists_what_is_legal(position: Position) -> None:
    """Somebody who is asked has a legal action; text and numbers agree; what the engine would do is one of them."""
    deal, legal, moves = position.deal, position.deal.legal(), list(position.deal.moves())
    if deal.to_act is None:
        assert (legal, moves, deal.form(), deal.auto()) == ([], [], None, None)
        return
    assert legal or deal.form()
    assert len(set(legal)) == len(legal)
    assert len(set(moves)) == len(moves)
    assert [deal.check(deal.to_act, action) for action in legal] == moves[: len(legal)]
    assert [deal.full(action) for action in legal] == legal
    assert (len(legal) < len(moves)) == (deal.form() is not None)
    assert deal.auto() in (None, *legal)


def judge(position: Position, seat: int, action: str) -> str | None:
    """The code with which an action is refused, ``None`` for one that is accepted; exactly the legal ones are.

    A refusal has a declared code of the family that its class stands for, and a short reason.
    """
    deal = position.deal
    found = refusal(deal.check, seat, action)
    if found is None:
        assert seat == deal.to_act, "out of turn"
        assert is_listed(deal, action, deal.check(seat, action)), f"{action!r} is accepted and not listed"
        return None
    assert found.code in CODES, found.code
    families = {"malformed": Malformed, "move": Illegal}
    assert type(found) is families[found.code.partition("/")[0]]
    assert 0 < len(found.reason) < 200
    assert seat != deal.to_act or action not in deal.legal()
    return found.code


def refusal(tried: Callable[[int, str], object], seat: int, action: str) -> RuleError | None:
    """The error with which ``check`` or ``apply`` refuses an action."""
    try:
        tried(seat, action)
    except RuleError as error:
        return error
    return None


def is_listed(deal: Deal, action: str, move: int) -> bool:
    """Is ``action``, in its full form, in the list or of the form?"""
    full, legal, form, moves = deal.full(action), deal.legal(), deal.form(), list(deal.moves())
    if full in legal:
        return move == moves[legal.index(full)]
    verb, *cards = full.split(" ")
    if form is None or verb != form.verb or move not in moves:
        return False
    return form.least <= len(cards) <= form.most and len(set(cards)) == len(cards) and set(cards) <= set(form.cards)


def refuses_without_a_change(position: Position, attempts: list[tuple[int, str]]) -> Iterator[str]:
    """Let seats try actions; the codes of those that are refused. The deal is as before."""
    before = state(position.deal)
    for seat, action in attempts:
        code = judge(position, seat, action)
        if code is not None:
            again = refusal(position.deal.apply, seat, action)
            assert again is not None, f"{action!r} is refused by check and taken by apply"
            assert again.code == code, f"check and apply do not agree on {action!r}"
            yield code
    assert state(position.deal) == before, attempts


def copies(position: Position, rng: random.Random) -> None:
    """A copy is equal, plays on in the same way, and what is done to it does not reach the original."""
    deal, twin = position.deal, position.deal.copy()
    before = state(deal)
    assert type(twin) is type(deal)
    assert state(twin) == before
    for _ in range(6):
        if twin.to_act is not None:
            twin.apply(twin.to_act, choose(twin, rng))
    assert state(deal) == before


def tells_in_json(position: Position) -> None:
    """Views and facts are plain JSON without fractions, and a seat sees all that the public sees."""
    public = position.deal.view("public")
    for audience in (*position.audiences, "auditor"):
        view = position.deal.view(audience)
        assert json.loads(json.dumps(view), parse_float=_no_fraction) == view
        assert set(public) <= set(view)
    for fact in position.opening:
        json.loads(json.dumps(fact.seen_by("auditor")), parse_float=_no_fraction)


def _no_fraction(text: str) -> Any:
    raise AssertionError(f"the log has no fractions: {text}")


def ends_well(position: Position) -> None:
    """Nothing can be done any more; the lines of the score name a seat, a ply of this deal and a rule of the game."""
    deal, played = position.deal, len(position.actions)
    assert deal.to_act is None
    for seat in range(position.game.seats(position.options)):
        for action in [text for _, text in position.actions[-3:]]:
            assert judge(position, seat, action) == "move/game-over"
    plies = range(position.first_ply, position.first_ply + max(1, played))
    for score in deal.scores:
        assert 0 <= score.seat < position.game.seats(position.options)
        assert score.ply in plies
        assert score.points
        assert score.rule.startswith(position.game.name + "#")
    assert len(deal.points()) == len(position.game.sides(position.options))


def replays(played: Position) -> None:
    """Deck and actions fix everything, as text through ``apply`` and as numbers through ``push``."""
    by_text, by_number = played.anew().deal, played.anew().deal
    for seat, action in played.actions:
        assert by_text.to_act == by_number.to_act == seat
        by_number.push(by_number.check(seat, action))
        by_text.apply(seat, action)
        assert state(by_text) == state(by_number)
    assert state(by_text) == state(played.deal)


def check_cards_are_conserved(sample: Sample, given: Options, rng: random.Random) -> None:
    """In every position of a deal."""
    for position in positions(sample, given, rng):
        conserves_cards(sample, position)


def check_exactly_the_listed_actions_are_accepted(sample: Sample, given: Options, rng: random.Random) -> None:
    """All others of the vocabulary are refused."""
    for position in positions(sample, given, rng):
        lists_what_is_legal(position)
        for action in sample.vocabulary(position):
            judge(position, position.deal.to_act or 0, action)


def check_a_refused_action_changes_nothing(sample: Sample, given: Options, rng: random.Random) -> None:
    """Whatever seat says whatever: either it is legal, or it is named and the state is as before."""
    for position in positions(sample, given, rng):
        seats = range(position.game.seats(position.options))
        some = rng.sample(sample.vocabulary(position), 8)
        attempts = [(seat, action) for action in some for seat in seats]
        assert set(refuses_without_a_change(position, attempts)) <= set(CODES)


def check_replay_is_equal(sample: Sample, given: Options, rng: random.Random) -> None:
    """A deal played to its end, and again."""
    *_, played = positions(sample, given, rng)
    ends_well(played)
    replays(played)


def check_a_copy_is_independent(sample: Sample, given: Options, rng: random.Random) -> None:
    """In every position of a deal."""
    for position in positions(sample, given, rng):
        copies(position, rng)
        tells_in_json(position)


CHECKS = (
    check_cards_are_conserved,
    check_exactly_the_listed_actions_are_accepted,
    check_a_refused_action_changes_nothing,
    check_replay_is_equal,
    check_a_copy_is_independent,
)

"""What is played for a seat that has failed, so that the others can finish: a function of the log alone."""

from collections.abc import Collection, Sequence

from croupier.contracts.specs import Policy
from croupier.games.kernel import Deal


def action(deal: Deal) -> str:
    """The first of the legal actions in the kernel's own order, or the shortest of a form; a seat must be to act."""
    legal, form = deal.legal(), deal.form()
    if legal or form is None:
        return legal[0]
    return deal.full(" ".join([form.verb, *form.cards[: form.least]]))


def goes_on(policy: Policy, sides: Sequence[Sequence[int]], failed: Collection[int]) -> bool:
    """Whether the others play on where the seats ``failed``; ``sides``: the seats of each.

    The policy must say so, and there must be two sides left with somebody who plays, and one in which nobody failed:
    else nobody could win. With two seats there never is.
    """
    if policy.failing is None:
        return False
    left = [sum(seat not in failed for seat in side) for side in sides]
    whole = any(count == len(side) for count, side in zip(left, sides, strict=True))
    return whole and sum(count > 0 for count in left) > 1

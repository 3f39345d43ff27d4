"""The battery itself: each fault that it is there for is found when a kernel has it."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier import games
from croupier.games.briscola.deal import BriscolaDeal
from croupier.games.briscola.game import Briscola
from croupier.games.kernel import Audience, Options, OptionValue
from games.marathon import play
from games.witness import witness


def sees_the_next_card(real: Callable[..., Any]) -> Callable[..., Any]:
    def view(deal: BriscolaDeal, audience: Audience) -> dict[str, Any]:
        return {**real(deal, audience), "next": list(deal.stock[deal.drawn : deal.drawn + 1])}

    return view


def loses_a_card(real: Callable[..., Any]) -> Callable[..., Any]:
    def view(deal: BriscolaDeal, audience: Audience) -> dict[str, Any]:
        seen: dict[str, Any] = real(deal, audience)
        if audience == "auditor" and len(deal.past) > 3:
            seen["piles"][0] = seen["piles"][0][1:]
        return seen

    return view


def lists_too_little(real: Callable[..., Any]) -> Callable[..., Any]:
    def moves(deal: BriscolaDeal) -> list[int]:
        return list(real(deal))[:2]

    return moves


def takes_anything(real: Callable[..., Any]) -> Callable[..., Any]:
    def check(deal: BriscolaDeal, seat: int, action: str) -> int:
        return int(real(deal, seat, action.strip()))

    return check


def counts_refusals(real: Callable[..., Any]) -> Callable[..., Any]:
    def check(deal: BriscolaDeal, seat: int, action: str) -> int:
        deal.ply += action == "swap"
        return int(real(deal, seat, action))

    return check


def shares_its_hands(real: Callable[..., Any]) -> Callable[..., Any]:
    def copy(deal: BriscolaDeal) -> BriscolaDeal:
        twin: BriscolaDeal = real(deal)
        twin.hands = deal.hands
        return twin

    return copy


def prefers_a_suit(real: Callable[..., Any]) -> Callable[..., Any]:
    def points(deal: BriscolaDeal) -> list[int]:
        return [value + (deal.trump == 2) for value in real(deal)]

    return points


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("view", sees_the_next_card),
        ("view", loses_a_card),
        ("moves", lists_too_little),
        ("check", takes_anything),
        ("check", counts_refusals),
        ("copy", shares_its_hands),
        ("points", prefers_a_suit),
    ],
)
def test_a_fault_is_found_within_some_games(
    method: str, fault: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A battery that finds nothing in a broken kernel would say nothing about a sound one."""
    monkeypatch.setattr(BriscolaDeal, method, fault(getattr(BriscolaDeal, method)))
    with pytest.raises(AssertionError):
        some_games()


def some_games() -> None:
    for number in range(60):
        play("briscola", f"fault/{number}")


class Deaf(Briscola):
    """Briscola that takes all its options and listens to none, except for what is on the table."""

    def deal(self, options: Options, *place: Any, **more: Any) -> BriscolaDeal:
        heard = {name: options[name] for name in ("players", "removed_two")}
        return super().deal(self.resolve("house", heard), *place, **more)


@pytest.mark.parametrize(("option", "value"), [("open_hands", True), ("table_talk", "off"), ("stop_at_61", True)])
def test_an_option_that_is_ignored_has_no_witness(option: str, value: OptionValue) -> None:
    """The search looks, and finds nothing where there is nothing."""
    [found] = [one for one in Deaf.options if one.name == option]
    assert witness(games.get("briscola"), found, found.default, value, tries=200)
    assert witness(Deaf(), found, found.default, value, tries=200) is None

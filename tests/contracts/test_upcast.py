"""How an event changes its shape: an old line is lifted step by step, where it is read."""

from typing import Any, ClassVar

import pytest

from croupier.contracts import lines, upcast
from croupier.contracts.canonical import canonical, digest
from croupier.contracts.errors import Unreadable
from croupier.contracts.events import Event


class Toasted(Event):
    """Version 1 had ``glasses``; 2 called it ``drinks``; 3 counts per ``guests``."""

    TYPE = "toast.given"
    V: ClassVar[int] = 3
    drinks: int
    guests: list[str]


def renamed(data: dict[str, Any]) -> dict[str, Any]:
    return {"drinks": data["glasses"]}


def with_guests(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "guests": ["unknown"] * data["drinks"]}


@pytest.fixture(autouse=True)
def toasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house whose newest event went through two changes of shape."""
    monkeypatch.setitem(lines.EVENTS, Toasted.TYPE, Toasted)
    monkeypatch.setitem(upcast.STEPS, (Toasted.TYPE, 1), renamed)
    monkeypatch.setitem(upcast.STEPS, (Toasted.TYPE, 2), with_guests)


def stored(version: int, data: dict[str, Any]) -> bytes:
    envelope = {"seq": 1, "type": Toasted.TYPE, "v": version, "at": 5, "by": "organiser", "cause": "c"}
    return canonical({**envelope, "data": data, "prev": digest(b"")})


@pytest.mark.parametrize(
    ("version", "data"),
    [(1, {"glasses": 2}), (2, {"drinks": 2}), (3, {"drinks": 2, "guests": ["unknown", "unknown"]})],
)
def test_every_version_is_read_as_the_newest(version: int, data: dict[str, Any]) -> None:
    """Whoever folds a log never sees an old shape."""
    assert lines.read_line(stored(version, data)).event == Toasted(drinks=2, guests=["unknown", "unknown"])
    assert lines.read_trusted(stored(version, data)).event == Toasted(drinks=2, guests=["unknown", "unknown"])


@pytest.mark.parametrize(
    ("version", "data", "code"),
    [
        (4, {"drinks": 1, "guests": []}, "log/unknown-version"),
        (1, {"drinks": 1}, "log/schema"),
        (2, {"drinks": "x"}, "log/schema"),
        (2, {"drinks": None}, "log/schema"),
        (2, {}, "log/schema"),
        (3, {"drinks": 1}, "log/schema"),
    ],
)
def test_what_cannot_be_lifted_is_refused_by_name(version: int, data: dict[str, Any], code: str) -> None:
    """A line from the future, and a line that is not of the version it claims."""
    with pytest.raises(Unreadable) as caught:
        lines.read_line(stored(version, data))
    assert caught.value.code == code


def test_a_tournament_finished_before_it_was_rated_is_read_as_one_without_ratings() -> None:
    """Version 1 had an empty list there, always; whatever else stands there was never written."""
    old = {"standings": [], "ratings": []}
    assert upcast.upcast("tournament.finished", 1, 2, old) == {"standings": [], "ratings": None}
    with pytest.raises(Unreadable) as caught:
        upcast.upcast("tournament.finished", 1, 2, {**old, "ratings": [{"entrant": "anna"}]})
    assert caught.value.code == "log/schema"


def test_a_missing_step_is_refused_and_not_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skipping a version would give events that nobody ever wrote."""
    monkeypatch.delitem(upcast.STEPS, (Toasted.TYPE, 2))
    with pytest.raises(Unreadable) as caught:
        lines.read_line(stored(1, {"glasses": 1}))
    assert caught.value.code == "log/unknown-version"

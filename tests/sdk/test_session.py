"""What a bot makes of messages, without a socket: given what was heard, what is said and told."""

from typing import Any, get_args

import pytest

from croupier.contracts.client import CLIENT_MESSAGE
from croupier.contracts.disputes import Claim
from croupier.sdk import Bot, Disputed, Event, Over, Snapshot, Turn
from croupier.sdk.errors import BotFailed
from croupier.sdk.messages import CLAIMS
from croupier.sdk.session import GONE, REMEMBERED, Session
from fake_gateway import action, over, snapshot, turn

GAME = "cup-r1-t1-1"


class Listener(Bot):
    """Answers with the first action and keeps what it was told."""

    quick = True

    def __init__(self) -> None:
        self.news: list[Any] = []

    def choose(self, turn: Turn) -> str:
        self.news.append(f"turn {turn.ply}")
        return turn.legal[0]

    def on_game(self, snapshot: Snapshot) -> None:
        self.news.append(f"game {snapshot.n}")

    def on_event(self, event: Event) -> None:
        self.news.append(f"event {event.n}")

    def on_over(self, over: Over) -> None:
        self.news.append("over")

    def on_disputed(self, disputed: Disputed) -> None:
        self.news.append(f"disputed {disputed.claim} {disputed.code}")


def hear(*messages: dict[str, Any], session: Session | None = None) -> tuple[list[Any], list[dict[str, Any]]]:
    """What the bot was told, and what it said."""
    session = session or a_session()
    said: list[dict[str, Any]] = []
    session.send = said.append
    for message in messages:
        session.receive(message)
    assert isinstance(session.bot, Listener)
    return session.bot.news, said


def a_session() -> Session:
    def fail(error: BotFailed) -> None:
        raise AssertionError(error)

    return Session(Listener(), b"seed", keep_going=False, on_failure=fail)


def test_an_event_that_comes_twice_is_told_once() -> None:
    """Events are numbered, and a number counts once."""
    told, said = hear(snapshot(0), action(1, 0), action(1, 0), action(2, 1), action(1, 0))
    assert told == ["game 0", "event 1", "event 2"]
    assert said == []


def test_events_that_a_snapshot_includes_are_not_told() -> None:
    """``n`` of the snapshot is the number of its last event."""
    assert hear(snapshot(5), action(4, 3), action(5, 4), action(6, 5))[0] == ["game 5", "event 6"]


def test_a_gap_in_the_numbers_asks_for_a_snapshot_once() -> None:
    """Until it comes nothing is told, so that a bot never hears events with a hole between them."""
    told, said = hear(snapshot(0), action(3, 2), action(4, 3), snapshot(4), action(5, 4))
    assert told == ["game 0", "game 4", "event 5"]
    assert said == [{"type": "resync", "game": GAME}]


def test_a_turn_is_answered_even_while_events_are_missing() -> None:
    """It has all that a decision needs, and the clock runs."""
    _, said = hear(snapshot(0), action(3, 2), turn(4))
    assert [message["type"] for message in said] == ["resync", "act"]


def test_a_turn_that_is_asked_again_gets_the_same_answer_without_another_thought() -> None:
    """A server that restarted asks anew; the answer may have been lost with it."""
    told, said = hear(snapshot(0), turn(0), turn(0))
    assert told == ["game 0", "turn 0"]
    assert said == [{"type": "act", "game": GAME, "ply": 0, "action": "play AC"}] * 2


def test_a_turn_asked_again_with_other_legal_actions_is_another_turn() -> None:
    """A server that lost its newest events may come back to an earlier state."""
    told, said = hear(snapshot(0), turn(0), snapshot(0, asked=turn(0, legal=["play 3S"])))
    assert told == ["game 0", "turn 0", "game 0", "turn 0"]
    assert said[-1]["action"] == "play 3S"


def test_an_old_turn_is_not_answered() -> None:
    """Its ply is decided, as an event or a later turn has told."""
    assert hear(snapshot(0), turn(0), action(1, 0), turn(0))[0] == ["game 0", "turn 0", "event 1"]
    assert hear(snapshot(0), turn(0), turn(2), turn(0))[0] == ["game 0", "turn 0", "turn 2"]


def test_a_turn_of_an_unknown_game_asks_for_its_snapshot_first() -> None:
    """The header of the game stands in the snapshot; it is asked for once a connection."""
    told, said = hear(turn(0), turn(0), snapshot(3, asked=turn(0)))
    assert told == ["game 3", "turn 0"]
    assert [message["type"] for message in said] == ["resync", "act"]


def test_a_game_that_is_over_stays_over() -> None:
    """Late messages about it bring it back neither to the bot nor to memory."""
    session = a_session()
    told, said = hear(snapshot(0), over(), turn(0), action(1, 0), snapshot(1), over(), session=session)
    assert told == ["game 0", "over"]
    assert said == []
    assert session.seats == {}


def test_what_is_remembered_of_finished_games_is_bounded() -> None:
    """A bot that plays a million games needs no more memory than one that plays a thousand."""
    session = a_session()
    for k in range(REMEMBERED + 50):
        hear(snapshot(0, f"g-{k}"), over(f"g-{k}"), session=session)
    assert session.seats == {}
    assert len(session.over) == REMEMBERED


def test_a_game_that_ended_while_the_bot_was_away_is_forgotten() -> None:
    """The server sends snapshots of live games only: one that several connections do not mention is over."""
    session = a_session()
    hear(snapshot(0, "g-1"), snapshot(0, "g-2"), session=session)
    for n in range(GONE + 1):
        assert set(session.seats) == {"g-1", "g-2"}
        session.welcomed()
        hear(snapshot(n, "g-2"), session=session)
    assert set(session.seats) == {"g-2"}


@pytest.mark.parametrize("seat", [0, 1])
def test_chance_follows_from_seed_game_and_ply_alone(seat: int) -> None:
    """Neither the order of games, nor the id of the tournament, nor an earlier call changes a decision's numbers."""
    table: dict[str, Any] = {"tournament": "cup", "seat": seat}
    first = random_of(snapshot(0, "cup-r1-t1-1", **table, asked=turn(6, "cup-r1-t1-1")), b"seed")
    assert random_of(snapshot(9, "cup-r1-t1-1", **table, asked=turn(6, "cup-r1-t1-1")), b"seed") == first
    other = {**table, "tournament": "league-2"}
    assert random_of(snapshot(0, "league-2-r1-t1-1", **other, asked=turn(6, "league-2-r1-t1-1")), b"seed") == first
    assert random_of(snapshot(0, "cup-r1-t1-1", **table, asked=turn(8, "cup-r1-t1-1")), b"seed") != first
    assert random_of(snapshot(0, "cup-r1-t2-1", **table, asked=turn(6, "cup-r1-t2-1")), b"seed") != first
    assert random_of(snapshot(0, "cup-r1-t1-1", **table, asked=turn(6, "cup-r1-t1-1")), b"another") != first


def random_of(message: dict[str, Any], seed: bytes) -> list[float]:
    drawn: list[list[float]] = []

    class Drawer(Listener):
        def choose(self, turn: Turn) -> str:
            drawn.append([turn.random.random() for _ in range(3)])
            return turn.legal[0]

    session = Session(Drawer(), seed, keep_going=False, on_failure=lambda error: None)
    session.receive(message)
    return drawn[0]


def test_a_dispute_is_said_again_until_the_server_has_answered() -> None:
    """On each connection once more; the answer is told, and then no more is said."""
    session = a_session()
    said: list[dict[str, Any]] = []
    session.dispute(GAME, "clock", None, "I was in time")
    session.send = said.append
    session.say_disputes()
    session.dispute(GAME, "other", 3, "")
    session.receive({"type": "disputed", "game": GAME, "claim": "clock"})
    session.say_disputes()
    clock = {"type": "dispute", "game": GAME, "claim": "clock", "text": "I was in time"}
    other = {"type": "dispute", "game": GAME, "claim": "other", "text": "", "ply": 3}
    assert said == [clock, other, other]
    session.receive({"type": "disputed", "game": GAME, "claim": "other", "code": "dispute/closed", "reason": "late"})
    session.say_disputes()
    assert said == [clock, other, other]
    assert isinstance(session.bot, Listener)
    assert session.bot.news == ["disputed clock ", "disputed other dispute/closed"]


def test_a_bot_that_does_not_play_disputes_nothing() -> None:
    with pytest.raises(RuntimeError):
        Listener().dispute(GAME, "clock")


def test_what_the_server_could_not_read_is_no_dispute() -> None:
    """It would be said on every connection again, and never be answered."""
    bot = Listener()
    said: list[tuple[str, str, int | None, str]] = []
    bot.disputes_by(lambda *dispute: said.append(dispute))
    with pytest.raises(ValueError, match="illegal-move, wrong-score"):
        bot.dispute(GAME, "cheating")
    bot.dispute(GAME, "other", text="x" * 1_000)
    assert said == [(GAME, "other", None, "x" * 200)]
    assert set(CLAIMS) == set(get_args(Claim))
    assert CLIENT_MESSAGE.validate_python({"type": "dispute", "game": GAME, "claim": "other", "text": said[0][3]})

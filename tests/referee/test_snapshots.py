"""Snapshots and events: a full picture on arrival, then numbered events, never more than one may see."""

from croupier.contracts import commands as cmd
from croupier.contracts import events as ev
from croupier.contracts.client import SERVER_MESSAGE

from .bench import DECK, Bench


async def test_opening_a_game_shows_it_to_all_with_its_entrants() -> None:
    bench = Bench()
    await bench.open()
    entry = bench.entries()[0]
    assert entry.entrants == ("ada", "bob")
    assert set(entry.messages) == {"0", "1", "p"}


async def test_who_comes_gets_a_snapshot_with_the_turn_inside() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    bench.entries()
    await bench.gone(0)
    bench.entries()
    await bench.here(0)
    (message,) = bench.told("0")
    assert (message["type"], message["n"], message["turn"]["ply"]) == ("game", 5, 0)
    assert "JB" not in str(message)


async def test_a_seat_that_comes_back_reads_how_much_time_is_left() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    (turn,) = [message for message in bench.told("0") if message["type"] == "turn"]
    full = turn["clock"]["limit"]
    assert full == bench.clock.action
    bench.now += 4_000_000
    await bench.gone(0)
    bench.entries()
    await bench.here(0)
    (snapshot,) = bench.told("0")
    assert snapshot["turn"]["clock"]["limit"] == full - 4_000_000
    bench.now += full
    await bench.send(cmd.Look(id="l", game=bench.game, seat=0))
    (snapshot,) = bench.told("0")
    assert snapshot["turn"]["clock"]["limit"] == 0


async def test_events_are_numbered_alike_for_every_audience() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    bench.entries()
    await bench.plays(0, 0, "play 5D")
    await bench.plays(1, 1, "play AD")
    entries = bench.entries()
    for audience in ("0", "1", "p"):
        texts = [text for entry in entries for text in entry.messages[audience]]
        numbers = [message.n for message in map(SERVER_MESSAGE.validate_json, texts) if message.type == "event"]
        assert numbers == [4, 5]


async def test_a_drawn_card_is_told_to_its_seat_alone() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.plays(0, 0, "play 5D")
    bench.entries()
    await bench.plays(1, 1, "play AD")
    (entry,) = bench.entries()
    drawn = {audience: "4S" in str(texts[0]) for audience, texts in entry.messages.items()}
    assert drawn == {"0": False, "1": True, "p": False}


async def test_a_spectator_may_look_at_any_time() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    bench.entries()
    await bench.send(cmd.Look(id="l", game=bench.game))
    (entry,) = bench.entries()
    (text,) = entry.messages["p"]
    message = SERVER_MESSAGE.validate_json(text)
    assert message.type == "game"
    assert "JC" not in text.decode()


async def test_whoever_watches_already_misses_nothing_by_the_look_of_another() -> None:
    """The look is read first, with a deal that nobody was told of: its snapshot holds the deal, others need it."""
    bench = Bench()
    await bench.open()
    await bench.here(0)
    await bench.here(1)
    bench.entries()
    dealt = ev.DealDealt(deal=1, deck=DECK)
    seq = await bench.write("dealer", dealt)
    notice = cmd.Notice(log=f"g/{bench.game}", seq=seq, event=dealt.TYPE)
    await bench.send(cmd.Look(id="l", game=bench.game), notice)
    told = [SERVER_MESSAGE.validate_json(text) for text in bench.entries()[0].messages["p"]]
    assert [message.type for message in told] == ["event", "game"]
    assert [message.n for message in told] == [3, 3]


async def test_the_result_is_told_to_all_and_the_table_forgotten_when_it_is_sealed() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.send(cmd.Resign(id="r", game=bench.game, seat=1, at=bench.now))
    bench.entries()
    await bench.append("scoring", ev.GameScored(points=[0, 0], places=[1, 2], outcome="forfeit", why="resigned"))
    (entry,) = bench.entries()
    assert entry.end
    for audience in ("0", "1", "p"):
        over = SERVER_MESSAGE.validate_json(entry.messages[audience][-1])
        assert over.type == "over"
        assert (over.outcome, over.failed, over.why) == ("forfeit", 1, "resigned")
    assert list(bench.referee.slots) == [f"g/{bench.game}"]
    await bench.append("dealer", ev.DeckRevealed(board_seed="0" * 64))
    assert (await bench.lines())[-1].event.TYPE == "game.sealed"
    assert bench.referee.slots == {}


async def test_a_conflict_is_decided_again_and_nothing_is_told_twice_or_lost() -> None:
    bench = Bench()
    await bench.open()
    await bench.here(0)
    await bench.here(1)
    bench.entries()
    # The dealer has dealt, but the referee reads a lost connection before the dealer's notice.
    quiet = bench.send

    async def hold(*messages: object) -> None:
        if not isinstance(messages[0], cmd.Notice):
            await quiet(*messages)

    bench.send = hold  # type: ignore[method-assign]
    await bench.append("dealer", ev.DealDealt(deal=1, deck=DECK))
    await bench.gone(1)
    entries = bench.entries()
    kinds = [
        message.kind
        for entry in entries
        for message in map(SERVER_MESSAGE.validate_json, entry.messages["p"])
        if message.type == "event"
    ]
    assert kinds == ["deal", "lost"]
    assert any(entry.asks == (0, 0) for entry in entries)


async def test_every_message_keeps_to_the_protocol() -> None:
    bench = Bench()
    await bench.open()
    await bench.seat_all()
    await bench.plays(0, 0, "play AB")
    await bench.plays(0, 0, "play 5D")
    for entry in bench.entries():
        for texts in entry.messages.values():
            for text in texts:
                SERVER_MESSAGE.validate_json(text)

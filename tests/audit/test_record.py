"""A record says what was played and nothing else; what is written is read again, and gives the same game."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.drafts import START, chained
from audit.making import make, spec_of
from audit.playing import ENDS, play
from croupier import games
from croupier.audit.record.course import play as follow
from croupier.audit.record.model import Dealt, Ended, Failed, Record, Refused, Said, Scored, Voided, record_of
from croupier.audit.record.text import read, written
from croupier.cli.main import main
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from croupier.contracts.specs import Clock
from games.optionsets import valid

SLOW = settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])


def played(name: str, seed: int, end: str = "played", shift: int = 0) -> tuple[str, list[bytes]]:
    """The log of a game with random options and random play; ``shift``: the same cards, and other play."""
    rng, game = random.Random(seed), games.get(name)
    options = valid(game, rng, {"length": "single"})
    clock = rng.choice([Clock(), Clock(bank=90_000_000, increment=1), Clock(first=20_000_000)])
    spec = spec_of(game.seats(options), game=name, options=options, clock=clock)
    seats = [who.id for who in spec.entrants]
    paired = ev.PairedGame(id="cup-r1-t1-1", board=f"cup-r1-b{seed % 97}", seats=seats)
    drafts = play(spec, 1, paired, rng.randbytes(32), random.Random(seed + shift), end, START)
    return "g/cup-r1-t1-1", chained("g/cup-r1-t1-1", drafts)


@pytest.mark.parametrize("name", games.names())
@SLOW
@given(seed=st.integers(0, 2**32), end=st.sampled_from(ENDS))
def test_what_is_written_is_read_again_and_gives_the_same_game(name: str, seed: int, end: str) -> None:
    record = record_of(*played(name, seed, end))
    again, places = read(written(record))
    assert again == record
    assert written(again) == written(record)
    state = follow(again, places)
    told = [entry for entry in record.course if isinstance(entry, Said)]
    assert state.ply == len(told)
    assert state.result is not None
    last = record.course[-1]
    assert isinstance(last, Ended)
    assert (tuple(state.result.points), tuple(state.result.places)) == (last.points, last.places)


def test_two_games_with_the_same_cards_differ_only_where_they_were_played_otherwise() -> None:
    one, two = (written(record_of(*played("briscola", 11, shift=shift))).splitlines() for shift in (0, 1))
    first = next(number for number, lines in enumerate(zip(one, two, strict=False)) if lines[0] != lines[1])
    assert one[:first] == two[:first]
    assert one[first].startswith("   ")
    assert any(line.startswith("cards ") for line in one[:first])


words = st.text(max_size=40)
entries = st.one_of(
    st.builds(Said, st.integers(0, 6), words.filter(bool), st.booleans()),
    st.builds(Refused, st.integers(0, 6), words, st.just("move/not-your-turn")),
    st.builds(Failed, st.integers(0, 6), st.just("clock/flag"), st.integers(0, 2**53), st.integers(0, 2**53)),
    st.builds(Voided, words),
    st.builds(Scored, st.lists(st.integers(-999, 999), min_size=1).map(tuple)),
    st.builds(Dealt, st.integers(0, 6), st.lists(st.sampled_from(["KD", "10C", "AS1"])).map(tuple)),
    st.builds(
        Ended, st.sampled_from(["won", "void"]), st.lists(st.integers(-999, 999)).map(tuple),
        st.lists(st.integers(1, 7)).map(tuple), words,
    ),
)  # fmt: skip
BASE = record_of(*played("briscola", 3))


@settings(deadline=None)
@given(
    words.filter(bool), st.from_regex(r"[a-z0-9][a-z0-9-]{0,9}", fullmatch=True), st.lists(entries), st.text(max_size=9)
)
def test_whatever_was_said_survives(name: str, word: str, course: list[object], value: str) -> None:
    """Names, answers and reasons may hold any sign; an id may look like a number."""
    seats = [seat.model_copy(update={"name": name, "entrant": word}) for seat in BASE.opened.seats]
    opened = BASE.opened.model_copy(update={"seats": seats, "tournament": word, "options": {"x": value, "y": -1}})
    record = Record(word, opened, tuple(course))  # type: ignore[arg-type]
    text = written(record)
    assert read(text)[0] == record
    assert all(sign.isprintable() or sign == "\n" for sign in text)


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(0, 60))
def test_any_text_is_read_or_refused_with_its_line(junk: str, at: int) -> None:
    lines = written(BASE).split("\n")
    error = refusal("\n".join([*lines[:at], junk, *lines[at:]]))
    if error is not None:
        assert error.code == "record/form"
        assert error.place.startswith("line ")


def refusal(text: str) -> Unreadable | None:
    """How a text is refused that is no record."""
    try:
        read(text)
    except Unreadable as error:
        return error
    return None


def test_a_number_without_an_end_is_refused() -> None:
    """Python takes no text of more than 4,300 digits for a number."""
    for line in (f"{'9' * 5000} 0 play KD", f"points {'9' * 5000}", f"failed 0 resigned limit {'9' * 5000} measured 0"):
        error = refusal(f"{written(BASE)}{line}\n")
        assert error is not None
        assert error.code == "record/form"


@pytest.mark.parametrize(
    "line",
    ["id 5", 'id {"a": 1}', 'id "\\ud800"', f"id {'[' * 100_000}", f"option x {'[' * 100_000}", 'voided "\\ud800"'],
    ids=["number", "object", "half a sign", "deep id", "deep option", "half a reason"],
)
def test_a_value_that_is_none_ends_in_no_crash(line: str) -> None:
    """Neither where it is read nor where it is written again."""
    text = written(BASE)
    if line.startswith("id "):
        text = text.replace(f"id {BASE.id}\n", f"{line}\n")
    elif line.startswith("option "):
        text = text.replace("option ", f"{line}\noption ", 1)
    else:
        text += f"{line}\n"
    error = refusal(text)
    if error is None:
        assert written(read(text)[0]).encode()
    else:
        assert error.code == "record/form"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda course: _swap(course, Said, seat=1), "turn"),
        (lambda course: _swap(course, Said, engine=True), "engine"),
        (lambda course: _swap(course, Said, action="play 10C"), "malformed"),
        (lambda course: _swap(course, Scored, points=(1, 2)), "the play gives"),
        (lambda course: _swap(course, Ended, why="luck"), "another result"),
        (lambda course: _swap(course, Ended, outcome="drawn"), "another result"),
        (lambda course: _swap(course, Dealt, cards=("KD",)), "pack"),
        (lambda course: _swap(course, Dealt, dealer=0), "deals next"),
        (lambda course: (*course[:2], Scored((0, 0)), *course[2:]), "not over"),
        (lambda course: (*course[:1], Refused(0, "play 10C", "move/no"), *course[1:]), "another reason"),
        (lambda course: (*course[:2], Ended("won", (1, 0), (1, 2), "")), "not over"),
        (lambda course: (*course, Failed(0, "resigned", 0, 0)), "nothing follows"),
    ],
)
def test_a_record_that_does_not_follow_is_named_with_its_line(change: object, reason: str) -> None:
    plain = tuple(entry for entry in BASE.course if not isinstance(entry, Refused))
    assert plain[1] == Said(0, plain[1].action) if isinstance(plain[1], Said) else False
    record = replace(BASE, course=change(plain))  # type: ignore[operator]
    again, places = read(written(record))
    with pytest.raises(Unreadable) as caught:
        follow(again, places)
    assert caught.value.code == "record/differs"
    assert reason in caught.value.reason
    wrong = next(n for n, (one, two) in enumerate(zip(record.course, (*plain, None), strict=False)) if one != two)
    assert caught.value.place == f"line {places[wrong]}"


def _swap(course: tuple[object, ...], kind: type, **fields: object) -> tuple[object, ...]:
    """The first entry of a kind with other fields."""
    at = next(number for number, entry in enumerate(course) if isinstance(entry, kind))
    return (*course[:at], replace(course[at], **fields), *course[at + 1 :])  # type: ignore[type-var]


def test_records_of_a_bundle_are_written_and_checked_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, folder = make(spec_of(), ENDS).write(tmp_path / "cup"), tmp_path / "records"
    assert main(["record", str(bundle), str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder}: 6 records\n"
    files = sorted(folder.iterdir())
    for path in files:
        assert main(["record", str(path), "--check"]) == 0
        assert "every line follows" in capsys.readouterr().out
        assert main(["record", str(bundle / path.stem)]) == 0
        assert capsys.readouterr().out == path.read_text()
    spoiled = files[0]
    spoiled.write_text(spoiled.read_text().replace("points ", "points 1"))
    assert main(["record", str(spoiled), "--check", "--json"]) == 1
    assert "record/differs" in capsys.readouterr().err
    spoiled.write_text("croupier record 1\nid x\n")
    assert main(["record", str(spoiled), "--check"]) == 2
    assert "record/form: line 3: the record ends without a line 'game'" in capsys.readouterr().err
    assert main(["record", str(bundle)]) == 2
    assert "usage/missing" in capsys.readouterr().err

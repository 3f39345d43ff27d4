"""How a record is written and read: a line for everything, words first, so that two games can be compared line by line.

What the writer writes the reader reads to the same record. A text of other people's (a name, an answer) is quoted as in
JSON wherever it is more than plain words.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from croupier.contracts import events as ev
from croupier.contracts.base import first_flaw
from croupier.contracts.errors import Unreadable, did_you_mean

from .model import Dealt, Ended, Entry, Failed, Record, Refused, Said, Scored, Voided

FIRST = "croupier record 1"
"""The first line. The number is raised when a reader of before could not read what is written."""

CARDS = 13
"""Cards in a line."""

PLAIN = re.compile(r"[!#-~]+(?: [!#-~]+)*")
PLAY = re.compile(r" *(\d{1,9}) +(\d)(\*?) (.+)")
FIELDS = ("game", "ruleset", "rules", "tournament", "round", "board", "dealer", "clock", "policy")
"""Lines of the head that stand there once, in this order, after the id and before seats and options."""


def written(record: Record) -> str:
    """The text of a record."""
    return "\n".join(_lines(record)) + "\n"


def read(text: str) -> tuple[Record, list[int]]:
    """The record in ``text``, and for each entry of its course the number of its line.

    Raises :class:`Unreadable`, ``record/form``, naming the first line that cannot be read.
    """
    reader = _Reader()
    lines = text.split("\n")
    if lines[0] != FIRST:
        raise _wrong(1, f"a record begins with the line {FIRST!r}")
    for number, line in enumerate(lines[1:], 2):
        if line.strip() and not line.startswith("#"):
            reader.take(number, line)
    return reader.record(len(lines)), reader.places


# --- writing


def _lines(record: Record) -> Iterator[str]:
    yield FIRST
    yield f"id {_words(record.id)}"
    opened = record.opened.model_dump(exclude_none=True)
    for name in FIELDS:
        yield f"{name} {_value(opened[name])}"
    for number, seat in enumerate(record.opened.seats):
        yield f"seat {number} {seat.entrant} {_quoted(seat.name)}"
    for name, value in sorted(record.opened.options.items()):
        yield f"option {name} {_value(value)}"
    ply = 0
    for entry in record.course:
        yield from _entry(entry, ply)
        ply += isinstance(entry, Said)


def _entry(entry: Entry, ply: int) -> Iterator[str]:
    match entry:
        case Dealt(dealer, cards):
            yield ""
            yield f"deal {dealer}"
            yield from (f"cards {' '.join(cards[start : start + CARDS])}" for start in range(0, len(cards), CARDS))
        case Said(seat, action, engine):
            yield f"{ply:>4}  {seat}{'*' if engine else ''} {_words(action)}"
        case Refused(seat, said, code):
            yield f"refused {seat} {code} {_quoted(said)}"
        case Failed(seat, why, limit, measured):
            yield f"failed {seat} {why} limit {limit} measured {measured}"
        case Voided(why):
            yield f"voided {_quoted(why)}"
        case Scored(points):
            yield f"points {_numbers(points)}"
        case Ended(outcome, points, places, why):
            yield f"result {outcome} [{_numbers(points)}] [{_numbers(places)}] {_quoted(why)}"


def _value(value: Any) -> str:
    return _words(value) if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _words(text: str) -> str:
    return text if PLAIN.fullmatch(text) and not _is_json(text) else _quoted(text)


def _is_json(text: str) -> bool:
    """Would a bare ``text`` be read as a number, a flag or the like?"""
    try:
        _json(text)
    except ValueError:
        return False
    return True


def _quoted(text: str) -> str:
    """As JSON; signs that nobody could see are written as their numbers."""
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


# --- reading


class _Reader:
    """Takes lines in. ``places``: of the entries."""

    def __init__(self) -> None:
        self.places: list[int] = []
        self._head: dict[str, Any] = {}
        self._seats: list[dict[str, str]] = []
        self._options: dict[str, Any] = {}
        self._course: list[Entry] = []
        self._cards: list[str] | None = None
        self._ply = 0

    def take(self, number: int, line: str) -> None:
        """The next line that says something."""
        if PLAY.fullmatch(line):
            self._said(number, line)
            return
        word, _, rest = line.partition(" ")
        if word == "cards" and self._cards is not None:
            self._more_cards(rest)
        elif word in _ENTRIES:
            self._add(number, _ENTRIES[word], rest)
        elif word in _HEAD and not self._course:
            self._set(number, word, rest)
        else:
            known = [*_ENTRIES, "cards"] if self._course else [*_HEAD, *_ENTRIES]
            raise _wrong(number, f"{word[:40]!r} begins no line here", did_you_mean(word, known))

    def record(self, end: int) -> Record:
        """What was read, of ``end`` lines."""
        missing = [name for name in ("id", *FIELDS) if name not in self._head]
        if missing or not self._seats:
            raise _wrong(end, f"the record ends without a line {(missing or ['seat'])[0]!r}")
        if not isinstance(self._head["id"], str):
            raise _wrong(2, "an id is a text; one that looks like a number stands in quotes")
        head = {name: self._head[name] for name in FIELDS} | {"seats": self._seats, "options": self._options}
        try:
            opened = ev.GameOpened.model_validate(head)
        except ValidationError as error:
            raise _invalid(1, error) from None
        return Record(self._head["id"], opened, tuple(self._course))

    def _set(self, number: int, word: str, rest: str) -> None:
        if word == "seat":
            found = re.fullmatch(r"(\d) (\S+) (.+)", rest)
            if found is None or int(found[1]) != len(self._seats):
                raise _wrong(number, f"seat {len(self._seats)} is next: its number, its entrant, its name in quotes")
            self._seats.append({"entrant": found[2], "name": _text(number, found[3])})
        elif word == "option":
            name, _, value = rest.partition(" ")
            self._options[name] = _read_value(value)
        elif word in self._head:
            raise _wrong(number, f"{word!r} stands there already")
        else:
            self._head[word] = _read_value(rest)

    def _said(self, number: int, line: str) -> None:
        found = PLAY.fullmatch(line)
        assert found is not None
        if int(found[1]) != self._ply:
            raise _wrong(number, f"decision {self._ply} is next, not {found[1]}")
        action = _text(number, found[4]) if found[4].startswith('"') else found[4]
        self._put(number, Said(int(found[2]), action, bool(found[3])))
        self._ply += 1

    def _add(self, number: int, read_entry: Callable[[int, str], Entry], rest: str) -> None:
        entry = read_entry(number, rest)
        self._put(number, entry)
        self._cards = [] if isinstance(entry, Dealt) else None

    def _more_cards(self, rest: str) -> None:
        assert self._cards is not None
        self._cards += rest.split()
        deal = self._course[-1]
        assert isinstance(deal, Dealt)
        self._course[-1] = Dealt(deal.dealer, tuple(self._cards))

    def _put(self, number: int, entry: Entry) -> None:
        self._course.append(entry)
        self.places.append(number)
        self._cards = None


def _form(pattern: str, like: str) -> Callable[[int, str], re.Match[str]]:
    compiled = re.compile(pattern)

    def read_form(number: int, rest: str) -> re.Match[str]:
        found = compiled.fullmatch(rest)
        if found is None:
            raise _wrong(number, f"it should look like: {like}")
        return found

    return read_form


_DEAL = _form(r"(\d)", "deal 1")
_REFUSED = _form(r"(\d) (\S+) (.+)", 'refused 1 move/not-your-turn "play KD"')
_FAILED = _form(r"(\d) (\S+) limit (\d{1,16}) measured (\d{1,16})", "failed 1 clock/flag limit 10000 measured 10900")
_POINTS = _form(r"(-?\d{1,16}(?: -?\d{1,16})*)", "points 70 50")
_RESULT = _form(r"(\S+) \[([-\d ]*)\] \[([\d ]*)\] (.+)", 'result won [70 50] [1 2] "points"')


def _deal(number: int, rest: str) -> Entry:
    return Dealt(int(_DEAL(number, rest)[1]), ())


def _refused(number: int, rest: str) -> Entry:
    found = _REFUSED(number, rest)
    return Refused(int(found[1]), _text(number, found[3]), found[2])


def _failed(number: int, rest: str) -> Entry:
    found = _FAILED(number, rest)
    return Failed(int(found[1]), found[2], int(found[3]), int(found[4]))


def _voided(number: int, rest: str) -> Entry:
    return Voided(_text(number, rest))


def _points(number: int, rest: str) -> Entry:
    return Scored(_integers(number, _POINTS(number, rest)[1]))


def _result(number: int, rest: str) -> Entry:
    found = _RESULT(number, rest)
    return Ended(found[1], _integers(number, found[2]), _integers(number, found[3]), _text(number, found[4]))


_ENTRIES: dict[str, Callable[[int, str], Entry]] = {
    "deal": _deal, "refused": _refused, "failed": _failed, "voided": _voided, "points": _points, "result": _result,
}  # fmt: skip
_HEAD = ("id", *FIELDS, "seat", "option")


def _integers(number: int, text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split()))
    except ValueError:
        raise _wrong(number, f"{text!r} are no whole numbers") from None


def _text(number: int, quoted: str) -> str:
    try:
        found = _json(quoted)
    except ValueError:
        found = None
    if not isinstance(found, str):
        raise _wrong(number, "a text stands in quotes, as in JSON")
    return found


def _read_value(text: str) -> Any:
    """A number, a flag, a quoted text or an object as in JSON; anything else is a bare text."""
    try:
        return _json(text)
    except ValueError:
        return text


def _json(text: str) -> Any:
    """A value as in JSON. Raises ``ValueError``, also for one that is nested too deep or holds half a sign."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if "\\u" in text:
        json.dumps(value, ensure_ascii=False).encode()
    return value


def _invalid(number: int, error: ValidationError) -> Unreadable:
    return _wrong(number, first_flaw(error))


def _wrong(number: int, reason: str, hint: str = "") -> Unreadable:
    return Unreadable("record/form", reason, place=f"line {number}", hint=hint)

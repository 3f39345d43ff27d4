"""What a run says of its bots from their logs."""

from pathlib import Path

import pytest

from croupier.cli.bot_logs import SOON, Reminder, last_words
from croupier.cli.follow import Watched
from croupier.cli.runfile import EntrantSection
from croupier.cli.views import Quiet
from croupier.contracts import events as ev
from croupier.contracts.lines import genesis, read_trusted, write_line
from croupier.contracts.specs import EntrantSpec, TournamentSpec


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("", ""),
        ("a b c", "a b c"),
        ("a a a", "a (the same 3 times)"),
        ("x a b a b", "x a b (the same 2 times)"),
        ("b a b a b", "a b (the same 2 times)"),
        ("a b c d e f g", "c d e f g"),
    ],
)
def test_what_is_said_again_at_each_end_is_shown_once(tmp_path: Path, said: str, shown: str) -> None:
    """Also where it is several lines, and where the log begins in the middle of them."""
    log = tmp_path / "log"
    log.write_text("".join(f"{word}\n" for word in said.split()))
    assert " ".join(last_words(log, 5)) == shown


class Heard(Quiet):
    """Keeps the notes."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


def test_bots_that_do_not_come_are_named_once_with_their_logs(tmp_path: Path) -> None:
    """Those that we started; somebody else's may take their time."""
    entrants = [
        EntrantSection(name="Ada", id="ada", bot="random"),
        EntrantSection(name="Silent", id="silent", command="sleep 1000"),
        EntrantSection(name="Guest", id="guest", remote=True),
    ]
    heard, watched = Heard(), Watched()
    reminder = Reminder(entrants, tmp_path, heard, 100.0)
    spec = TournamentSpec(
        id="cup", name="Cup", game="briscola",
        entrants=[EntrantSpec(id=who.id, name=who.name, token="0" * 63 + str(n)) for n, who in enumerate(entrants)],
    )  # fmt: skip
    log, prev = "t/cup", genesis("t/cup")
    opening: list[tuple[ev.By, ev.Event]] = [
        ("director", ev.TournamentOpened(spec=spec)),
        ("dealer", ev.SeedCommitted(commitment="0" * 64)),
        ("director", ev.EntrantRegistered(entrant="ada", name="Ada", nonce="1" * 64)),
    ]
    for seq, (by, event) in enumerate(opening, 1):
        watched.see(read_trusted(write_line(event, seq=seq, at=seq, by=by, cause=log, prev=prev)))
    reminder.look(watched, 100.0 + SOON - 1)
    assert heard.notes == []
    reminder.look(watched, 100.0 + SOON)
    reminder.look(watched, 100.0 + 2 * SOON)
    (note,) = heard.notes
    assert note.splitlines()[1:] == [f"  Silent: {tmp_path}/bot-silent.log"]

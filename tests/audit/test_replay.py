"""A replay shows an audience what it saw, and no card beyond that."""

import json
import re
from pathlib import Path

import pytest

from audit.drafts import chained
from audit.making import make, spec_of
from audit.playing import ENDS
from croupier.audit import legible
from croupier.audit.replay import replay
from croupier.contracts.errors import Unreadable

GAME = "cup-r1-t1-1"
LOG = f"g/{GAME}"
CARD = re.compile(r'"([2-7JQKA][CDSB])"')


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return chained(LOG, make(spec_of()).games[GAME])


def cards(shown: object) -> set[str]:
    return set(CARD.findall(json.dumps(shown)))


@pytest.mark.parametrize("ply", [0, 1, 7, 20, 33, 39])
@pytest.mark.parametrize("seat", [0, 1])
def test_no_card_that_only_another_seat_holds_shows(lines: list[bytes], seat: int, ply: int) -> None:
    """What the seat sees is compared with the hands as an auditor sees them."""
    everything = replay(LOG, lines, "auditor", ply)
    seen = replay(LOG, lines, f"seat:{seat}", ply)
    for_all = replay(LOG, lines, "public", ply)
    assert seen.next is not None
    known = cards([seen.events, seen.view])
    theirs = set(everything.view["hands"][str(1 - seat)]) | set(everything.view["stock_cards"][:-1])
    shown = {everything.view["turn_up"]}

    assert known & theirs <= shown
    assert cards([for_all.events, for_all.view]) <= known


def test_the_view_before_a_decision_holds_the_card_that_is_then_played(lines: list[bytes]) -> None:
    played = replay(LOG, lines, "auditor", 7)
    assert played.next is not None
    seat, card = played.next["seat"], played.next["action"].split()[1]

    assert card in played.view["hands"][str(seat)]
    assert played.next["action"] in played.legal
    assert [event["ply"] for event in played.events if event["kind"] == "action"] == list(range(7))


def test_the_cards_of_each_side_are_kept_apart(lines: list[bytes]) -> None:
    played = replay(LOG, lines, "auditor", 6)
    mine, theirs = (" ".join(pile) for pile in played.view["piles"])
    (told,) = (line for line in legible.text(played) if line.startswith("  piles"))
    assert told.split(maxsplit=1)[1] == f"({mine}) ({theirs})"


def test_the_whole_game_ends_with_its_result(lines: list[bytes]) -> None:
    whole = replay(LOG, lines, "public")

    assert whole.next is None
    assert whole.result is not None
    assert whole.result["outcome"] == "won"
    assert sum(whole.result["points"]) == 120


def test_a_refused_answer_is_known_to_its_seat_and_to_an_auditor() -> None:
    game, drafts = next(iter(make(spec_of(), ("strikes",)).games.items()))
    stored = chained(f"g/{game}", drafts)
    refused = {who: _refused(game, stored, who) for who in ("seat:0", "seat:1", "public", "auditor")}

    assert refused["public"] == 0
    assert refused["auditor"] == refused["seat:0"] + refused["seat:1"] == 3


def _refused(game: str, stored: list[bytes], who: str) -> int:
    return sum(event["kind"] == "refused" for event in replay(f"g/{game}", stored, who).events)


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("who", ["seat:1", "public", "auditor"])
def test_every_way_to_end_can_be_told_in_words(end: str, who: str) -> None:
    game, drafts = next(iter(make(spec_of(), (end,)).games.items()))
    told = "\n".join(legible.text(replay(f"g/{game}", chained(f"g/{game}", drafts), who)))

    assert told.startswith(f"{game}: briscola (house), as {who} saw it")
    assert "over: " in told


@pytest.mark.parametrize(
    ("who", "ply", "code", "said"),
    [
        ("public", 40, "replay/ply", "0 to 39"),
        ("seat0", None, "replay/audience", "did you mean 'seat:0'?"),
        ("seat:2", None, "replay/audience", "did you mean"),
        ("me", None, "replay/audience", "seat:0, seat:1, public, auditor"),
    ],
)
def test_what_the_game_does_not_have_is_refused_with_what_it_has(
    lines: list[bytes], who: str, ply: int | None, code: str, said: str
) -> None:
    with pytest.raises(Unreadable, match=re.escape(said)) as caught:
        replay(LOG, lines, who, ply)

    assert caught.value.code == code


def test_a_log_that_breaks_is_followed_up_to_there(lines: list[bytes]) -> None:
    broken = [*lines[:10], b"{}", *lines[11:]]
    with pytest.raises(Unreadable) as caught:
        replay(LOG, broken, "public")

    assert (caught.value.code, caught.value.place) == ("replay/broken", "line 11")


def test_a_tournaments_log_is_no_game(tmp_path: Path) -> None:
    folder = make(spec_of()).write(tmp_path / "cup")
    with pytest.raises(Unreadable, match="not the log of a game"):
        replay("t/cup", (folder / "tournament.jsonl").read_bytes().splitlines(), "public")

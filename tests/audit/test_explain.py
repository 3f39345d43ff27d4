"""An explanation says what was allowed, who won the trick and where the points come from, by the rules alone."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from audit.drafts import chained
from audit.making import World, make, spec_of
from audit.playing import ENDS
from croupier import games
from croupier.audit import explained
from croupier.audit.explain import explain, where_points_come_from
from croupier.audit.tricks import won
from croupier.cli.explain import rule_text
from croupier.cli.main import main
from croupier.contracts import events as ev
from croupier.contracts.errors import Unreadable
from games.samples import SAMPLES
from tampered import FRAUDS, GAME

LOG = f"g/{GAME}"
ORDER = "24567JQK3A"


@pytest.fixture(scope="module")
def world() -> World:
    return make(spec_of())


def stored(world: World, game: str = GAME) -> list[bytes]:
    return chained(f"g/{game}", world.games[game])


def all_plies(world: World, game: str = GAME) -> list[dict[str, Any]]:
    lines = stored(world, game)
    last = max(draft.event.ply for draft in world.games[game] if isinstance(draft.event, ev.ActionTaken))
    return [explain(f"g/{game}", lines, ply) for ply in range(last + 1)]


def test_every_answer_of_a_right_game_was_judged_rightly(world: World) -> None:
    """Given games that end in all ways, with refused answers in them."""
    wild = make(spec_of(4, 2), ENDS[:3], chance=3)
    answers = [answer for game in wild.games for told in all_plies(wild, game) for answer in told["answers"]]

    assert {answer["verdict"] for answer in answers} == {"taken", "refused"}
    assert {answer["rule"] for answer in answers if answer["verdict"] == "refused"} <= {
        "briscola#malformed-card", "briscola#not-your-turn",
    }  # fmt: skip


def test_each_line_of_the_score_goes_back_to_one_decision(world: World) -> None:
    scored = next(draft.event for draft in world.games[GAME] if isinstance(draft.event, ev.DealScored))
    assert isinstance(scored, ev.DealScored)
    found = [(told["ply"], p["seat"], p["kind"], p["points"]) for told in all_plies(world) for p in told["points"]]

    assert sorted(found) == sorted((line.ply, line.seat, line.kind, line.points) for line in scored.lines)


def test_each_trick_is_explained_by_trump_and_suit(world: World) -> None:
    """The winner is computed here once more, from the ranks as the rule page has them."""
    tricks = [(told["trick"], told["view"]["trump"]) for told in all_plies(world) if "trick" in told]

    assert len(tricks) == 20
    for trick, trump in tricks:
        (_, first), (_, second) = [(card["seat"], card["card"]) for card in trick["cards"]]
        wins = _beats(second, first, trump)
        assert trick["card"] == (second if wins else first)
        assert ("trump in the trick" in trick["why"]) or ("suit led" in trick["why"])
        assert ("only trump" in trick["why"]) == ([first[1], second[1]].count(trump) == 1)
        assert trick["rule"] == "briscola#the-play"


def _beats(card: str, best: str, trump: str) -> bool:
    return ORDER.index(card[0]) > ORDER.index(best[0]) if card[1] == best[1] else card[1] == trump


@pytest.mark.parametrize("name", SAMPLES)
def test_any_game_is_explained(name: str) -> None:
    """By its own facts, codes and rules: some decisions of each, and its whole score."""
    world = make(spec_of(4, 1, game=name))
    lines, dice = stored(world), random.Random(6)
    taken = [draft.event.ply for draft in world.games[GAME] if isinstance(draft.event, ev.ActionTaken)]
    tricks = []
    for ply in dice.sample(taken, min(len(taken), 16)):
        told = explain(LOG, lines, ply)
        text = "\n".join(explained.decision(told, rule_text))
        assert {answer["verdict"] for answer in told["answers"]} <= {"taken", "refused"}
        assert "0 legal actions" not in text
        tricks += [told["trick"]] if "trick" in told else []
    rules = {line["rule"] for deal in where_points_come_from(LOG, lines)["deals"] for line in deal["lines"]}

    assert tricks
    assert all(trick["card"] in [card["card"] for card in trick["cards"]] for trick in tricks)
    assert rules
    assert all(rule_text(rule) for rule in rules)


@pytest.mark.parametrize(
    ("cards", "winner", "trump", "why"),
    [
        (["7S", "AD"], 0, "C", "7S is the highest card of the suit led, S, and there is no trump in the trick"),
        (["AS", "2C"], 1, "C", "2C is the only trump in the trick, and no card of another suit beats a trump"),
        (["4C", "2C"], 0, "C", "4C is the highest trump in the trick"),
        (["KH", "AH"], 1, None, "AH is the highest card of the suit led, H"),
        (["KD1", "KD2"], 0, None, "KD1 is the highest card of the suit led, D, and of two equal cards the first wins"),
    ],
)
def test_why_a_card_wins(cards: list[str], winner: int, trump: str | None, why: str) -> None:
    assert won(list(enumerate(cards)), winner, trump)["why"] == why


@pytest.mark.parametrize(
    ("name", "log", "code"),
    [
        ("a-card-that-is-not-held", "taken", "move/card-not-held"),
        ("an-action-out-of-turn", "taken", "move/not-your-turn"),
        ("a-legal-action-refused", "move/card-not-held", None),
        ("a-refusal-for-another-reason", "move/card-not-held", "malformed/malformed-card"),
        ("an-action-of-the-engine", "taken", None),
    ],
)
def test_what_was_judged_wrongly_is_told_apart_from_what_the_log_says(name: str, log: str, code: str | None) -> None:
    world = make(spec_of())
    named = FRAUDS[name](world)
    event: Any = world.games[GAME][named.line - 1].event
    told = explain(LOG, stored(world), event.ply)
    answer = next(answer for answer in told["answers"] if answer["line"] == named.line)

    assert (answer["verdict"], answer["log"], answer.get("code")) == ("wrong", log, code)
    if code is not None:
        assert answer["rule"] == games.rule("briscola", code)


def test_the_decision_at_which_a_seat_forfeits_says_why() -> None:
    world = make(spec_of(), ("flag",))
    ply = sum(isinstance(draft.event, ev.ActionTaken) for draft in world.games[GAME])
    told = explain(LOG, stored(world), ply)

    assert told["forfeit"]["why"] == "clock/flag"
    assert told["forfeit"]["measured"] > told["forfeit"]["limit"]
    assert all(answer["verdict"] == "refused" for answer in told["answers"])


def test_what_breaks_later_does_not_matter_and_what_breaks_before_does(world: World) -> None:
    lines = stored(world)
    place = world.index(ev.ActionTaken, 6, GAME)
    broken = [*lines[:place], b"{}", *lines[place + 1 :]]

    assert explain(LOG, broken, 5)["answers"][-1]["verdict"] == "taken"
    with pytest.raises(Unreadable) as caught:
        explain(LOG, broken, 6)
    assert caught.value.code == "replay/broken"


def test_the_score_adds_up_from_its_lines(world: World) -> None:
    told = where_points_come_from(LOG, stored(world))
    deal = told["deals"][0]
    sums = [sum(n["points"] for n in deal["lines"] if n["seat"] == s and n["kind"] != "deal-won") for s in (0, 1)]

    assert sums == deal["points"] == told["result"]["points"]
    assert all(line["trick"]["winner"] == line["seat"] for line in deal["lines"] if line["kind"] == "trick-points")


@pytest.mark.parametrize("end", ENDS)
def test_all_of_it_can_be_told_in_words(end: str) -> None:
    world = make(spec_of(), (end,))
    lines = stored(world)
    text = "\n".join(explained.score(where_points_come_from(LOG, lines), rule_text))

    assert "over: " in text
    plies = sum(isinstance(draft.event, ev.ActionTaken) for draft in world.games[GAME])
    for ply in range(plies):
        told = "\n".join(explained.decision(explain(LOG, lines, ply), rule_text))
        assert "was taken, rightly" in told


def test_the_command_quotes_the_rule(tmp_path: Path, world: World, capsys: pytest.CaptureFixture[str]) -> None:
    folder = world.write(tmp_path / "cup")
    assert main(["explain", f"{folder}/{GAME}", "--ply", "39"]) == 0
    out = capsys.readouterr().out

    assert "briscola#deal-won: One, when the deal is over, for the side that has won it." in out
    assert main(["explain", GAME, "--runs", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"][0]["deal"] == 1


def test_a_decision_that_never_was_is_refused(tmp_path: Path, world: World, capsys: pytest.CaptureFixture[str]) -> None:
    folder = world.write(tmp_path / "cup")

    assert main(["explain", f"{folder}/{GAME}", "--ply", "40"]) == 2
    assert "they are numbered 0 to 39" in capsys.readouterr().err
    assert main(["explain", str(folder / "tournament.jsonl"), "--ply", "1"]) == 2
    assert "not the log of a game" in capsys.readouterr().err

"""A share of ``python -m tests.games.endurance``: random games with random options and every check, and a fuzzer."""

import re
from functools import cache
from pathlib import Path

import pytest

from croupier import games
from games import perft
from games.battery import Position, resolved
from games.checks import judge
from games.endurance import main
from games.marathon import Tally, play
from games.samples import SAMPLES

DECISIONS, GAMES = 9000, range(80, 200)
"""How long each game is always played: for so many decisions, but not fewer or more games than these."""
MOST = 2000
"""Games that are played if a code of the page is not met in those."""


@cache
def share(name: str) -> Tally:
    """What is always played."""
    tally = Tally()
    while tally.games < GAMES[0] or (tally.decisions < DECISIONS and tally.games < GAMES[-1]):
        tally.add(play(name, f"share/{name}/{tally.games}"))
    return tally


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", games.names())
def test_random_games_with_random_options_keep_everything(name: str) -> None:
    """The number of other worlds shows that the comparisons did happen."""
    tally = share(name)
    assert tally.deals >= tally.games >= GAMES[0]
    assert tally.worlds > tally.games / 3


def declared(name: str) -> set[str]:
    """The codes of a rule page: those that begin the section that bears their name."""
    page = (Path(__file__).parents[2] / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    found = re.findall(r"^#+ ([a-z-]+)\n+`((?:move|malformed|option)/([a-z-]+))`", page, re.MULTILINE)
    return {code for heading, code, last in found if heading == last}


def met_in_counted_positions(name: str) -> set[str]:
    """The codes that the vocabulary meets in the positions of ``perft``, some of which play hardly ever leads to."""
    codes: set[str] = set()
    game = games.get(name)
    for counted in perft.read(name):
        options, deal = resolved(game, counted.options), counted.deal()
        position = Position(game, options, counted.deck, game.seats(options) - 1, deal, [])
        for action in SAMPLES[name].vocabulary(position):
            code = judge(position, deal.to_act or 0, action)
            codes |= {code} if code else set()
    return codes


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", games.names())
def test_every_refusal_on_the_rule_page_is_met_and_no_other(name: str) -> None:
    """In the games above, in positions that are counted, or in some games more."""
    met, number = set(share(name).codes) | met_in_counted_positions(name), share(name).games
    while not declared(name) <= met and number < MOST:
        met |= set(play(name, f"share/{name}/{number}").codes)
        number += 1
    assert met == declared(name)


def test_the_program_plays_and_reports(capsys: pytest.CaptureFixture[str]) -> None:
    """As on the command line, two games of each."""
    assert main(["--games", str(2 * len(games.names()))]) == 0
    told = capsys.readouterr().out
    assert f"{2 * len(games.names())} games, " in told
    assert "; 0 games failed" in told


def test_a_game_can_be_played_again_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """By the line that a failure is told with."""
    assert main(["--game", games.names()[0], "--seed", "x", "--only", "5"]) == 0
    assert "keeps everything" in capsys.readouterr().out

"""``croupier games`` tells what can be played, and ``croupier rules`` what a rule page says."""

import json

import pytest

from croupier import games
from croupier.cli.main import main
from croupier.cli.rulepage import find, page, sections
from croupier.contracts.errors import CODES


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.count("\n") == 1
    assert shown.err.split(": ")[1] in CODES
    return shown.err


@pytest.mark.parametrize("name", games.names())
def test_a_game_is_listed_with_all_its_options_and_their_defaults(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """For people as a table."""
    text, game = printed(capsys, "games"), games.get(name)
    assert f"{name}: " in text
    rows = [row.split() for row in printed(capsys, "games", name).splitlines()]
    for option in game.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
        assert any(row[:1] == [option.name] and default in row for row in rows)
        assert option.about in text


@pytest.mark.parametrize("name", games.names())
def test_what_is_listed_for_programs_is_what_the_game_takes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Defaults, rulesets and numbers of seats."""
    [listed] = json.loads(printed(capsys, "games", name, "--json"))["games"]
    game = games.get(name)
    assert {option["name"]: option["default"] for option in listed["options"]} == {
        option.name: option.default for option in game.options
    }
    assert set(listed["rulesets"]) == set(game.rulesets)
    assert game.seats(game.resolve("house", {})) in listed["seats"]


def test_briscola_has_two_three_four_or_six_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert "briscola: 2, 3, 4 or 6 seats\n" in printed(capsys, "games", "briscola")


def test_a_range_that_goes_in_steps_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """2 to 1000 alone would invite 3."""
    assert "2 to 1000 by 2s" in printed(capsys, "games", "bezique")
    [game] = json.loads(printed(capsys, "games", "bezique", "--json"))["games"]
    [number] = [option for option in game["options"] if option["name"] == "length_n"]
    assert (number["from"], number["to"], number["step"]) == (2, 1000, 2)


def test_all_games_are_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(printed(capsys, "games", "--json"))["games"]
    assert [game["game"] for game in listed] == list(games.names())


@pytest.mark.parametrize("name", games.names())
def test_the_page_comes_with_the_package(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As it stands in docs/rules, when it goes into a pipe."""
    assert printed(capsys, "rules", name) == page(name)


@pytest.mark.parametrize("name", games.names())
def test_every_option_and_score_of_a_game_can_be_asked_for(name: str) -> None:
    """Its section begins with its own heading."""
    for option in games.get(name).options:
        found = find(name, option.name)
        assert found.text.splitlines()[0].lstrip("# ") == found.title
        assert found.anchor == option.name


@pytest.mark.parametrize(
    "asked",
    [("briscola", "move/card-not-held"), ("briscola", "card-not-held"), ("briscola#card-not-held",),
     ("briscola", "briscola#card-not-held"), ("briscola", "Card-Not-Held")],
)  # fmt: skip
def test_a_rule_is_found_by_its_code_and_by_what_a_log_calls_it(
    asked: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "rules", *asked)
    assert text.startswith("### card-not-held\n\n`move/card-not-held`: ")
    assert text.count("###") == 1


def test_a_heading_brings_what_is_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(printed(capsys, "rules", "briscola", "scoring", "--json"))
    assert told["rule"] == "briscola#scoring"
    assert told["sections"] == ["trick-points", "deal-won"]
    assert told["text"].startswith("## Scoring\n")


def test_a_line_in_a_code_block_is_no_heading() -> None:
    text = "# A\n\n```console\n# not a heading\n```\n\n## B\n\nb\n"
    assert [section.title for section in sections(text)] == ["A", "B"]
    assert sections(text)[1].text == "## B\n\nb\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("games", "brisola"), "option/unknown-game: no game 'brisola' (did you mean 'briscola'?)"),
        (("rules", "brisola"), "option/unknown-game: no game 'brisola' (did you mean 'briscola'?)"),
        (("rules", "briscola", "trickpoints"), ("rules/no-section: rules of briscola: nothing about 'trickpoints'"
                                                " (did you mean 'trick-points'?)")),
        (("rules", "briscola", "zzz"), ("rules/no-section: rules of briscola: nothing about 'zzz'"
                                        " (croupier rules briscola shows the whole page)")),
        (("rules", "briscola", ""), ("rules/no-section: rules of briscola: nothing about ''"
                                     " (croupier rules briscola shows the whole page)")),
        (("rules", "briscola#"), ("rules/no-section: rules of briscola: nothing about ''"
                                  " (croupier rules briscola shows the whole page)")),
    ],
)  # fmt: skip
def test_a_word_that_is_not_known_has_the_nearest_one_beside_it(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *arguments) == f"error: {said}\n"


def test_a_terminal_gets_the_page_laid_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """No marks of Markdown, and no targets of links within the page."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    text = printed(capsys, "rules", "briscola", "last_hand")
    assert "\x1b[" in text
    assert "###" not in text
    whole = printed(capsys, "rules", "briscola")
    assert "(#" not in whole
    assert "│" in whole or "━" in whole or "─" in whole

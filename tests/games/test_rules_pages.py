"""The rule pages have a place for everything that the kernel can name."""

import re
from pathlib import Path

import pytest

from croupier import games
from croupier.contracts.errors import CODES
from croupier.games.bezique import setup as bezique
from croupier.games.bezique.melds import KINDS, POINTS
from croupier.games.briscola.setup import PACK, SEVEN_HIGH, TALK, VALUES
from games.samples import SAMPLES

PAGES = Path(__file__).parents[2] / "docs" / "rules"
SOURCES = Path(games.__file__).parent


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def anchors(name: str) -> set[str]:
    """The anchors of a page's headings, as Git hosts make them."""
    headings = re.findall(r"^#+ (.+)$", page(name), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def sources(name: str) -> list[Path]:
    """The code of a game: a folder, or one file."""
    return [*SOURCES.glob(f"{name}/*.py"), *SOURCES.glob(f"{name}.py")]


def codes(*folders: str) -> set[str]:
    """All error codes that stand in the source text."""
    found: set[str] = set()
    for folder in folders:
        for path in SOURCES.glob(folder):
            found |= set(re.findall(r'"((?:move|malformed|option)/[a-z-]+)"', path.read_text(encoding="utf-8")))
    return found


def test_every_code_in_the_kernel_is_in_the_contracts() -> None:
    """Programs compare codes, and this list is where they look."""
    assert codes("*.py", "*/*.py") <= set(CODES)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_error_of_a_game_has_an_anchor(name: str) -> None:
    """A refusal leads to the rule."""
    used = codes(f"{name}/*.py", f"{name}.py", "options.py", "__init__.py")
    if not any("conflict(" in path.read_text(encoding="utf-8") for path in sources(name)):
        used.discard("option/conflict")
    assert used
    assert {games.rule(name, code) for code in used} <= {f"{name}#{anchor}" for anchor in anchors(name)}
    assert [code for code in used if f"`{code}`" not in page(name)] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_every_kind_of_score_has_an_anchor(name: str) -> None:
    """The rule that a score line names exists."""
    rules = {
        rule for path in sources(name) for rule in re.findall(rf'"({name}#[a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert rules
    assert rules <= {f"{name}#{anchor}" for anchor in anchors(name)}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_page_says_who_wins_a_trick(name: str) -> None:
    """An explanation of a trick leads there."""
    assert games.get(name).trick_rule in anchors(name)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_option_and_each_of_its_values_is_described(name: str) -> None:
    """Under a heading of its own, with the default named."""
    for option in games.get(name).options:
        assert option.name in anchors(name)
        section = page(name).split(f"\n### {option.name}\n")[1].split("\n### ")[0]
        values = [option.values[0], option.values[-1]] if isinstance(option.values, range) else option.values
        for value in values:
            assert (str(value).lower() if isinstance(value, bool) else str(value)) in section
        assert "(default)" in section


@pytest.mark.parametrize("name", SAMPLES)
def test_no_link_within_a_page_is_broken(name: str) -> None:
    """Every target is a heading."""
    assert set(re.findall(r"\(#([^)]+)\)", page(name))) <= anchors(name)


def test_the_page_of_briscola_agrees_with_its_tables() -> None:
    """Ranks, values and talk codes are those of the kernel."""
    text = page("briscola")
    assert "| rank, strongest first | " + " | ".join(reversed(PACK.ranks)) + " |" in text
    assert "| points | " + " | ".join(str(VALUES.get(rank, 0)) for rank in reversed(PACK.ranks)) + " |" in text
    assert " ".join(reversed(SEVEN_HIGH)) in text
    assert [code for code in TALK if f"`{code}`" not in text] == []


def test_the_page_of_bezique_agrees_with_its_tables() -> None:
    """Ranks, melds with their points and classes, and what makes up the other ruleset."""
    text = page("bezique")
    assert "| rank, strongest first | " + " | ".join(reversed(bezique.RANKS)) + " |" in text
    rows = re.findall(r"^\| \[(\w+)\]\(#\w+\) \| .* \| (\d+) \| \w \|$", text, re.MULTILINE)
    assert rows == [(kind, str(points)) for kind, points in zip(KINDS, POINTS, strict=True)]
    classic = text.split("The ruleset `classic` is ")[1].split(";")[0]
    told = dict(pair.split(" = ") for pair in re.findall(r"`([^`]+)`", classic))
    assert told == {name: str(value).lower() for name, value in bezique.RULESETS["classic"].items()}

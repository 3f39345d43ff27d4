"""The rule pages of the games, which come with the package, and their sections by anchor."""

import re
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from croupier.contracts.errors import BadConfig, did_you_mean

if TYPE_CHECKING:
    from croupier.games.kernel import Game

HEADING = re.compile(r"^(#+) +(.+?) *$", re.MULTILINE)


class Section(NamedTuple):
    """A heading with what stands below it, deeper headings included. ``level`` is 1 for the whole page."""

    anchor: str
    title: str
    level: int
    text: str


def find_game(name: str) -> "Game":
    """The game called ``name``. Raises ``BadConfig`` ``option/unknown-game``, with the nearest name."""
    from croupier.games import get
    from croupier.games.kernel import BadOptions

    try:
        return get(name)
    except BadOptions as error:
        reason, _, hint = error.reason.partition(", did you mean")
        raise BadConfig(error.code, reason, hint=f"did you mean{hint}" if hint else "") from None


def page(game: str) -> str:
    """The rule page of a game as Markdown. Raises ``BadConfig`` ``rules/no-page``."""
    path = files("croupier") / "rules" / f"{game}.md"
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        raise BadConfig("rules/no-page", "the page is not there", place=str(path)) from None


def anchor(heading: str) -> str:
    """The anchor of a heading, as Git hosts make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def sections(text: str) -> list[Section]:
    """All sections of a page in order; the first is the page itself."""
    plain = re.sub(r"```.*?```", lambda block: " " * len(block[0]), text, flags=re.DOTALL)
    found = [(match.start(), len(match[1]), match[2]) for match in HEADING.finditer(plain)]
    made = []
    for number, (start, level, title) in enumerate(found):
        after = (place for place, other, _ in found[number + 1 :] if other <= level)
        made.append(Section(anchor(title), title, level, text[start : next(after, len(text))].rstrip() + "\n"))
    return made


def find(game: str, wanted: str) -> Section:
    """The section about an error code, a kind of score, an option or a heading, also as a log's ``game#anchor``.

    Raises ``BadConfig`` ``rules/no-section``, with the nearest one.
    """
    known = {section.anchor: section for section in sections(page(game))}
    word = wanted.rpartition("#")[2].rpartition("/")[2]
    for spelled in (word.lower(), anchor(word), anchor(word.replace("_", "-")), word.lower().replace("-", "_")):
        if spelled in known:
            return known[spelled]
    hint = did_you_mean(anchor(word), list(known)) or f"croupier rules {game} shows the whole page"
    raise BadConfig("rules/no-section", f"nothing about {wanted[:60]!r}", place=f"rules of {game}", hint=hint)

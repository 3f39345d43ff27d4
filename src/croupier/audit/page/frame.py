"""What all pages with games have in common: their policy, the steps as data, and the course as a list.

Whatever comes from a log is untrusted. It stands in a page as escaped text, or as JSON in which no ``<`` is left, and
the page's policy lets only its own script and style run.
"""

import base64
import hashlib
import html
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from croupier.audit.page.games import Shown


def part(name: str) -> str:
    """A file of this package: ``page.css``, ``page.js`` or ``page.html``."""
    return (files("croupier.audit.page") / name).read_text(encoding="utf-8")


def policy(style: str, script: str | None = None) -> str:
    """What a page lets run and load: its one style and its one script, if it has any, and nothing else."""
    scripts = "" if script is None else f"script-src {_hash(script)}; "
    return f"default-src 'none'; {scripts}style-src {_hash(style)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    """How a policy names an element by what stands in it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def data(value: Any) -> str:
    """JSON for a ``script`` element: nothing in it can end the element or begin another."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def course(number: int, game: Shown) -> Iterator[str]:
    """A game, the one at ``number`` in the data, as HTML: a list, which also serves where no script runs."""
    yield f'<section class="game" aria-labelledby="game-{number}" data-game="{number}">'
    yield f'<h3 id="game-{number}">{html.escape(game["name"])}</h3>'
    yield f'<p>{html.escape(game["about"])}</p><div class="player"></div>'
    yield '<details class="course"><summary>The whole course</summary><ol>'
    yield from (_step(step) for step in game["steps"])
    yield "</ol></details></section>"


def _step(step: Shown) -> str:
    words = "<br>".join(html.escape(text) for text in step["text"])
    wrong = "".join(f'<br><strong class="wrong">{html.escape(text)}</strong>' for text in step["findings"])
    return f'<li value="{step["line"]}">{words}{wrong}</li>'

"""The page for authors of bots says what is true."""

import re
from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.contracts.client import CLIENT_MESSAGE, SERVER_MESSAGE
from croupier.sdk import Bot, Turn
from croupier.sdk.settings import add_flags

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/bots.md").read_text(encoding="utf-8")


def cells(heading: str) -> set[str]:
    """The code words in the first column of the first table after a heading or a line."""
    table = PAGE[PAGE.index(heading) :].split("\n|---", 1)[1].split("\n\n", 1)[0]
    first = [line.split("|")[1] for line in table.splitlines()[1:] if line.startswith("|")]
    return {word for cell in first for word in re.findall(r"`([a-z_]+)", cell)}


def test_the_bot_of_the_page_is_the_example() -> None:
    """It can be pasted, and it is the file that is tested."""
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    example = (ROOT / "examples/bots/first_bot.py").read_text(encoding="utf-8")
    assert shown.strip() in example
    assert "First().run()" in example


def test_every_attribute_of_a_turn_is_on_the_page() -> None:
    """And no other: a field that nobody describes is one that nobody uses."""
    inside = {"deadline", "seed", "read", "start_clock"}
    real = {name for name in (*Turn.__dataclass_fields__, *vars(Turn)) if not name.startswith("_")} - inside
    assert cells("### Turn") == real


def test_every_method_of_a_bot_is_on_the_page() -> None:
    """What can be filled in or called."""
    inside = {"hears", "run_with", "quick", "workers", "disputes_by"}
    assert cells("### Bot") - {"await"} == {name for name in vars(Bot) if not name.startswith("_")} - inside - {"play"}
    assert "`await play(" in PAGE
    assert "`workers = 4`" in PAGE
    assert "`quick = True`" in PAGE


def test_the_view_of_briscola_is_described_key_by_key() -> None:
    """In every variant that shows more than the house rules do."""
    briscola = games.get("briscola")
    seen: set[str] = set()
    for given in ({}, {"players": 4}, {"show_points": True}, {"open_hands": True}):
        deal = briscola.deal(options := briscola.resolve("house", given), 1, briscola.pack(options))
        while deal.to_act is not None:
            seen |= deal.view(deal.to_act).keys()
            deal.apply(deal.to_act, deal.legal()[0])
    assert cells("briscola:\n") == seen


def test_flags_and_variables_are_on_the_page() -> None:
    """Each flag that a bot takes."""
    import argparse

    parser = argparse.ArgumentParser(add_help=False)
    add_flags(parser)
    flags = {option for action in parser._actions for option in action.option_strings}
    assert set(re.findall(r"^\| `(--[a-z-]+)`", PAGE, re.MULTILINE)) == flags


@pytest.mark.parametrize("adapter", [CLIENT_MESSAGE, SERVER_MESSAGE])
def test_every_message_of_the_protocol_is_on_the_page(adapter: Any) -> None:
    """Whoever writes a client in another language reads only this page."""
    protocol = PAGE[PAGE.index("## The protocol") :]
    types = re.findall(r"'const': '([a-z]+)'", str(adapter.json_schema()))
    assert types
    assert [kind for kind in types if f"`{kind}`" not in protocol] == []

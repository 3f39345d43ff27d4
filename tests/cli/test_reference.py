"""docs/cli.md tells every command and every flag, and none that is not there."""

import re
from pathlib import Path

from croupier.cli.reference import page

WRITTEN = Path(__file__).parents[2] / "docs" / "cli.md"


def sections(text: str) -> dict[str, str]:
    parts = re.split(r"^#{2,3} `(.+?)`$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def flags(text: str) -> set[str]:
    return set(re.findall(r"--?[a-z][a-z-]*", text))


def test_the_page_and_the_help_agree() -> None:
    """Where this fails, write the page anew: python -m croupier.cli.reference docs/cli.md."""
    written, now = sections(WRITTEN.read_text()), sections(page())
    assert list(written) == list(now)
    assert {name: flags(text) for name, text in written.items()} == {name: flags(text) for name, text in now.items()}


def test_every_help_says_what_the_command_is_for() -> None:
    for name, text in sections(page()).items():
        about = " ".join(text.split("\n\n")[2].split())
        assert re.fullmatch(r"[A-Z`].*\.", about), f"{name}: {about}"

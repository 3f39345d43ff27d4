"""``croupier explain``: why a decision went as it did, or where the points of a game come from."""

from pathlib import Path
from typing import Annotated

import typer


def explain(
    log: Annotated[
        str, typer.Argument(metavar="LOG|ID", help="A game's log, BUNDLE/GAME, or a game's id under --runs.")
    ],
    ply: Annotated[int | None, typer.Option(min=0, help="The decision, counted from 0; without it the score.")] = None,
    runs: Annotated[Path, typer.Option(help="Where ids are looked for.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say why an action was legal or refused, who won the trick and why, and where each point comes from.

    Judges by the rules alone, from the log, and names the rule for everything. Without --ply it goes through
    the score of the whole game.
    """
    from croupier.audit import explained
    from croupier.audit.explain import explain as of_decision
    from croupier.audit.explain import where_points_come_from
    from croupier.audit.legible import printable
    from croupier.audit.places import find_log
    from croupier.cli.output import print_json

    found = find_log(log, runs)
    if ply is None:
        told = where_points_come_from(found.id(), found.lines())
        text = explained.score(told, rule_text)
    else:
        told = of_decision(found.id(), found.lines(), ply)
        text = explained.decision(told, rule_text)
    if as_json:
        print_json(told)
    else:
        for line in text:
            typer.echo(printable(line))


def rule_text(rule: str) -> str:
    """What the rule page says under ``briscola#trick-points``: its first paragraph in one line; empty if nothing."""
    from croupier.cli.rulepage import find
    from croupier.contracts.errors import BadConfig

    try:
        section = find(rule.partition("#")[0], rule)
    except BadConfig:
        return ""
    paragraphs = section.text.split("\n\n")
    return plain(" ".join(paragraphs[1].split())) if len(paragraphs) > 1 else ""


def plain(markdown: str) -> str:
    """A paragraph without the signs of Markdown: links lose their targets."""
    import re

    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", markdown).replace("**", "").replace("`", "")


command = explain

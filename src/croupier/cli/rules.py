"""``croupier rules``: the rule page of a game, or what it says about one code, score or option."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from croupier.cli.rulepage import Section


def rules(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game, or a rule as logs name it: briscola#trick-points.")
    ],
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="An error code, a kind of score, an option, or a heading of the page."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show the rules of a game, or one rule.

    A terminal gets the page laid out, a file or a pipe gets Markdown.
    """
    from croupier.cli.output import print_json
    from croupier.cli.rulepage import find, find_game, page, sections

    name, hash_sign, named = game.partition("#")
    name, wanted = find_game(name).name, named if code is None and hash_sign else code
    section = sections(page(name))[0] if wanted is None else find(name, wanted)
    if as_json:
        print_json(described(name, section))
    else:
        show(section)


command = rules


def described(game: str, section: "Section") -> dict[str, object]:
    """A section as JSON, with the anchors of the sections within."""
    from croupier.cli.rulepage import sections

    within = [below.anchor for below in sections(section.text)[1:]]
    rule = game if section.level == 1 else f"{game}#{section.anchor}"
    return {"game": game, "rule": rule, "title": section.title, "text": section.text, "sections": within}


def show(section: "Section") -> None:
    """Print a section: laid out on a terminal, where links within the page lose their targets; else as it is."""
    from croupier.cli.output import console

    out = console()
    if not out.is_terminal:
        typer.echo(section.text, nl=False)
        return
    from rich.markdown import Markdown

    out.print(Markdown(re.sub(r"\[([^\]]+)\]\(#[^)]+\)", r"\1", section.text), hyperlinks=False), width=100)

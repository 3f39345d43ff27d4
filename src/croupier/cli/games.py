"""``croupier games``: the games that can be played, with their seats, rulesets and options."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.games.kernel import Game, Option, OptionValue


def games(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only this game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the games, with seats, rulesets and options.

    The options stand in a run file under [options]; `croupier rules GAME OPTION` tells more about one.
    """
    from croupier.cli.output import print_json
    from croupier.cli.rulepage import find_game
    from croupier.games import get, names

    listed = [find_game(game)] if game is not None else [get(name) for name in names()]
    if as_json:
        print_json({"games": [described(one) for one in listed]})
    else:
        show(listed)


command = games


def seat_counts(game: "Game") -> list[int]:
    """The numbers of seats that a game can have: the values of its option ``players``, else its one number."""
    for option in game.options:
        if option.name == "players":
            return [int(value) for value in option.values]
    return [game.seats(game.resolve("house", {}))]


def described(game: "Game") -> dict[str, Any]:
    """A game as JSON. An option of many numbers has ``from``, ``to`` and perhaps ``step`` in place of ``values``."""
    return {
        "game": game.name,
        "rules": game.rules,
        "seats": seat_counts(game),
        "rulesets": {name: dict(changed) for name, changed in game.rulesets.items()},
        "options": [_option(game, option) for option in game.options],
    }


def _option(game: "Game", option: "Option") -> dict[str, Any]:
    values = option.values
    taken: dict[str, Any] = {"values": list(values)}
    if isinstance(values, range):
        taken = {"from": values[0], "to": values[-1]} | ({"step": values.step} if values.step > 1 else {})
    where = {"rule": f"{game.name}#{option.name}"}
    return {"name": option.name, **taken, "default": option.default, "about": option.about, **where}


def show(listed: list["Game"]) -> None:
    """Print each game: a line on seats and rulesets, a line on each ruleset, a table of options."""
    from rich.markup import escape

    from croupier.cli.output import console

    out = console()
    for number, game in enumerate(listed):
        out.print("\n" * bool(number) + f"[bold]{game.name}[/]: {_either(seat_counts(game))} seats", soft_wrap=True)
        for name, changed in game.rulesets.items():
            differs = ", ".join(f"{option} = {_plain(value)}" for option, value in changed.items())
            out.print(escape(f"  ruleset {name}: {differs or 'the defaults'}"), soft_wrap=True)
        out.print(_table(game))


def _table(game: "Game") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table("option", "values", "default", "meaning", box=SIMPLE_HEAD, pad_edge=False)
    for option in game.options:
        table.add_row(option.name, _values(option), _plain(option.default), option.about)
    return table


def _values(option: "Option") -> str:
    values = option.values
    if not isinstance(values, range):
        return " ".join(map(_plain, values))
    return f"{values[0]} to {values[-1]}" + (f" by {values.step}s" if values.step > 1 else "")


def _either(numbers: list[int]) -> str:
    words = list(map(str, numbers))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _plain(value: "OptionValue") -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

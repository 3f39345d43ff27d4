"""A bot that thinks ahead: it deals the hidden cards at random again and again and plays each world to its end."""

from croupier import games
from croupier.games.kernel import Deal, Game, Options
from croupier.sdk.bot import Bot
from croupier.sdk.messages import Event, Over, Snapshot
from croupier.sdk.turn import Turn

from .greedy import GreedyBot
from .memory import Memory
from .playouts import Style
from .playouts import style as style_of
from .search import Budget, Span, Value, Worth, best

THINK = 50
"""Milliseconds a decision."""
ENOUGH = 300
"""Worlds after which more of them hardly change an answer."""
SHARE = 0.5
"""The part of the clock that all open games together may use up."""


class PimcBot(Bot):
    """Thinks ahead: tries each action in many worlds that its seat cannot tell from the real one."""

    def __init__(self, think: int = THINK, worlds: int | None = None) -> None:
        """``think`` milliseconds a decision; or a number of ``worlds``, which makes its answers repeatable."""
        self.think, self.worlds = think, worlds
        self.memory = Memory()
        self.greedy = GreedyBot()

    def choose(self, turn: Turn) -> str:
        """The action with the best mean over the worlds; what greedy plays in a game that offers no worlds."""
        style = style_of(turn.table.name)
        actions = style.candidates(turn)
        if len(actions) == 1:
            return actions[0]
        game, options = games.get(turn.table.name), turn.table.options
        worlds = game.worlds(options, turn.seat, turn.view, self.memory.heard(turn.game))
        if worlds is None:
            return self.greedy.choose(turn)
        value = worth(game, options, turn.seat, style)
        return best(worlds, actions, style.play_on, value, self.budget(turn), turn.random, style.doubt)

    def budget(self, turn: Turn) -> Budget:
        """Games wait for each other in one thread, so their shares of the clock add up."""
        if self.worlds is not None:
            return Worth(self.worlds, turn)
        share = SHARE * turn.seconds_left() / max(1, len(self.memory))
        return Span(min(self.think / 1000, share), ENOUGH, turn)

    def on_game(self, snapshot: Snapshot) -> None:
        """Remember what the seat hears."""
        self.memory.on_game(snapshot)
        self.greedy.on_game(snapshot)

    def on_event(self, event: Event) -> None:
        """Remember what the seat hears."""
        self.memory.on_event(event)

    def on_over(self, over: Over) -> None:
        """Forget the game."""
        self.memory.on_over(over)


def worth(game: Game, options: Options, seat: int, style: Style) -> Value:
    """What a deal is worth to a seat at the end of a playout.

    By how much its side is ahead, measured by what is usual in the game; and where the deal is over and alone decides
    the game, 1 for the first place, shared out among all who have it.
    """
    side = next(index for index, seats in enumerate(game.sides(options)) if seat in seats)
    decisive = options["length"] == "single"

    def value(deal: Deal) -> float:
        won = first_place(game, options, deal, side) if decisive and deal.to_act is None else 0.0
        return won + style.judge(deal, side) / style.spread

    return value


def first_place(game: Game, options: Options, deal: Deal, side: int) -> float:
    """The share that a side has of the first place in a game of this one deal."""
    match = game.match(options)
    match.record(deal)
    result = match.result()
    return 1 / result.places.count(1) if result and result.places[side] == 1 else 0.0

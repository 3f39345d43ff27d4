"""Whole games between bots in one process, without a server: quick practice, and a measure of skill.

Each bot gets what a server would send to its seat and nothing else: the same messages, through JSON and the same
records. There are no clocks: a turn has all the time that it says, and no answer is refused.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

from croupier import games
from croupier.games.kernel import Deal, Fact, Game, OptionValue, Result

from .bot import Bot
from .messages import Event, Json, Over, Snapshot, Table
from .turn import Turn

LIMIT = 60_000_000
"""Microseconds that every turn says it has."""
TOURNAMENT = "practice"


class Chair:
    """A seat with its bot: passes on what a server would send to it."""

    def __init__(self, bot: Bot, header: Json, seat: int, seed: bytes) -> None:
        self.bot, self.seat, self.seed, self.n = bot, seat, seed, 0
        self.table = Table.read({**header, "seat": seat})
        self.game = self.table.game
        bot.on_game(Snapshot(self.table, 0, 0, (), None))

    def tell(self, message: Json, facts: Iterable[Fact]) -> None:
        """An event, with the facts as this seat sees them."""
        self.n += 1
        told = {**message, "n": self.n, "facts": [fact.seen_by(self.seat) for fact in facts]}
        self.bot.on_event(Event.read(json.loads(json.dumps(told)), self.table))

    def ask(self, deal: Deal, ply: int) -> str:
        """The bot's answer. Raises ``ValueError`` for one that is not legal."""
        form = deal.form()
        message: Json = {
            "game": self.game, "ply": ply, "seat": self.seat, "legal": deal.legal(), "view": deal.view(self.seat),
            "clock": {"limit": LIMIT},
        }  # fmt: skip
        if form is not None:
            message["form"] = {"verb": form.verb, "least": form.least, "most": form.most, "cards": list(form.cards)}
        turn = Turn.read(json.loads(json.dumps(message)), self.table, self.seed)
        action = self.bot.choose(turn)
        if not isinstance(action, str) or not turn.allows(action):
            raise ValueError(f"seat {self.seat} answered {action!r}, and legal is {turn.actions}")
        return action


class Practice:
    """A game with bots by seat. ``board`` fixes the cards, ``seed`` the chance of the bots."""

    def __init__(
        self, bots: Sequence[Bot], game: Game, options: Mapping[str, OptionValue], board: str, seed: str = ""
    ) -> None:
        self.game, self.options, self.board = game, dict(options), board
        header = {
            "game": f"{TOURNAMENT}-r1-t1-1", "name": game.name, "ruleset": "house", "options": self.options,
            "tournament": TOURNAMENT, "round": 1,
            "seats": [{"entrant": f"seat-{seat}", "name": f"Seat {seat}"} for seat in range(len(bots))],
        }  # fmt: skip
        self.chairs = [Chair(bot, header, seat, f"{seed}/{board}/{seat}".encode()) for seat, bot in enumerate(bots)]
        self.ply = 0

    def play(self) -> Result:
        """Deal after deal until the game is decided."""
        match = self.game.match(self.options)
        number = 0
        while (dealer := match.next_dealer()) is not None:
            number += 1
            deck = list(self.game.pack(self.options))
            Random(f"{self.board}/{number}").shuffle(deck)  # noqa: S311 - practice: nothing is at stake
            deal = self.game.deal(self.options, dealer, deck, self.ply, number, match.points())
            self._deal(deal, number)
            match.record(deal)
        result = match.result()
        assert result is not None
        self._over(result)
        return result

    def _deal(self, deal: Deal, number: int) -> None:
        self._tell({"kind": "deal", "deal": number}, deal.opening())
        while (seat := deal.to_act) is not None:
            action = deal.auto() or self.chairs[seat].ask(deal, self.ply)
            action = deal.full(action)
            facts = deal.apply(seat, action)
            event: dict[str, Any] = {"kind": "action", "deal": number, "seat": seat, "ply": self.ply}
            self.ply += 1
            shown = deal.shown(action)
            for chair in self.chairs:
                chair.tell({**event, "action": action if chair.seat == seat else shown}, facts)

    def _tell(self, message: Json, facts: Sequence[Fact]) -> None:
        for chair in self.chairs:
            chair.tell(message, facts)

    def _over(self, result: Result) -> None:
        for chair in self.chairs:
            points, places = list(result.points), list(result.places)
            chair.bot.on_over(Over(chair.table, points, places, result.outcome, result.why, None, None, None, []))


def practice(
    bots: Sequence[Bot],
    game: str,
    given: Mapping[str, OptionValue] = MappingProxyType({}),
    *,
    ruleset: str = "house",
    board: str = "1",
    seed: str = "",
) -> Result:
    """Play one game between ``bots``, by seat, with the options ``given`` on top of the ruleset.

    Raises :class:`croupier.games.kernel.BadOptions` for a game or options that do not exist, ``ValueError`` for a
    wrong number of bots or an answer that is not legal.
    """
    rules = games.get(game)
    options = rules.resolve(ruleset, given)
    if len(bots) != rules.seats(options):
        raise ValueError(f"{len(bots)} bots for {rules.seats(options)} seats")
    return Practice(bots, rules, options, board, seed).play()

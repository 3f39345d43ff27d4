"""What a seat has heard of the deals that are being played."""

from collections.abc import Sequence

from croupier.games.worlds import GAP
from croupier.sdk.messages import Event, Json, Over, Snapshot


class Story:
    """The facts of one game's running deal, in order; a gap stands where events were lost."""

    __slots__ = ("deal", "facts", "n")

    def __init__(self) -> None:
        self.n = self.deal = 0
        self.facts: list[Json] = []


class Memory:
    """The stories of all games that a bot plays. Feed it with the three hooks of a bot."""

    def __init__(self) -> None:
        self._stories: dict[str, Story] = {}

    def __len__(self) -> int:
        """The number of games that are being played."""
        return len(self._stories)

    def heard(self, game: str) -> Sequence[Json]:
        """The facts of the game's running deal."""
        story = self._stories.get(game)
        return () if story is None else story.facts

    def on_game(self, snapshot: Snapshot) -> None:
        """A game begins, or goes on after a cut: what happened meanwhile is not told again."""
        story = self._stories.setdefault(snapshot.table.game, Story())
        if snapshot.n > story.n:
            if snapshot.deal != story.deal:
                story.facts.clear()
            story.facts.append(dict(GAP))
        story.n, story.deal = snapshot.n, snapshot.deal

    def on_event(self, event: Event) -> None:
        """Something happened; a new deal begins a new story."""
        story = self._stories.setdefault(event.table.game, Story())
        story.n = event.n
        if event.kind == "deal":
            story.facts.clear()
            story.deal = event.deal or 0
        story.facts.extend(event.facts)

    def on_over(self, over: Over) -> None:
        """The game is over."""
        self._stories.pop(over.table.game, None)

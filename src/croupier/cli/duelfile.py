"""The run file of a duel, made from a command line: what is played is a tournament like any other."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.cli.duelbots import Contestant
from croupier.cli.flags import at_flag
from croupier.cli.output import Problems
from croupier.cli.runcheck import checked
from croupier.cli.runfile import RunFile, slug
from croupier.contracts.errors import BadConfig
from croupier.games import get
from croupier.games.kernel import BadOptions

FLAGS = {
    "id": "--id", "game": "--game", "ruleset": "--ruleset", "boards": "--boards", "seed": "--seed",
    "concurrency": "--concurrency", "clock.action": "--action", "format.pairs": "--pairs", "format.elo0": "--elo0",
    "format.elo1": "--elo1", "format.alpha": "--alpha", "format.beta": "--beta",
}  # fmt: skip
"""Where a key of the run file stands on the command line."""


@dataclass(frozen=True, slots=True)
class Question:
    """A duel as it is asked for. ``keys``: of ``[format]`` and of the top of a run file, as far as they are given."""

    one: Contestant
    two: Contestant
    game: str
    ruleset: str = "house"
    options: dict[str, Any] = field(default_factory=dict)
    mirrored: bool = True
    top: dict[str, Any] = field(default_factory=dict)
    test: dict[str, Any] = field(default_factory=dict)
    action: str = "10s"

    @property
    def base(self) -> str:
        """The id of the first such duel."""
        return slug(f"duel {self.game} {self.one.label} {self.two.label}")[:50].rstrip("-")

    def text(self, name: str) -> str:
        """The run file, with the id ``name``."""
        import tomlkit

        boards = {"boards": "mirror", "no_memory": True} if self.mirrored else {}
        given = {
            "id": name,
            "name": f"{self.one.label} against {self.two.label}",
            "game": self.game,
            "ruleset": self.ruleset,
            **self.top,
            **boards,
            **({"options": self.options} if self.options else {}),
            "clock": {"action": self.action},
            "format": {"kind": "duel", **self.test},
            "entrant": self._entrants(),
        }
        return tomlkit.dumps(given)

    def run(self, text: str) -> RunFile:
        """The run file read and checked. Raises :class:`Problems`, each with the flag that it is about."""
        try:
            return checked(Path("duel"), text)
        except Problems as found:
            raise Problems([at_flag(one, "croupier duel", FLAGS, "A, B") for one in found.problems]) from None

    def _entrants(self) -> list[dict[str, Any]]:
        """A process for every seat: partners are as many of the same bot."""
        size = self._team()
        labels = self.one.label, self.two.label
        if labels[0] == labels[1]:
            labels = f"{labels[0]} A", f"{labels[1]} B"
        return [
            {"name": label if size == 1 else f"{label} {number}", **who.way}
            for who, label in zip((self.one, self.two), labels, strict=True)
            for number in range(1, size + 1)
        ]

    def _team(self) -> int:
        """How many sit on one side; 1 where the game cannot be had, which is told when the file is checked.

        Raises :class:`BadConfig` (``format/seats``) for more than two sides.
        """
        try:
            game = get(self.game)
            sides = game.sides(game.resolve(self.ruleset, self.options))
        except BadOptions:
            return 1
        if len(sides) != 2:
            reason = f"a duel is for two sides, and with these options {self.game} has {len(sides)}"
            raise BadConfig("format/seats", reason, place="croupier duel --option")
        return len(sides[0])

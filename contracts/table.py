"""The feed ``to:table``: what each audience of a game may see, ready to be sent.

The body of an entry is lines of text, each a name, a blank and what the name stands for; others it does not have:

``g``      the game's id; the first line
``e``      the entrants by seat, joined by one space, on the first entry of a game and on snapshots
``t``      ``<seat>:<ply>`` when the entry asks a seat for a decision
``end``    ``1`` when the game is over; what follows tells the same once more
``p``      for the public: a client message, one JSON text; as many lines as there are messages
``0``-``6``  for that seat: the same
``*``      for every seat and the public, before what else the entry holds for them; never in one entry with a
           snapshot

The gateway forwards the messages of an audience as they are and looks into none of them. An audience
that has no line learns nothing.
"""

from dataclasses import dataclass, field

PUBLIC = "p"
ALL = "*"


@dataclass(slots=True)
class TableEntry:
    """A parsed entry: messages as bytes by audience (``"p"``, ``"0"`` … ``"6"``)."""

    game: str
    entrants: tuple[str, ...] = ()
    asks: tuple[int, int] | None = None
    end: bool = False
    messages: dict[str, list[bytes]] = field(default_factory=dict)

    def add(self, audience: str, text: bytes) -> None:
        """One more message for an audience."""
        self.messages.setdefault(audience, []).append(text)

    def to_body(self) -> bytes:
        """The entry as it stands in the feed."""
        lines = [b"g " + self.game.encode()]
        if self.entrants:
            lines.append(b"e " + " ".join(self.entrants).encode())
        if self.asks is not None:
            lines.append(b"t %d:%d" % self.asks)
        if self.end:
            lines.append(b"end 1")
        for audience, messages in self.messages.items():
            name = audience.encode() + b" "
            lines += [name + message for message in messages]
        return b"\n".join(lines)

    @classmethod
    def from_body(cls, body: bytes) -> "TableEntry":
        """Parse an entry. Raises ``ValueError`` if it is none of ours."""
        first, *lines = body.split(b"\n")
        if not first.startswith(b"g "):
            raise ValueError("the entry names no game")
        entry = cls(first[2:].decode())
        for line in lines:
            name, _, value = line.partition(b" ")
            if name == b"e":
                entry.entrants = tuple(value.decode().split(" "))
            elif name == b"t":
                seat, ply = value.split(b":")
                entry.asks = (int(seat), int(ply))
            elif name == b"end":
                entry.end = True
            else:
                entry.add(name.decode(), value)
        return entry

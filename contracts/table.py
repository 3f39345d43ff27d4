"""The feed ``to:table``: what each audience of a game may see, ready to be sent.

An entry is a Redis stream entry with these fields and no others:

``g``      the game's id
``e``      the entrants by seat, joined by one space, on the first entry of a game and on snapshots
``t``      ``<seat>:<ply>`` when the entry asks a seat for a decision
``end``    ``1`` when the game is over and nothing will follow
``p``      for the public: client messages, one JSON text a line, joined by ``\\n``
``0``-``6``  for that seat: the same
``*``      for every seat and the public, before what else the entry holds for them; never in one entry with a
           snapshot

The gateway forwards the lines of an audience as they are and looks into none of them. An audience
whose field is absent learns nothing.
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

    def to_fields(self) -> dict[str, bytes]:
        """The stream entry's fields."""
        fields = {"g": self.game.encode()}
        if self.entrants:
            fields["e"] = " ".join(self.entrants).encode()
        if self.asks is not None:
            fields["t"] = b"%d:%d" % self.asks
        if self.end:
            fields["end"] = b"1"
        for audience, messages in self.messages.items():
            if messages:
                fields[audience] = b"\n".join(messages)
        return fields

    @classmethod
    def from_fields(cls, fields: dict[bytes, bytes]) -> "TableEntry":
        """Parse a stream entry. Raises ``KeyError`` or ``ValueError`` if it is none of ours."""
        entry = cls(fields[b"g"].decode())
        for name, value in fields.items():
            if name == b"e":
                entry.entrants = tuple(value.decode().split(" "))
            elif name == b"t":
                seat, ply = value.split(b":")
                entry.asks = (int(seat), int(ply))
            elif name == b"end":
                entry.end = True
            elif name != b"g":
                entry.messages[name.decode()] = value.split(b"\n")
        return entry

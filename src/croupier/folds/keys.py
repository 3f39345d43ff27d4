"""The keys of the services as a tournament's log names them, and what a service adds to the log about its own."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from croupier.contracts import events as ev
from croupier.contracts.errors import NotAllowed
from croupier.contracts.events import KeyHolder
from croupier.contracts.lines import Line
from croupier.proofs import seals
from croupier.proofs.keys import SigningKey

HOLDERS: tuple[KeyHolder, ...] = ("dealer", "referee", "scoring", "director")
"""Who holds a key."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """The key ``old`` has made way for ``new``, and says so by ``signature``."""

    old: bytes
    new: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Ring:
    """The key that a service signs with, and the rotations that led to it, oldest first."""

    service: KeyHolder
    key: SigningKey
    past: tuple[Rotation, ...] = ()


class Keys:
    """The public keys (hex) of each service that the log has named so far, oldest first."""

    __slots__ = ("_named",)

    def __init__(self) -> None:
        self._named: dict[str, list[str]] = {}

    def take(self, event: ev.KeyNamed | ev.KeyRotated) -> str:
        """Take in an event; why it cannot stand here, or the empty text."""
        known = self._named.setdefault(event.service, [])
        if isinstance(event, ev.KeyNamed):
            if known:
                return f"the key of {event.service} is named already"
        elif known[-1:] != [event.old]:
            return f"{event.service} does not use the key that is given up"
        known.append(event.key)
        return ""

    def of(self, service: str) -> tuple[str, ...]:
        """All keys of a service so far; the last one is in use."""
        return tuple(self._named.get(service, ()))

    def twice(self, service: str, key: str) -> str:
        """Why ``service`` may not name ``key`` (hex), or the empty text: no key is named twice, by whomever.

        Else who holds one could sign for two, and no service would keep another from writing what it likes.
        """
        holder = next((holder for holder, known in self._named.items() if key in known), None)
        if holder is None:
            return ""
        return f"{service} had this key before" if holder == service else f"this is a key of {holder}, too"

    def all(self) -> dict[str, tuple[str, ...]]:
        """All keys so far by service."""
        return {service: tuple(known) for service, known in self._named.items() if known}

    @property
    def complete(self) -> bool:
        """Every service has named its key."""
        return all(self._named.get(holder) for holder in HOLDERS)


def naming(ring: Ring, keys: Keys, log: str, *, started: bool) -> Iterable[ev.Event]:
    """What a service has to say of its key in a tournament's ``log``: its name before the start, later each rotation.

    Raises ``NotAllowed``: ``key/other`` where the log names another key, and no rotation leads from it to ours;
    ``key/twice`` where ours is one that the log has named already, another service's or one that was given up.
    """
    known = keys.of(ring.service)
    if not known:
        if started:
            return ()
        _require_fresh(ring.service, ring.key.public, keys, log)
        return (_named(ring, log),)
    if known[-1] == ring.key.public.hex():
        return ()
    olds = [rotation.old.hex() for rotation in ring.past]
    if known[-1] not in olds:
        reason = f"the log names another key of {ring.service}: {known[-1]}, and no rotation leads from it to ours"
        raise NotAllowed("key/other", reason, place=log)
    steps = ring.past[olds.index(known[-1]) :]
    for step in steps:
        _require_fresh(ring.service, step.new, keys, log)
    return tuple(_rotated(ring, steps))


def _require_fresh(service: KeyHolder, key: bytes, keys: Keys, log: str) -> None:
    if why := keys.twice(service, key.hex()):
        reason = f"the key of {service}, {key.hex()}, is not its own: {why}"
        raise NotAllowed("key/twice", reason, place=log, hint="each service has a file of its own for its key")


def _named(ring: Ring, log: str) -> ev.KeyNamed:
    proof = ring.key.sign(seals.key(ring.service, log, ring.key.public))
    return ev.KeyNamed(service=ring.service, key=ring.key.public.hex(), proof=proof.hex())


def _rotated(ring: Ring, steps: tuple[Rotation, ...]) -> Iterable[ev.KeyRotated]:
    for step in steps:
        old, new, signature = step.old.hex(), step.new.hex(), step.signature.hex()
        yield ev.KeyRotated(service=ring.service, old=old, key=new, signature=signature)


@dataclass(slots=True)
class Naming:
    """A tournament's log as far as a service needs it that has nothing to do with it but to name its key."""

    log: str
    opened: bool = False
    started: bool = False
    keys: Keys = field(default_factory=Keys)

    def evolve(self, line: Line) -> None:
        """Take in a line; those that tell nothing of keys change nothing."""
        event = line.event
        if isinstance(event, ev.KeyNamed | ev.KeyRotated):
            self.keys.take(event)
        elif isinstance(event, ev.TournamentOpened):
            self.opened = True
        elif isinstance(event, ev.TournamentStarted):
            self.started = True


NAMING_READS: frozenset[str] = frozenset(
    event.TYPE for event in (ev.TournamentOpened, ev.TournamentStarted, ev.KeyNamed, ev.KeyRotated)
)
"""Types of the events that :class:`Naming` looks into."""

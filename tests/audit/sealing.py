"""Seals and checkpoints for worlds in memory: right ones, and what somebody can make who holds some of the keys."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from croupier.contracts import events as ev
from croupier.contracts.canonical import digest
from croupier.contracts.lines import genesis, write_line
from croupier.proofs import notes, seals
from croupier.proofs.keys import SigningKey
from croupier.proofs.merkle import Tree, leaf_hash
from rings import key

if TYPE_CHECKING:
    from audit.drafts import Draft

ALL = frozenset({"dealer", "referee", "scoring", "director"})
SEALERS: tuple[ev.By, ...] = ("dealer", "referee", "scoring")
BLANK = ev.GameSealed(service="dealer", lines=1, head="0" * 64, key="0" * 64, signature="0" * 128)


def blank(service: ev.By) -> ev.GameSealed:
    """A seal that is still to be made."""
    return BLANK.model_copy(update={"service": service, "key": key(service).public.hex()})


def seal_of(service: str, log: str, lines: int, head: str, with_key: SigningKey | None = None) -> ev.GameSealed:
    """The seal of a service; ``with_key``: another key than its own."""
    signer = with_key or key(service)
    signature = signer.sign(seals.seal(service, log, lines, bytes.fromhex(head))).hex()
    return BLANK.model_copy(
        update={
            "service": service, "lines": lines, "head": head, "key": signer.public.hex(), "signature": signature
        }
    )  # fmt: skip


def seal_game(log: str, drafts: "list[Draft]", held: Collection[str]) -> str:
    """Put right the seals of the services whose keys are ``held``, in place; the hash of the log's last line."""
    head = genesis(log)
    end = 1, head
    for place, draft in enumerate(drafts):
        event = draft.event
        if isinstance(event, ev.GameSealed) and event.service in held:
            drafts[place] = draft = draft.but(**seal_of(event.service, log, *end).model_dump())
        head = _next(draft, place + 1, head)
        if isinstance(event, ev.DeckRevealed):
            end = place + 1, head
    return head


def seal_tournament(tournament: str, drafts: "list[Draft]", ends: dict[str, tuple[int, str]], sign: bool) -> None:
    """Put right, in place, where games are closed (``ends``: lines and head by game), and the checkpoints."""
    head, tree = genesis(f"t/{tournament}"), Tree()
    for place, draft in enumerate(drafts):
        event = draft.event
        if isinstance(event, ev.GameClosed):
            lines, last = ends.get(event.id, (event.lines, event.head))
            drafts[place] = draft = draft.but(lines=lines, head=last)
            tree.append(leaf_hash(seals.leaf(f"g/{event.id}", lines, bytes.fromhex(last))))
        elif isinstance(event, ev.RoundSealed | ev.TournamentSealed) and sign:
            drafts[place] = draft = draft.but(checkpoint=checkpoint(tournament, tree, place, head))
        head = _next(draft, place + 1, head)


def checkpoint(tournament: str, tree: Tree, lines: int, head: str, signer: SigningKey | None = None) -> str:
    """The signed note after ``lines`` lines of the tournament's log."""
    name = f"croupier/{tournament}"
    text = notes.Checkpoint(name, tree.size, tree.root(), (f"t/{tournament} {lines} {head}",)).text()
    return str(notes.sign(text, name, signer or key("director")))


def _next(draft: "Draft", seq: int, head: str) -> str:
    return digest(write_line(draft.event, seq=seq, at=draft.at, by=draft.by, cause=f"test-{seq}", prev=head))

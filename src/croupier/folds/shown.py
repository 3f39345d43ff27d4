"""What a seat is shown when it is asked to decide, and whether its word on that is signed."""

from typing import Any, Literal

from croupier.contracts import events as ev
from croupier.folds.game import GameState
from croupier.games.kernel import Form
from croupier.proofs import seals
from croupier.proofs.keys import signed
from croupier.proofs.shown import digest

Word = ev.ActionTaken | ev.ActionRefused | ev.SeatForfeited
"""Events that may rest on what an entrant said."""


def shown(game: GameState, seat: int) -> dict[str, Any]:
    """The fields of a ``turn`` message that do not depend on time. The seat must be the one to act."""
    deal = game.deal
    assert deal is not None
    message: dict[str, Any] = {
        "game": game.id, "ply": game.ply, "seat": seat, "legal": deal.legal(), "view": deal.view(seat),
    }  # fmt: skip
    form = deal.form()
    if form is not None:
        message["form"] = as_told(form)
    return message


def as_told(form: Form) -> dict[str, Any]:
    """A form as a client reads it."""
    return {"verb": form.verb, "least": form.least, "most": form.most, "cards": list(form.cards)}


def is_signed(game: GameState, seat: int, action: str, key: str, signature: str | None) -> bool:
    """Whether ``signature`` (hex) is that of the seat's ``key`` for ``action`` at the decision that is open.

    An action of which a log would keep a part alone is never signed: nobody could check it there.
    """
    if signature is None or seat != game.to_act or "\0" in action or len(action) > ev.KEPT:
        return False
    statement = seals.play(game.id, game.ply, action, digest(shown(game, seat)))
    return signed(bytes.fromhex(key), bytes.fromhex(signature), statement)


def has_resigned(game: GameState, key: str, signature: str | None) -> bool:
    """Whether ``signature`` (hex) is that of ``key`` for giving the game up."""
    if signature is None:
        return False
    return signed(bytes.fromhex(key), bytes.fromhex(signature), seals.resignation(game.id))


def key_of(game: GameState, seat: int) -> str | None:
    """The key with which a seat signs its play; ``None`` where play is not signed."""
    assert game.opened is not None
    return game.opened.seats[seat].key


def flaw(game: GameState, event: Word) -> Literal["", "stray", "missing", "wrong"]:
    """What is wrong with the signature in an event that is about to be folded. The seat must be one of the table's.

    ``stray``: there is one where nothing is signed; ``missing``: there is none where there should be; ``wrong``: it is
    not the entrant's for this.
    """
    key = key_of(game, event.seat)
    if key is None or not _is_said(event):
        return "" if event.signature is None else "stray"
    if event.signature is None:
        return "missing"
    return "" if _holds(game, event, key) else "wrong"


def _is_said(event: Word) -> bool:
    """Whether it is the entrant's word, and not what the engine did for a seat or the referee found."""
    if isinstance(event, ev.SeatForfeited):
        return event.why == "resigned"
    return isinstance(event, ev.ActionRefused) or not event.auto


def _holds(game: GameState, event: Word, key: str) -> bool:
    if isinstance(event, ev.SeatForfeited):
        return has_resigned(game, key, event.signature)
    said = event.action if isinstance(event, ev.ActionTaken) else event.said
    return is_signed(game, event.seat, said, key, event.signature)

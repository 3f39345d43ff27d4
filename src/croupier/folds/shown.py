"""What a seat is shown when it is asked to decide, and whether an answer to that is signed."""

from typing import Any

from croupier.folds.game import GameState
from croupier.games.kernel import Form
from croupier.proofs import seals
from croupier.proofs.keys import signed
from croupier.proofs.shown import digest


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
    """Whether ``signature`` (hex) is that of the seat's ``key`` for ``action`` at the decision that is open."""
    if signature is None or seat != game.to_act or "\0" in action:
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

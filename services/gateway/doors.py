"""Who may do what over HTTP: a bearer token stands for a scope, in one tournament or in all of them.

``organiser`` may do everything, ``entrant`` what concerns itself; ``read-only`` may read where that needs a token.
"""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from croupier.contracts.errors import CODES, NotAllowed
from croupier.contracts.events import Who
from croupier.contracts.specs import Scope

from .roster import Roster
from .tokens import bearer, token_hash

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token allows. ``tournament``: ``None`` for all of them; ``entrant``: whom it stands for."""

    scope: Scope
    tournament: str | None = None
    entrant: str | None = None

    @property
    def who(self) -> Who:
        """As whom a command is given."""
        return "organiser" if self.scope == "organiser" else "entrant"


class Doors:
    """``organiser``: hash of the token that opens every tournament; ``private``: reading asks for a token, too."""

    def __init__(self, roster: Roster, organiser: str | None = None, *, private: bool = False) -> None:
        self.private = private
        self._roster = roster
        self._organiser = organiser

    async def organise(self, headers: Headers, tournament: str | None = None) -> Grant:
        """Let an organiser in, of this tournament or, where none is named, of all of them. Raises as :meth:`enter`."""
        grant = await self.enter(headers, tournament)
        if grant.scope != "organiser":
            raise _closed(f"this is for organisers, and the token is {_article(grant.scope)}")
        return grant

    async def enter(self, headers: Headers, tournament: str | None) -> Grant:
        """Whoever holds a token for the tournament, or where none is named one for all of them.

        Raises ``NotAllowed``: ``auth/token`` without a token that is known, ``auth/scope`` for one of another
        tournament; ``Unavailable`` (``server/unready``) where the store cannot be asked for it.
        """
        token = bearer(headers)
        grant = await self._find(token) if token else None
        if grant is None:
            raise NotAllowed("auth/token", CODES["auth/token"], place="Authorization", hint="Authorization: Bearer …")
        if grant.tournament not in (None, tournament):
            raise _closed("the token is for another tournament" if tournament else "the token is for one tournament")
        return grant

    async def read(self, headers: Headers, tournament: str | None) -> None:
        """Let a reader in: anybody, unless reading is private. Raises as :meth:`enter`."""
        if self.private:
            await self.enter(headers, tournament)

    async def _find(self, token: str) -> Grant | None:
        if self._organiser is not None and hmac.compare_digest(token_hash(token), self._organiser):
            return Grant("organiser")
        known = self._known(token)
        if known is None:  # its tournament may have opened just now
            await self._roster.find(token)
            known = self._known(token)
        return known

    def _known(self, token: str) -> Grant | None:
        identity = self._roster.identity(token)
        if identity is not None:
            return Grant("entrant", identity.tournament, identity.entrant)
        opening = self._roster.access(token)
        return None if opening is None else Grant(opening.scope, opening.tournament)


def _closed(reason: str) -> NotAllowed:
    return NotAllowed("auth/scope", reason, place="Authorization")


def _article(scope: Scope) -> str:
    return "an entrant's" if scope == "entrant" else f"for {scope}"

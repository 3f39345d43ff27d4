"""Where something is asked for: a server and the token that one shows there."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from croupier.cli.remote import base_url, call
from croupier.contracts.errors import BadConfig

if TYPE_CHECKING:
    from pydantic import BaseModel

URL = "server.url"
"""The file beside the store of an installation that says where its gateway is."""

ORGANISER = "organiser.token"
"""The file beside it with the token that organises every tournament."""

VARIABLE = "CROUPIER_TOKEN"

WORD = re.compile("[!-~]*")


@dataclass(frozen=True, slots=True)
class Server:
    """``url`` of a server, and a ``token``, which may be empty where nobody asks for one."""

    url: str
    token: str = field(repr=False)

    def get(self, tournament: str, path: str, shape: "type[BaseModel]") -> dict[str, Any]:
        """What stands at a path below a tournament. Raises as :func:`croupier.cli.remote.call`."""
        return call(self._at(tournament, path), shape, self.token)

    def post(self, tournament: str, path: str, shape: "type[BaseModel]", body: dict[str, Any]) -> dict[str, Any]:
        """Ask for something; fields that are ``None`` are left out. Raises as :meth:`get`."""
        given = {name: value for name, value in body.items() if value is not None}
        return call(self._at(tournament, path), shape, self.token, given)

    def _at(self, tournament: str, path: str) -> str:
        return f"{self.url}/v1/tournaments/{quote(tournament, safe='')}{path}"


def server_of(tournament: str, runs: Path, url: str | None, token_file: Path | None, *, asks: bool = True) -> Server:
    """The server at ``url`` or, without one, the one that plays the tournament in its folder.

    The token is that of the file; else, of a run folder, the organiser's; else ``CROUPIER_TOKEN``. ``asks``: without
    one nothing can be had. Raises ``BadConfig``: ``config/value``, ``config/missing``, ``config/unreadable``,
    ``run/not-found``.
    """
    if url is not None:
        return Server(base_url(url), _token(token_file, None, asks=asks))
    work = work_of(tournament, runs)
    return Server(_url_in(work), _token(token_file, work / ORGANISER, asks=asks))


def work_of(tournament: str, runs: Path) -> Path:
    """The private folder of the run that plays a tournament, or of the installation whose bundles are in ``runs``."""
    found = (home / ".work" for home in (runs / tournament, runs))
    return next((work for work in found if (work / URL).is_file()), runs / tournament / ".work")


def _url_in(work: Path) -> str:
    try:
        return base_url((work / URL).read_text().strip())
    except OSError:
        hint = "croupier run keeps its address there while it plays; --url names a server"
        raise BadConfig("run/not-found", "nothing is played there", place=str(work.parent), hint=hint) from None


def _token(file: Path | None, kept: Path | None, *, asks: bool) -> str:
    if file is None and kept is not None and kept.is_file():
        file = kept
    token = os.environ.get(VARIABLE, "") if file is None else _read(file)
    if asks and not token:
        raise BadConfig("config/missing", "no token", place="--token-file", hint=f"or set {VARIABLE}")
    if not WORD.fullmatch(token):  # a client of HTTP would refuse it, and show it
        raise BadConfig("config/value", "a token is one word", place=VARIABLE if file is None else str(file))
    return token


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError as error:
        raise BadConfig("config/unreadable", error.strerror or str(error), place=str(file)) from None

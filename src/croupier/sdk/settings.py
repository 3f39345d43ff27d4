"""Where a bot plays and as whom: arguments first, then the command line, then ``CROUPIER_`` variables."""

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from .chance import nonce_for
from .errors import BadSetting

PATH = "/v1/play"
SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}


@dataclass(frozen=True, slots=True)
class Settings:
    """``url`` of the WebSocket, the bearer ``token``, the ``seed`` of the bot's chance, its ``nonce`` as hex.

    ``key``: the file with the key that signs the bot's play, where play is signed; ``None``: see ``signing``.
    """

    url: str
    token: str
    seed: str | None
    nonce: str
    keep_going: bool = False
    key: str | None = None

    @property
    def local(self) -> bool:
        """Whether the server is on this machine, where no proxy is wanted."""
        return urlsplit(self.url).hostname in {"localhost", "127.0.0.1", "::1"}


def play_url(text: str) -> str:
    """The WebSocket's address from the server's: ``http://host:8080`` becomes ``ws://host:8080/v1/play``.

    Raises :class:`BadSetting` for what is no address.
    """
    try:
        parts = urlsplit(text if "://" in text else f"ws://{text}")
        usable = parts.scheme in SCHEMES and parts.hostname and parts.port != 0
    except ValueError:
        usable = None
    if not usable:
        raise BadSetting("config/value", f"--url {text!r} is not an address like ws://127.0.0.1:8080")
    if parts.username or parts.query:
        raise BadSetting("config/value", "--url holds a user or a query: a token goes into --token or CROUPIER_TOKEN")
    path = parts.path.rstrip("/") or PATH
    return urlunsplit((SCHEMES[parts.scheme], parts.netloc, path, "", ""))


def settings(
    *,
    url: str | None = None,
    token: str | None = None,
    seed: str | int | None = None,
    nonce: str | None = None,
    keep_going: bool = False,
    key: str | None = None,
    env: Mapping[str, str] = os.environ,
) -> Settings:
    """Complete what was given from the environment and check it. Raises :class:`BadSetting`."""
    url = url or env.get("CROUPIER_URL")
    token = token or env.get("CROUPIER_TOKEN")
    seed = env.get("CROUPIER_SEED") if seed is None else str(seed)
    nonce = nonce or env.get("CROUPIER_NONCE") or nonce_for(seed)
    if not url:
        raise BadSetting("config/missing", "no server: give --url ws://HOST:PORT or set CROUPIER_URL")
    if not token or not re.fullmatch(r"[\x21-\x7e]{1,200}", token):
        code, what = ("config/value", "a broken token") if token else ("config/missing", "no token")
        raise BadSetting(code, f"{what}: give --token or set CROUPIER_TOKEN")
    if not re.fullmatch(r"[0-9a-f]{64}", nonce):
        raise BadSetting("config/value", "--nonce is not 64 characters of 0-9 and a-f")
    return Settings(play_url(url), token, seed, nonce, keep_going, key or env.get("CROUPIER_PLAY_KEY_FILE") or None)


def add_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of every bot."""
    parser.add_argument("--url", metavar="URL", help="the server, such as ws://127.0.0.1:8080 (CROUPIER_URL)")
    parser.add_argument("--token", help="who you are (CROUPIER_TOKEN, which other users of the machine cannot see)")
    parser.add_argument("--seed", metavar="TEXT", help="repeat the same chance in every run (CROUPIER_SEED)")
    parser.add_argument(
        "--nonce", metavar="HEX", help="your 32 bytes for the shuffle; drawn by default (CROUPIER_NONCE)"
    )
    parser.add_argument(
        "--key", metavar="FILE", help="the key that signs your play, where it is signed (CROUPIER_PLAY_KEY_FILE)"
    )
    parser.add_argument("--keep-going", action="store_true", help="play the first legal action where the bot fails")


def from_command_line(argv: Sequence[str] | None, about: str) -> dict[str, str | bool | None]:
    """The flags given in ``argv`` (the process's own where ``None``). Exits with code 2 for a wrong one."""
    parser = argparse.ArgumentParser(description=about)
    add_flags(parser)
    return vars(parser.parse_args(argv))

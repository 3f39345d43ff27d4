"""Logs: for people on a terminal, as JSON for machines, and never with a secret in them."""

import logging
import os
import re
import sys
from collections.abc import Mapping
from typing import Any, Literal, TextIO, cast

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

Format = Literal["auto", "console", "json"]

HIDDEN = "[hidden]"

SECRET_KEYS = frozenset(
    """token tokens secret secrets seed seeds board_seed password passwords authorization
    deck decks hand hands view views stock talon cards body""".split()  # noqa: SIM905 - a list of words reads better so
)
"""Keys whose values never reach a log, in whatever depth they stand; so do keys that end on one of them."""

SECRET_ENDINGS = ("_token", "_secret", "_seed", "_password", "_deck", "_hand", "_view")

BEARER = re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]+")
IN_URL = re.compile(r"(://[^/\s:@]*:)[^/\s@]+@")
"""A password in a URL: ``redis://user:password@host``."""


def get_logger(**context: Any) -> FilteringBoundLogger:
    """A logger whose lines all carry ``context``, e.g. ``service="referee"``."""
    return cast(FilteringBoundLogger, structlog.get_logger(**context))


def set_up(
    level: str = "info",
    style: Format = "auto",
    *,
    stream: TextIO | None = None,
    environ: Mapping[str, str] = os.environ,
) -> None:
    """Send all logs of this process to ``stream`` (standard error by default).

    ``style`` ``auto`` means ``console`` on a terminal and ``json`` elsewhere. ``NO_COLOR`` is respected.
    Lines below ``level`` cost next to nothing: their methods are empty.
    """
    out = stream or sys.stderr
    on_terminal = out.isatty()
    console = style == "console" or (style == "auto" and on_terminal)
    colors = console and on_terminal and not environ.get("NO_COLOR")
    structlog.configure(
        processors=[*_shared(), *(_for_people(colors) if console else _for_machines())],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=True,
    )
    _bring_in_line(level, colors=colors, console=console, out=out)


def redact(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """A structlog processor that hides secrets by their key, and bearer tokens and passwords in any text."""
    return cast(EventDict, _clean(event))


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return IN_URL.sub(rf"\1{HIDDEN}@", BEARER.sub(rf"\1{HIDDEN}", value)) if len(value) > 6 else value
    if isinstance(value, Mapping):
        return {key: HIDDEN if _is_secret(key) else _clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(item) for item in value]
    return HIDDEN if isinstance(value, bytes) else value


def _is_secret(key: object) -> bool:
    name = str(key).lower().replace("-", "_")
    return name in SECRET_KEYS or name.endswith(SECRET_ENDINGS)


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _for_people(colors: bool) -> list[Processor]:
    return [redact, structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=structlog.dev.plain_traceback)]


def _for_machines() -> list[Processor]:
    return [structlog.processors.format_exc_info, redact, structlog.processors.JSONRenderer()]


def _bring_in_line(level: str, *, colors: bool, console: bool, out: TextIO) -> None:
    """Give the standard library's loggers, which libraries use, the same form; only what matters of theirs."""
    renderer = structlog.dev.ConsoleRenderer(colors=colors) if console else structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_shared(), structlog.processors.format_exc_info],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, redact, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.WARNING, logging.getLevelNamesMapping()[level.upper()]))

"""Logs that a service cannot follow: somebody wrote into them who should not, or broke them."""

from croupier.contracts.errors import Unreadable

from .entries import Rejection
from .logs import get_logger


class LeftOut(dict[str, Rejection]):
    """By log, what becomes of messages that concern it. Each log is told of once in the life of a process."""

    def __init__(self, service: str) -> None:
        super().__init__()
        self._log = get_logger(service=service)
        self._told: set[str] = set()

    def add(self, log: str, error: Exception) -> Rejection:
        """Leave ``log`` out because of ``error``."""
        why = foreign(log, error)
        if log not in self._told:
            self._told.add(log)
            self._log.error("log left out", log=log, code=why.code, reason=why.reason)
        self[log] = Rejection(why.code, f"{log}: {why.reason}")
        return self[log]


def foreign(log: str, error: Exception) -> Unreadable:
    """The error of a log that cannot be followed."""
    return Unreadable("store/foreign", f"the log cannot be followed: {type(error).__name__}: {error}", place=log)

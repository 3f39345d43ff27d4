"""Piquet. The rules for players stand in ``docs/rules/piquet.md``."""

from .game import GAME

__all__ = ["GAME"]

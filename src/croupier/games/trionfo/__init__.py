"""Trionfo. The rules for players stand in ``docs/rules/trionfo.md``."""

from .game import GAME

__all__ = ["GAME"]

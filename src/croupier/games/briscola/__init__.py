"""Briscola. The rules for players stand in ``docs/rules/briscola.md``."""

from .game import GAME

__all__ = ["GAME"]

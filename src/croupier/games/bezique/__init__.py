"""Bezique. The rules for players stand in ``docs/rules/bezique.md``."""

from .game import GAME

__all__ = ["GAME"]

"""Croupier: tournaments of trick-taking card games that anybody can audit."""

__version__ = "0.1.0"

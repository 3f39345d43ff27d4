"""Scoring: what a deal and a game are worth, computed from the log alone."""

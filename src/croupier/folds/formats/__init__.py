"""Formats of tournaments: pure rules that make the next round out of the field and the results so far."""

"""Piquet: the kinds of score, as numbers, and the rules that they follow.

The kinds before ``LEAD`` are scored in the hand, in this order; the three categories stand from ``DECLARED`` on.
"""

WHITE, DECLARED, LEAD, TRICK, MAJORITY, CAPOT, THIRTY, REPIQUE, PIQUE = 0, 1, 4, 5, 6, 7, 8, 9, 10
RULES = (
    "piquet#carte-blanche", "piquet#point", "piquet#sequence", "piquet#set", "piquet#lead", "piquet#trick",
    "piquet#cards", "piquet#capot", "piquet#thirty", "piquet#repique", "piquet#pique",
)  # fmt: skip
KINDS = tuple(rule.partition("#")[2] for rule in RULES)
"""The name of each kind."""

Line = tuple[int, int, int, int]
"""A line of the score: seat, kind, points, ply."""

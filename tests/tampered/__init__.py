"""A library of frauds by somebody who holds the server and chains everything anew.

Each takes a right world, forges it, and says what an audit must name: code, log and line. Heads that the
tournament recorded are made to fit afterwards, so that only the substance of the fraud can betray it.
"""

from tampered import cards, failures, limits, moments, play, scores, setting, substituted  # noqa: F401 - to fill the library
from tampered.forging import FRAUDS, GAME, Fraud, Named, forged, inserted, plain, state_before

__all__ = ["FRAUDS", "GAME", "Fraud", "Named", "forged", "inserted", "plain", "state_before"]

"""The dealer: commits to decks, deals them, reveals them. It knows packs, and no rules."""

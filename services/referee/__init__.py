"""The referee: turns, legality, clocks, strikes, and what each audience may see."""

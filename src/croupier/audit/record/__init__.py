"""A game as a text that people read and compare: what was played, without stamps, seals and what follows by itself."""

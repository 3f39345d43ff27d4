"""Is one entrant better than another? Sequential tests on mirrored pairs of games, and estimates less the luck."""

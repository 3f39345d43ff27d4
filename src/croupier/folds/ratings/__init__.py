"""How strong entrants are, from all results at once: a joint fit with intervals, and a running figure."""

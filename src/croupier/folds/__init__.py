"""State as a fold of logs. Pure: what the services decide from, and what an audit recomputes."""

"""What makes a log prove something to a stranger: keys, seals, a Merkle tree, signed notes. Pure, and knows no log."""

"""What crosses a process boundary: events, commands, client messages, error codes, stream names."""

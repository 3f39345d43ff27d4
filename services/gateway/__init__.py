"""The gateway: the only process that faces the internet. It forwards, and decides nothing."""

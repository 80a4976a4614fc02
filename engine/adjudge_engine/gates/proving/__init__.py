"""Which claims a verified quote proves, word for word."""

"""Lists of items and golden rows, and what is done to many at once."""

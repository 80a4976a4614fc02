"""Who reviews, and how their words compare."""

"""Ranking contexts by relevance. It orders what is shown; it never gates a release."""

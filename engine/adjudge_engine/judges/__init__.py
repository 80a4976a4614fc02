"""Judges: what reads meaning where code cannot decide."""

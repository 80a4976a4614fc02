"""Intervals and bounds, by redrawing groups and in closed form."""

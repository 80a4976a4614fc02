"""Quotation marks in the prose: a source's own words must stand in a context."""

"""Filters, lists and searches."""

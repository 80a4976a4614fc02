"""Telling an abstention from an answer, in many languages."""

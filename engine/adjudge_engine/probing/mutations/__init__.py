"""Defects planted in good answers, one at a time, each with its place."""

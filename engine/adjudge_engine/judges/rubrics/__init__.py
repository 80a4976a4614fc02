"""Rubrics: versioned files that say what a judge is asked, and how its reply is read."""

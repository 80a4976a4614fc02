"""Calculations: declared, stated in prose and tables, or behind a number that stands nowhere."""

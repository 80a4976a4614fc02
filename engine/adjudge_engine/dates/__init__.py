"""Dates and times of day: found in a text, read, compared, derived.

`find` locates and reads them; `agree` compares two; `places` looks for one in the contexts;
`trace` says what became of each date of an answer; `force` compares effective ranges.
"""

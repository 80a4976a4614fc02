"""JSON Lines of native cases: nothing is lost, and everything here reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudge_queue.exports import carried
from adjudge_queue.exports.rows import GoldenCase


def write(rows: Iterable[GoldenCase]) -> Iterator[str]:
    """One case a line; withdrawn ones say so."""
    return carried.lines(dict(row) for row in rows)


def read(text: str) -> Iterator[dict[str, Any]]:
    """The cases of such a file."""
    return (record for _, record in carried.records_of(text))

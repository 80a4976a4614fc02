"""Numbers in text: found with exact spans, read into exact decimals, compared."""

from __future__ import annotations

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers, scan

__all__ = ["Number", "parse_numbers", "scan"]

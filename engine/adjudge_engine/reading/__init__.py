"""Reading case files and source registries: everything that comes in passes through here."""

from __future__ import annotations

from adjudge_engine.reading.about import About
from adjudge_engine.reading.cases import (
    check_readable,
    count_records,
    read_cases,
    read_labelled,
    read_numbered,
)
from adjudge_engine.reading.choosing import Way
from adjudge_engine.reading.registry import read_registry
from adjudge_engine.reading.rejects import Reject, RejectsFile

__all__ = [
    "About",
    "Reject",
    "RejectsFile",
    "Way",
    "check_readable",
    "count_records",
    "read_cases",
    "read_labelled",
    "read_numbered",
    "read_registry",
]

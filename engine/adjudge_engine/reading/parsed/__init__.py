"""The parsed form of sources: what document parsers write, read into pages, elements and tables.

Every reader is a pure function from decoded JSON to `Parsed`. What a parser cannot give is
declared in the capabilities, and is then unavailable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from adjudge_engine.reading.parsed.azure import is_azure, read_azure
from adjudge_engine.reading.parsed.docling import is_docling, read_docling
from adjudge_engine.reading.parsed.ethos import is_ethos, read_ethos
from adjudge_engine.reading.parsed.opendataloader import is_opendataloader, read_opendataloader
from adjudge_engine.reading.parsed.shape import Parsed
from adjudge_engine.reading.parsed.unstructured import is_unstructured, read_unstructured
from adjudge_engine.reading.problems import Problem

__all__ = ["READERS", "Parsed", "Reader", "detect", "read_parsed"]


class Reader(NamedTuple):
    """How a format is told from others, and how it is read."""

    knows: Callable[[Any], bool]
    read: Callable[[Any], Parsed]


#: The readers by the names that a registry's `format` takes, in the order of detection.
READERS: Final[Mapping[str, Reader]] = {
    "ethos": Reader(is_ethos, read_ethos),
    "opendataloader": Reader(is_opendataloader, read_opendataloader),
    "docling": Reader(is_docling, read_docling),
    "unstructured": Reader(is_unstructured, read_unstructured),
    "azure": Reader(is_azure, read_azure),
}


def detect(value: Any) -> str | None:
    """The name of the format that `value` is in, or None; a registry's own entry is none."""
    if isinstance(value, dict) and ("source_id" in value or "sources" in value):
        return None
    return next((name for name, reader in READERS.items() if reader.knows(value)), None)


def read_parsed(value: Any, name: str | None = None) -> Parsed:
    """The parsed form in `value`, in the format `name` or, without one, in the one detected.

    Raises Problem with the field and the reason.
    """
    name = name or detect(value)
    if name is None:
        raise Problem("", f"is in no format that is known ({', '.join(READERS)})")
    if not READERS[name].knows(value):
        raise Problem("", f"is not in the format {name}")
    return READERS[name].read(value)

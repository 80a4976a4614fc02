"""Readers of other tools' files, and which of them a file belongs to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign.base import Entry, Foreign, Head, Member, Row
from adjudge_engine.reading.foreign.opened import Opened, look

__all__ = [
    "Entry",
    "Foreign",
    "Head",
    "Member",
    "Opened",
    "Row",
    "formats",
    "look",
    "named",
    "recognise",
    "recognise_head",
]

#: Modules of this folder, each with `FORMATS: tuple[Foreign, ...]`, most specific first.
_EVALUATION: Final[tuple[str, ...]] = (
    "ragas",
    "deepeval",
    "promptfoo",
    "ragchecker",
    "opengate",
    "mt_bench",
    "exported",
)
_TRACING: Final[tuple[str, ...]] = (
    "openinference",
    "mlflow",
    "inspect_logs",
    "langsmith",
    "langfuse",
)


@cache
def formats() -> tuple[Foreign, ...]:
    """Every reader, most specific first."""
    modules = (import_module(f"{__name__}.{one}") for one in (*_EVALUATION, *_TRACING))
    return tuple(one for module in modules for one in module.FORMATS)


def named(name: str) -> Foreign | None:
    """The reader that `--format` names."""
    return next((one for one in formats() if one.name == name), None)


def recognise(path: Path) -> Foreign | None:
    """The reader whose file `path` is, by its content; None where it is nobody's.

    Raises InputError where it cannot be opened, or where two readers claim it.
    """
    return recognise_head(look(path))


def recognise_head(head: Head, among: Iterable[Foreign] | None = None) -> Foreign | None:
    """As `recognise`, of a file already looked at; `among` other readers than all."""
    readers = formats() if among is None else among
    found = [one for one in readers if one.recognises(head)]
    if len(found) < 2:
        return found[0] if found else None
    titles = " and ".join(one.title for one in found)
    ways = " or ".join(f"--format {one.name}" for one in found)
    raise InputError(f"{head.path} could be of {titles}.", f"Say which: {ways}.")

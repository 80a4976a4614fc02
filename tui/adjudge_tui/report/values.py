"""Values of JSON that somebody else may have written: what is not of its kind is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, Final

_MOST: Final = 1e15


def at(value: Any, *path: str) -> Any:
    """What stands at that path of objects; None where the path ends."""
    for name in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(name)
    return value


def number(value: Any, *path: str) -> float | None:
    """The finite number there; None for anything else."""
    found = at(value, *path)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return float(found) if abs(found) < _MOST and isfinite(found) else None


def count(value: Any, *path: str) -> int | None:
    """The whole number from 0 on there; None for anything else."""
    found = number(value, *path)
    return int(found) if found is not None and found >= 0 and found == int(found) else None


def text(value: Any, *path: str) -> str:
    """The text there, or that of a number; empty for anything else."""
    found = at(value, *path)
    return str(found) if isinstance(found, str | int | float) else ""


def listed(value: Any, *path: str) -> list[Any]:
    """The list there; empty for anything else."""
    found = at(value, *path)
    return list(found) if isinstance(found, Sequence) and not isinstance(found, str) else []


def interval(value: Any, *path: str) -> tuple[float, float] | None:
    """The ends of the interval there; None where it has none, or they are not in order."""
    low, high = number(value, *path, "low"), number(value, *path, "high")
    return (low, high) if low is not None and high is not None and low <= high else None

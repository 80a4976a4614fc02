"""Members of another tool's record that should be objects or lists: empty where they are none."""

from __future__ import annotations

from typing import Any


def object_in(value: Any) -> dict[str, Any]:
    """The object that a value is, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_in(value: Any) -> list[Any]:
    """The list that a value is, else an empty one."""
    return value if isinstance(value, list) else []

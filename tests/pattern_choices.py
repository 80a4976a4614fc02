"""Every choice that a pattern leaves, written out: "a(?:b|c)?" as "a", "ab" and "ac"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from itertools import product
from typing import Any

#: What stands for a sign of a category.
_CATEGORIES = {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1"}
#: What takes no room, or only looks: which of the choices do match, the pattern itself tells.
_NO_ROOM = frozenset(["AT", "ASSERT", "ASSERT_NOT"])


def choices(pattern: str | re.Pattern[str]) -> list[str]:
    """What a pattern may match, one for each way through its alternatives, each once.

    A part that may be repeated stands as seldom as it may, and once if it need not stand.
    """
    source = pattern if isinstance(pattern, str) else pattern.pattern
    parsed: Any = import_module("re._parser").parse(source)
    return list(dict.fromkeys(_in_row(parsed)))


def _in_row(parts: Iterable[tuple[Any, Any]]) -> list[str]:
    return ["".join(row) for row in product(*(_of(str(op), what) for op, what in parts))]


def _of(op: str, what: Any) -> list[str]:
    if op in _NO_ROOM:
        return [""]
    if op == "LITERAL":
        return [chr(what)]
    if op in ("ANY", "NOT_LITERAL"):
        return ["x"]
    if op == "IN":
        return _of_set(what)
    if op == "BRANCH":
        return [one for branch in what[1] for one in _in_row(branch)]
    if op == "SUBPATTERN":
        return _in_row(what[-1])
    if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, _, part = what
        return [one * times for one in _in_row(part) for times in {least, max(least, 1)}]
    raise NotImplementedError(op)


def _of_set(members: list[tuple[Any, Any]]) -> list[str]:
    """Each sign of a set; one of a range, a category, or of what a set leaves out."""
    found = []
    for op, what in members:
        name = str(op)
        if name == "NEGATE":
            return ["x"]
        if name == "CATEGORY":
            found.append(_CATEGORIES.get(str(what), "x"))
        else:
            found.append(chr(what[0] if name == "RANGE" else what))
    return found

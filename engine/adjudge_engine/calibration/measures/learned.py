"""What a judge has learned from: on those sources its figures flatter it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge_engine.canonical import sha256_hex
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.local.judge import LocalJudge

#: Where a fitted head keeps the marks of its groups, under `trained`.
GROUPS: Final = "groups"
_DIGITS: Final = 16


def group_mark(group: str) -> str:
    """What stands for a group in the file of a fitted head: its name may say too much."""
    return sha256_hex(group.encode("utf-8", "surrogatepass"))[:_DIGITS]


def learned_marks(judge: Judge) -> frozenset[str]:
    """The marks of all groups that the judge, or one it asks, was fitted on."""
    waiting: list[object] = [judge]
    seen: dict[int, object] = {}
    found: set[str] = set()
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen[id(one)] = one
        if isinstance(one, LocalJudge):
            found.update(_marks(one))
        waiting.append(getattr(one, "inner", None))
        members = getattr(one, "members", None)
        waiting += members if isinstance(members, Sequence) else []
    return frozenset(found)


def _marks(judge: LocalJudge) -> list[str]:
    marks = judge.head.trained.get(GROUPS)
    return [mark for mark in marks if isinstance(mark, str)] if isinstance(marks, list) else []

"""What a run counts: how far it is, and in the end what it did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from adjudge_engine.reading import About, Reject
from adjudge_tui.running.judge_usage import JudgeUsage


@dataclass
class Tally:
    """How far a run is, and in the end what it did."""

    evaluated: int = 0
    known: int = 0
    rejected: int = 0
    routes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    #: Reason → file, line and place (if not the line) of the first record rejected for it.
    first: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    unknown_keys: Counter[str] = field(default_factory=Counter)
    #: Cases whose id came before in this run, with another answer: each is an item of its own.
    same_id: int = 0
    #: Evaluated, but with judgments that could not be had and that the next run asks for again.
    unfinished: int = 0
    judging: JudgeUsage = field(default_factory=JudgeUsage)
    #: File → how it was read, and what it cannot serve.
    files: dict[str, About] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """Records that are dealt with."""
        return self.evaluated + self.known + self.rejected


def reason_class(reject: Reject) -> str:
    """A reject's reason as it is counted: without the places and values of one line."""
    reason, _, detail = reject.reason.partition(": ")
    if reason in ("not JSON", "not UTF-8", "engine error"):
        return f"{reason}: {detail.partition(' at ')[0]}"[:200] if detail else reason
    return f"{_pattern(reject.field)}: {reject.reason}" if reject.field else reject.reason


def _pattern(field_path: str) -> str:
    """`contexts[2].page` → `contexts[].page`."""
    parts = field_path[:200].split("[")
    return "[]".join([parts[0], *(part.partition("]")[2] for part in parts[1:])])


def as_json(tally: Tally) -> dict[str, Any]:
    """A tally as JSON values, reasons most frequent first."""
    return {
        "evaluated": tally.evaluated,
        "known": tally.known,
        "rejected": tally.rejected,
        "routes": dict(tally.routes),
        "reasons": [
            {"reason": one, "count": n, **_where(tally.first[one])}
            for one, n in tally.reasons.most_common()
        ],
        "unknown_keys": dict(tally.unknown_keys.most_common()),
        "same_id": tally.same_id,
        "unfinished": tally.unfinished,
        "judging": tally.judging.to_list(),
        "files": [
            {"file": name, "format": about.format, "cannot_serve": about.sentences}
            for name, about in tally.files.items()
        ],
    }


def _where(first: tuple[str, int, str]) -> dict[str, Any]:
    file, line, place = first
    return {"file": file, "line": line} | ({"place": place} if place else {})

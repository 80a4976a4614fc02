"""What one file holds, counted while it is read: for a dry run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from adjudge_engine.case import Case
from adjudge_engine.reading import About, Reject
from adjudge_tui.running.tally import reason_class

_PLACES: Final = 3


@dataclass
class FileCounts:
    """One file: how it is read, and how much of what it holds.

    `labels` and `judgments` are entries, not cases: one for each criterion (and judge).
    """

    file: str
    about: About = field(default_factory=About)
    cases: int = 0
    labels: int = 0
    judgments: int = 0
    refused: int = 0
    without_contexts: int = 0
    without_question: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, record: Case | Reject) -> None:
        """Counts a record."""
        if isinstance(record, Reject):
            self._refuse(record)
            return
        self.cases += 1
        self.labels += len(record.labels)
        self.judgments += len(record.judgments)
        self.without_contexts += not record.contexts
        self.without_question += not record.question

    def _refuse(self, reject: Reject) -> None:
        self.refused += 1
        reason = reason_class(reject)
        self.reasons[reason] += 1
        places = self.places.setdefault(reason, [])
        if len(places) < _PLACES:
            places.append(reject.place or f"line {reject.line:,}")

    def cannot_serve(self) -> list[str]:
        """What the reader said, and what the cases turned out to lack."""
        out = list(self.about.sentences)
        for lacking, what, more in (
            (self.without_contexts, "contexts", ": nothing to check the answer against"),
            (self.without_question, "a question", ""),
        ):
            if lacking == self.cases > 0:
                out.append(f"no case has {what}{more}")
            elif lacking:
                out.append(f"{lacking:,} of {self.cases:,} cases without {what}{more}")
        return out

    def to_dict(self) -> dict[str, Any]:
        """The counts as JSON values."""
        return {
            "file": self.file,
            "format": self.about.format,
            "title": self.about.title,
            "cases": self.cases,
            "labels": self.labels,
            "judgments": self.judgments,
            "refused": self.refused,
            "reasons": [
                {"reason": reason, "count": count, "places": self.places[reason]}
                for reason, count in self.reasons.most_common()
            ],
            "cannot_serve": self.cannot_serve(),
        }

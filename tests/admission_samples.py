"""Admissions as a file of them would say, without the labels behind."""

from __future__ import annotations

from typing import Any

from adjudge_engine.calibration.releasing.admissions import AdmissionsBook, Entry


def entry(fingerprint: str = "sha256:a", **changes: Any) -> Entry:
    """A judge admitted for faithfulness, strict ≥ 1, by the usual demands."""
    return Entry.model_validate(
        {
            "judge": "reader",
            "criterion": "faithfulness",
            "fingerprint": fingerprint,
            "reading": "strict",
            "minimum": 1.0,
            "outcome": "admitted",
            "why": "false pass 0 of 90 bad, with a verdict: at most 2.9 %, allowed 5 %",
            "level": "claim",
            "labels": {"name": "lamps", "version": 2, "hash": "sha256:b"},
            "rows": 300,
            "demands": {},
            "figures": {},
            "at": "2031-05-04T09:00:00Z",
            **changes,
        }
    )


def admitted(*fingerprints: str, **changes: Any) -> AdmissionsBook:
    """A book in which judges with these fingerprints are admitted."""
    return AdmissionsBook(tuple(entry(one, **changes) for one in fingerprints))

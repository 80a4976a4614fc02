"""The keys, in tables: bindings (with ids, so that they can be rebound), footer and help.

A tuple of `Key` here is the table of one screen or panel: on it every key has one meaning.
"""

from __future__ import annotations

from adjudge_tui.desk.key import Key, bindings, footer, in_footer, marks_shown
from adjudge_tui.desk.keys_leading import ADJUDICATE, AUDIT, CALIBRATION, LOOK, OWN
from adjudge_tui.desk.keys_lists import GOLDEN, HITS, QUEUE, SOURCE, VIEWS
from adjudge_tui.desk.keys_review import ENDED, LOCKED, PANEL, REVIEW

__all__ = [
    "ADJUDICATE",
    "AUDIT",
    "CALIBRATION",
    "ENDED",
    "GOLDEN",
    "HITS",
    "LOCKED",
    "LOOK",
    "OWN",
    "PANEL",
    "QUEUE",
    "REVIEW",
    "SOURCE",
    "VIEWS",
    "Key",
    "bindings",
    "footer",
    "in_footer",
    "marks_shown",
]

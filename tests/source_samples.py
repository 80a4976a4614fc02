"""A small governed document, and a case against a registry, for the tests of the gates."""

from __future__ import annotations

import hashlib
from typing import Any

from adjudge_engine.case import Case
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source
from adjudge_engine.subject import Subject

ALL = {"pages": True, "elements": True, "tables": True, "spans": True}

CONTENT = (
    "Kayak hire\n"
    "A kayak costs 18 euros an hour. Paddles are included.\n"
    "Boats go back by 19:30.\n"
    "\n"
    "Deposits\n"
    "A deposit of 1,250 euros is due for the sailing\n"
    "yacht and the raft.\n"
    "Boats go back by 19:30.\n"
    "Boat\tDay\tWeek\n"
    "Raft\t95\t480\n"
    "Canoe\t60\n"
)

ELEMENTS = [
    {"id": "h1", "page": 1, "kind": "heading", "text": "Kayak hire"},
    {
        "id": "p1",
        "page": 1,
        "kind": "paragraph",
        "text": "A kayak costs 18 euros an hour. Paddles are included.",
    },
    {"id": "p2", "page": 1, "kind": "paragraph", "text": "Boats go back by 19:30."},
    {"id": "h2", "page": 2, "kind": "heading", "text": "Deposits"},
    {
        "id": "p3",
        "page": 2,
        "kind": "paragraph",
        "text": "A deposit of 1,250 euros is due for the sailing",
    },
    {"id": "p4", "page": 2, "kind": "paragraph", "text": "yacht and the raft."},
    {"id": "p5", "page": 2, "kind": "paragraph", "text": "Boats go back by 19:30."},
]

CELLS = [
    {"row": 0, "column": 0, "text": "Boat"},
    {"row": 0, "column": 1, "text": "Day"},
    {"row": 0, "column": 2, "text": "Week"},
    {"row": 1, "column": 0, "text": "Raft"},
    {"row": 1, "column": 1, "text": "95"},
    {"row": 1, "column": 2, "row_span": 2, "text": "480"},
    {"row": 2, "column": 0, "text": "Canoe"},
    {"row": 2, "column": 1, "text": "60"},
]


def digest(content: str) -> str:
    """The fingerprint of a content."""
    return "sha256:" + hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def a_source(**more: Any) -> Source:
    """The boat-hire document, changed as asked; its fingerprint is its content's unless given."""
    data: dict[str, Any] = {
        "source_id": "hire",
        "content": CONTENT,
        "capabilities": ALL,
        "pages": [{"page": 1}, {"page": 2}, {"page": 3}],
        "elements": ELEMENTS,
        "tables": [{"id": "t1", "page": 2, "cells": CELLS}],
        "spans": [{"id": "s1", "start": 11, "end": 42, "page": 1}],
        **more,
    }
    if "fingerprint" not in more and data["content"] is not None:
        data["fingerprint"] = digest(data["content"])
    return Source.model_validate(data)


def a_subject(*sources: Source, registry: bool = True, **case: Any) -> Subject:
    """A case against a registry of these sources; without one if `registry` is False."""
    found = Case.model_validate({"id": "x", "answer": "It is so.", **case})
    return Subject(found, Registry(sources or (a_source(),)) if registry else None)

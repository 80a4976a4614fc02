"""Labelled answers about wells, and the judgments on them that cases and cassettes carry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cli_support import write_lines

from adjudge_engine.case import case_hash
from adjudge_engine.claims import split_claims
from adjudge_engine.reading.native import to_case

POLICY = """
[policy]
name = "wells"
version = "1"
[tiers.low]
required_criteria = { faithfulness = { minimum = 1.0 } }
[tiers.standard]
[tiers.high]
[admission]
false_pass_upper = 0.2
"""
TABLES = """
[judges.tape]
type = "recorded"
cassette = "tape.jsonl"
[judges.theirs]
type = "recorded"
cassette = "tape.jsonl"
name = "far"
[judges.carried]
type = "recorded"
name = "far"
[judges.board]
type = "panel"
judges = ["local", "carried"]
"""
Told = dict[str, Any]


def well(number: int, *, bad: bool) -> Told:
    """An answer of two claims, the second of which is made up where it is bad."""
    first = f"Well Amrun{number} is {3 + number % 7} metres deep and belongs to the village."
    good = "Its stones are whitewashed every summer."
    second = "Members of the choir receive a free bucket." if bad else good
    about = f"{first} {good[:-1]}, and the rope is made of hemp."
    return {
        "id": f"well-{number}",
        "question": f"What is Amrun{number} like?",
        "answer": f"{first} {second}",
        "contexts": [{"id": f"p{number}", "text": about}],
        "risk": "low",
        "metadata": {"group": f"well {number}"},
    }


def labelled(told: Told, *, bad: bool) -> Told:
    spans = [(0, told["answer"].index(". ") + 1), (told["answer"].index(". ") + 2, None)]
    words = ("supported", "not_mentioned" if bad else "supported")
    claims = [
        {"start": start, "end": end or len(told["answer"]), "verdict": word}
        for (start, end), word in zip(spans, words, strict=True)
    ]
    value = "unfaithful" if bad else "faithful"
    label = {"criterion": "faithfulness", "value": value, "claims": claims, "by": "ann"}
    return told | {"labels": [label]}


def record(told: Told, *, bad: bool, judge: str = "far", model: str = "m1") -> Told:
    """What a judge said of the answer, rightly."""
    first, second = split_claims(told["answer"])
    word = "not_mentioned" if bad else "supported"
    return {
        "criterion": "faithfulness",
        "judge": judge,
        "model": model,
        "strict": 0.0 if bad else 1.0,
        "score": 0.5 if bad else 1.0,
        "claims": [
            {"claim_id": first.id, "verdict": "supported"},
            {"claim_id": second.id, "verdict": word},
        ],
    }


Records = Callable[[Told, int, bool], list[Told]]


def lay(place: Path, records: Records) -> None:
    """The policy, the judges, labelled cases and new ones, and a cassette of all their records."""
    (place / "policy.toml").write_text(POLICY, encoding="utf-8")
    (place / "adjudge.toml").write_text(TABLES, encoding="utf-8")
    known = [(n, n % 2 == 1, well(n, bad=n % 2 == 1)) for n in range(160)]
    fresh = [(n, n % 2 == 1, well(n, bad=n % 2 == 1)) for n in range(200, 206)]
    said = {n: records(told, n, bad) for n, bad, told in known + fresh}
    rows = [labelled(told, bad=bad) | {"judgments": said[n]} for n, bad, told in known]
    write_lines(place / "labelled.jsonl", rows)
    write_lines(place / "new.jsonl", [told | {"judgments": said[n]} for n, _, told in fresh])
    tape = [
        {"case_hash": case_hash(to_case(told)), "judgments": said[n]}
        for n, _, told in known + fresh
    ]
    write_lines(place / "tape.jsonl", tape)


def one_voice(told: Told, number: int, bad: bool) -> list[Told]:
    """One judge's record, which is right."""
    return [record(told, bad=bad)]

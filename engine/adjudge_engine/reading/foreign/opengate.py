"""OpenGATE: repeated scores of a judge, and its fixture of citation styles.

The runs hold figures by the id of an output that stands elsewhere: nothing to evaluate, but the
repeats of a judge, by which it can be compared and calibrated beside labels of the same ids.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.repeated import of_repeats
from adjudge_engine.judges.scores.values import known
from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem

_LONGEST: Final = 2_000
_STYLE: Final = frozenset({"style", "text", "expected"})
_FIXTURE: Final = Problem(
    "", "a sentence to test how citations are found: no question, no passages and no verdict on it"
)


class OpenGate:
    """`ragas.json` and `deepeval.json` of its experiments, `citation-styles.json`."""

    name = "opengate"
    title = "OpenGATE"

    def recognises(self, head: Head) -> bool:
        """By the arm and runs of an experiment, or by the items of the fixture."""
        record = head.record
        if {"arm", "runs"} <= record.keys():
            return True
        items = record.get("items")
        first = items[0] if isinstance(items, list) and items else None
        return isinstance(first, dict) and first.keys() >= _STYLE

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each output with the judge's repeats, without an answer."""
        if "arm" not in opened.head.record:
            for one in opened.items("items"):
                yield one.refused(one.problem or _FIXTURE)
            return
        opened.note("scores alone, by the id of an output: its answer is not in the file")
        yield from _runs(opened.json())

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return ("no questions, answers and passages: judgments by id, for calibration alone",)


def _runs(document: dict[str, Any]) -> Iterator[Row]:
    arm, model = str(document.get("arm")), document.get("judgeModel")
    judge = f"{arm}/{model}" if isinstance(model, str) else arm
    about = known(
        tool="opengate", arm=arm, ran_at=document.get("ranAt"), corpus=document.get("corpusSha256")
    )
    by_output: dict[str, list[dict[str, Any]]] = {}
    runs = document.get("runs")
    for at, run in enumerate(runs if isinstance(runs, list) else ()):
        scores = run.get("scores") if isinstance(run, dict) else None
        number = run.get("repeat", at + 1) if isinstance(run, dict) else at + 1
        for place, one in enumerate(scores if isinstance(scores, list) else ()):
            where = f"$.runs[{at}].scores[{place}]"
            name = one.get("outputId") if isinstance(one, dict) else None
            if not isinstance(name, str):
                problem = Problem("outputId", "is missing: nobody can tell whose score it is")
                yield Row(where, None, problem, json.dumps(one)[:_LONGEST])
            else:
                entry = {"score": one.get("score"), "reason": one.get("reason")}
                by_output.setdefault(name, []).append(entry | {"repeat": number})
    for name, entries in by_output.items():
        judgments = of_repeats(judge, entries)
        raw = json.dumps({"outputId": name, "repeats": entries})[:_LONGEST]
        if judgments is None:
            problem = Problem("arm", f"{arm[:80]!r} is no metric of RAGAS or DeepEval")
            yield Row(f"outputId {name}", None, problem, raw)
            continue
        record = {"id": name, "judgments": judgments, "metadata": {"source": about}}
        yield Row(f"outputId {name}", record, None, raw)


FORMATS: Final = (OpenGate(),)

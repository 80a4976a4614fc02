"""DeepEval: goldens, test cases, run files and the cache of `.deepeval`.

Names: `Golden` (`deepeval/dataset/golden.py`), `LLMTestCase` and, in camelCase, `TestRun`
(`deepeval/test_run`) of deepeval 4.3. `metricsData` is what metrics say: judgments. Nothing in
these files is a person's but what our own export carries there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.foreign import deepeval_cases
from adjudge_engine.reading.foreign.base import Entry, Head, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem

_RUN: Final = frozenset({"testCases", "conversationalTestCases"})
_CACHE: Final = "test_cases_lookup_map"
_CONVERSATION: Final = frozenset({"scenario", "turns"})
_ANSWERS: Final = frozenset({"actual_output", "actualOutput"})
#: What stands beside the answer in a golden or a test case, whatever the version.
_BESIDE: Final = frozenset(
    {"expected_output", "retrieval_context", "expectedOutput", "retrievalContext", "context"}
)


class DeepEval:
    """Goldens (JSON, JSON Lines, CSV), test cases, `.latest_test_run.json` and its like."""

    name = "deepeval"
    title = "DeepEval"

    def recognises(self, head: Head) -> bool:
        """By the members of a run file or the cache, or by the names of a golden."""
        if head.kind not in ("json", "jsonl", "csv", "parquet"):
            return False
        names = head.columns
        if _is_run(head) or _CACHE in names or names >= _CONVERSATION:
            return True
        return "input" in names and bool(names & _ANSWERS) and bool(names & _BESIDE)

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each test case; conversations are refused one by one."""
        if opened.head.kind == "json" and _CACHE in opened.head.columns:
            return _cached(opened)
        if opened.head.kind == "json" and _is_run(opened.head):
            return _run(opened)
        if opened.head.kind != "json":
            opened.note("passages are joined with | there: one that holds a | falls apart")
        return (_row(one, opened) for one in opened.records(nan=True))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "no citations and no document behind a passage: no page and no evidence pane beyond it",
            "conversations of several turns are refused",
        )


def _is_run(head: Head) -> bool:
    record = head.record if head.kind == "json" else {}
    inner = record.get("testRunData")
    return bool(record.keys() & _RUN) or (isinstance(inner, dict) and bool(inner.keys() & _RUN))


def _row(entry: Entry, opened: Opened) -> Row:
    return entry.read(lambda case: deepeval_cases.record_of(case, opened.note))


def _run(opened: Opened) -> Iterator[Row]:
    """The test cases of a run, bare or under `testRunData`."""
    way = ("testRunData",) if "testRunData" in opened.head.columns else ()
    opened.note("the run's own sums (metricsScores, testPassed …) are left out")
    for one in opened.items(*way, "testCases", nan=True):
        yield _row(one, opened)
    for one in opened.items(*way, "conversationalTestCases", nan=True):
        yield one.refused(Problem("turns", deepeval_cases.CONVERSATION))


def _cached(opened: Opened) -> Iterator[Row]:
    """The cache: test case, as JSON text, → what its metrics said."""
    opened.note("the cache sorts the passages of a test case: they are not in their first order")
    found = opened.json()
    cases = found.get(_CACHE) if isinstance(found, dict) else None
    if not isinstance(cases, dict):
        raise InputError(f"{opened.path} holds no test cases under {_CACHE}.", "Is it a cache?")
    for number, (text, said) in enumerate(cases.items(), 1):
        entry = Entry(number, f"$.{_CACHE}, entry {number}", None, None, text)
        try:
            case = Decoder(nan=True).decode(text)
            if isinstance(case, dict):
                case["metrics_data"] = list(_metrics(said))
            yield entry.row(deepeval_cases.record_of(case, opened.note))
        except Problem as problem:
            yield entry.refused(problem)


def _metrics(said: Any) -> Iterator[dict[str, Any]]:
    """The metrics' entries of one cached test case."""
    entries = said.get("cached_metrics_data") if isinstance(said, dict) else None
    for one in entries if isinstance(entries, list) else ():
        if isinstance(one, dict) and isinstance(one.get("metric_data"), dict):
            yield one["metric_data"]


FORMATS: Final = (DeepEval(),)

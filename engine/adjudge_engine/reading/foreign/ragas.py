"""RAGAS: tables of samples, with or without metric columns, and annotations of a metric.

Names: `SingleTurnSample` and `EvaluationResult.to_pandas` of ragas 0.4
(`src/ragas/dataset_schema.py`), and the columns of 0.1 (`question`, `answer`, `contexts`,
`ground_truth`). A metric's column becomes a judgment; no column of such a table is a person's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

from adjudge_engine.judges.scores import ragas as scores
from adjudge_engine.judges.scores.values import Fields, figure, text_of
from adjudge_engine.reading.foreign import ragas_annotated
from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.leftovers import kept
from adjudge_engine.reading.foreign.lists import texts_in
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem, kind_of

#: Ours → the columns of 0.2 and later, then those of 0.1.
_NAMES: Final = {
    "question": ("user_input", "question"),
    "answer": ("response", "answer"),
    "contexts": ("retrieved_contexts", "contexts"),
    "reference": ("reference", "ground_truth", "ground_truths"),
}
_NEW: Final = frozenset({"response", "retrieved_contexts", "reference", "reference_contexts"})
_OLD: Final = frozenset({"question", "contexts"})
#: What no native record has beside these, and a table of 0.1 has.
_OLD_MARKS: Final = frozenset({"ground_truth", "ground_truths", "statements"})
#: What only our own records have.
_NATIVE: Final = frozenset({"labels", "judgments", "citations", "expect", "human", "judge"})
_CONVERSATION: Final = "is a conversation of several turns: one question with one answer is needed"


class Ragas:
    """Datasets and result frames (CSV, JSON Lines, JSON, Parquet), and annotated samples."""

    name = "ragas"
    title = "RAGAS"

    def recognises(self, head: Head) -> bool:
        """By the column names of either version, or by annotated samples under metric names."""
        if head.kind == "json" and ragas_annotated.is_annotated(head.first):
            return True
        if head.kind not in ("json", "jsonl", "csv", "parquet"):
            return False
        columns = head.columns
        if columns & _NATIVE:
            return False
        if "user_input" in columns and columns & _NEW:
            return True
        metrics = any(map(_is_metric, columns))
        return columns >= _OLD and (metrics or bool(columns & _OLD_MARKS))

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each sample; annotations of one sample under several metrics are one row."""
        if opened.head.kind == "json" and ragas_annotated.is_annotated(opened.head.first):
            yield from ragas_annotated.rows(opened)
            return
        for entry in opened.records(nan=True):
            yield entry.read(lambda sample: record_of(sample, opened.note))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "no ids: a case is named after its content",
            "no citations and no document behind a passage: no page and no evidence pane beyond it",
            "columns of metrics that RAGAS does not define stay in metadata.ragas",
        )


def record_of(sample: Any, note: Callable[[str], None] | None = None) -> dict[str, Any]:
    """A sample, by the column names of any version, as a native record. Raises Problem."""
    if not isinstance(sample, dict):
        raise Problem("", f"a sample must be an object, not {kind_of(sample)}")
    rest = dict(sample)
    names = {key: _name(rest, key) for key in _NAMES}
    taken = {key: rest.pop(name, None) for key, name in names.items()}
    if isinstance(taken["question"], list):
        raise Problem(names["question"], _CONVERSATION)
    contexts = texts_in(taken["contexts"])
    out: dict[str, Any] = {
        "id": rest.pop("id", None),
        names["question"]: taken["question"],
        names["answer"]: taken["answer"],
        "contexts": _with_ids(contexts, rest),
        "judgments": _judgments(rest),
        "metadata": {"source": {"tool": "ragas"}},
    }
    reference = texts_in(taken["reference"])
    if len(reference) == 1:
        out["reference"] = reference[0]
    elif reference:
        rest[names["reference"]] = reference
    left = kept(rest, note)
    if left:
        out["metadata"]["ragas"] = left
    return out


def _name(sample: dict[str, Any], key: str) -> str:
    """The column under which the sample has it, the one with a value before one without."""
    present = [name for name in _NAMES[key] if name in sample]
    full = [name for name in present if sample[name] not in (None, "")]
    return (full or present or list(_NAMES[key]))[0]


def _with_ids(contexts: list[Any], rest: dict[str, Any]) -> list[Any]:
    """The contexts under the ids that the sample gives them, if there is one for each."""
    ids = texts_in(rest.get("retrieved_context_ids"))
    texts = all(isinstance(one, str) for one in contexts)
    if not ids or not texts or len(ids) != len(contexts) or len(set(map(str, ids))) != len(ids):
        return contexts
    del rest["retrieved_context_ids"]
    return [{"id": str(id_), "text": text} for id_, text in zip(ids, contexts, strict=True)]


def _judgments(rest: dict[str, Any]) -> list[Fields]:
    """What the metric columns and the statements say; both are taken out of `rest`."""
    out = []
    if isinstance(rest.get("statements"), list):
        out.append(scores.of_statements({"statements": rest.pop("statements")}))
    for name in list(rest):
        if name not in rest:  # the reason of a metric before
            continue
        reason = rest.get(f"{name}_reason")
        own = figure(rest[name]) is not None and isinstance(reason, str)
        if _is_metric(name) or own:
            out.append(scores.of_score(name, rest.pop(name), reason))
            if text_of(reason) is not None:
                del rest[f"{name}_reason"]
    return out


@lru_cache(maxsize=1_000)
def _is_metric(column: str) -> bool:
    """Whether RAGAS defines a metric of that name."""
    return column != "statements" and scores.judgments_in({column: None}) is not None


FORMATS: Final = (Ragas(),)

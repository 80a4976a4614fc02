"""RAGAS annotations: what a person made of a metric's output, in the app or through our export.

Names: `MetricAnnotation`, `SampleAnnotation` and `PromptAnnotation` of ragas 0.4
(`src/ragas/dataset_schema.py`). `prompt_output` and `metric_output` are the metric's: a judgment.
`target`, `edited_output` and `is_accepted` are the person's: a label. A rejected verdict of a
critic, which knows two, means the other one, as RAGAS itself reads it (`optimizers/genetic.py`);
a rejected figure tells no other, so its label is undetermined.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores import ragas as scores
from adjudge_engine.judges.scores.values import Fields, figure, known, text_of, verdict_of
from adjudge_engine.reading.foreign.base import Entry, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.judged import Places
from adjudge_engine.reading.problems import Problem, kind_of
from adjudge_engine.vocabulary import LABEL_VERDICTS, UNSUPPORTED

#: How our own export marks a claim that no person labelled, and one that a person did.
_UNLABELLED: Final = "the judge's verdict: nobody labelled this claim"
_REVIEWER: Final = "a reviewer: "
#: Criterion → the words for 1 and 0.
_WORDS: Final = {
    "faithfulness": ("faithful", "unfaithful"),
    "answerability": ("answerable", "unanswerable"),
}
#: Criteria whose own values are not from 0 to 1: such a figure is not taken for one of them.
_SCALED: Final = frozenset({"correctness", "relevance", "clarity", "completeness"})
_PERSONAL: Final = frozenset({"is_accepted", "target", "prompts"})


def is_annotated(first: Any) -> bool:
    """Whether a document is annotations: metric → samples with the metric's input."""
    if not isinstance(first, dict) or not first:
        return False
    samples = [one[0] for one in first.values() if isinstance(one, list) and one]
    return bool(samples) and all(
        isinstance(one, dict) and "metric_input" in one and bool(one.keys() & _PERSONAL)
        for one in samples
    )


def rows(opened: Opened) -> Iterator[Row]:
    """One row for each sample; what several metrics say of the same sample stands in one."""
    document = opened.json()
    by_content: dict[str, tuple[Entry, dict[str, Any]]] = {}
    refused: list[Row] = []
    same = 0
    for metric in document if isinstance(document, dict) else ():
        for entry in opened.items(metric, nan=True):
            try:
                record = record_of(metric, entry)
            except Problem as problem:
                refused.append(entry.refused(problem))
                continue
            key = json.dumps([record[name] for name in ("question", "answer", "contexts")])
            first = by_content.setdefault(key, (entry, record))[1]
            if first is not record:
                same += 1
                _add(first, record)
    if same:
        opened.note(f"{same:,} annotations are of samples met before in the file: they join them")
    for entry, record in by_content.values():
        yield entry.row(record)
    yield from refused


def _add(first: dict[str, Any], more: dict[str, Any]) -> None:
    """Puts what is said of the same sample beside what was said before; no label stands twice."""
    first["labels"] += [one for one in more["labels"] if one not in first["labels"]]
    first["judgments"] += more["judgments"]
    first.setdefault("reference", more.get("reference"))


def record_of(metric: str, entry: Entry) -> dict[str, Any]:
    """One annotated sample as a native record. Raises Problem."""
    if entry.problem is not None:
        raise entry.problem
    sample = entry.value
    if not isinstance(sample, dict):
        raise Problem("", f"an annotated sample must be an object, not {kind_of(sample)}")
    given = sample.get("metric_input")
    if not isinstance(given, dict):
        raise Problem("metric_input", f"must be an object, not {kind_of(given)}")
    question, answer = (_text(given, name) for name in ("user_input", "response"))
    contexts = given.get("retrieved_contexts")
    judgment = scores.of_sample(metric, sample)
    label = _label(metric, sample, judgment, answer or "")
    out: dict[str, Any] = {
        "question": question,
        "answer": answer,
        "contexts": contexts if isinstance(contexts, list) else [],
        "labels": [] if label is None else [label],
        "judgments": [judgment],
        "metadata": {"source": {"tool": "ragas", "place": entry.place}},
    }
    reference = text_of(given.get("reference"))
    return out | ({} if reference is None else {"reference": reference})


def _text(given: dict[str, Any], name: str) -> str | None:
    value = given.get(name)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list):
        raise Problem(
            f"metric_input.{name}",
            "is a conversation of several turns: one question with one answer is needed",
        )
    raise Problem(f"metric_input.{name}", f"must be text, not {kind_of(value)}")


def _label(
    metric: str, sample: dict[str, Any], judgment: Fields, answer: str
) -> dict[str, Any] | None:
    """What the person said; None where nobody said anything."""
    accepted = sample.get("is_accepted")
    edits = list(_edits(sample))
    target = figure(sample.get("target"))
    if target is None and not edits and not isinstance(accepted, bool):
        return None
    label: dict[str, Any] = {"criterion": judgment["criterion"]}
    statements = next((e["statements"] for e in edits if _is_statements(e)), None)
    if statements is not None:
        label["claims"] = _claims(statements, answer)
    value = target if target is not None else _edited(edits, statements)
    critic = _is_critic(sample)
    if value is None:
        value = _accepted(accepted, sample, critic=critic)
    elif target is None and accepted is False and value == figure(sample.get("metric_output")):
        value = None  # the edit keeps the verdict that the person rejects
    if value is None:
        label["undetermined"] = True
    else:
        label["value"] = _word(label["criterion"], value, critic=critic)
    note = next((text for e in edits if (text := text_of(e.get("reason"))) is not None), None)
    return label | known(note=note)


def _edits(sample: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What a person put in the place of a prompt's output."""
    prompts = sample.get("prompts")
    for prompt in prompts.values() if isinstance(prompts, dict) else ():
        if isinstance(prompt, dict) and isinstance(prompt.get("edited_output"), dict):
            yield prompt["edited_output"]


def _is_statements(output: dict[str, Any]) -> bool:
    """Whether an output is statements with their verdicts."""
    found = output.get("statements")
    if not isinstance(found, list) or not found:
        return False
    return all(isinstance(one, dict) and "verdict" in one for one in found)


def _edited(edits: list[dict[str, Any]], statements: list[Any] | None) -> float | None:
    """The value that an edit gives: a verdict, or whether all statements are supported."""
    for edit in edits:
        value = figure(edit.get("verdict"))
        if value is not None:
            return value
    if statements is None:
        return None
    words = [verdict_of(o.get("verdict")) for o in statements if isinstance(o, dict)]
    if not UNSUPPORTED.isdisjoint(words):
        return 0.0
    return None if "unsure" in words or not words else 1.0


def _accepted(accepted: Any, sample: dict[str, Any], *, critic: bool) -> float | None:
    """The value that acceptance gives: the output's own, or the other one of a critic's two."""
    value = figure(sample.get("metric_output"))
    if accepted is True or value is None:
        return value
    return 1.0 - value if critic and accepted is False and value in (0.0, 1.0) else None


def _is_critic(sample: dict[str, Any]) -> bool:
    """Whether the metric gives a verdict of two (an aspect critic), and no figure."""
    prompts = sample.get("prompts")
    outputs = [
        one.get("prompt_output")
        for one in (prompts.values() if isinstance(prompts, dict) else ())
        if isinstance(one, dict)
    ]
    verdicts = any(isinstance(one, dict) and "verdict" in one for one in outputs)
    return verdicts and figure(sample.get("metric_output")) in (0.0, 1.0)


def _word(criterion: str, value: float, *, critic: bool) -> str | int | float:
    """A person's figure in the words of a label; one of an unknown scale says so."""
    words = _WORDS.get(criterion) or (("pass", "fail") if critic else None)
    if words is not None:
        return words[0] if value == 1 else words[1]
    if criterion in _SCALED and 0 <= value <= 1:
        return f"{value:g}, of a scale that is not stated"
    return int(value) if value.is_integer() else value


def _claims(statements: list[Any], answer: str) -> list[dict[str, Any]]:
    """The person's verdicts on statements, each at its place in the answer if it has one there."""
    places = Places(answer)
    out = []
    for one in statements:
        text = text_of(one.get("statement")) if isinstance(one, dict) else None
        verdict = None if text is None else _verdict(one)
        if text is None or verdict is None:
            continue
        claim: dict[str, Any] = {"text": text, "verdict": verdict}
        span = places.span_of({"text": text})
        if span is not None:
            claim |= {"start": span[0], "end": span[1]}
        out.append(claim)
    return out


def _verdict(statement: dict[str, Any]) -> str | None:
    """A person's verdict; None for one that our own export says is the judge's."""
    reason = text_of(statement.get("reason")) or ""
    if reason == _UNLABELLED:
        return None
    word = reason.removeprefix(_REVIEWER)
    said = verdict_of(statement.get("verdict"))
    if word != reason and word in LABEL_VERDICTS and (word == "supported") == (said == "supported"):
        return word
    return "undetermined" if said == "unsure" else said

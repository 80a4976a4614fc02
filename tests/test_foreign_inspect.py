"""Inspect's logs: archives and documents, scores and their edits, samples that failed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from trace_samples import ANSWER, PASSAGES, QUESTION, Read, write_json

PROMPT = QUESTION + "".join(f"\n\n[p{at}] {one}" for at, one in enumerate(PASSAGES))


def sample(number: int = 1, **more: Any) -> dict[str, Any]:
    """A sample whose prompt holds its passages."""
    return {
        "id": f"ferry-{number}",
        "epoch": 1,
        "input": PROMPT,
        "target": "At 9:40.",
        "messages": [],
        "output": {
            "model": "tern-2",
            "choices": [{"message": {"role": "assistant", "content": ANSWER}}],
            "completion": ANSWER,
        },
        "scores": {"match": {"value": "C", "answer": ANSWER, "explanation": "same hour"}},
        "metadata": {"contexts": list(PASSAGES), "route": 4},
        "uuid": f"u{number}",
    } | more


def log(*samples: Any, **more: Any) -> dict[str, Any]:
    """A log of these samples."""
    head = {"version": 2, "status": "success", "eval": {"eval_id": "e1", "task": "ferries"}}
    return head | more | {"samples": list(samples)}


def archive(path: Path, *samples: Any, **more: Any) -> Path:
    """The same as an archive, the header last."""
    whole = log(**more)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("_journal/start.json", json.dumps({"version": 2, "eval": whole["eval"]}))
        for one in samples:
            file.writestr(f"samples/{one['id']}_epoch_{one['epoch']}.json", json.dumps(one))
        file.writestr("summaries.json", "[]")
        file.writestr("header.json", json.dumps({**whole, "samples": None}))
    return path


@pytest.mark.parametrize("kind", ["json", "eval"])
def test_a_sample_is_one_case(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"log.{kind}"
    read = Read(write_json(path, log(sample())) if kind == "json" else archive(path, sample()))
    case = read.only
    assert read.about.format == "inspect"
    assert (case.id, case.question, case.answer) == ("ferry-1", QUESTION, ANSWER)
    assert [(one.id, one.text) for one in case.contexts] == [
        ("p0", PASSAGES[0]), ("p1", PASSAGES[1]),
    ]  # fmt: skip
    assert (case.generator, case.expect.reference) == ("tern-2", "At 9:40.")
    (judgment,) = case.judgments
    assert (judgment.criterion, judgment.strict, judgment.score) == ("match", 1, 1)
    assert case.labels == ()
    assert case.metadata["inspect"] == {"route": 4}
    assert read.says("the question is what stands before them")


@pytest.mark.parametrize(
    "prompt",
    [
        PROMPT + "\n\nAnswer in one sentence.",
        PROMPT.replace("[p0]", "[p0] see:"),
        QUESTION,
        "\n\n".join(PASSAGES),
        "",
    ],
    ids=["more", "words", "question", "passages", "empty"],
)
def test_any_other_prompt_is_the_question_as_it_is(tmp_path: Path, prompt: str) -> None:
    case = Read(write_json(tmp_path / "log.json", log(sample(input=prompt)))).only
    assert case.question == prompt
    assert tuple(one.text for one in case.contexts) == PASSAGES


def test_messages_attachments_and_parts(tmp_path: Path) -> None:
    parts = {"message": {"role": "assistant", "content": [{"type": "text", "text": ANSWER}]}}
    one = sample(
        input=[{"role": "system", "content": "Be kind."}, {"role": "user", "content": "attachment://a"}],
        output={"choices": [parts]},
        metadata={"contexts": ["attachment://b", "attachment://missing"]},
        attachments={"a": QUESTION, "b": PASSAGES[0]},
    )  # fmt: skip
    case = Read(write_json(tmp_path / "log.json", log(one))).only
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    assert [one.text for one in case.contexts] == [PASSAGES[0], "attachment://missing"]


@pytest.mark.parametrize(
    ("value", "value_is", "strict", "abstained"),
    [
        ("C", 1, 1, False),
        ("I", 0, 0, False),
        ("P", 0.5, 0, False),
        ("N", 0, 0, False),
        (0.7, 0.7, None, False),
        (float("nan"), None, None, True),
        (None, None, None, True),
        ("banana", None, None, True),
        ([1, 2], None, None, True),
    ],
    ids=["C", "I", "P", "N", "number", "nan", "null", "word", "list"],
)
def test_scores_mean_what_inspect_means(
    tmp_path: Path, value: Any, value_is: float | None, strict: float | None, abstained: bool
) -> None:
    one = sample(scores={"judge": {"value": value}})
    (judgment,) = Read(write_json(tmp_path / "log.json", log(one))).only.judgments
    assert (judgment.value, judgment.strict, judgment.abstained) == (value_is, strict, abstained)


def test_a_score_of_several_things_is_several_judgments(tmp_path: Path) -> None:
    one = sample(scores={"judge": {"value": {"hour": "C", "day": 0}}})
    case = Read(write_json(tmp_path / "log.json", log(one))).only
    assert [(each.criterion, each.value) for each in case.judgments] == [
        ("judge_hour", 1), ("judge_day", 0),
    ]  # fmt: skip


def edited(*values: Any, first: Any = "C") -> dict[str, Any]:
    """A score that was edited: what the scorer said, then what people said."""
    history: list[dict[str, Any]] = [] if first is None else [{"value": first, "explanation": "r"}]
    for at, value in enumerate(values):
        provenance = {"author": f"a{at}", "timestamp": "2031-03-01T08:00:00Z", "reason": "read it"}
        history.append({"value": value, "explanation": "UNCHANGED", "provenance": provenance})
    return {"value": values[-1], "explanation": "r", "history": history}


def test_an_edit_is_a_person_s_label_and_the_score_stays_the_judge_s(tmp_path: Path) -> None:
    scores = {"faithfulness": edited("I", "UNCHANGED"), "match": edited("P", "C")}
    case = Read(write_json(tmp_path / "log.json", log(sample(scores=scores)))).only
    assert [(one.criterion, one.strict) for one in case.judgments] == [
        ("faithfulness", 1), ("match", 1),
    ]  # fmt: skip
    assert [(one.criterion, one.value, one.by, one.note) for one in case.labels] == [
        ("faithfulness", "unfaithful", "a0", "read it"),
        ("match", "partial", "a0", "read it"),
        ("match", "pass", "a1", "read it"),
    ]


def test_an_edit_without_the_first_score_leaves_no_judgment(tmp_path: Path) -> None:
    read = Read(
        write_json(tmp_path / "log.json", log(sample(scores={"m": edited("C", first=None)})))
    )
    assert read.only.judgments == ()
    assert [one.value for one in read.only.labels] == ["pass"]
    assert read.says("only a person's edit")


def test_a_column_of_people_is_a_label_and_its_target_no_answer(tmp_path: Path) -> None:
    one = sample(target="unfaithful", metadata={"human_label": "unfaithful"}, scores={})
    case = Read(write_json(tmp_path / "log.json", log(one))).only
    assert [(each.criterion, each.value) for each in case.labels] == [
        ("faithfulness", "unfaithful")
    ]
    assert case.expect.reference is None
    odd = Read(write_json(tmp_path / "odd.json", log(sample(metadata={"human_label": "hmm"})))).only
    assert odd.labels == ()


def test_what_failed_is_refused_with_its_reason(tmp_path: Path) -> None:
    samples = [
        sample(1, error={"message": "timeout\nafter 3 tries", "traceback": "…"}),
        sample(2, invalidation={"author": "mori", "reason": "wrong prompt"}),
        sample(3, output={"choices": []}),
        7,
        sample(5),
    ]
    read = Read(write_json(tmp_path / "log.json", log(*samples)))
    assert [one.id for one in read.cases] == ["ferry-5"]
    assert read.why == [
        "the sample failed: timeout after 3 tries",
        "the sample was declared invalid: wrong prompt",
        "holds no answer",
        "a sample must be an object, not a number",
    ]


@pytest.mark.parametrize("kind", ["json", "eval"])
def test_a_log_without_samples_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"log.{kind}"
    whole = log(status="cancelled")
    read = Read(write_json(path, whole) if kind == "json" else archive(path, status="cancelled"))
    assert not read.cases
    assert read.why[0].startswith("the log has no samples (status: cancelled")


def test_epochs_keep_their_samples_apart(tmp_path: Path) -> None:
    several = {"eval_id": "e1", "task": "t", "config": {"epochs": 2}}
    path = archive(tmp_path / "log.eval", sample(epoch=1), sample(epoch=2), eval=several)
    assert [one.id for one in Read(path).cases] == ["ferry-1_epoch_1", "ferry-1_epoch_2"]


def test_a_damaged_member_harms_no_other(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("header.json", '{"eval": {"task": "t"}')
        file.writestr("samples/a.json", '{"id": "a", ')
        file.writestr("samples/b.json", json.dumps(sample()))
    read = Read(path)
    assert [one.id for one in read.cases] == ["ferry-1"]
    assert "not JSON" in read.why[0]

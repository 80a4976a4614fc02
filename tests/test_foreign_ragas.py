"""RAGAS: samples by both sets of columns, metric columns, statements, annotations by people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from foreign_samples_tables import (
    ANSWER,
    CONTEXTS,
    FIRST,
    QUESTION,
    SECOND,
    annotated,
    read,
    sample,
    statements,
    write_csv,
    write_json,
    write_lines,
)

from adjudge_engine.case import Label, LabelClaim

OLD = ("question", "answer", "contexts", "ground_truth")


def label_of(tmp_path: Path, one: dict[str, Any], metric: str = "tone") -> Label:
    (label,) = read(write_json(tmp_path / "a.json", {metric: [one]})).case.labels
    return label


@pytest.mark.parametrize("form", ["jsonl", "json", "csv"])
def test_new_columns_in_every_form(tmp_path: Path, form: str) -> None:
    whole = sample(reference="At 21:40.", query_style="short")
    path = tmp_path / "set"
    if form == "jsonl":
        write_lines(path, [whole, sample(response="Never.")])
    elif form == "json":
        write_json(path, [whole, sample(response="Never.")])
    else:
        other = ["Never." if value == ANSWER else value for value in whole.values()]
        write_csv(path, list(whole), list(whole.values()), other)
    found = read(path)
    assert found.about.format == "ragas"
    first, second = found.cases
    assert (first.question, first.answer) == (QUESTION, ANSWER)
    assert [one.text for one in first.contexts] == CONTEXTS
    assert first.expect.reference == "At 21:40."
    assert first.metadata["ragas"] == {"query_style": "short"}
    assert first.metadata["source"] == {"tool": "ragas"}
    assert second.answer == "Never."
    assert not first.labels
    assert not first.judgments


def test_old_columns_with_several_references_and_numpy_lists(tmp_path: Path) -> None:
    numpy = "['The last ferry leaves the north pier at 21:40.'\n 'A bicycle costs 3 euros.']"
    rows = [
        (QUESTION, ANSWER, numpy, "['At 21:40.']"),
        (QUESTION, "", repr(CONTEXTS), "['a', 'b']"),
    ]
    found = read(write_csv(tmp_path / "old.csv", (*OLD[:3], "ground_truths"), *rows))
    first, second = found.cases
    assert [one.text for one in first.contexts] == CONTEXTS
    assert first.expect.reference == "At 21:40."
    assert second.expect.reference is None
    assert second.metadata["ragas"] == {"ground_truths": ["a", "b"]}


def test_ids_of_contexts_are_kept_where_they_fit(tmp_path: Path) -> None:
    rows = [sample(retrieved_context_ids=ids) for ids in (["p1", "p2"], ["p1"], [7, 7])]
    found = read(write_lines(tmp_path / "s.jsonl", rows)).cases
    assert [[one.id for one in case.contexts] for case in found] == [
        ["p1", "p2"],
        ["c1", "c2"],
        ["c1", "c2"],
    ]
    assert found[1].metadata["ragas"] == {"retrieved_context_ids": ["p1"]}


def test_metric_columns_are_judgments_and_never_labels(tmp_path: Path) -> None:
    header = [*sample(), "faithfulness", "answer_relevancy", "politeness", "politeness_reason"]
    row = [QUESTION, repr(CONTEXTS), ANSWER, "0.5", "", "0.9", "it says please"]
    case = read(write_csv(tmp_path / "r.csv", [*header, "words"], [*row, "9"])).case
    assert case.labels == ()
    said = {one.criterion: one for one in case.judgments}
    assert (said["faithfulness"].value, said["faithfulness"].strict) == (0.5, 0.0)
    assert said["relevance"].abstained
    assert (said["politeness"].score, said["politeness"].rationale) == (0.9, "it says please")
    assert case.metadata["ragas"] == {"words": "9"}


def test_nan_scores_of_json_lines_abstain(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    line = '{"user_input": "q", "response": "a", "retrieved_contexts": [], "faithfulness": NaN}\n'
    path.write_text(line * 2)
    found = read(path)
    assert [one.judgments[0].abstained for one in found.cases] == [True, True]


def test_statements_are_claims_of_a_judgment(tmp_path: Path) -> None:
    rows = [sample(**statements(1, 0)), sample(**statements(1, 1)), sample(statements=[3])]
    found = read(write_lines(tmp_path / "s.jsonl", rows)).cases
    assert [one.judgments[0].score for one in found] == [0.5, 1.0, None]
    assert [one.verdict for one in found[0].judgments[0].claims] == ["supported", "not_mentioned"]
    assert found[2].judgments[0].abstained
    assert not any(one.labels for one in found)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (sample(user_input=[{"content": "hi", "type": "human"}]), "user_input: is a conversation"),
        (sample(response=None), "response: is null"),
        (sample(response=["a"]), "response: must be text"),
        (sample(retrieved_contexts=[7]), "contexts[0]: must be text or an object"),
        (sample(reference=[["a"]]) | {"response": None}, "response: is null"),
    ],
    ids=["conversation", "no-answer", "answer-list", "numbers", "nested"],
)
def test_what_is_no_case_is_refused_with_its_reason(
    tmp_path: Path, record: dict[str, Any], reason: str
) -> None:
    path = write_lines(tmp_path / "s.jsonl", [record, sample()])
    found = read(path)
    assert len(found.cases) == 1
    assert f"{found.rejects[0].field}: {found.rejects[0].reason}".startswith(reason)
    assert "line 1" in str(found.rejects[0])


@pytest.mark.parametrize(
    ("told", "value", "undetermined"),
    [
        ({"is_accepted": True}, "pass", False),
        ({"is_accepted": False}, "fail", False),
        ({"is_accepted": True, "target": 0}, "fail", False),
        ({"is_accepted": False, "edited": {"reason": "no", "verdict": 0}}, "fail", False),
        ({"is_accepted": True, "edited": {"reason": "no", "verdict": 0}}, "fail", False),
        ({"is_accepted": True, "edited": {"reason": "nicer", "verdict": 1}}, "pass", False),
        ({"is_accepted": False, "edited": {"reason": "no", "verdict": 1}}, None, True),
    ],
    ids=["accepted", "rejected", "target", "edit", "edit-kept", "reason", "contradictory"],
)
def test_what_a_person_makes_of_a_critic_is_the_label(
    tmp_path: Path, told: dict[str, Any], value: str | None, undetermined: bool
) -> None:
    one = annotated(1, verdict=1, **told)
    label = label_of(tmp_path, one)
    assert (label.criterion, label.value, label.undetermined) == ("tone", value, undetermined)
    assert label.note == (told["edited"]["reason"] if "edited" in told else None)


def test_the_output_of_the_metric_stays_the_judges(tmp_path: Path) -> None:
    one = annotated(1, verdict=1, is_accepted=False, edited={"reason": "rude", "verdict": 0})
    case = read(write_json(tmp_path / "a.json", {"tone": [one]})).case
    (judgment,) = case.judgments
    assert (judgment.strict, judgment.rationale) == (1.0, "it says so")
    assert case.labels[0].value == "fail"
    assert (case.question, case.answer, case.contexts) == (QUESTION, ANSWER, ())


def test_an_output_that_nobody_looked_at_has_no_label(tmp_path: Path) -> None:
    case = read(write_json(tmp_path / "a.json", {"tone": [annotated(1, verdict=1)]})).case
    assert case.labels == ()
    assert len(case.judgments) == 1


@pytest.mark.parametrize(
    ("metric", "told", "value"),
    [
        ("faithfulness", {"is_accepted": True}, "unfaithful"),
        ("faithfulness", {"target": 1.0}, "faithful"),
        ("answerability", {"target": 0.0}, "unanswerable"),
        ("answer_relevancy", {"is_accepted": True}, "0.5, of a scale that is not stated"),
        ("correctness", {"target": 1.0}, "1, of a scale that is not stated"),
        ("correctness", {"target": 3.0}, 3),
        ("helpful", {"target": 0.25}, 0.25),
        ("helpful", {"is_accepted": False}, None),
    ],
    ids=["accepted", "faithful", "answerable", "share", "scale", "rating", "own", "rejected"],
)
def test_figures_become_words_only_where_their_scale_is_known(
    tmp_path: Path, metric: str, told: dict[str, Any], value: Any
) -> None:
    label = label_of(tmp_path, annotated(0.5, **told), metric)
    assert label.value == value
    assert label.undetermined == (value is None)


def test_edited_statements_are_a_persons_claims_at_their_places(tmp_path: Path) -> None:
    edited = statements(1, 0, reasons=("", "a passage says 3 euros"))
    prompt = {"prompt_output": statements(1, 1), "edited_output": edited}
    other = {"prompt_output": {"statements": ["x", 3]}, "edited_output": None}
    one = annotated(1.0, is_accepted=False)
    one["prompts"] = {"statement_generator_prompt": other, "n_l_i_statement_prompt": prompt}
    case = read(write_json(tmp_path / "a.json", {"faithfulness": [one]})).case
    (label,) = case.labels
    assert label.value == "unfaithful"
    assert label.claims == (
        LabelClaim(start=FIRST[0], end=FIRST[1], text=ANSWER[:31], verdict="supported"),
        LabelClaim(start=SECOND[0], end=SECOND[1], text=ANSWER[32:], verdict="not_mentioned"),
    )
    (judgment,) = case.judgments
    assert [claim.verdict for claim in judgment.claims] == ["supported", "supported"]


def test_several_metrics_of_one_sample_are_one_case(tmp_path: Path) -> None:
    tone = annotated(1, verdict=1, is_accepted=True)
    help_ = annotated(0, verdict=0, is_accepted=True)
    found = read(write_json(tmp_path / "a.json", {"tone": [tone, tone], "help": [help_]}))
    labels = [(one.criterion, one.value) for one in found.case.labels]
    assert labels == [("tone", "pass"), ("help", "fail")]
    assert [one.criterion for one in found.case.judgments] == ["tone", "tone", "help"]
    assert any("2 annotations are of samples" in one for one in found.about.sentences)


def test_annotations_that_cannot_be_read_are_refused_alone(tmp_path: Path) -> None:
    turns = {"metric_input": {"user_input": [], "response": "a"}, "prompts": {}}
    bad = [annotated(1, verdict=1, is_accepted=True), 7, {"metric_input": 3, "prompts": {}}, turns]
    found = read(write_json(tmp_path / "a.json", {"tone": bad}))
    assert len(found.cases) == 1
    assert [one.place for one in found.rejects] == ["$.tone[1]", "$.tone[2]", "$.tone[3]"]
    assert "conversation" in found.rejects[2].reason


def test_our_own_records_stay_ours(tmp_path: Path) -> None:
    own = {"question": QUESTION, "answer": ANSWER, "contexts": CONTEXTS, "labels": []}
    rows = [own | {"ground_truth": "x"}, own]
    assert read(write_lines(tmp_path / "n.jsonl", rows)).about.format == "native"

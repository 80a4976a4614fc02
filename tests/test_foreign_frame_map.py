"""`--map`: what its paths find, what its targets become, and what is said of a wrong one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import About, Reject, read_labelled, read_numbered
from adjudge_engine.reading.foreign.mapping import CaseMap
from adjudge_engine.reading.foreign.paths import BadPath, found_at, parse_path, without

RECORD: dict[str, Any] = {
    "input": {"messages": [{"role": "user", "content": "How heavy?"}]},
    "output.text": "whole",
    "output": {"text": "4 kg", "tokens": 3},
    "retrieved": [{"body": "one", "n": 1}, {"n": 2}, {"body": "three", "n": 3}],
    "pay load": '{"a": [{"b": "in text"}]}',
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("output", [{"text": "4 kg", "tokens": 3}]),
        ("output.text", ["whole"]),
        ("output.tokens", [3]),
        ("$.output.tokens", [3]),
        ('"output"."tokens"', [3]),
        ("output['tokens']", [3]),
        ('output["tokens"]', [3]),
        ("input.messages[0].content", ["How heavy?"]),
        ("input.messages[-1].content", ["How heavy?"]),
        ("input.messages[1].content", []),
        ("retrieved[*].body", ["one", None, "three"]),
        ("retrieved[].n", [1, 2, 3]),
        ("retrieved[*]", RECORD["retrieved"]),
        ("pay load.a[0].b", ["in text"]),
        ("missing.a", []),
        ("output.text.more", []),
        ("retrieved.body", []),
    ],
)
def test_paths(path: str, found: list[Any]) -> None:
    assert found_at(RECORD, parse_path(path)) == found


@pytest.mark.parametrize(
    ("path", "column"),
    [("", 1), ("a..b", 3), ("a.", 3), ("a[x]", 2), ("[", 1), ("a]", 2), ('"a', 1), ("a=b", 2)],
)
def test_a_path_that_cannot_be_read_names_the_column(path: str, column: int) -> None:
    with pytest.raises(BadPath, match=rf"column {column}\b"):
        parse_path(path)


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab.[]*$\"'=0-1 \n"), max_size=30))
def test_any_path_is_read_or_refused(text: str) -> None:
    try:
        path = parse_path(text)
    except BadPath:
        return
    for one in (RECORD, {}, {"a": {"b": [1]}}):
        assert isinstance(found_at(one, path), list)
        assert isinstance(without(one, [path]), dict)


def test_what_is_mapped_is_taken_out_of_the_rest() -> None:
    before = json.dumps(RECORD)
    paths = ["output.tokens", "retrieved[*].body", "input.messages[0].content", "output.text"]
    rest = without(RECORD, [parse_path(one) for one in paths])
    assert rest["output"] == {"text": "4 kg"}
    assert rest["retrieved"] == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert rest["input"] == {"messages": [{"role": "user"}]}
    assert "output.text" not in rest
    assert json.dumps(RECORD) == before


def write(folder: Path, content: str, name: str = "runs.jsonl") -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def read(path: Path, *words: str) -> tuple[list[Case | Reject], About]:
    about = About()
    found = read_numbered(path, format=CaseMap.parse(words), about=about)
    return [one for _, _, one in found], about


def lined(*values: Any) -> str:
    return "".join(json.dumps(one) + "\n" for one in values)


def run(number: int, **more: Any) -> dict[str, Any]:
    return {
        "run": number,
        "input": f"question {number}",
        "output": {"text": f"answer {number}", "tokens": 7},
        "retrieved": [{"ref": "a", "body": "one"}, {"ref": "b", "body": "two"}],
        **more,
    }


WORDS = ("id=run", "question=input", "answer=output.text", "contexts[]=retrieved[*].body")


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (lined(run(1), run(2)), ()),
        (lined(run(1)) + "\n", ()),
        (json.dumps([run(1), run(2)], indent=1), ()),
        (
            json.dumps({"meta": {"rows": 2}, "data": {"rows": [run(1), run(2)]}}),
            ("cases=data.rows",),
        ),
        (json.dumps({"data": [run(1), run(2)]}), ("cases=data[*]",)),
    ],
    ids=["lines", "one", "list", "inside", "inside, every one"],
)
def test_records_wherever_they_lie(tmp_path: Path, content: str, more: tuple[str, ...]) -> None:
    found, about = read(write(tmp_path, content), *WORDS, *more)
    assert found
    for at, case in enumerate(found, 1):
        assert isinstance(case, Case)
        assert (case.id, case.question, case.answer) == (str(at), f"question {at}", f"answer {at}")
        assert [one.text for one in case.contexts] == ["one", "two"]
        assert case.metadata == {
            "output": {"tokens": 7},
            "retrieved": [{"ref": "a"}, {"ref": "b"}],
        }
    assert about.sentences == []


def test_contexts_part_by_part(tmp_path: Path) -> None:
    path = write(tmp_path, lined(run(1)))
    words = (
        "answer=output.text",
        "contexts[].text=retrieved[*].body",
        "contexts[].id=retrieved[*].ref",
    )
    ((case,), _) = read(path, *words)
    assert isinstance(case, Case)
    assert [(one.id, one.text) for one in case.contexts] == [("a", "one"), ("b", "two")]
    uneven = write(tmp_path, lined(run(1, names=["a"])))
    ((bad,), _) = read(uneven, *words[:2], "contexts[].id=names[*]")
    assert isinstance(bad, Reject)
    assert (bad.field, bad.reason) == ("names[*]", "holds 1 values for the 2 contexts")


def test_a_context_without_text_is_not_passed_over(tmp_path: Path) -> None:
    path = write(tmp_path, lined(run(1, retrieved=[{"body": "one"}, {"text": "odd"}])))
    ((bad,), _) = read(path, *WORDS)
    assert isinstance(bad, Reject)
    assert bad.field == "contexts[1]"


@pytest.mark.parametrize(
    ("value", "label"),
    [("Faithful ", "faithful"), ("0.5", 0.5), (1, 1), (True, 1), (0.25, 0.25)],
    ids=["word", "number in text", "number", "true", "fraction"],
)
def test_labels_are_words_and_numbers(tmp_path: Path, value: Any, label: Any) -> None:
    path = write(tmp_path, lined(run(1, human=value, who="a1")))
    words = (*WORDS, "labels.faithfulness=human", "labels.faithfulness.by=who")
    ((case,), _) = read(path, *words)
    assert isinstance(case, Case)
    (found,) = case.labels
    assert (found.criterion, found.value, found.by) == ("faithfulness", label, "a1")
    assert case.judgments == ()


@pytest.mark.parametrize(
    ("value", "score", "strict", "given", "abstained"),
    [
        (0.25, 0.25, None, None, False),
        ("0.25", 0.25, None, None, False),
        (1, 1.0, 1.0, None, False),
        (False, 0.0, 0.0, None, False),
        (4, None, None, 4.0, False),
        ("Pass", None, 1.0, None, False),
        ("not supported", None, 0.0, None, False),
        ("perhaps", None, None, None, True),
        (float("nan"), None, None, None, True),
        ([1], None, None, None, True),
    ],
)
def test_judgments_are_scores_words_or_abstentions(
    tmp_path: Path,
    value: Any,
    score: float | None,
    strict: float | None,
    given: float | None,
    abstained: bool,
) -> None:
    path = write(tmp_path, lined(run(1, score=value)))
    ((case,), _) = read(path, *WORDS, 'judgments.faithfulness."gpt-4.1"=score')
    assert isinstance(case, Case)
    assert case.labels == ()
    (one,) = case.judgments
    assert (one.judge, one.criterion) == ("gpt-4.1", "faithfulness")
    assert (one.score, one.strict, one.value, one.abstained) == (score, strict, given, abstained)
    assert not one.admitted


def test_blank_scores_say_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "out,human,score\na,,\n", "t.csv")
    words = ("answer=out", "labels.faithfulness=human", "judgments.faithfulness.j=score")
    ((case,), _) = read(path, *words)
    assert isinstance(case, Case)
    assert (case.labels, case.judgments) == ((), ())


def test_without_an_answer_there_is_no_case(tmp_path: Path) -> None:
    path = write(tmp_path, lined(run(1), {"run": 2}, [3], run(4, output={"text": None})))
    found, _ = read(path, *WORDS)
    good, *bad = found
    assert isinstance(good, Case)
    assert [(one.field, one.reason) for one in bad if isinstance(one, Reject)] == [
        ("answer", "is missing: there is nothing at output.text"),
        ("", "a record must be an object, not a list"),
        ("answer", "is null: there is no answer to evaluate"),
    ]


def test_calibration_takes_labels_without_an_answer(tmp_path: Path) -> None:
    path = write(tmp_path, lined({"human": "faithful", "score": 1}))
    words = ("labels.faithfulness=human", "judgments.faithfulness.j=score")
    (case,) = read_labelled(path, format=CaseMap.parse(words))
    assert isinstance(case, Case)
    assert case.answer is None
    assert case.labels


def test_what_a_map_leaves_out_or_never_meets_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, lined(run(1, log="x" * 5_000), run(2)))
    found, about = read(path, "answer=output.text", "question=inptu")
    assert about.sentences == [
        "no contexts are mapped: no evidence pane",
        "no record has inptu, which the map names for question",
        "left out, as it is large and not mapped: log",
    ]
    case = found[0]
    assert isinstance(case, Case)
    assert case.metadata["input"] == "question 1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("answer",), "there is no '=' after 'answer'"),
        (("=a",), "column 1"),
        (("answer=",), "column 1"),
        (("answr=a",), "a case has no place 'answr'"),
        (("answer.text=a",), "a case has no place 'answer.text'"),
        (("contexts[].id.x=a",), "a case has no place"),
        (("labels=a", "judgments.faithfulness=a"), "a case has no place"),
        (("answer=a", "answer=b"), "answer is mapped twice"),
        (("cases=rows",), "maps nothing"),
        (("answer=a", "cases=rows[0]"), "named by members alone"),
    ],
)
def test_a_map_that_cannot_be_read(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        CaseMap.parse(words)
    assert message in caught.value.message
    assert "TARGET=SOURCE" in caught.value.hint or "Leave one" in caught.value.hint


def test_where_no_records_are(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps({"rows": [], "n": 0}, indent=1), "d.json")
    with pytest.raises(InputError, match=r"has no list at rows, or an empty one"):
        read(path, "answer=a", "cases=rows")
    with pytest.raises(InputError, match=r"is no JSON document"):
        read(write(tmp_path, lined(run(1), run(2))), "answer=a", "cases=rows")


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    write(tmp_path, lined(run(1), run(2)))
    return tmp_path


def mapped(*words: str) -> list[str]:
    return [part for word in words for part in ("--map", word)]


def test_evaluate_by_a_map_goes_on_where_it_stopped(folder: Path) -> None:
    first = answer("evaluate", "runs.jsonl", *mapped(*WORDS), "--db", "q.db")
    assert (first["evaluated"], first["known"]) == (2, 0)
    assert first["files"] == [{"file": "runs.jsonl", "format": "map", "cannot_serve": []}]
    again = answer("evaluate", "runs.jsonl", *mapped(*WORDS), "--db", "q.db")
    assert (again["evaluated"], again["known"]) == (0, 2)


def test_a_map_in_the_settings_counts_where_none_is_given(folder: Path) -> None:
    write(
        folder,
        '[map]\nanswer = "output.text"\nquestion = "input"\n"contexts[]" = "retrieved[*].body"\n',
        "adjudge.toml",
    )
    said = answer("evaluate", "runs.jsonl", "--dry-run", "--db", "q.db")
    assert (said["files"][0]["format"], said["files"][0]["cases"]) == ("map", 2)
    own = invoke("evaluate", "runs.jsonl", "--format", "native", "--dry-run", "--json")
    assert own.exit_code == 2
    assert json.loads(own.stdout)["files"][0]["refused"] == 2
    write(folder, '[map]\nanswer = ["x"]\n', "adjudge.toml")
    result = invoke("evaluate", "runs.jsonl", "--dry-run", "--db", "q.db")
    assert result.exit_code == 2
    assert "[map]: answer must be text, not a list" in result.output


def test_a_wrong_map_is_an_error_of_usage(folder: Path) -> None:
    result = invoke("evaluate", "runs.jsonl", "--map", "answr=x", "--db", "q.db")
    assert result.exit_code == 2
    assert "a case has no place 'answr'" in result.output
    both = invoke("evaluate", "runs.jsonl", "--map", "answer=x", "--format", "native")
    assert both.exit_code == 2
    assert "Give either --format or --map." in both.output
    assert not Path("q.db").exists()


def test_calibrate_by_a_map(folder: Path) -> None:
    rows = ["said,human,score", *(f"a{at},{'un' * (at % 2)}faithful,{at % 2}" for at in range(8))]
    write(folder, "\n".join(rows), "scores.csv")
    words = mapped("answer=said", "labels.faithfulness=human", "judgments.faithfulness.j=score")
    said = answer("calibrate", "--labels", "scores.csv", *words, "--judge", "recorded:j")
    assert (said["cases"], said["left_out"], said["without_reading"]) == (8, {}, 0)

"""Whatever stands in a trace, an annotation, a log: a case, or a sentence; never a crash."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import trace_samples as made
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trace_samples import ANSWER, QUESTION, TRACE, Read, root, span, write_json, write_lines

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign.spans import dumped, flat, hexadecimal, loaded, moment, of_sdk
from adjudge_engine.reading.foreign.traces import Gathered

#: What may stand anywhere: wrong types, NaN, ends of ranges, characters that act on a terminal.
JUNK: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 10**30, 1e308, float("nan"), float("inf"), "", " ", "\x00", "\x1b[2J",
    "\ud800", "‮", "x" * 5000, "12", "NaN", "{", "[1, 2]", '{"a": 1}', "2031-02-30T00:00:00Z",
    "99999999999999999999", [], [[]], [None], [1, "a"], {}, {"": ""}, {"a": {"b": [1]}},
    [{"role": "user"}], {"role": "assistant", "content": 3}, {"intValue": "x"},
)  # fmt: skip


def _spans() -> list[Any]:
    attributes = {
        "annotations.0.annotation.name": "faithful",
        "annotations.0.annotation.label": "faithful",
        "annotations.0.annotation.annotator_kind": "HUMAN",
        "gen_ai.retrieval.documents": [{"id": "d", "content": "c"}],
        "gen_ai.input.messages": [{"role": "user", "parts": [{"type": "text", "content": "q"}]}],
        "tag.tags": ["a"],
        "metadata": '{"a": 1}',
    }
    result = {"gen_ai.evaluation.name": "x", "gen_ai.evaluation.score.value": 1}
    events = [{"name": "gen_ai.evaluation.result", "attributes": result}]
    note = {
        "name": "faithful", "annotator_kind": "HUMAN", "trace_id": TRACE, "span_id": "1",
        "result": {"label": "faithful", "score": 1, "explanation": "e"},
        "metadata": {"by": "mori", "start": 0, "end": 3, "missing": ["a"]}, "identifier": "i",
    }  # fmt: skip
    return [root(attributes=attributes, events=events), span(2, made.documents(), parent=1), note]


def _otlp() -> list[Any]:
    pairs = [{"key": "output.value", "value": {"stringValue": ANSWER}},
             {"key": "tag.tags", "value": {"arrayValue": {"values": [{"stringValue": "a"}]}}},
             {"key": "m", "value": {"kvlistValue": {"values": [{"key": "a"}]}}}]  # fmt: skip
    one = {"traceId": TRACE, "spanId": "1" * 16, "startTimeUnixNano": "1", "attributes": pairs}
    inner = {
        "spans": [one | {"events": [{"name": "e", "attributes": pairs}], "status": {"code": 2}}]
    }
    return [{"resourceSpans": [{"resource": {"attributes": pairs}, "scopeSpans": [inner]}]}]


def _mlflow() -> list[Any]:
    source = {"source_type": "HUMAN", "source_id": "mori"}
    assessments = [
        {"assessment_name": "faithful", "source": source, "feedback": {"value": True}},
        {"assessment_name": "x", "source": {"source_type": "CODE"}, "feedback": {"value": 1}},
        {"assessment_name": "expected_facts", "expectation": {"value": ["a"]}},
    ]
    attributes = {"mlflow.spanType": '"RETRIEVER"', "mlflow.spanOutputs": '[{"page_content": "a"}]'}
    spans = [{"span_id": "a", "parent_span_id": None, "attributes": attributes},
             {"span_id": "b", "attributes": {"mlflow.spanOutputs": '"answer"'}}]  # fmt: skip
    info = {"trace_id": "t", "state": "OK", "request_time": 1, "assessments": assessments}
    return [{"info": info, "data": {"spans": spans, "request": "q", "response": "a"}}]


def _table() -> list[Any]:
    return [
        {"inputs": QUESTION, "outputs": ANSWER, "context": "a\n\nb", "human": "faithful",
         "x/v1/score": 1, "x/v1/justification": "r", "x/v1/error": None, "trace_id": "t"}
    ]  # fmt: skip


def _inspect() -> list[Any]:
    edit = {"value": "I", "provenance": {"author": "a", "timestamp": "2031-03-01T08:00:00Z"}}
    sample = {
        "id": 1, "epoch": 1, "input": "q\n\n[a] c", "target": "t", "uuid": "u", "error": None,
        "output": {"model": "m", "choices": [{"message": {"content": [{"text": "a"}]}}]},
        "scores": {"s": {"value": "C", "history": [{"value": "C"}, edit]}, "n": {"value": {"a": 1}}
        },
        "metadata": {"contexts": ["c"], "human_label": "faithful"}, "attachments": {"a": "b"},
    }  # fmt: skip
    described = {"task": "t", "config": {"epochs": 1}}
    return [{"version": 2, "status": "success", "eval": described, "samples": [sample]}]


def _langsmith() -> list[Any]:
    run = {"id": "r", "trace_id": "t", "run_type": "llm", "dotted_order": "1", "error": None,
           "inputs": {"messages": [{"role": "user", "content": "q"}]}, "parent_run_id": None,
           "outputs": {"choices": [{"message": {"role": "assistant", "content": "a"}}]},
           "extra": {"metadata": {"ls_model_name": "m"}}}  # fmt: skip
    return [run, {"post": [run], "patch": [run]}]


def _langfuse() -> list[Any]:
    told = {"by": "mori", "split": "dev", "start": 0, "end": 3, "claim_id": "k"}
    one = {"id": "0" * 32, "traceId": "t", "name": "x.claim", "dataType": "CATEGORICAL",
           "value": "supported", "stringValue": "supported", "metadata": told,
           "source": "ANNOTATION", "timestamp": "2031-03-01T08:00:00Z"}  # fmt: skip
    return [one, one | {"name": "x", "source": "EVAL", "value": 1}]


WRITTEN: Final[dict[str, tuple[str, Callable[[], list[Any]]]]] = {
    "spans": ("openinference", _spans),
    "otlp": ("otel", _otlp),
    "mlflow": ("mlflow", _mlflow),
    "table": ("mlflow", _table),
    "inspect": ("inspect", _inspect),
    "langsmith": ("langsmith", _langsmith),
    "langfuse": ("langfuse", _langfuse),
}


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value."""
    yield path
    for key, one in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        yield from _places(one, (*path, key))


def _changed(value: Any, path: tuple[Any, ...], junk: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = copy.deepcopy(junk)


def _read(path: Path, values: list[Any], format_: str) -> Read | None:
    """What comes of the values; None where the file as a whole is refused in a sentence."""
    if format_ == "inspect":
        write_json(path, values[0])
    else:
        write_lines(path, values)
    try:
        return Read(path, format_)
    except InputError:
        return None


@pytest.mark.parametrize("kind", WRITTEN)
def test_what_is_well_written_is_read(tmp_path: Path, kind: str) -> None:
    format_, values = WRITTEN[kind]
    read = _read(tmp_path / "f", values(), format_)
    assert read is not None
    assert read.cases
    assert not read.refused


@pytest.mark.parametrize("kind", WRITTEN)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_changed_record_never_crashes(tmp_path: Path, kind: str, data: st.DataObject) -> None:
    format_, written = WRITTEN[kind]
    values = copy.deepcopy(written())
    for _ in range(data.draw(st.integers(1, 3))):
        places = [one for one in _places(values) if one]
        _changed(values, data.draw(st.sampled_from(places)), data.draw(st.sampled_from(JUNK)))
    read = _read(tmp_path / "f", values, format_)
    reasons = [] if read is None else read.why
    assert not [one for one in reasons if "engine error" in one]


@pytest.mark.stress
@pytest.mark.parametrize("kind", WRITTEN)
def test_every_place_with_everything_never_crashes(tmp_path: Path, kind: str) -> None:
    format_, written = WRITTEN[kind]
    for path in _places(written()):
        for junk in JUNK if path else ():
            values = copy.deepcopy(written())
            _changed(values, path, junk)
            read = _read(tmp_path / "f", values, format_)
            reasons = [] if read is None else read.why
            assert not [one for one in reasons if "engine error" in one], (path, junk)


def test_no_word_of_a_broken_record_becomes_a_pass(tmp_path: Path) -> None:
    """A score that cannot be read abstains; a person's word that cannot be read is no label."""
    for junk in JUNK:
        lines = _spans()
        lines[2]["annotator_kind"] = "LLM"
        lines[2]["result"] = {"label": junk, "score": junk}
        lines[0]["events"] = []
        read = _read(tmp_path / "f", lines, "openinference")
        assert read is not None
        for case in read.cases:
            assert all(one.strict != 1 for one in case.judgments), junk


def test_deep_attributes_are_refused_or_flattened(tmp_path: Path) -> None:
    deep: Any = "x"
    for _ in range(60):
        deep = {"a": [deep]}
    deeper = json.loads('{"a":' * 90 + "1" + "}" * 90)
    lines = [root(attributes={"deep": deep}), root(attributes={"deep": deeper}, trace="b" * 32)]
    read = Read(write_lines(tmp_path / "spans.jsonl", lines))
    assert [one.id for one in read.cases] == ["b" * 32]
    assert "nested more than" in read.why[0]


def test_keys_twice_are_a_problem_of_their_line(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    good = json.dumps(root())
    bad = good.replace('"name"', '"name": "a", "name"', 1).replace(TRACE, "b" * 32)
    path.write_text(f"{good}\n{bad}\n", encoding="utf-8")
    read = Read(path)
    assert len(read.cases) == 1
    assert "stands twice" in read.why[0]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2031-03-01T08:00:00Z", "2031-03-01T08:00:00.000000Z"),
        ("2031-03-01 10:00:00+02:00", "2031-03-01T08:00:00.000000Z"),
        ("2031-03-01T08:00:00", "2031-03-01T08:00:00.000000Z"),
        (1_930_000_000_000_000_000, "2031-02-27T23:06:40.000000Z"),
        ("1930000000000000000", "2031-02-27T23:06:40.000000Z"),
        (-1000, "1969-12-31T23:59:59.999999Z"),
        (10**30, ""),
        (float("nan"), ""),
        (True, ""),
        ("2031-02-30T00:00:00Z", ""),
        ("0001-01-01T00:00:00+14:00", ""),
        ("yesterday", ""),
        (None, ""),
        ([], ""),
    ],
    ids=str,
)
def test_times_in_any_form(value: Any, text: str) -> None:
    assert moment(value) == text


@settings(max_examples=30, deadline=None)
@given(st.binary(min_size=16, max_size=16))
def test_ids_are_one_in_every_spelling(raw: bytes) -> None:
    import base64

    plain = raw.hex()
    spelled = (plain, plain.upper(), f"0x{plain}", base64.b64encode(raw).decode(),
               base64.urlsafe_b64encode(raw).decode())  # fmt: skip
    assert {hexadecimal(one) for one in spelled} == {plain}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=30, deadline=None)
@given(_JSON)
def test_a_span_survives_being_stored(value: Any) -> None:
    one = of_sdk(span(1, {"v": value}, events=[{"name": "e", "attributes": {"v": value}}]), "p", 3)
    assert loaded(dumped(one)) == one
    assert all(isinstance(name, str) for name in flat(value))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abcdé\x00"), st.text(st.characters(codec="utf-8")))))
def test_groups_come_back_whole_and_in_order(pairs: list[tuple[str, str]]) -> None:
    expected: dict[str, list[str]] = {}
    for group, text in pairs:
        expected.setdefault(group, []).append(text)
    with Gathered(held=64) as gathered:
        for group, text in pairs:
            gathered.add(group, text)
        assert [(name, texts, left) for name, texts, left in gathered.groups()] == [
            (name, texts, 0) for name, texts in expected.items()
        ]


def test_a_trace_too_large_to_hold_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from adjudge_engine.reading.foreign import traces

    monkeypatch.setattr(traces, "MAX_TRACE", 3_000)
    lines = [root(trace="b" * 32), *(span(at + 2, {"v": "x" * 500}, parent=1) for at in range(9))]
    read = Read(write_lines(tmp_path / "spans.jsonl", [*lines, root()]))
    assert [one.id for one in read.cases] == ["b" * 32]
    assert "the trace is too large" in read.why[0]


def test_a_bomb_in_a_log_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "log.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", '{"eval": {"task": "t"}, "status": "success"}')
        file.writestr("samples/a.json", b" " * 40_000_000)
    with pytest.raises(InputError, match="zip bomb"):
        Read(path)


_MEASURE: Final = """
import resource, sys
from pathlib import Path
from adjudge_engine.reading import read_cases
n = sum(1 for _ in read_cases(Path(sys.argv[1])))
print(n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def _spans_file(path: Path, megabytes: int) -> int:
    """A file of that size in which the spans of ten traces at a time lie between each other."""
    text, traces = "The ferry waits for the tide. " * 60, 0
    with path.open("w", encoding="utf-8") as file:
        while file.tell() < megabytes * 1_000_000:
            ids = [f"{traces + at + 1:032x}" for at in range(10)]
            traces += 10
            for at in range(2):
                for id_ in ids:
                    attributes = made.documents([text], at)
                    file.write(json.dumps(span(at + 2, attributes, parent=1, trace=id_)) + "\n")
            file.writelines(json.dumps(root(trace=id_)) + "\n" for id_ in ids)
    return traces


def _measured(path: Path) -> tuple[int, int]:
    """Cases in the file, and the peak of memory while reading it, in MB."""
    command = [sys.executable, "-c", _MEASURE, str(path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(found[0]), int(found[1])


@pytest.mark.parametrize(
    ("small", "large"),
    [(2, 24), pytest.param(20, 200, marks=pytest.mark.stress)],
    ids=["24MB", "200MB"],
)
def test_memory_does_not_grow_with_the_file(tmp_path: Path, small: int, large: int) -> None:
    peaks = []
    for size in (small, large):
        path = tmp_path / f"{size}.jsonl"
        traces = _spans_file(path, size)
        cases, peak = _measured(path)
        assert cases == traces
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 24  # SQLite's memory, and never the file

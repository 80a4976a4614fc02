"""Whatever stands in a record of RAGAS, DeepEval, promptfoo and the like: a case or a reason."""

from __future__ import annotations

import copy
import csv
import functools
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from export_samples import golden_row
from foreign_samples_tables import (
    annotated,
    checked,
    component,
    metric,
    read,
    result,
    run,
    run_case,
    sample,
    statements,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.errors import InputError
from adjudge_queue.exports import EXPORTS

STATED: Final[dict[str, Any]] = {
    "n_l_i_statement_prompt": {
        "prompt_output": statements(1, 0),
        "edited_output": statements(0, 0),
    }
}
GRADED: Final = result(component("llm-rubric", True), component("human", False, comment="no"))


def exported(name: str) -> Any:
    return json.loads("".join(EXPORTS[name].write([golden_row("a"), golden_row("b")])))


def version_2() -> dict[str, Any]:
    output = {"text": "a", "gradingResult": GRADED["gradingResult"], "provider": "p"}
    body = [{"vars": ["q", "c"], "outputs": [output, output], "test": {"metadata": {}}}]
    table = {
        "head": {"prompts": [{"provider": "m"}], "vars": ["question", "context"]},
        "body": body,
    }
    return {"results": {"version": 2, "table": table, "results": []}, "config": {}}


SEEDS: Final[dict[str, tuple[str, Callable[[], Any]]]] = {
    "ragas": ("ragas", lambda: [sample(faithfulness=0.5, tone=1, tone_reason="x"), sample()]),
    "ragas-statements": ("ragas", lambda: [sample(**statements(1, 0), reference=["a", "b"])]),
    "ragas-annotated": (
        "ragas",
        lambda: {"tone": [annotated(1, verdict=1, is_accepted=False, edited={"verdict": 0})]},
    ),
    "ragas-claims": (
        "ragas",
        lambda: {"faithfulness": [annotated(0.5, target=1) | {"prompts": STATED}]},
    ),
    "deepeval": ("deepeval", lambda: [run_case(context=["a"], trace={"retrieverSpans": [{}]})]),
    "deepeval-run": (
        "deepeval",
        lambda: {"testRunData": {"testCases": [run_case(metricsData=[metric(), metric("Bias")])]}},
    ),
    "deepeval-cache": (
        "deepeval",
        lambda: {
            "test_cases_lookup_map": {
                '{"input": "q", "actual_output": "a"}': {
                    "cached_metrics_data": [{"metric_data": metric()}]
                }
            }
        },
    ),
    "deepeval-own": ("deepeval", lambda: exported("deepeval")),
    "promptfoo": ("promptfoo", lambda: run(GRADED, result(testCase={"metadata": {}}))),
    "promptfoo-2": ("promptfoo", version_2),
    "promptfoo-own": ("promptfoo", lambda: exported("promptfoo")),
    "ragchecker": ("ragchecker", lambda: {"results": [checked()]}),
    "opengate": (
        "opengate",
        lambda: {
            "arm": "deepeval-faithfulness",
            "judgeModel": "m",
            "runs": [{"repeat": 1, "scores": [{"outputId": "a", "score": 1, "reason": "r"}]}],
        },
    ),
    "mt-bench": ("mt-bench", lambda: [{"question_id": 1, "turns": ["a"]}]),
    "label-studio": ("label-studio", lambda: exported("label-studio")),
    "argilla": ("argilla", lambda: exported("argilla")),
}


@functools.cache
def whole(seed: str) -> Any:
    """The document that is mutated; to be copied before."""
    return SEEDS[seed][1]()


odd = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.sampled_from([float("nan"), float("inf"), 1e308, -0.0, 0.5]),
    st.text(max_size=5),
    st.sampled_from(["\ud800", "\0", "\u202e", "['a' 'b']", "{", "[[]]", "human", "supported"]),
    st.just([]),
    st.just({}),
    st.lists(st.none() | st.integers() | st.text(max_size=3), max_size=3),
    st.dictionaries(
        st.sampled_from(["", "verdict", "text", "type", "0"]), st.integers(), max_size=2
    ),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every member and item of a value, as (what holds it, key)."""
    found: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        one = todo.pop()
        keys = list(one) if isinstance(one, dict) else list(range(len(one)))
        found += [(one, key) for key in keys]
        todo += [one[key] for key in keys if isinstance(one[key], dict | list)]
    return found


@st.composite
def mutated(draw: st.DrawFn, seed: str) -> Any:
    """A real-shaped document with a few of its values replaced, dropped or doubled."""
    value = copy.deepcopy(whole(seed))
    for _ in range(draw(st.integers(0, 3))):
        found = places(value)
        if not found:
            break
        holder, key = draw(st.sampled_from(found))
        action = draw(st.sampled_from(["replace", "replace", "replace", "drop", "nest"]))
        if action == "drop":
            del holder[key]
        else:
            holder[key] = draw(odd) if action == "replace" else [holder[key]]
    return value


@pytest.mark.parametrize("seed", SEEDS)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_no_record_breaks_its_reader(seed: str, data: st.DataObject) -> None:
    check(SEEDS[seed][0], data.draw(mutated(seed)))


@pytest.mark.stress
@pytest.mark.parametrize("seed", SEEDS)
@given(data=st.data())
@settings(max_examples=3_000, deadline=None)
def test_no_record_breaks_its_reader_for_long(seed: str, data: st.DataObject) -> None:
    check(SEEDS[seed][0], data.draw(mutated(seed)))


def check(name: str, document: Any) -> None:
    """Every record is a case or refused with a reason of ours; the reader itself never breaks."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        try:
            found = read(path, format=name, labelled=True)
        except InputError:  # the file as a whole is none: said in a sentence
            return
    for one in found.rejects:
        assert "engine error" not in one.reason, one.reason
    for case in found.cases:
        json.dumps(case.model_dump(mode="json"), allow_nan=False)


@given(st.lists(st.lists(st.text(max_size=8), min_size=6, max_size=6), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_no_cell_of_promptfoos_table_breaks_its_reader(rows: list[list[str]]) -> None:
    text = io.StringIO(newline="")
    header = ["question", "[m] {{question}}", "Status", "Score", "Named Scores", "Comment"]
    csv.writer(text).writerows([header, *rows])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes(text.getvalue().encode("utf-8", "surrogatepass"))
        try:
            found = read(path, format="promptfoo")
        except InputError:
            return
    assert all("engine error" not in one.reason for one in found.rejects)

"""View models: what code found, what judges said and where it stands, without Textual."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tui_samples import (
    JSON,
    build,
    check,
    claims_of,
    evaluation_of,
    gates_of,
    judgment_of,
    northwind,
    plain,
    span,
)

from adjudge_engine.vocabulary import GATES, RISKS, ROUTES, Disposition
from adjudge_queue import Queue
from adjudge_queue.records import OPEN_STATES, Filter, State
from adjudge_tui.desk.filters import filter_line, parse_filter
from adjudge_tui.desk.gate_bar import gate_bar
from adjudge_tui.desk.labels import contradiction, derive_value, label_record
from adjudge_tui.desk.panes import details_doc, gates_doc, judge_doc, judge_title, why_doc
from adjudge_tui.desk.state import answer_doc, build_view
from adjudge_tui.desk.views import ItemView

EVERY: tuple[State, ...] = get_args(State)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def view_of(folder: Path, sample: tuple[JSON, JSON]) -> ItemView:
    path = build(folder / "one.db", [sample])
    with Queue.open(path, readonly=True) as queue:
        return build_view(queue.item(queue.find(sample[0]["id"])))


def judged(folder: Path, *judgments: JSON) -> ItemView:
    case, evaluation = plain("judged")
    return view_of(folder, (case, evaluation | {"judgments": list(judgments)}))


def test_spans_hold_in_what_is_shown(folder: Path) -> None:
    view = view_of(folder, northwind())
    assert [view.answer[one.start : one.end] for one in view.claims] == [
        one.text for one in view.claims
    ]
    first = view.claims[0].links[0]
    assert view.evidence[first.start : first.end] == "$412.3 million, up 14 percent"
    assert first.number == 1
    failed = [m for m in view.answer_marks if m.kind == "failed"]
    assert [view.answer[m.start : m.end] for m in failed] == ["21.4%"]
    doc, offset = answer_doc(view)
    assert doc.text[offset:] == view.answer
    assert doc.text.startswith(view.question)


def test_spans_hold_with_characters_that_are_replaced(folder: Path) -> None:
    text = "\x1b[31mred\u202e\r\n👩\u200d👧 ok \x00 twelve litres."
    answer = "\x07It is \u200btwelve litres."
    case: JSON = {"id": "odd", "answer": answer, "contexts": [{"id": "k", "text": text}]}
    claims = claims_of(answer, {1: [span("k", text, "twelve litres")]})
    view = view_of(folder, (case, evaluation_of(case, "review", gates_of(), claims, [])))
    link = view.claims[0].links[0]
    assert view.evidence[link.start : link.end] == "twelve litres"
    assert view.question == "(no question)"
    assert "\x1b" not in view.evidence
    assert "\x07" not in view.answer + view.claims[0].text


def test_code_speaks_by_its_worst_finding(folder: Path) -> None:
    view = view_of(folder, northwind())
    assert [str(one.check) for one in view.claims] == [
        "✓ numbers",
        "~ passage",
        "✗ numbers",
        "✗ numbers",
    ]
    case, evaluation = plain("proved")
    evaluation["claims"][0]["proved"] = True
    assert str(view_of(folder, (case, evaluation)).claims[0].check) == "✓ proved"


def test_a_claim_without_passage_is_offered_the_nearest_miss(folder: Path) -> None:
    view = view_of(folder, northwind())
    bare = view.claims[3]
    assert bare.links == ()
    case, evaluation = plain("far", answer="Granite melts at noon.")
    evaluation["claims"][0]["evidence"] = []
    near = view_of(folder, (case, evaluation)).claims[0].nearest
    assert near is not None
    view = view_of(folder, (case, evaluation))
    assert view.evidence[near.start : near.end] == "Ice melts at 0 °C."
    assert str(view.claims[0].check) == "∅ no passage"


def test_four_silences_are_four_states_and_none_is_red(folder: Path) -> None:
    abstained = judgment_of({}, abstention={"code": "unstable", "message": "3 of 5 runs"})
    failed = judgment_of({}, abstention={"code": "parse_failure", "message": "no JSON"})
    states = {
        "not run": judged(folder / "a", *()).claims[0].judge,
        "judge abstained": judged(folder / "b", abstained).claims[0].judge,
        "judge failed": judged(folder / "c", failed).claims[0].judge,
    }
    shown = {name: said for name, said in states.items() if said is not None}
    assert {name: said.word for name, said in shown.items()} == {name: name for name in states}
    assert len({said.glyph for said in shown.values()}) == 3
    assert {said.tone for said in shown.values()} == {"muted"}
    case, evaluation = plain("abst")
    evaluation["gates"] = gates_of(
        abstention={"outcome": "pass", "checks": [check("pass", "abstained", "and says so")]}
    )
    view = view_of(folder, (case, evaluation))
    assert view.answer_abstained
    assert "◌ answer abstained" in answer_doc(view)[0].text


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()


def test_judges_that_differ_are_said_to(folder: Path) -> None:
    view = judged(
        folder, judgment_of({"c1": "supported"}), judgment_of({"c1": "partial"}, judge="other")
    )
    assert str(view.claims[0].judge) == "≠ judges differ"


def test_both_readings_stand_side_by_side_only_where_they_differ(folder: Path) -> None:
    view = view_of(folder, northwind())
    text = judge_doc(view, view.claims[0]).text
    assert "✗ unfaithful · 1 of 4 claims supported · faithfulness" in text
    agreed = judged(folder / "a", judgment_of({"c1": "supported"}))
    assert "claims supported" not in judge_doc(agreed, agreed.claims[0]).text


def test_a_quote_that_is_not_there_is_marked(folder: Path) -> None:
    view = view_of(folder, northwind())
    assert "⚠ not in [1]–[3]" in judge_doc(view, view.claims[1]).text
    assert "quotes [2]: “20.4" in judge_doc(view, view.claims[2]).text
    assert "⚠" not in judge_doc(view, view.claims[2]).text
    assert "opinion of local" in judge_title(view, view.claims[1])


def test_gates_that_do_not_pass_come_by_name_worst_first(folder: Path) -> None:
    view = view_of(folder, northwind())
    assert gate_bar(view.gates) == [
        ("✗ numbers fail ×2", "bad"),
        ("? dates unavailable", "warn"),
        ("1 pass · 6 n/a", "muted"),
    ]
    named = gate_bar(view.gates, 80)
    assert named[:2] == gate_bar(view.gates)[:2]
    assert named[2] == ("✓ citations · 6 n/a", "muted")
    assert gate_bar(view.gates, 61) == named
    assert gate_bar(view.gates, 60) == gate_bar(view.gates)
    table = gates_doc(view).text
    assert table.index("numbers") < table.index("dates") < table.index("citations")
    assert table.count("n/a") == 6


def test_three_lists_and_why_it_is_here(folder: Path) -> None:
    view = view_of(folder, northwind())
    text = why_doc(view).text
    assert text.startswith('why review: "21.4%" stands in no context  +1 more')
    for head in ("PROVED by code  2", "JUDGED by opinion  1", "UNCERTAIN  1"):
        assert head in text
    whole = details_doc(view).text
    assert "same metric, same quarter, another value" in whole
    assert "rationale: Word for word" in whole


def claims_view(folder: Path, *verdicts: str, proved: bool = False) -> ItemView:
    answer = " ".join(f"Claim {number} holds." for number in range(len(verdicts)))
    case, evaluation = plain("labels", answer=answer)
    evaluation["claims"] = claims_of(answer)
    if proved:
        evaluation["claims"][1]["proved"] = True
    said = {f"c{number}": word for number, word in enumerate(verdicts, 1) if word != "-"}
    evaluation["judgments"] = [judgment_of(said)] if said else []
    return view_of(folder, (case, evaluation))


@pytest.mark.parametrize(
    ("verdicts", "proved", "drafts", "value"),
    [
        (("supported", "supported"), False, {"c1": "contradicted"}, "unfaithful"),
        (("supported", "supported"), False, {"c2": "partial"}, "unfaithful"),
        (("contradicted", "supported"), False, {"c1": "supported"}, "faithful"),
        (("contradicted", "unsure"), False, {"c1": "supported"}, None),
        (("-", "-"), True, {"c1": "supported"}, "faithful"),
        (("-", "-"), False, {"c1": "supported"}, None),
        (("supported", "supported"), False, {"c1": "undetermined"}, None),
        (("supported", "supported"), False, {}, None),
        (("-", "-"), False, {"c1": "supported", "c2": "supported"}, "faithful"),
    ],
)
def test_the_label_follows_from_the_marks(
    folder: Path, verdicts: tuple[str, ...], proved: bool, drafts: dict[str, str], value: str | None
) -> None:
    assert derive_value(claims_view(folder, *verdicts, proved=proved), drafts) == value


def test_a_label_record_names_the_marked_claims_in_the_original_text(folder: Path) -> None:
    view = claims_view(folder, "supported", "supported")
    record = label_record(view, {"c2": "contradicted"}, "unfaithful", "ana")
    assert record == {
        "criterion": "faithfulness",
        "value": "unfaithful",
        "claims": [
            {
                "claim_id": "c2",
                "start": 15,
                "end": 29,
                "text": "Claim 1 holds.",
                "verdict": "contradicted",
            }
        ],
        "by": "ana",
    }
    assert label_record(view, {}, None, "ana")["undetermined"] is True
    assert contradiction(view, {"c2": "contradicted"}) == (2, "contradicted")
    assert contradiction(view, {"c2": "supported"}) is None


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", Filter()),
        ("route:block gate:numbers", Filter(EVERY, route="block", gate="numbers")),
        ("disposition:released", Filter(EVERY, disposition="released")),
        ("route:block state:open", Filter(OPEN_STATES, route="block")),
        ("state:all", Filter(EVERY)),
        ("state:blocked state:decided", Filter(("decided", "blocked"))),
        ("state:decided", Filter(states=("decided",))),
        ("state:open tag:eu two words", Filter(states=OPEN_STATES, tag="eu", text="two words")),
        ("at 12:30", Filter(text="at 12:30")),
    ],
)
def test_filter_lines(line: str, wanted: Filter) -> None:
    assert parse_filter(line) == wanted
    assert parse_filter(filter_line(wanted)) == wanted


@given(
    st.builds(
        Filter,
        states=st.sets(st.sampled_from(EVERY), min_size=1).map(
            lambda some: tuple(state for state in EVERY if state in some)
        )
        | st.sampled_from([OPEN_STATES, EVERY]),
        route=st.none() | st.sampled_from(ROUTES),
        risk=st.none() | st.sampled_from(RISKS),
        gate=st.none() | st.sampled_from(GATES),
        tag=st.none() | st.just("eu"),
        disposition=st.none() | st.sampled_from(get_args(Disposition)),
        text=st.none() | st.just("two words"),
    )
)
@settings(max_examples=100, deadline=None)
def test_a_filter_is_named_by_a_line_that_asks_for_it(where: Filter) -> None:
    assert parse_filter(filter_line(where)) == where


def test_an_unknown_filter_word_is_named() -> None:
    with pytest.raises(ValueError, match="gate:nombers: not one of access"):
        parse_filter("gate:nombers")


def test_tables_and_empty_passages_are_shown(folder: Path) -> None:
    case, evaluation = plain("table")
    contexts: list[Any] = [
        {"id": "k1", "text": "water boils at 100 °C"},
        {"id": "t", "text": "", "cells": [["a", "b"], ["1", "2"]]},
        {"id": "m", "text": "", "cells": [{"row": 1, "column": 0, "text": "x"}]},
        {"id": "e", "text": ""},
    ]
    view = view_of(folder, (case | {"contexts": contexts}, evaluation))
    assert "a | b\n1 | 2" in view.evidence
    assert "[4] e\n(empty passage)" in view.evidence
    assert view_of(folder, (case | {"contexts": []}, evaluation)).evidence.startswith("∅")


def test_what_a_source_says_is_shown_where_a_check_saw_it(folder: Path) -> None:
    case, evaluation = northwind("sourced")
    claim = evaluation["claims"][2]
    citations = [
        {"id": "7", "claim": "Operating margin improved to 21.4%", "source_id": "10-Q"},
        {"id": "8", "source_id": "10-Q"},
    ]
    where = {"part": "source", "id": "10-Q\x1b[31m", "page": 6, "element_id": "t2"}
    row = {"text": "Margin\t20.4%", "where": where | {"path": "/rows/3"}, "start": 0, "end": 12}
    cell = {"text": "18.9%", "where": where | {"path": "/cells/3/2"}}
    checks = [
        check("fail", "quote_not_found", "other there", citation_id="7", observed=row),
        check("fail", "quote_not_found", "other there", citation_id="7", expected=row),
        check("pass", "cell_found", "it is there", citation_id="8", observed=cell),
        check("pass", "resolved", "no text", citation_id="8", observed={**cell, "text": ""}),
    ]
    gates = evaluation["gates"] | {"citations": {"outcome": "fail", "checks": checks}}
    view = view_of(folder, (case | {"citations": citations}, evaluation | {"gates": gates}))
    assert "[4] 10-Q␛[31m · p.6 · t2 · row 3 · in the source\nMargin" in view.evidence
    assert "[5] 10-Q␛[31m · p.6 · t2 · row 3, column 2 · in the source\n18.9%" in view.evidence
    assert "[6]" not in view.evidence
    assert len(view.passages) == 3
    links = next(one for one in view.claims if one.id == claim["id"]).links
    shown = [view.evidence[one.start : one.end] for one in links if one.number == 4]
    assert len(shown) == 1
    assert shown[0].startswith("Margin")
    assert shown[0].endswith("20.4%")
    marked = [view.evidence[m.start : m.end] for m in view.evidence_marks if m.kind == "link"]
    assert "18.9%" in marked


def test_endless_lists_are_cut_and_say_so(folder: Path) -> None:
    answer = " ".join(f"Claim number {number} stands here." for number in range(1700))
    case, evaluation = plain("long", answer=answer)
    evaluation["claims"] = claims_of(answer)
    evaluation["gates"] = gates_of(
        numbers={"outcome": "fail", "checks": [check("fail", "untraced", "7")] * 1700}
    )
    evaluation["judgments"] = [
        judgment_of(dict.fromkeys((f"c{n}" for n in range(1, 1701)), "unsure"))
    ]
    evaluation["reasons"]["uncertain"] *= 1700
    view = view_of(folder, (case, evaluation))
    for doc in (gates_doc(view), details_doc(view), why_doc(view)):
        assert "… and 1,200 more" in doc.text
        assert doc.text.count("\n") < 1600


def test_more_reasons_are_as_many_as_the_lists_hold_against_it(folder: Path) -> None:
    case, evaluation = plain("many")
    reasons = evaluation["reasons"]
    reasons["uncertain"] = [
        {"code": "unsure", "message": "local is unsure"},
        {"code": "not_admitted", "message": "nobody admitted it", "action": "review"},
        {"code": "unstable", "message": "two runs differ"},
    ]
    reasons["proved"] = [{"code": "traced", "message": "it stands there", "outcome": "pass"}]
    text = why_doc(view_of(folder, (case, evaluation))).text
    assert text.startswith("why review: local is unsure  +2 more")
    assert "UNCERTAIN  3" in text

"""The citations gate: locators, quotes, values, cells, marks, and what must be cited."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import SHARED, needs_shared

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.gates.citing import quotes
from adjudge_engine.gates.citing.marks import find_marks
from adjudge_engine.gates.citing.material import is_material
from adjudge_engine.subject import Subject

PUMP = {
    "id": "c1",
    "text": "The pump carries a warranty of 36 months from delivery. Seals are excluded.",
    "source_id": "manual",
    "page": 1,
    "element_id": "e2",
}


def _checks(
    citation: dict[str, Any] | list[dict[str, Any]],
    answer: str = "The pump carries a warranty of 36 months.",
    contexts: list[dict[str, Any]] | None = None,
    **expect: Any,
) -> list[Check]:
    given = [citation] if isinstance(citation, dict) else citation
    case = Case.model_validate(
        {
            "id": "x",
            "answer": answer,
            "contexts": [PUMP] if contexts is None else contexts,
            "citations": [{"id": str(at + 1), **one} for at, one in enumerate(given)],
            "expect": expect,
        }
    )
    return check_citations(Subject(case))


def _codes(*arguments: Any, **more: Any) -> set[str]:
    """The codes of all checks but the one on ids, where that passed."""
    return {one.code for one in _checks(*arguments, **more)} - {"ids_well_formed"}


QUOTE = {"quote": "a warranty of 36 months from delivery"}


@pytest.mark.parametrize(
    ("locator", "code"),
    [
        ({"context_id": "c1"}, "quote_found"),
        ({"context_id": "c1", "page": 1, "element_id": "e2"}, "quote_found"),
        ({"source_id": "manual"}, "quote_found"),
        ({"source_id": "manual", "page": 1}, "quote_found"),
        ({"source_id": "manual", "element_id": "e2"}, "quote_found"),
        ({"context_id": "c9"}, "context_unknown"),
        ({"context_id": "c1", "source_id": "other"}, "source_mismatch"),
        ({"context_id": "c1", "page": 18}, "page_mismatch"),
        ({"source_id": "manual", "page": 18}, "page_mismatch"),
        ({"source_id": "manual", "page": 1, "element_id": "e42"}, "element_mismatch"),
        ({"source_id": "other"}, "source_unresolved"),
        ({"source_id": "manual", "span": {"start": 0, "end": 9}}, "source_unread"),
        ({}, "no_locator"),
        ({"page": 1}, "no_locator"),
    ],
)
def test_locators(locator: dict[str, Any], code: str) -> None:
    assert _codes({**locator, **QUOTE}) == {code}


def test_what_the_context_does_not_say_is_never_a_pass() -> None:
    bare = [{"id": "c1", "text": PUMP["text"]}]
    assert _codes({"context_id": "c1", "page": 1, **QUOTE}, contexts=bare) == {"page_unknown"}
    assert _codes({"context_id": "c1", "element_id": "e", **QUOTE}, contexts=bare) == {
        "element_unknown"
    }
    assert _codes({"context_id": "c1", "source_id": "m", **QUOTE}, contexts=bare) == {
        "source_unstated"
    }


def test_a_found_quote_shows_where_it_stands() -> None:
    text = "He said:\n “the ﬁrst\u00adborn  pays” — no more."
    checks = _checks(
        {"context_id": "c1", "quote": 'the firstborn pays"'},
        contexts=[{"id": "c1", "text": text, "page": 3}],
    )
    found = checks[-1].observed
    assert found is not None
    assert found.where is not None
    assert (found.where.id, found.where.page) == ("c1", 3)
    assert text[found.start : found.end] == found.text == "the ﬁrst\u00adborn  pays”"


def test_a_missing_quote_shows_what_stands_there_instead() -> None:
    check = _checks({"context_id": "c1", "quote": "carries a warranty of 24 months"})[-1]
    assert (check.code, check.outcome) == ("quote_not_found", "fail")
    assert check.observed is not None
    assert check.observed.text == "carries a warranty of 36 months"
    assert "36 months" in check.message


@pytest.mark.parametrize(
    ("quote", "text", "code"),
    [
        ("2.4M", "It was $12.4M.", "quote_not_found"),
        ("rest room", "The forest room.", "quote_not_found"),
        ("The Seller", "the seller pays", "quote_not_found"),
        ("10 units", "10² units", "quote_not_found"),
        ("It pays. It pays", "It pays. It pays. It pays.", "quote_found"),
        ("It pays.", "It pays. It pays.", "ambiguous_repeat"),
        ('"the seller pays"', "the seller pays", "quote_found"),
        ("The lessee … pays the toll", "The lessee, and no other, pays the toll.", "quote_elided"),
        ("pays [...] The lessee", "The lessee, and no other, pays.", "quote_not_found"),
        ("...", "a b", "quote_not_found"),
        ("  ", "a b", "quote_empty"),
        ("返品は7日", "返品は７日\n以内", "quote_found"),
    ],
)
def test_quotes(quote: str, text: str, code: str) -> None:
    context = [{"id": "c1", "text": text}]
    assert _codes({"context_id": "c1", "quote": quote}, contexts=context) == {code}


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (9, 17, "quote_found"),
        (8, 18, "quote_found"),
        (0, 8, "quote_found"),
        (1, 9, "span_mismatch"),
        (0, 17, "span_mismatch"),
        (9, 99, "span_out_of_range"),
    ],
)
def test_a_span_chooses_among_repeats(start: int, end: int, code: str) -> None:
    context = [{"id": "c1", "text": "It pays. It pays. "}]
    citation = {"context_id": "c1", "quote": "It pays.", "span": {"start": start, "end": end}}
    assert _codes(citation, contexts=context) == {code}


def test_a_span_may_not_cut_a_number() -> None:
    context = [{"id": "c1", "text": "It was 12.4M."}]
    citation = {"context_id": "c1", "quote": "2.4M", "span": {"start": 8, "end": 12}}
    assert _codes(citation, contexts=context) == {"span_mismatch"}


def test_the_same_quote_in_two_contexts_of_the_source_is_ambiguous() -> None:
    twice = [PUMP, {**PUMP, "id": "c2"}]
    assert _codes({"source_id": "manual", **QUOTE}, contexts=twice) == {"ambiguous_repeat"}
    assert _codes({"context_id": "c2", **QUOTE}, contexts=twice) == {"quote_found"}


@pytest.mark.parametrize(
    ("value", "text", "code"),
    [
        ("EUR 1,480", "EUR 1,480", "value_found"),
        ("1480 €", "The price is EUR 1,480.", "value_found"),
        ("0.5 g", "Take 500 mg.", "value_found"),
        ("19 euros", "19 euros a night", "value_found"),
        ("EUR 1,840", "EUR 1,480", "value_not_found"),
        ("500", "It cost 500 million.", "value_not_found"),
        ("480", "EUR 1,480", "value_not_found"),
    ],
)
def test_values(value: str, text: str, code: str) -> None:
    citation = {"context_id": "c1", "kind": "value", "value": value}
    assert _codes(citation, contexts=[{"id": "c1", "text": text}]) == {code}


CELLS = [
    {"row": 0, "column": 0, "row_span": 2, "text": "Eastgate"},
    {"row": 0, "column": 1, "text": "Day"},
    {"row": 1, "column": 1, "text": "345 €"},
]


@pytest.mark.parametrize(
    ("row", "column", "value", "code"),
    [
        (0, 0, "Eastgate", "cell_found"),
        (1, 0, "Eastgate", "cell_found"),
        (1, 1, "345 €", "cell_found"),
        (1, 1, "EUR 345", "cell_found"),
        (1, 1, "45 €", "cell_mismatch"),
        (0, 1, "345 €", "cell_mismatch"),
        (2, 0, "Eastgate", "cell_missing"),
        (1, 1, "", "quote_empty"),
        (None, 1, "x", "no_locator"),
    ],
)
def test_cells(row: int | None, column: int, value: str, code: str) -> None:
    context = [{"id": "c1", "text": "", "cells": CELLS}]
    citation = {"context_id": "c1", "row": row, "column": column, "value": value}
    assert _codes({**citation, "kind": "table_cell"}, contexts=context) == {code}


def test_cells_as_rows_of_strings_and_tables_by_name() -> None:
    rows = {"id": "c1", "source_id": "s", "element_id": "t1", "cells": [["A", "1"], ["B"]]}
    place = {"source_id": "s", "row": 0, "column": 1, "value": "1"}
    assert _codes({**place, "table_id": "t1"}, contexts=[rows]) == {"cell_found"}
    assert _codes({**place, "table_id": "t9"}, contexts=[rows]) == {"source_unread"}
    assert _codes({**place, "table_id": "t1", "row": 1}, contexts=[rows]) == {"cell_missing"}
    assert _codes({**place, "table_id": "t1", "row": -1}, contexts=[rows]) == {"cell_missing"}
    plain = [{"id": "c1", "source_id": "s", "text": "A 1"}]
    assert _codes({**place, "table_id": "t1"}, contexts=plain) == {"source_unread"}


def test_ids() -> None:
    here = {"context_id": "c1", "kind": "presence"}
    assert _codes({**here, "id": None}) == {"id_missing", "resolved"}
    for bad in ("", "  ", " k", "k\n1", "k\u202e", "x" * 300):
        assert _codes({**here, "id": bad}) == {"id_malformed", "resolved"}
    twice = _checks([{**here, "id": "k"}, {**here, "id": "k"}, {**here, "id": "m"}])
    assert [one.citation_id for one in twice if one.code == "id_duplicate"] == ["k"]


def test_the_claim_must_stand_in_the_answer() -> None:
    answer = "The **pump** is blue [1], and it runs."
    here = {"context_id": "c1", "kind": "presence"}
    for claim in ("The pump is blue", "the pump is blue, and it runs.", "The **pump** is blue [1]"):
        assert _codes({**here, "claim": claim}, answer) == {"resolved", "marks_resolved"}
    assert "claim_not_in_answer" in _codes({**here, "claim": "The pump is red"}, answer)
    assert "claim_not_in_answer" in _codes({**here, "claim": {"start": 5, "end": 999}}, answer)
    assert "claim_not_in_answer" not in _codes({**here, "claim": {"start": 0, "end": 8}}, answer)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("It pays [1].", [("1",)]),
        ("It pays[2, 3] and [1-3].", [("2", "3"), ("1", "2", "3")]),
        ("It pays [1][9].", [("1",), ("9",)]),
        ("It pays 【4】, 【5:2†source】.", [("4",), ("5",)]),
        ("It pays 【6:0†source】.", [("6:0",)]),
        ("It pays [k12].", [("k12",)]),
        ("It pays [k12-k14].", [("k12", "k13", "k14")]),
        ("It pays [k12–14].", [("k12", "k13", "k14")]),
        ("It opens at [12:30], or [9:05].", []),
        ("It pays [k99].", [("k99",)]),
        ("As said in [7], yes", [("7",)]),
        ("[bold] and [link text] and [x]", []),
        ("see rows[0].name, a[9] = 4, `f[7]`, m[8][9].x", []),
        ("```\nx [7]\n``` and [1]", [("1",)]),
        ('{"a": [7, 8]} or x = [9]', []),
        ("in the range [7, 9]", []),
        ("[7](http://example.org)", []),
        ("[2019] was a good year", []),
        ("no marks", []),
        ("[" * 5_000, []),
    ],
)
def test_what_a_mark_looks_like(text: str, ids: list[tuple[str, ...]]) -> None:
    marks = find_marks(text, {"1", "2", "3", "k12", "6:0"})
    assert [one.ids for one in marks] == ids
    assert all(text[one.start] in "[【" and text[one.end - 1] in "]】" for one in marks)


def test_marks_must_lead_to_citations() -> None:
    here = {"context_id": "c1", "kind": "presence"}
    checks = _checks(here, "It pays [1]. It runs [2].")
    bad = next(one for one in checks if one.code == "mark_unresolved")
    assert bad.observed is not None
    assert bad.observed.text == "[2]"
    assert "marks_resolved" in _codes(here, "It pays [1].")
    on_the_mark = {**here, "claim": {"start": 8, "end": 11}}
    assert "marks_resolved" in _codes(on_the_mark, "It pays [9].")


def test_marks_without_any_citation_lead_to_contexts() -> None:
    assert _codes([], "It pays [1].") == {"marks_resolved"}
    assert _codes([], "It pays [7].") == {"mark_unresolved"}
    assert _codes([], "It pays [1].", []) == {"marks_unlisted"}
    assert _codes([], "It pays.") == set()


def test_required_citations() -> None:
    answer = "The fee is 500 euros. Hail is covered up to 900 euros."
    one = {"context_id": "c1", "kind": "presence", "claim": "The fee is 500 euros."}
    two = {"context_id": "c1", "kind": "presence", "claim": "Hail is covered up to 900 euros"}
    missing = _checks(one, answer, citations_required=True)
    uncited = [check for check in missing if check.code == "claim_uncited"]
    assert [check.observed and check.observed.text for check in uncited] == [answer[22:]]
    assert "claims_cited" in _codes([one, two], answer, citations_required=True)
    assert _codes([], answer, citations_required=True) == {"citation_missing"}
    assert _codes([], "", citations_required=True) == set()
    marked = "The fee is 500 euros [1]. Hail is covered up to 900 euros. [1]"
    here = {"context_id": "c1", "kind": "presence"}
    assert "claims_cited" in _codes(here, marked, citations_required=True)
    half = "The fee is 500 euros and hail is covered up to 900 euros."
    assert "claim_uncited" in _codes(
        {**here, "claim": "The fee is 500 euros"}, half, citations_required=True
    )
    abstains = "The documents do not mention the price of Plan B."
    assert "claims_cited" in _codes(here, abstains, citations_required=True)


@pytest.mark.parametrize(
    ("answer", "uncited"),
    [
        ("The fee is 5 euros. The lamp stays lit.", []),
        ("The fee is 5 euros. Let me know if you need more.", []),
        ("The fee is 5 euros. Feel free to ask for less.", []),
        ("The fee is 5 euros. Let me add less is owed.", ["Let me add less is owed."]),
        ("The fee is 5 euros. Would you not like to know more?", []),
        ("The fee is 5 euros. Would 7 euros be more?", ["Would 7 euros be more?"]),
    ],
)
def test_questions_and_what_cannot_be_wrong_need_no_citation(
    answer: str, uncited: list[str]
) -> None:
    context = [{"id": "c1", "text": "The fee is 5 euros. At dusk the lamp is lit, and stays so."}]
    cited = {"context_id": "c1", "kind": "presence", "claim": "The fee is 5 euros."}
    checks = _checks(cited, answer, context, citations_required=True)
    found = [one for one in checks if one.code == "claim_uncited" and one.observed]
    assert [one.observed.text for one in found if one.observed] == uncited


def test_what_is_material() -> None:
    for text in ("It costs 5 euros.", "The boss is Ms Okoro.", "It is not paid.", "返品できます"):
        assert is_material(text)
    for text in ("It is paid.", "The .", "", " and "):
        assert not is_material(text)


def test_many_citations_of_one_context() -> None:
    facts = [f"Fact number {at} is stated here." for at in range(50)]
    citations = [
        {"context_id": "c1", "quote": facts[at % 50], "claim": "Fact number 5 is stated here."}
        for at in range(20_000)
    ]
    checks = _checks(citations, facts[5], [{"id": "c1", "text": " ".join(facts)}])
    assert len(checks) == 20_001
    assert GateResult.of(checks).outcome == "pass"


@pytest.mark.parametrize(
    "share", [100, pytest.param(1, marks=pytest.mark.stress)], ids=["hundredth", "whole"]
)
def test_too_much_searching_is_refused_not_done(
    share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A context as long as it takes; or a hundredth of it, and of what may be searched."""
    monkeypatch.setattr(quotes, "_SEARCH_LIMIT", quotes._SEARCH_LIMIT // share)
    huge = [{"id": "c1", "text": "word " * (400_000 // share)}]
    checks = _checks([{"context_id": "c1", "quote": f"no {at}"} for at in range(1_600)], "A.", huge)
    codes = {one.code for one in checks}
    assert "search_limit" in codes
    assert GateResult.of(checks).outcome == "fail"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40), st.text(max_size=10))
def test_nothing_crashes_and_places_are_true(text: str, at: int, end: int, quote: str) -> None:
    span = {"start": min(at, end), "end": max(at, end)}
    context = [{"id": "c1", "text": text}]
    for citation in (
        {"context_id": "c1", "quote": text[at:end]},
        {"context_id": "c1", "quote": quote, "span": span},
        {"context_id": "c1", "kind": "value", "value": quote},
    ):
        for check in _checks(citation, text, context, citations_required=True):
            place = check.observed
            if place and place.where and place.where.part == "context" and place.start is not None:
                assert text[place.start : place.end] == place.text


@needs_shared
@pytest.mark.parametrize("name", ["xquad_parallel", "jsquad"])
def test_real_quotes_are_found_in_every_language(name: str) -> None:
    import json

    lines = (SHARED / "items" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    missed = 0
    for record in map(json.loads, lines):
        for span in record["context_spans"]:
            citation = {
                "context_id": span["context_id"],
                "quote": span["text"],
                "span": {"start": span["start"], "end": span["end"]},
            }
            codes = _codes(citation, record["answer"], record["contexts"])
            missed += codes != {"quote_found"}
    assert missed <= 1  # one context of xquad lacks the space before its quote


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("Le mot « loyer » désigne le prix.", 'Le mot "loyer" désigne', "quote_found"),
        ("Le mot «\u00a0loyer\u00a0» désigne le prix.", "“loyer” désigne", "quote_found"),
        ("Le mot «\u202floyer\u202f» désigne le prix.", 'mot "loyer"', "quote_found"),
        ('Le mot "loyer" désigne le prix.', "Le mot « loyer » désigne", "quote_found"),
        ("Dit « oui », « non » ou rien.", 'Dit "oui", "non" ou rien.', "quote_found"),
        (
            "Das Wort »Pacht« und das Wort »Miete«",
            'Wort "Pacht" und das Wort "Miete"',
            "quote_found",
        ),
        ("Le prix est dû.", "« Le prix est dû. »", "quote_found"),
        ("Le mot « loyer » désigne le prix.", 'Le mot "loyers" désigne', "quote_not_found"),
        ("Le mot « loyer » désigne le prix.", 'Le "mot" loyer désigne', "quote_not_found"),
        ("Le mot « loyer » désigne le prix.", "Le mot loyer désigne", "quote_not_found"),
    ],
)
def test_quotation_marks_as_another_hand_sets_them(text: str, quote: str, code: str) -> None:
    context = [{"id": "c1", "text": text}]
    cited = {"context_id": "c1", "quote": quote}
    assert _codes(cited, answer=text, contexts=context) == {code}


@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("The guest may, with a pass, park here.", "The guest may … park here", "quote_elided"),
        ("The guest may not, ever, park here.", "The guest may … park here", "quote_not_found"),
        ("The guest will by no means park.", "The guest will … park", "quote_not_found"),
        ("The guest, not the host, parks.", "The guest … parks", "quote_elided"),
        ("Guests may park. No dogs. Hosts pay.", "Guests may park. … Hosts pay.", "quote_elided"),
        ("Guests may not park. Hosts may pay.", "Guests may … pay", "quote_not_found"),
        ("Der Gast darf hier nicht parken.", "Der Gast darf … parken", "quote_not_found"),
        ("L'hôte ne peut jamais se garer.", "L'hôte … se garer", "quote_not_found"),
        ("Гость не может стоять.", "Гость … может стоять", "quote_not_found"),
        ("客人不得在此停车。", "客人…停车", "quote_not_found"),
        ("客人可以在此停车。", "客人…停车", "quote_elided"),
        ("Guests may not park. Guests may sit and park.", "Guests may … park", "quote_elided"),
        ("Guests may not only sit but park.", "Guests may … park", "quote_elided"),
        ("Der Weg ist keineswegs frei.", "Der Weg ist … frei", "quote_not_found"),
    ],
)
def test_an_ellipsis_leaves_out_no_denial(text: str, quote: str, code: str) -> None:
    context = [{"id": "c1", "text": text}]
    cited = {"context_id": "c1", "quote": quote}
    assert _codes(cited, answer="It is so.", contexts=context) == {code}

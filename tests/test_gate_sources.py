"""Citations that lead into a source of the registry: pages, elements, tables, spans, quotes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source_samples import ALL, CONTENT, ELEMENTS, a_source, a_subject, digest

from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.citations import check_citations, proved_claims
from adjudge_engine.gates.citing import insource
from adjudge_engine.source import Source


def _check(citation: dict[str, Any], *sources: Source, **case: Any) -> Check:
    cited = {"id": "1", "source_id": "hire", **citation}
    (check,) = _checks([cited], *sources, **case)
    return check


def _checks(citations: list[dict[str, Any]], *sources: Source, **case: Any) -> list[Check]:
    checks = check_citations(a_subject(*sources, citations=citations, **case))
    return [check for check in checks if check.code != "ids_well_formed"]


KAYAK = {"quote": "A kayak costs 18 euros an hour."}


@pytest.mark.parametrize(
    ("locator", "code"),
    [
        ({}, "quote_found"),
        ({"page": 1}, "quote_found"),
        ({"page": 1, "element_id": "p1"}, "quote_found"),
        ({"element_id": "p1"}, "quote_found"),
        ({"page": 2}, "quote_not_found"),
        ({"element_id": "p2"}, "quote_not_found"),
        ({"page": 3}, "text_unavailable"),
        ({"page": 9}, "page_missing"),
        ({"page": 0}, "page_missing"),
        ({"page": -1}, "page_missing"),
        ({"page": 1, "element_id": "p9"}, "element_missing"),
        ({"page": 2, "element_id": "p1"}, "element_page_conflict"),
        ({"page": 1, "element_id": "s1"}, "quote_found"),
        ({"page": 2, "element_id": "s1"}, "element_page_conflict"),
        ({"table_id": "t1"}, "quote_not_found"),
        ({"table_id": "t9"}, "table_missing"),
        ({"page": 1, "table_id": "t1"}, "element_page_conflict"),
    ],
)
def test_locators(locator: dict[str, Any], code: str) -> None:
    assert _check({**locator, **KAYAK}).code == code


def test_messages_name_what_failed() -> None:
    assert _check({"page": 1, "element_id": "p9", **KAYAK}).message == (
        "page 1 of hire has no element p9"
    )
    assert _check({"page": 2, "element_id": "p1", **KAYAK}).message == (
        "element p1 of hire is on page 1, not on page 2"
    )
    missing = _check({"page": 2, **KAYAK})
    assert "on page 2 of hire; it stands on page 1, element p1" in missing.message


@pytest.mark.parametrize(
    ("locator", "lacking"),
    [
        ({"page": 1}, "pages"),
        ({"page": 1, "element_id": "p1"}, "pages"),
        ({"element_id": "p1"}, "elements"),
        ({"table_id": "t1"}, "tables"),
        ({"table_id": "t1", "row": 0, "column": 0, "value": "Boat"}, "tables"),
    ],
)
def test_what_the_parser_cannot_give_is_unavailable(locator: dict[str, Any], lacking: str) -> None:
    source = a_source(capabilities={**ALL, lacking: False})
    check = _check({**KAYAK, **locator}, source)
    assert (check.code, check.outcome) == ("capability_missing", "unavailable")
    assert lacking in check.message


def test_an_unreadable_source_says_why() -> None:
    broken = a_source(unreadable="the reader timed out", elements=[], tables=[])
    check = _check({"page": 1, **KAYAK}, broken)
    assert (check.code, check.outcome) == ("source_unreadable", "unavailable")
    assert "timed out" in check.message
    assert _check(KAYAK, broken).code == "quote_found"  # the content itself is there
    assert _check(KAYAK, broken.model_copy(update={"content": None})).code == "source_unreadable"


@pytest.mark.parametrize(
    ("locator", "quote", "code"),
    [
        ({"element_id": "p1"}, "A  kayak\ncosts 18\u00a0euros", "quote_found"),
        ({"element_id": "p1"}, "“A kayak costs 18 euros an hour.”", "quote_found"),
        ({"element_id": "p1"}, "kayak costs 1", "quote_not_found"),
        ({"element_id": "p1"}, "8 euros", "quote_not_found"),
        ({"element_id": "p3"}, "250 euros", "quote_not_found"),
        ({"element_id": "p1"}, "a kayak costs", "quote_not_found"),
        ({"element_id": "p1"}, "A kayak … Paddles are included", "quote_elided"),
        ({"element_id": "p1"}, "Paddles … kayak", "quote_not_found"),
        ({"page": 1}, "A kayak … Boats go back", "quote_not_found"),
        ({}, "A kayak … Boats go back", "quote_not_found"),
        ({"element_id": "p1"}, " ", "quote_empty"),
        # repeats
        ({"page": 1}, "Boats go back by 19:30.", "quote_found"),
        ({"page": 2, "element_id": "p5"}, "Boats go back by 19:30.", "quote_found"),
        ({}, "Boats go back by 19:30.", "ambiguous_repeat"),
        # joined over neighbours
        ({"element_id": "p3"}, "for the sailing yacht and the raft", "joined"),
        ({"element_id": "p4"}, "for the sailing yacht and the raft", "joined"),
        ({"page": 2}, "for the sailing yacht and the raft", "joined"),
        ({}, "for the sailing yacht and the raft", "joined"),
        ({"page": 2}, "by 19:30. Deposits", "joined"),
        ({"element_id": "p5"}, "for the sailing yacht and the raft", "quote_not_found"),
        ({"page": 1}, "for the sailing yacht and the raft", "quote_not_found"),
        ({"page": 1}, "Kayak hire Boats go back", "quote_not_found"),
        # tables
        ({"table_id": "t1"}, "Raft\t95", "quote_found"),
        ({"page": 2, "element_id": "t1"}, "Raft 95 480", "quote_found"),
        ({"page": 2}, "Canoe", "quote_found"),
        ({"table_id": "t1"}, "480 Canoe", "joined"),
    ],
)
def test_quotes(locator: dict[str, Any], quote: str, code: str) -> None:
    assert _check({**locator, "quote": quote}).code == code


def test_a_repeat_inside_one_element_is_ambiguous() -> None:
    twice = a_source(elements=[{"id": "p1", "page": 1, "text": "It floats. It floats."}])
    assert _check({"element_id": "p1", "quote": "It floats."}, twice).code == "ambiguous_repeat"


def test_a_table_that_is_an_element_too_is_one_place() -> None:
    element = {"id": "e9", "page": 2, "kind": "Table", "text": "Boat Day\nRaft 95"}
    source = a_source(elements=[*ELEMENTS, element])
    assert _check({"page": 2, "quote": "Raft 95"}, source).code == "quote_found"
    prose = a_source(elements=[*ELEMENTS, {**element, "kind": "text"}])
    assert _check({"page": 2, "quote": "Raft 95"}, prose).code == "ambiguous_repeat"


def test_an_element_id_that_stands_twice_needs_its_page() -> None:
    elements = [{"id": "e", "page": at, "text": "It floats."} for at in (1, 2)]
    source = a_source(elements=elements, tables=[])
    assert _check({"element_id": "e", "quote": "It floats."}, source).code == "ambiguous_repeat"
    found = _check({"element_id": "e", "page": 2, "quote": "It floats."}, source)
    assert found.observed is not None
    assert found.observed.where is not None
    assert (found.code, found.observed.where.page) == ("quote_found", 2)


@pytest.mark.parametrize(
    ("locator", "value", "code"),
    [
        ({"element_id": "p1"}, "18 euros", "value_found"),
        ({"element_id": "p3"}, "€1,250.00", "value_found"),
        ({"element_id": "p3"}, "EUR 1250", "value_found"),
        ({"page": 2}, "1250 euros", "value_found"),
        ({}, "1250 euros", "value_found"),
        ({"table_id": "t1"}, "480", "value_found"),
        ({"element_id": "p1"}, "8 euros", "value_not_found"),
        ({"element_id": "p3"}, "12,50 euros", "value_not_found"),
        ({"page": 1}, "1250 euros", "value_not_found"),
    ],
)
def test_values(locator: dict[str, Any], value: str, code: str) -> None:
    assert _check({**locator, "kind": "value", "value": value}).code == code


def test_presence() -> None:
    here = {"kind": "presence"}
    for locator in ({}, {"page": 1}, {"element_id": "p1"}, {"table_id": "t1"}, {"page": 2}):
        assert _check({**here, **locator}).code == "resolved"
    assert _check({**here, "span": {"start": 0, "end": 5}}).code == "resolved"
    assert _check({**here, "span": {"start": 0, "end": 5_000}}).code == "span_out_of_range"
    assert _check({**here, "page": 7}).code == "page_missing"


AT = CONTENT.index("A kayak")


@pytest.mark.parametrize(
    ("locator", "start", "end", "code"),
    [
        ({}, AT, AT + 31, "quote_found"),
        ({"page": 1}, AT, AT + 31, "quote_found"),
        ({"page": 2}, AT, AT + 31, "span_mismatch"),
        ({"element_id": "p1"}, 0, 31, "quote_found"),
        ({"element_id": "p1"}, AT, AT + 31, "quote_found"),
        ({"element_id": "p2"}, AT, AT + 31, "span_mismatch"),
        ({}, AT + 1, AT + 31, "span_mismatch"),
        ({}, 0, 5_000, "span_out_of_range"),
    ],
)
def test_spans(locator: dict[str, Any], start: int, end: int, code: str) -> None:
    assert _check({**locator, **KAYAK, "span": {"start": start, "end": end}}).code == code


def test_a_span_chooses_among_repeats_and_needs_a_content() -> None:
    last = CONTENT.rindex("Boats")
    citation = {"quote": "Boats go back by 19:30.", "span": {"start": last, "end": last + 23}}
    assert _check(citation).code == "quote_found"
    bare = _check(citation, a_source(content=None))
    assert (bare.code, bare.outcome) == ("text_unavailable", "unavailable")


@pytest.mark.parametrize(
    ("row", "column", "value", "code"),
    [
        (1, 1, "95", "cell_found"),
        (1, 2, "480", "cell_found"),
        (2, 2, "480", "cell_found"),
        (2, 2, "48", "cell_mismatch"),
        (2, 1, "95", "cell_mismatch"),
        (3, 0, "Canoe", "cell_missing"),
        (-1, 0, "Boat", "cell_missing"),
        (1, None, "95", "no_locator"),
        (1, 1, "", "quote_empty"),
    ],
)
def test_cells(row: int, column: int | None, value: str, code: str) -> None:
    cell = {"kind": "table_cell", "row": row, "column": column, "value": value}
    for locator in ({"table_id": "t1"}, {"page": 2, "table_id": "t1"}, {"element_id": "t1"}, {}):
        assert _check({**locator, **cell}).code == code
    assert _check({"table_id": "t1", "page": 1, **cell}).code in (
        "element_page_conflict",
        "no_locator",
    )


def test_a_cell_counted_from_one_is_told_so() -> None:
    cell = {"table_id": "t1", "kind": "table_cell", "row": 2, "column": 2, "value": "95"}
    check = _check(cell)
    assert check.outcome == "fail"
    assert "row 1, column 1 has it: they count from 0" in check.message


def test_of_several_tables_the_citation_must_choose() -> None:
    tables = [
        {"id": one, "page": 2, "cells": [{"row": 0, "column": 0, "text": "7"}]} for one in "ab"
    ]
    cell = {"kind": "table_cell", "row": 0, "column": 0, "value": "7"}
    source = a_source(tables=tables)
    assert _check({**cell, "page": 2}, source).code == "no_locator"
    assert _check({**cell, "table_id": "b"}, source).code == "cell_found"
    assert _check({**cell, "page": 1}, source).code == "table_missing"


def test_a_cited_context_without_cells_is_looked_up_in_its_source() -> None:
    cell = {"kind": "table_cell", "row": 2, "column": 1, "value": "60", "table_id": "t1"}
    contexts = [{"id": "c1", "source_id": "hire", "text": "Canoe\t60"}]
    citation = {**cell, "source_id": None, "context_id": "c1"}
    assert _check(citation, contexts=contexts).code == "cell_found"
    assert _check(citation, contexts=contexts, registry=False).code == "source_unread"


def test_without_the_source_the_contexts_answer() -> None:
    contexts = [
        {"id": "c1", "source_id": "hire", "page": 1, "text": "A kayak costs 18 euros an hour."}
    ]
    citation = {"page": 1, **KAYAK}
    for check in (
        _check(citation, contexts=contexts, registry=False),
        _check(citation, a_source(source_id="other"), contexts=contexts),
    ):
        assert check.code == "quote_found"
        assert check.observed is not None
        assert check.observed.where is not None
        assert check.observed.where.part == "context"
    assert _check(citation, registry=False).code == "source_unresolved"


def test_the_registry_is_the_authority_over_a_context() -> None:
    contexts = [{"id": "c1", "source_id": "hire", "page": 1, "text": "A kayak costs 19 euros."}]
    check = _check({"page": 1, "quote": "A kayak costs 19 euros."}, contexts=contexts)
    assert check.code == "quote_not_found"


OLD = a_source(version="1", content="A kayak costs 15 euros.", elements=[], tables=[], spans=[])


@pytest.mark.parametrize(
    ("quote", "pin", "code"),
    [
        ("A kayak costs 15 euros.", digest("A kayak costs 15 euros."), "quote_found"),
        ("A kayak costs 15 euros.", digest(CONTENT), "quote_not_found"),
        ("A kayak costs 15 euros.", None, "version_unclear"),
        ("A kayak costs", None, "quote_found"),
        ("A kayak costs 99 euros.", None, "quote_not_found"),
    ],
)
def test_of_several_versions_the_pinned_one_counts_else_all(
    quote: str, pin: str | None, code: str
) -> None:
    assert _check({"quote": quote, "fingerprint": pin}, OLD, a_source(version="2")).code == code


def test_a_source_without_an_approved_version_is_not_looked_into() -> None:
    check = _check(KAYAK, a_source(approved=False))
    assert (check.code, check.outcome) == ("source_not_approved", "unavailable")


def test_content_and_page_texts_stand_in_where_there_are_no_elements() -> None:
    flat = a_source(elements=[], tables=[])
    assert _check({"quote": "by 19:30. Deposits"}, flat).code == "quote_found"
    assert _check({"quote": "Boats go back"}, flat).code == "ambiguous_repeat"
    assert _check({"quote": "A kayak … Paddles"}, flat).code == "quote_elided"
    assert _check({"quote": "A kayak … A deposit"}, flat).code == "joined"
    paged = a_source(
        content=None, elements=[], pages=[{"page": 4, "text": "It floats."}], tables=[]
    )
    found = _check({"page": 4, "quote": "It floats."}, paged)
    assert found.observed is not None
    assert (found.code, found.observed.start, found.observed.end) == ("quote_found", 0, 10)


def test_a_missing_quote_is_found_in_another_source_or_shown_nearest() -> None:
    other = a_source(source_id="rules", content=None, tables=[], elements=[
        {"id": "r1", "page": 7, "text": "Life jackets are worn at all times."}])  # fmt: skip
    contexts = [{"id": "c", "source_id": "rules", "text": "Life jackets"}]
    quote = {"page": 1, "quote": "Life jackets are worn at all times."}
    moved = _check(quote, a_source(), other, contexts=contexts)
    assert "it stands on page 7, element r1 of rules" in moved.message
    near = _check({"element_id": "p1", "quote": "A kayak costs 28 euros an hour."})
    assert near.observed is not None
    assert near.observed.text == "A kayak costs 18 euros an hour."


def test_places_count_in_the_text_of_the_element() -> None:
    for locator in ({}, {"page": 1}, {"element_id": "p1"}):
        place = _check({**locator, "quote": "Paddles are included."}).observed
        assert place is not None
        assert place.where is not None
        assert (place.where.part, place.where.id, place.where.page) == ("source", "hire", 1)
        assert place.where.element_id == "p1"
        assert ELEMENTS[1]["text"][place.start : place.end] == place.text  # type: ignore[index]


def _proved(answer: str, source: Source, quote: str, text: str | None, **where: Any) -> bool:
    contexts = [] if text is None else [{"id": "c1", "source_id": "hire", "text": text}]
    subject = a_subject(
        source,
        answer=answer,
        contexts=contexts,
        citations=[{"id": "1", "source_id": "hire", "quote": quote, **where}],
    )
    return bool(proved_claims(subject, check_citations(subject)))


def test_a_claim_is_proved_by_a_source_whose_words_a_context_carries() -> None:
    text = "A kayak costs 18 euros an hour. Paddles are included."
    claim = "A kayak costs 18 euros an hour."
    assert _proved(claim, a_source(), claim, text, page=1, element_id="p1")
    assert _proved(claim, a_source(), claim, text)
    assert not _proved(claim, a_source(), claim, None, element_id="p1")
    assert not _proved(claim, a_source(), claim, "Paddles are included.", element_id="p1")
    assert not _proved("A kayak costs 18 euros.", a_source(), "A kayak costs 18 euros", text)


@pytest.mark.parametrize(
    ("before", "kind", "proved"),
    [
        ({"kind": "paragraph", "text": "Each boat is checked."}, "list_item", True),
        ({"kind": "paragraph", "text": "The following is wrong:"}, "list_item", False),
        ({"kind": "paragraph", "text": "The following is wrong:"}, "paragraph", False),
        ({"kind": "list_item", "text": "Paddles are made of wood."}, "list_item", True),
        ({"kind": "paragraph", "text": "Each boat is checked."}, "heading", False),
    ],
)
def test_the_neighbours_in_the_source_are_read_too(
    before: dict[str, Any], kind: str, proved: bool
) -> None:
    claim = "Life jackets are free of charge."
    elements = [
        {"id": "a", "page": 1, **before},
        {"id": "b", "page": 1, "kind": kind, "text": claim},
        {"id": "c", "page": 1, "kind": "paragraph", "text": "Ask at the pier for the rest."},
    ]
    source = a_source(elements=elements, tables=[], content=None)
    assert _proved(claim, source, claim, claim, element_id="b") is proved


def test_an_item_further_down_the_list_is_led_up_to_as_well() -> None:
    items = ["Life jackets are free of charge.", "Paddles are free of charge."]
    elements = [{"id": "a", "page": 1, "kind": "text", "text": "Not so:"}] + [
        {"id": f"i{at}", "page": 1, "kind": "list_item", "text": one}
        for at, one in enumerate(items)
    ]
    source = a_source(elements=elements, tables=[], content=None)
    assert not _proved(items[1], source, items[1], items[1], element_id="i1")


def test_many_citations_of_many_elements() -> None:
    elements = [
        {"id": f"e{at}", "page": at // 50 + 1, "text": f"Boat {at} has {at + 3} seats."}
        for at in range(3_000)
    ]
    source = a_source(elements=elements, tables=[], content=None, pages=[])
    citations = [
        {
            "id": str(at),
            "source_id": "hire",
            "page": at // 50 + 1,
            "element_id": f"e{at}",
            "quote": f"Boat {at} has {at + 3 + at % 2} seats.",
        }
        for at in range(3_000)
    ]
    codes = Counter(check.code for check in _checks(citations, source))
    assert codes == {"quote_found": 1_500, "quote_not_found": 1_500}


@pytest.mark.parametrize(
    "share", [100, pytest.param(1, marks=pytest.mark.stress)], ids=["hundredth", "whole"]
)
def test_too_much_searching_is_refused_not_done(
    share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A source as long as it takes; or a hundredth of it, and of what may be searched."""
    monkeypatch.setattr(insource, "_SEARCH_LIMIT", insource._SEARCH_LIMIT // share)
    source = a_source(content="word " * (400_000 // share), elements=[], tables=[])
    citations = [{"id": str(at), "source_id": "hire", "quote": f"no {at}"} for at in range(1_600)]
    checks = _checks(citations, source)
    assert checks[-1].code == "search_limit"
    assert GateResult.of(checks).outcome == "fail"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text(max_size=12), min_size=1, max_size=4),
    st.integers(0, 3),
    st.integers(0, 12),
    st.integers(0, 12),
    st.text(max_size=6),
)
def test_nothing_crashes_and_places_are_true(
    texts: list[str], index: int, one: int, other: int, said: str
) -> None:
    elements = [{"id": f"e{at}", "page": 1, "text": text} for at, text in enumerate(texts)]
    source = a_source(elements=elements, tables=[], content="\n".join(texts), spans=[])
    start, end = min(one, other), max(one, other)
    text = texts[index % len(texts)]
    for citation in (
        {"element_id": f"e{index}", "quote": text[start:end]},
        {"page": 1, "quote": said},
        {"quote": said, "span": {"start": start, "end": end}},
        {"page": 1, "kind": "value", "value": said},
    ):
        place = _check(citation, source).observed
        if place is None or place.where is None or place.start is None:
            continue
        held = {one["id"]: str(one["text"]) for one in elements}
        whole = held.get(place.where.element_id or "", "\n".join(texts))
        assert whole[place.start : place.end] == place.text


@pytest.mark.parametrize(
    ("quote", "text", "code"),
    [
        ("The reimbursed fare is low.", "The reim-\nbursed fare is low.", "quote_relaid"),
        ("The reim- bursed fare is low.", "The reimbursed fare is low.", "quote_relaid"),
        ("A well-known fare is low.", "A well-\nknown fare is low.", "quote_relaid"),
        ("The resigned lease is low.", "The re-signed lease is low.", "quote_not_found"),
        ("bursed fare is low.", "The reim-\nbursed fare is low.", "quote_found"),
        ("imbursed fare is low.", "The reim-\nbursed fare is low.", "quote_not_found"),
        ("It is 125 euros in all.", "It is 12-\n5 euros in all.", "quote_not_found"),
    ],
)
def test_a_quote_may_differ_by_line_end_hyphens(quote: str, text: str, code: str) -> None:
    source = a_source(elements=[{"id": "a", "page": 1, "text": text}], tables=[], content=None)
    assert _check({"element_id": "a", "quote": quote}, source).code == code
    contexts = [{"id": "c1", "text": text}]
    cited = {"source_id": None, "context_id": "c1", "quote": quote}
    assert _check(cited, contexts=contexts).code == code


def test_what_stands_elsewhere_is_not_relaid_here() -> None:
    elements = [
        {"id": "a", "page": 1, "text": "The re-\nport is out today."},
        {"id": "b", "page": 2, "text": "The report is out today."},
    ]
    source = a_source(elements=elements, tables=[], content=None)
    check = _check({"element_id": "a", "quote": "The report is out today."}, source)
    assert check.code == "quote_not_found"


def test_a_table_whose_cells_cannot_be_told_apart_says_why() -> None:
    table = {"id": "t1", "page": 2, "unreadable": "two of its cells cover row 0, column 0"}
    source = a_source(tables=[table])
    cell = {"table_id": "t1", "row": 0, "column": 0, "kind": "table_cell", "value": "Boat"}
    for citation in (cell, {"table_id": "t1", "quote": "Boat"}):
        check = _check(citation, source)
        assert (check.code, check.outcome) == ("source_unreadable", "unavailable")
        assert "two of its cells" in check.message
    told = {"id": "t1", "page": 2, "kind": "table", "text": "Boat\tDay"}
    with_text = source.model_copy(update={"elements": a_source(elements=[told]).elements})
    assert _check({"table_id": "t1", "quote": "Boat"}, with_text).code == "quote_found"
    assert _check(cell, with_text).code == "source_unreadable"


LONG = [
    {"id": "a", "page": 1, "last_page": 3, "text": "A long one over three pages."},
    {"id": "b", "page": 3, "text": "The end."},
]


@pytest.mark.parametrize(
    ("locator", "quote", "code"),
    [
        *(({"element_id": "a", "page": page}, "A long one", "quote_found") for page in (1, 2, 3)),
        *(({"page": page}, "A long one", "quote_found") for page in (1, 2, 3)),
        ({"element_id": "a", "page": 4}, "A long one", "element_page_conflict"),
        ({"page": 4}, "A long one", "text_unavailable"),
        ({"page": 2}, "The end.", "quote_not_found"),
        ({"element_id": "b", "page": 2}, "The end.", "element_page_conflict"),
        ({"table_id": "t", "page": 3}, "Boat", "quote_found"),
        ({"table_id": "t", "page": 1}, "Boat", "element_page_conflict"),
    ],
)
def test_what_goes_on_over_pages_is_on_each_of_them(
    locator: dict[str, Any], quote: str, code: str
) -> None:
    cells = [{"row": 0, "column": 0, "text": "Boat"}]
    source = a_source(
        content=None,
        elements=LONG,
        tables=[{"id": "t", "page": 2, "last_page": 3, "cells": cells}],
        pages=[{"page": 4}],
    )
    assert _check({**locator, "quote": quote}, source).code == code
    only = {"page": 3, "row": 0, "column": 0, "kind": "table_cell", "value": "Boat"}
    assert _check(only, source).code == "cell_found"


def test_the_pages_of_a_broken_range_are_bounded() -> None:
    elements = [{"id": f"e{at}", "page": 1, "last_page": 10**15, "text": "x"} for at in range(9)]
    source = a_source(content=None, elements=elements, tables=[], pages=[])
    assert _check({"page": 1, "element_id": "e3", "quote": "x"}, source).code == "quote_found"
    assert _check({"page": 10**15, "element_id": "e3", "quote": "x"}, source).outcome == "pass"
    back = [{"id": "e", "page": 5, "last_page": 2, "text": "x"}]
    source = a_source(content=None, elements=back, tables=[], pages=[{"page": 3}])
    assert _check({"page": 3, "element_id": "e", "quote": "x"}, source).outcome == "fail"


SPANS = [
    {"id": "of-element", "element_id": "p2", "start": 0, "end": 5},
    {"id": "of-text", "start": 2, "end": 7},
    {"id": "of-nothing", "element_id": "gone", "start": 0, "end": 5},
    {"id": "beyond", "element_id": "p2", "start": 0, "end": 10**12},
    {"id": "p1", "start": 0, "end": 1},
]


@pytest.mark.parametrize(
    ("span", "quote", "code"),
    [
        ("of-element", "Boats", "quote_found"),
        ("of-element", "Kayak", "quote_not_found"),
        ("of-text", "kayak", "quote_found"),
        ("of-nothing", "Boats", "text_unavailable"),
        ("beyond", "Boats", "text_unavailable"),
        ("p1", "Paddles are included.", "quote_found"),  # an element of that id comes first
    ],
)
def test_named_spans_count_in_what_they_say(span: str, quote: str, code: str) -> None:
    source = a_source(spans=SPANS, text="A kayak", tables=[])
    assert _check({"element_id": span, "quote": quote}, source).code == code


def test_without_a_running_text_a_named_span_counts_in_the_content() -> None:
    spans = [{"id": "s", "start": 0, "end": 5}]
    assert _check({"element_id": "s", "quote": "Kayak"}, a_source(spans=spans)).outcome == "pass"
    bare = a_source(spans=spans, content=None)
    assert _check({"element_id": "s", "quote": "Kayak"}, bare).code == "text_unavailable"


def test_the_running_text_of_a_parser_is_a_text_of_the_source() -> None:
    source = a_source(content=None, text="Only here: 7 boats.", elements=[], tables=[])
    check = _check({"quote": "7 boats"}, source)
    assert check.outcome == "pass"
    assert check.observed is not None
    assert check.observed.where is not None
    assert check.observed.where.path == "/text"
    spanned = {"quote": "7 boats", "span": {"start": 11, "end": 18}}
    assert _check(spanned, source).code == "quote_found"
    assert _check({**spanned, "span": {"start": 11, "end": 16}}, source).code == "span_mismatch"


def test_a_span_that_cuts_a_word_says_so() -> None:
    check = _check({"element_id": "p2", "quote": "Boat", "span": {"start": 0, "end": 4}})
    assert check.code == "span_mismatch"
    assert "cuts a word" in check.message


def test_two_cells_at_one_place_are_none() -> None:
    cells = [{"row": 0, "column": 0, "text": "95"}, {"row": 0, "column": 0, "text": "59"}]
    source = a_source(tables=[{"id": "t1", "page": 2, "cells": cells}])
    cited = {"table_id": "t1", "row": 0, "column": 0, "kind": "table_cell", "value": "95"}
    assert _check(cited, source).code == "source_unreadable"
    same = a_source(tables=[{"id": "t1", "page": 2, "cells": [cells[0], cells[0]]}])
    assert _check(cited, same).code == "cell_found"


def test_more_versions_than_can_be_compared_settle_nothing() -> None:
    def versions(count: int) -> list[Source]:
        return [a_source(version=str(at), content=f"{CONTENT}{at}") for at in range(count)]

    assert _check({**KAYAK, "element_id": "p1"}, *versions(10)).code == "quote_found"
    check = _check({**KAYAK, "element_id": "p1"}, *versions(11))
    assert (check.code, check.outcome) == ("version_unclear", "unavailable")
    pinned = {**KAYAK, "element_id": "p1", "fingerprint": digest(f"{CONTENT}3")}
    assert _check(pinned, *versions(40)).code == "quote_found"

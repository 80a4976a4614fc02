"""The identity gate: sources known and approved, fingerprints equal, contexts in their sources."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source_samples import CONTENT, a_source, a_subject, digest

from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.identifying import context_cells
from adjudge_engine.gates.identity import check_identity
from adjudge_engine.source import Source


def _checks(*sources: Source, **case: Any) -> list[Check]:
    return check_identity(a_subject(*sources, **case))


def _context(text: str, *sources: Source, **more: Any) -> Check:
    checks = _checks(*sources, contexts=[{"id": "c1", "source_id": "hire", "text": text, **more}])
    return checks[-1]


def _pin(fingerprint: str | None, *sources: Source, **more: Any) -> set[str]:
    citation = {"id": "1", "source_id": "hire", "page": 1, "fingerprint": fingerprint, **more}
    checks = _checks(*sources, citations=[citation])
    return {check.code for check in checks} - {"source_known"}


def test_nothing_named_is_nothing_to_check() -> None:
    assert _checks(contexts=[{"id": "c", "text": "x"}]) == []
    assert _checks(citations=[{"id": "1", "context_id": "c"}]) == []


def test_sources() -> None:
    here = {"contexts": [{"id": "c1", "source_id": "hire", "text": "Boats go back"}]}
    assert [one.code for one in _checks(**here)] == ["source_known", "context_found"]
    assert [one.code for one in _checks(a_source(source_id="x"), **here)] == ["source_unknown"]
    assert [one.code for one in _checks(a_source(approved=False), **here)] == ["not_approved"]
    assert [one.code for one in _checks(registry=False, **here)] == ["no_registry"]


@pytest.mark.parametrize(
    ("fingerprint", "code"),
    [
        (digest(CONTENT), "fingerprint_equal"),
        (digest(CONTENT + " "), "fingerprint_stale"),
        (digest(CONTENT).upper(), "fingerprint_malformed"),
        (digest(CONTENT)[:-1], "fingerprint_malformed"),
        (digest(CONTENT) + "\n", "fingerprint_malformed"),
        (digest(CONTENT).removeprefix("sha256:"), "fingerprint_malformed"),
        ("", "fingerprint_malformed"),
        (None, "not_pinned"),
    ],
)
def test_cited_fingerprints(fingerprint: str | None, code: str) -> None:
    assert _pin(fingerprint) == {code}


def test_a_fingerprint_of_several_versions() -> None:
    old = a_source(version="1", content="Old.", approved=False)
    assert _pin(digest("Old."), old, a_source()) == {"fingerprint_stale"}
    assert _pin(digest(CONTENT), old, a_source()) == {"fingerprint_equal"}
    both = a_source(version="1", content="Old.")
    assert _pin(digest("Old."), both, a_source()) == {"fingerprint_equal"}
    assert _pin(digest("Old."), a_source(fingerprint=None)) == {"fingerprint_missing"}


def test_a_malformed_fingerprint_fails_whatever_the_registry_knows() -> None:
    citation = {"id": "1", "source_id": "hire", "fingerprint": "md5:0"}
    for more in ({"registry": False}, {}):
        sources = [] if more else [a_source(source_id="other")]
        checks = _checks(*sources, citations=[citation], **more)
        assert "fingerprint_malformed" in {check.code for check in checks}
        assert GateResult.of(checks).outcome == "fail"


def test_a_fingerprint_beside_a_context_is_that_of_its_source() -> None:
    case = {
        "contexts": [{"id": "c1", "source_id": "hire", "text": "Boats go back"}, {"id": "c2"}],
        "citations": [{"id": "1", "context_id": "c1", "fingerprint": digest("?")}],
    }
    assert "fingerprint_stale" in {check.code for check in _checks(**case)}
    lost = {**case, "citations": [{"id": "1", "context_id": "c2", "fingerprint": digest("?")}]}
    assert _checks(**lost)[-1].code == "source_unstated"


def test_many_citations_of_one_version_are_one_check() -> None:
    citations = [
        {"id": str(at), "source_id": "hire", "fingerprint": digest(CONTENT)} for at in range(500)
    ]
    checks = _checks(citations=citations)
    assert [check.code for check in checks] == ["source_known", "fingerprint_equal"]


def test_the_content_is_hashed_again() -> None:
    wrong = a_source(fingerprint=digest("Another."))
    assert "content_mismatch" in {one.code for one in _checks(wrong, contexts=[
        {"id": "c1", "source_id": "hire", "text": "Boats go back"}])}  # fmt: skip
    odd = a_source(content="a \ud800 b", elements=[], tables=[])
    assert _context("a", odd).code == "context_found"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A kayak costs 18 euros an hour.", "context_found"),
        ("A  kayak\ncosts 18\u00a0euros an hour.", "context_found"),
        ("costs 18 euros an hour. Paddles are included.\nBoats go", "context_found"),
        ("due for the sailing yacht and the raft.", "context_found"),
        ("Raft\t95\t480\nCanoe", "context_found"),
        ("yak costs 18 eu", "context_found"),
        ("A kayak costs 18 euros ...", "context_found"),
        ("… euros is due for the sail\u00ading yacht", "context_found"),
        ("", "context_found"),
        ("A kayak costs 19 euros an hour.", "context_altered"),
        ("A kayak costs 18 dollars an hour.", "context_altered"),
        ("A kayak cost", "context_found"),
        ("the sailing yacht and the raft. Not so.", "context_altered"),
        ("Something else altogether.", "context_altered"),
        ("A deposit of 1", "context_cut"),
        ("250 euros is due", "context_cut"),
        ("Boats go back by 19", "context_found"),
        ("| Raft | 95 | 480 |\n|---|---|---|", "context_reformatted"),
        ("## Deposits\nA deposit of **1,250** euros is due", "context_reformatted"),
        ("Kayak hire\nBoats go back by 19:30.", "context_joined"),
        ("A kayak costs 18 euros ... Paddles are included.", "context_joined"),
        ("Kayak hire\nBoats go back by 20:30.", "context_altered"),
    ],
)
def test_a_context_stands_in_its_source(text: str, code: str) -> None:
    for source in (a_source(), a_source(content=None)):
        assert _context(text, source).code == code


@pytest.mark.parametrize(
    ("text", "content", "code"),
    [
        ("The reimbursed fare.", "The reim-\nbursed fare.", "context_found"),
        ("The reim-\nbursed fare.", "The reimbursed fare.", "context_found"),
        ("A well-known fare.", "A well-\nknown fare.", "context_found"),
        ("A well-\nknown fare.", "A well-known fare.", "context_found"),
        ("The re-signed lease.", "The resigned lease.", "context_altered"),
        ("The resigned lease.", "The re-signed lease.", "context_altered"),
        ("5 degrees.", "It is -5 degrees.", "context_cut"),
        ("It is 5 degrees.", "It is -5 degrees.", "context_altered"),
        ("退会の 通知", "退会の通知です", "context_found"),
        ("退会は30日前", "退会は\n30日前まで", "context_found"),
        ("退会は3", "退会は30日前まで", "context_cut"),
    ],
)
def test_line_breaks_may_have_moved(text: str, content: str, code: str) -> None:
    source = a_source(content=content, elements=[], tables=[], spans=[])
    assert _context(text, source).code == code


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ({"page": 1, "element_id": "p2"}, "context_found"),
        ({"page": 2, "element_id": "p5"}, "context_found"),
        ({"page": 2}, "context_found"),
        ({"element_id": "p5"}, "context_found"),
        ({"page": 3}, "context_misplaced"),
        ({"page": 9}, "context_misplaced"),
        ({"page": 2, "element_id": "p2"}, "context_misplaced"),
        ({"page": 1, "element_id": "p1"}, "context_misplaced"),
        ({"element_id": "p9"}, "context_misplaced"),
    ],
)
def test_a_context_stands_where_it_says(where: dict[str, Any], code: str) -> None:
    check = _context("Boats go back by 19:30.", **where)
    assert check.code == code


def test_places_are_not_asked_of_a_parser_that_gives_none() -> None:
    blind = a_source(capabilities={}, elements=[], tables=[], pages=[])
    assert _context("Boats go back", blind, page=7, element_id="x").code == "context_found"
    partial = a_source(elements=[{"id": "p1", "page": 1, "text": "Other."}], tables=[])
    assert _context("Boats go back", partial, page=1).code == "place_unknown"


def test_a_context_may_span_elements() -> None:
    text = "is due for the sailing\nyacht and the raft. Boats"
    for element in ("p3", "p4", "p5"):
        assert _context(text, page=2, element_id=element).code == "context_found"
    assert _context(text, page=2, element_id="h2").code == "context_misplaced"


def test_an_altered_context_shows_where_it_parts_from_the_source() -> None:
    check = _context("A kayak costs 18 euros an hour. Paddles are excluded.")
    assert "excluded" in check.message
    assert "included" in check.message
    assert check.observed is not None
    assert "excluded" in check.observed.text


def test_a_context_of_another_version_is_found_there() -> None:
    old = a_source(version="1", content="A kayak costs 15 euros.", elements=[], tables=[])
    assert _context("A kayak costs 15 euros.", old, a_source()).code == "context_found"
    gone = a_source(version="1", content="A kayak costs 15 euros.", approved=False)
    assert _context("A kayak costs 15 euros.", gone, a_source()).code == "context_altered"


def test_a_source_without_text_cannot_say() -> None:
    empty = a_source(content=None, elements=[], tables=[], unreadable="no parser for .heic")
    check = _context("Boats go back", empty)
    assert (check.code, check.outcome) == ("text_unavailable", "unavailable")
    assert ".heic" in check.message


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ([["Boat", "Day", "Week"], ["Raft", "95", "480"], ["Canoe", "60", "480"]], "cells_found"),
        ([["Boat", "Day"], ["Canoe", "60"]], "cells_found"),
        ([["Canoe", "60", ""]], "cells_found"),
        ([["Canoe", "95"]], "cells_altered"),
        ([["Canoe", "60"], ["Raft", "95"]], "cells_altered"),
        ([{"row": 0, "column": 1, "text": "95"}], "cells_found"),
        ([{"row": 0, "column": 1, "text": "9"}], "cells_altered"),
    ],
)
def test_cells_of_a_context(cells: list[Any], code: str) -> None:
    assert _context("", cells=cells).code == code
    assert _context("", cells=cells, element_id="t1").code == code
    blind = a_source(capabilities={"pages": True})
    assert _context("", blind, cells=cells).code == "text_unavailable"


def test_a_huge_merged_cell_ends_at_once() -> None:
    wide = {"row": 0, "column": 0, "row_span": 10**9, "col_span": 10**9, "text": "x"}
    source = a_source(tables=[{"id": "t1", "cells": [wide]}])
    assert _context("", source, cells=[["x", "x"]]).code == "cells_found"


def test_many_contexts_of_one_source() -> None:
    elements = [{"id": f"e{at}", "page": 1, "text": f"Item {at}."} for at in range(3_000)]
    source = a_source(elements=elements, tables=[], content=None)
    contexts = [
        {"id": f"c{at}", "source_id": "hire", "text": f"Item {at}.", "element_id": f"e{at}"}
        for at in range(3_000)
    ]
    assert GateResult.of(_checks(source, contexts=contexts)).outcome == "pass"


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_a_part_is_found_and_nothing_crashes(text: str, one: int, other: int) -> None:
    part = text[min(one, other) : max(one, other)]
    source = a_source(content=text, elements=[], tables=[], spans=[])
    code = _context(part, source).code
    assert code in ("context_found", "context_cut", "text_unavailable", "context_altered")
    assert _context(text, source).code in ("context_found", "text_unavailable")


def test_the_hash_of_the_original_file_counts_too() -> None:
    here = [{"id": "c1", "source_id": "hire", "text": "Boats go back"}]
    for actual, code in ((digest(CONTENT), "source_known"), (digest("?"), "content_mismatch")):
        source = a_source(actual_fingerprint=actual)
        assert _checks(source, contexts=here)[0].code == code


def test_a_number_cut_in_two_is_no_part_even_in_the_named_element() -> None:
    check = _context("A deposit of 1", page=2, element_id="p3")
    assert check.code == "context_cut"
    assert _context("A deposit of 1", page=2).code == "context_cut"


@pytest.mark.parametrize(
    "text",
    [
        "ab-" * 60_000,
        "1 " * 60_000,
        "|-" * 60_000,
        "退 会" * 40_000,
        "<a" * 60_000,
        "...\n" * 9_000,
    ],
)
def test_baits_are_read_to_their_end(text: str) -> None:
    source = a_source(content=text * 3, elements=[], tables=[], spans=[])
    assert _context(text + "x", source).outcome in ("fail", "unavailable")


def test_a_context_may_stand_in_the_running_text_of_a_parser() -> None:
    source = a_source(content=None, text="Only here: 7 boats.", elements=[], tables=[])
    assert _context("here: 7 boats.", source).code == "context_found"
    assert _context("here: 8 boats.", source).outcome == "fail"


@pytest.mark.parametrize(
    ("page", "code"), [(1, "context_found"), (2, "context_found"), (3, "context_misplaced")]
)
def test_a_context_from_something_over_two_pages(page: int, code: str) -> None:
    elements = [{"id": "a", "page": 1, "last_page": 2, "text": "It goes on."}]
    source = a_source(content=None, elements=elements, tables=[])
    assert _context("It goes on.", source, page=page).code == code
    assert _context("It goes on.", source, page=page, element_id="a").code == code


def test_cells_of_a_table_that_cannot_be_read() -> None:
    broken = {"id": "t9", "page": 2, "unreadable": "two of its cells cover row 0, column 0"}
    table = {"id": "t1", "page": 2, "cells": [{"row": 0, "column": 0, "text": "Boat"}]}
    source = a_source(tables=[table, broken])
    assert _context("", source, cells=[["Boat"]]).code == "cells_found"
    check = _context("", source, cells=[["Ship"]])
    assert (check.code, check.outcome) == ("text_unavailable", "unavailable")
    assert "two of its cells" in check.message
    assert _context("", a_source(tables=[table]), cells=[["Ship"]]).code == "cells_altered"
    assert _context("", a_source(tables=[table]), cells=[[" "]]).outcome == "pass"


@pytest.mark.parametrize(
    "share", [10, pytest.param(1, marks=pytest.mark.stress)], ids=["tenth", "whole"]
)
def test_comparing_cells_is_bounded(share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many tables as it takes; or a tenth of them, and of what may be compared."""
    monkeypatch.setattr(context_cells, "_MOST_COMPARED", context_cells._MOST_COMPARED // share)
    cells = [{"row": at, "column": 0, "text": "x"} for at in range(1_000)]
    tables = [{"id": f"t{at}", "cells": cells} for at in range(100 // share)]
    source = a_source(content=None, tables=tables)
    rows = [*[["x"]] * 999, ["y"]]
    contexts = [{"id": str(at), "source_id": "hire", "cells": rows} for at in range(60)]
    codes = {check.code for check in _checks(source, contexts=contexts)}
    assert codes == {"source_known", "cells_altered", "search_limit"}

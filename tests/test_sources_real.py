"""Real parsers' outputs as sources: what stands there is found, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from shared_data import SHARED, needs_shared
from source_samples import a_subject

from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.gates.identity import check_identity
from adjudge_engine.grids import Grid
from adjudge_engine.reading import Reject, read_cases, read_registry
from adjudge_engine.reading.parsed import detect
from adjudge_engine.source import Element, Source

FORMATS: Final = SHARED / "formats"
FILES: Final = [
    path
    for folder in ("docling", "unstructured", "ethos")
    for path in sorted((FORMATS / folder).glob("*.json"))
    if detect(json.loads(path.read_text(encoding="utf-8")))
]
_REACH: Final = 4  # places of a merged cell that are asked for


class Asked(NamedTuple):
    """A citation, or a context, and whether it must pass, must not, or may do either."""

    what: str
    given: dict[str, Any]
    passes: bool | None


def read(path: Path, into: Path) -> Source:
    (into / path.name).write_bytes(path.read_bytes())
    (into / "registry.json").write_text(json.dumps([{"source_id": "s", "parsed": path.name}]))
    (source,) = read_registry(into / "registry.json").versions("s")
    return source


def altered(text: str) -> str:
    """The text with another digit, else with another word."""
    digit = re.search(r"[0-9]", text)
    if digit:
        return f"{text[: digit.start()]}{(int(digit.group()) + 1) % 10}{text[digit.end() :]}"
    word = re.search(r"\w{3,}", text)
    return f"{text[: word.start()]}qqq{text[word.end() :]}" if word else f"{text} qqq"


def of_elements(source: Source) -> Iterator[Asked]:
    elements = [one for one in source.elements if one.text.strip()]
    pages = [page.page for page in source.pages]
    for one in elements:
        base = {"element_id": one.id, "kind": "quote", "quote": one.text}
        yield Asked("its text", base, True)
        yield Asked("its text as a value", {**base, "kind": "value", "value": one.text}, True)
        yield Asked("its text, altered", {**base, "quote": altered(one.text)}, False)
        words = one.text.split()
        if len(words) > 4:
            moved = " ".join([*words[2:], *words[:2]])
            yield Asked("its words in another order", {**base, "quote": moved}, False)
        if re.match(r"[^\W\d_]{8}", one.text) and ord(one.text[3]) < 0x3000:
            yield Asked("its text from inside a word", {**base, "quote": one.text[3:]}, False)
        yield from of_pages(base, one, pages, source)
    for one, other in pairwise(elements):
        if one.id != other.id:
            joined = {"element_id": one.id, "kind": "quote", "quote": f"{one.text} {other.text}"}
            yield Asked("two elements as one", joined, False)


def of_pages(
    base: dict[str, Any], one: Element, pages: list[int], source: Source
) -> Iterator[Asked]:
    if one.page is None:
        return
    on = {
        page
        for same in source.elements
        if same.id == one.id and same.page is not None
        for page in range(same.page, (same.last_page or same.page) + 1)
    }
    yield Asked("its page", {**base, "page": one.page}, True)
    # Where the page has the same words twice, it is not said which are meant.
    yield Asked("its page alone", {"page": one.page, "kind": "quote", "quote": one.text}, None)
    yield Asked("no such page", {**base, "page": 99_999}, False)
    for page in [page for page in pages if page not in on][:2]:
        yield Asked("another page", {**base, "page": page}, False)


def of_tables(source: Source) -> Iterator[Asked]:
    for table in source.tables:
        grid = Grid(table.cells)
        for cell in table.cells:
            for row in range(cell.row, cell.row + min(cell.row_span, _REACH)):
                for column in range(cell.column, cell.column + min(cell.col_span, _REACH)):
                    if cell.text.strip():
                        yield from of_place(table.id, grid, cell.text, row, column)


def of_place(table_id: str, grid: Grid, text: str, row: int, column: int) -> Iterator[Asked]:
    base = {"table_id": table_id, "kind": "table_cell", "value": text}
    yield Asked("its place", {**base, "row": row, "column": column}, True)
    yield Asked("row -1", {**base, "row": -1, "column": column}, False)
    for down, right in ((1, 0), (0, 1)):
        near = grid.at(row + down, column + right)
        if near is None or text not in near:
            off = {**base, "row": row + down, "column": column + right}
            yield Asked("the place beside", off, False)


def of_contexts(source: Source) -> Iterator[Asked]:
    elements = [one for one in source.elements if one.text.strip()]
    for one in elements:
        place: dict[str, Any] = {"text": one.text, "element_id": one.id}
        place |= {} if one.page is None else {"page": one.page}
        yield Asked("an element", place, True)
        yield Asked("an element's text", {"text": one.text}, True)
        yield Asked("an element, altered", {**place, "text": altered(one.text)}, False)
    for one, other in pairwise(elements):
        yield Asked("two elements", {"text": f"{one.text}\n\n{other.text}"}, True)
        # The same words may stand there in this order too.
        yield Asked("two elements, the other way", {"text": f"{other.text}\n{one.text}"}, None)


def look(
    source: Source, citations: list[dict[str, Any]], contexts: list[dict[str, Any]]
) -> tuple[dict[str, Check], list[Check]]:
    """The check of each citation by its id, and of each context in order."""
    subject = a_subject(
        source,
        citations=[{"id": f"{at}", "source_id": "s", **one} for at, one in enumerate(citations)],
        contexts=[{"id": f"c{at}", "source_id": "s", **one} for at, one in enumerate(contexts)],
    )
    found = {one.citation_id: one for one in check_citations(subject) if one.citation_id}
    return found, [one for one in check_identity(subject) if one.check == "identity.context"]


@needs_shared
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_stands_there_is_found_and_nothing_else(path: Path, tmp_path: Path) -> None:
    source = read(path, tmp_path)
    cited = [*of_elements(source), *of_tables(source)]
    given = list(of_contexts(source))
    checks, contexts = look(source, [one.given for one in cited], [one.given for one in given])
    both = [
        *((one, checks[f"{at}"]) for at, one in enumerate(cited)),
        *zip(given, contexts, strict=True),
    ]
    assert len(both) > len(source.elements)
    wrong = [
        (one.what, check.code, check.message)
        for one, check in both
        if one.passes is not None and one.passes is not (check.outcome == "pass")
    ]
    assert wrong == []


# The citations and reports of another verifier.

_PAGE: Final = re.compile(r"[0-9]+$")
#: Our outcome for what it says of a claim.
_SAME: Final = {"grounded": "pass", "mismatch": "fail", "not_found": "fail"}
#: It takes an element's words together with those of the one beside, which nobody cited.
_NEIGHBOURS: Final = "verify__goldens__native_split_quote_report"


def as_citation(claim: dict[str, Any]) -> dict[str, Any]:
    """One of its claims as a citation of ours."""
    place, text = claim["citation"], claim.get("text")
    cell = place.get("cell") or {}
    page = _PAGE.search(place.get("page", ""))
    element = place.get("element_id")
    found = {
        "kind": claim["kind"],
        # Its adapter calls the elements of this tool's own output odl-1, odl-2 …
        "element_id": re.sub(r"^odl-(?=[0-9]+$)", "", element) if element else None,
        "page": int(page.group()) if page else None,
        "table_id": place.get("table_id"),
        "row": cell.get("row"),
        "column": cell.get("col"),
        "quote" if claim["kind"] == "quote" else "value": text,
    }
    return {key: one for key, one in found.items() if one is not None}


def a_document(checks: list[dict[str, Any]]) -> Source:
    """The document of a report, of which the samples have no file: what its evidence shows."""
    elements = {}
    tables = {}
    for check in checks:
        place, evidence = check["claim"]["citation"], check.get("evidence")
        if evidence is None:
            continue
        page = as_citation({"kind": "presence", "citation": evidence})["page"]
        if "cell" in place:
            cell = {"row": place["cell"]["row"], "column": place["cell"]["col"]}
            cells = [{**cell, "text": evidence["text"]}]
            tables[place["table_id"]] = {"id": place["table_id"], "page": page, "cells": cells}
        elif "element_id" in place:
            name = place["element_id"]
            elements[name] = {"id": name, "page": page, "text": evidence["text"]}
    return Source.model_validate(
        {
            "source_id": "s",
            "capabilities": {"pages": True, "elements": True, "tables": True},
            "pages": [{"page": 1}, {"page": 2}, {"page": 3}],
            "elements": list(elements.values()),
            "tables": list(tables.values()),
        }
    )


REPORTS: Final = {
    "verify__goldens__native_grounded_report": None,
    "verify__goldens__native_ungrounded_report": None,
    "app-answer-release__verification-report": None,
    _NEIGHBOURS: "verify__native_split_quote_document",
    "verify__goldens__opendataloader_grounded_report": "verify__opendataloader",
    "foreign__opendataloader__real__expected.verification_report": (
        "foreign__opendataloader__real__opendataloader-output"
    ),
}


@needs_shared
@pytest.mark.parametrize("report", REPORTS)
def test_the_verdicts_of_another_verifier(report: str, tmp_path: Path) -> None:
    folder, document = FORMATS / "ethos", REPORTS[report]
    checks = json.loads((folder / f"{report}.json").read_text(encoding="utf-8"))["checks"]
    source = read(folder / f"{document}.json", tmp_path) if document else a_document(checks)
    found, _ = look(source, [as_citation(one["claim"]) for one in checks], [])
    for at, check in enumerate(checks):
        ours = found[f"{at}"]
        if report == _NEIGHBOURS:
            assert (check["status"], ours.code) == ("grounded", "joined")
        else:
            assert ours.outcome == _SAME[check["status"]], (check["claim"], ours)


@needs_shared
@pytest.mark.parametrize(
    ("name", "outcomes"),
    [
        ("verify__answer_citations", ["pass", "pass", "fail"]),
        ("verify__opendataloader_grounded_citations", ["pass", "pass", "pass"]),
        ("verify__opendataloader_table_cell_citations", ["pass"]),
    ],
)
def test_its_citations_of_an_output(name: str, outcomes: list[str], tmp_path: Path) -> None:
    folder = FORMATS / "ethos"
    claims = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["claims"]
    source = read(folder / "verify__opendataloader.json", tmp_path)
    citations = [as_citation(claim) for claim in claims]
    found, _ = look(source, citations, [])
    assert [found[f"{at}"].outcome for at in range(len(claims))] == outcomes
    without = source.model_copy(
        update={"capabilities": source.capabilities.model_copy(update={"tables": False})}
    )
    cells = [one for one in citations if one["kind"] == "table_cell"]
    found, _ = look(without, cells, [])
    assert {one.code for one in found.values()} == {"capability_missing"}


@needs_shared
@pytest.mark.parametrize("parser", ["docling", "unstructured", "ethos"])
def test_a_parsed_document_is_refused_as_a_file_of_answers(parser: str) -> None:
    """Each with its reason, none as a case: a document is a source, and that is said."""
    said = set()
    for file in sorted((FORMATS / parser).glob("*.json")):
        try:
            found = list(read_cases(file))
        except InputError as error:
            said.add(f"in the format {parser}" in str(error))
        else:
            assert found
            assert all(isinstance(one, Reject) for one in found), file.name
    assert said or parser == "unstructured"  # whose documents are lists of elements
    if parser == "docling":
        assert said == {True}

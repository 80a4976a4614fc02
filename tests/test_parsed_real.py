"""Every parser's output that is beside the repository becomes a source, or is refused and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.reading import read_registry
from adjudge_engine.reading.beside import decoded
from adjudge_engine.reading.parsed import detect, read_parsed
from adjudge_engine.source import Source, Table

FORMATS: Final = SHARED / "formats"

#: By file: pages, elements, tables, cells.
DOCLING: Final = {
    "2305.03393v1-pg9.json": (1, 10, 1, 41),
    "code_and_formula.json": (2, 16, 0, 0),
    "csv-comma-in-cell.csv.json": (0, 1, 1, 20),
    "csv-inconsistent-header.csv.json": (0, 1, 1, 19),
    "example_08.html.json": (0, 6, 3, 66),
    "html_rich_table_cells.html.json": (0, 32, 5, 51),
    "multi_page.json": (5, 53, 0, 0),
    "normal_4pages.json": (4, 88, 1, 15),
    "pa20010031492.json": (0, 104, 1, 18),
    "pptx_chart.pptx.json": (2, 5, 1, 15),
    "right_to_left_01.json": (1, 2, 0, 0),
    "right_to_left_02.json": (1, 5, 0, 0),
    "table_06.html.json": (0, 7, 4, 22),
    "tablecell.docx.json": (0, 8, 1, 9),
    "webvtt_example_01.vtt.json": (0, 13, 0, 0),
    "word_tables.docx.json": (0, 21, 7, 81),
    "xlsx_05_table_with_title.xlsx.json": (1, 2, 2, 15),
    "xlsx_07_gap_tolerance_.xlsx.json": (1, 15, 15, 105),
}
UNSTRUCTURED: Final = {
    "Core-Skills-for-Biomedical-Data-Scientists-2-pages.pdf.json": (2, 26, 0, 0),
    "IRS-form-1987.png.json": (1, 41, 0, 0),
    "fake.docx.json": (0, 1, 0, 0),
    "layout-parser-paper-with-table.jpg.json": (1, 14, 1, 24),
    "page-with-formula.pdf.json": (1, 17, 0, 0),
    "stanley-cups.xlsx.json": (2, 4, 2, 24),
}
ETHOS: Final = {
    "foreign__opendataloader__real__opendataloader-output.json": (1, 2, 0, 0),
    "synthetic__hyphenated-line-break__extraction.json": (1, 2, 0, 0),
    "synthetic__ligature-fi-embedded-font__extraction.json": (1, 2, 0, 0),
    "verify__native_split_quote_document.json": (1, 2, 0, 0),
    "verify__opendataloader.json": (1, 2, 1, 2),
}
FILES: Final = [
    (folder, name, counts)
    for folder, table in (("docling", DOCLING), ("unstructured", UNSTRUCTURED), ("ethos", ETHOS))
    for name, counts in table.items()
]


def read(folder: str, name: str, into: Path) -> Source:
    """The file as the parsed form of an entry."""
    (into / name).write_bytes((FORMATS / folder / name).read_bytes())
    (into / "s.json").write_text(json.dumps([{"source_id": "s", "parsed": name}]))
    (source,) = read_registry(into / "s.json").versions("s")
    return source


def places(table: Table) -> list[tuple[int, int]]:
    return [
        (row, column)
        for cell in table.cells
        for row in range(cell.row, cell.row + cell.row_span)
        for column in range(cell.column, cell.column + cell.col_span)
    ]


@needs_shared
@pytest.mark.parametrize(("folder", "name", "counts"), FILES)
def test_a_real_file_becomes_a_source(
    folder: str, name: str, counts: tuple[int, int, int, int], tmp_path: Path
) -> None:
    source = read(folder, name, tmp_path)
    assert source.unreadable is None
    cells = sum(len(table.cells) for table in source.tables)
    assert (len(source.pages), len(source.elements), len(source.tables), cells) == counts
    known = {page.page for page in source.pages}
    assert {one.page for one in source.elements} <= known | {None}
    assert source.capabilities.pages == bool(known)
    for table in source.tables:
        found = places(table)
        assert table.unreadable is None
        assert len(found) == len(set(found))
        starts = [(cell.row, cell.column) for cell in table.cells]
        assert max(row for row, _ in found) < max(row for row, _ in starts) + 3
        assert {row for row, _ in starts} <= set(range(max(row for row, _ in starts) + 1))


@needs_shared
def test_all_other_files_are_no_source_and_say_so(tmp_path: Path) -> None:
    counted = {(folder, name) for folder, name, _ in FILES}
    rest = [
        (path.parent.name, path.name)
        for folder in ("docling", "unstructured", "ethos")
        for path in sorted((FORMATS / folder).glob("*.json"))
        if (path.parent.name, path.name) not in counted
    ]
    assert {folder for folder, _ in rest} == {"ethos"}
    for folder, name in rest:  # lists of citations, reports and claims
        assert f"{name} is in no format" in str(read(folder, name, tmp_path).unreadable)


@needs_shared
def test_no_text_of_a_docling_document_is_lost() -> None:
    for name in DOCLING:
        value = decoded(FORMATS / "docling" / name)
        found = read_parsed(value)
        said = [one.text for one in found.elements]
        cells = [cell.text for table in found.tables for cell in table.cells]
        for item in value["texts"]:
            assert (item["text"] or item["orig"]) in said
        for table in value["tables"]:
            for cell in table["data"]["table_cells"]:
                assert cell["text"] in cells


@needs_shared
@pytest.mark.parametrize("folder", ["docling", "unstructured"])
def test_a_folder_of_outputs_is_a_registry(folder: str) -> None:
    found = read_registry(FORMATS / folder)
    files = sorted((FORMATS / folder).glob("*.json"))
    assert len(found) == len(files)
    assert all(detect(decoded(file)) == folder for file in files)
    assert read_registry(FORMATS / folder).digest == found.digest

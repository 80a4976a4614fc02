"""Our own cases in CSV and Parquet: columns, lists in cells, and rows that cannot be trusted."""

from __future__ import annotations

import contextlib
import csv
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import (
    Reject,
    check_readable,
    read_cases,
    read_labelled,
    read_numbered,
)
from adjudge_engine.reading.about import About
from adjudge_engine.reading.foreign import delimited
from adjudge_engine.reading.foreign.opened import opened_at


def write(folder: Path, content: str | bytes, name: str = "cases.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path) -> list[Case | Reject]:
    return list(read_cases(path))


def only(path: Path) -> Case:
    (found,) = read(path)
    assert isinstance(found, Case), found
    return found


def cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


@pytest.mark.parametrize(
    ("written", "contexts"),
    [
        ('["4 kg", "red"]', ["4 kg", "red"]),
        ("['4 kg', \"it's red\"]", ["4 kg", "it's red"]),
        ("['4 kg'\n 'red']", ["4 kg", "red"]),
        ("4 kg, red", ["4 kg, red"]),
        ("[1] 4 kg", ["[1] 4 kg"]),
        ('[{"id": "d1", "text": "4 kg"}]', ["4 kg"]),
        ('{"id": "d1", "text": "4 kg"}', ["4 kg"]),
        ("", []),
    ],
)
def test_contexts_in_one_cell(tmp_path: Path, written: str, contexts: list[str]) -> None:
    case = only(write(tmp_path, f"answer,retrieved_contexts\na,{cell(written)}\n"))
    assert [one.text for one in case.contexts] == contexts


def test_columns_are_fields_by_any_of_their_names(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "case_id;User Input;Response;ground_truth;metadata.team;expect.answerable;tags;odd\n"
        '7;q;a;4 kg;blue;unknown;"[""x"", ""y""]";more\n',
    )
    case = only(path)
    assert (case.id, case.question, case.answer, case.tags) == ("7", "q", "a", ("x", "y"))
    assert case.expect.reference == "4 kg"
    assert case.expect.answerable == "unknown"
    assert case.metadata == {"team": "blue", "odd": "more"}


def test_labels_and_judgments_in_cells(tmp_path: Path) -> None:
    labels = cell('[{"criterion": "faithfulness", "value": "faithful"}]')
    path = write(
        tmp_path,
        f"answer,labels,labels.relevance,judgments.relevance.gpt-x\na,{labels},0.5,0.25\nb,,,\n",
    )
    case, bare = (one for one in read_labelled(path) if isinstance(one, Case))
    assert [(one.criterion, one.value) for one in case.labels] == [
        ("faithfulness", "faithful"),
        ("relevance", 0.5),
    ]
    (judged,) = case.judgments
    assert (judged.judge, judged.criterion, judged.score, judged.strict) == (
        "gpt-x",
        "relevance",
        0.25,
        None,
    )
    assert (bare.labels, bare.judgments) == ((), ())


def test_a_blank_answer_is_an_answer_and_a_blank_field_is_none(tmp_path: Path) -> None:
    case = only(write(tmp_path, "id,question,response,contexts\n,q,,\n"))
    assert (case.answer, case.contexts) == ("", ())
    assert case.id.startswith("case-")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('x,"a"b', "a quotation mark stands in the middle of a cell: this line"),
        ("x,a,more", "has 3 cells where the header has 2"),
        ("x", "has 1 cells where the header has 2"),
        ("x,a\0b", "holds a NUL"),
    ],
)
def test_a_row_that_cannot_be_trusted_is_refused_alone(
    tmp_path: Path, row: str, reason: str
) -> None:
    found = read(write(tmp_path, f"id,answer\nv,a\n{row}\nz,d\n"))
    good = [one.id for one in found if isinstance(one, Case)]
    (bad,) = [one for one in found if isinstance(one, Reject)]
    assert good == ["v", "z"]
    assert reason in bad.reason
    assert (bad.place, bad.line, bad.raw) == ("row 2 (line 3)", 3, row)


def test_a_quotation_mark_that_is_never_closed_names_what_is_lost(tmp_path: Path) -> None:
    found = read(write(tmp_path, 'id,answer\nv,a\nw,"b\nx,c\ny,d\n'))
    assert [one.id for one in found if isinstance(one, Case)] == ["v"]
    (bad,) = [one for one in found if isinstance(one, Reject)]
    assert "is opened and never closed: lines 3 to 5 cannot be told apart" in bad.reason


def test_bytes_that_are_no_text_are_refused_alone(tmp_path: Path) -> None:
    path = write(tmp_path, b"id,answer\nx,\xe9\ny,b\nz,c\nu,d\n")
    bad, *good = read(path)
    assert isinstance(bad, Reject)
    assert "not UTF-8" in bad.reason
    assert len(good) == 3
    with pytest.raises(InputError, match="looks like Latin-1"):
        check_readable(write(tmp_path, ("id,answer\n" + "x,größer\n" * 3).encode("latin-1")))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_gives_the_same(
    tmp_path: Path, encoding: str, end: str
) -> None:
    text = end.join(["id\tanswer", "x\tgrößer", "y\tb", ""])
    found = read(write(tmp_path, text.encode(encoding)))
    assert [(one.id, one.answer) for one in found if isinstance(one, Case)] == [
        ("x", "größer"),
        ("y", "b"),
    ]


def test_line_ends_may_differ_within_a_file(tmp_path: Path) -> None:
    found = read(write(tmp_path, b'id,answer\r\nx,a\ny,"b\r\nc"\r\nz,d\r'))
    assert [one.answer for one in found if isinstance(one, Case)] == ["a", "b\r\nc", "d"]


def test_a_large_cell_is_read_and_a_larger_one_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = "x" * 10_000_000
    assert only(write(tmp_path, f"id,answer\nv,{large}\n")).answer == large
    monkeypatch.setattr(delimited, "MAX_LINE", 1_000)
    found = read(write(tmp_path, f"id,answer\nv,{large}\nw,b\n"))
    bad, good = found
    assert isinstance(bad, Reject)
    assert "the line is longer than" in bad.reason
    assert isinstance(good, Case)


def test_blank_lines_before_the_header_are_passed_over(tmp_path: Path) -> None:
    found = read(write(tmp_path, "\n \t\r\nsep=;\nid;answer\nv;a\nw\n"))
    good, bad = found
    assert isinstance(good, Case)
    assert (good.id, good.answer) == ("v", "a")
    assert isinstance(bad, Reject)
    assert bad.line == 6


def test_a_column_that_stands_twice_is_told(tmp_path: Path) -> None:
    about = About()
    path = write(tmp_path, "answer,note,answer,other (column 4)\na,1,b,2\n")
    ((_, _, case),) = read_numbered(path, about=about)
    assert isinstance(case, Case)
    assert case.answer == "a"
    assert case.metadata == {"note": "1", "answer (column 3)": "b", "other (column 4)": "2"}
    (said,) = about.sentences
    assert said.startswith("two columns are called 'answer': the first counts")


@pytest.mark.parametrize("name", ["", "x"], ids=["without names", "one name"])
def test_a_header_of_many_columns_is_named_in_linear_time(name: str) -> None:
    took = []
    for size in (40_000, 400_000):
        begun = time.process_time()
        assert len(delimited._named([name] * size)) == size
        took.append(time.process_time() - begun)
    assert took[1] < 40 * took[0]


def test_a_header_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no column is an answer; the columns are q, human label"):
        check_readable(write(tmp_path, "q,human label\nx,y\n"))
    with pytest.raises(InputError, match="the names of its columns cannot be read"):
        read(write(tmp_path, 'answer,"b" c\nx,y\n'))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1),
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_what_csv_writes_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerows([("answer", "question"), *rows])
    with opened_at(path) as opened:
        found = [one.value for one in opened.table()]
    assert found == [{"answer": answer, "question": question} for answer, question in rows]


@settings(max_examples=200, deadline=None)
@given(st.text(st.sampled_from("ab\",;\t\n\r\0'[]{}=ü\u2028"), max_size=80))
def test_any_table_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, body: str) -> None:
    path = tmp_path_factory.mktemp("any") / "t.csv"
    path.write_text("id,answer\n" + body + "\n", encoding="utf-8", newline="")
    found: list[Case | Reject] = []
    with contextlib.suppress(InputError):  # too many NULs for a text
        found += read(path)
    assert found or "\0" in body or not body.strip("\r\n")
    for one in found:
        assert isinstance(one, Case) or "engine error" not in one.reason


# --- Parquet ------------------------------------------------------------------------------------


def parquet(path: Path, rows: list[dict[str, Any]], **settings: Any) -> Path:
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet as pq

    pq.write_table(arrow.Table.from_pylist(rows), path, **settings)
    return path


def test_a_parquet_table_is_read_with_its_types(tmp_path: Path) -> None:
    import datetime
    import decimal

    day = datetime.date(2026, 5, 4)
    rows = [
        {
            "id": at,
            "answer": None if at == 2 else f"answer {at}",
            "contexts": [{"id": f"d{at}", "text": "4 kg", "score": float("nan")}],
            "metadata.day": day,
            "metadata.price": decimal.Decimal("1.50"),
            "metadata.blob": b"\xff\x00",
            "metadata.mean": float("nan"),
        }
        for at in range(5)
    ]
    found = read(parquet(tmp_path / "t.parquet", rows, row_group_size=2))
    assert [one.id for one in found if isinstance(one, Case)] == ["0", "1", "3", "4"]
    (bad,) = [one for one in found if isinstance(one, Reject)]
    assert (bad.place, bad.reason) == ("row 3", "is null: there is no answer to evaluate")
    assert json.loads(bad.raw)["id"] == 2
    case = found[0]
    assert isinstance(case, Case)
    assert (case.contexts[0].id, case.contexts[0].text, case.contexts[0].score) == (
        "d0",
        "4 kg",
        None,
    )
    assert case.metadata == {"day": "2026-05-04", "price": "1.50", "blob": "/wA=", "mean": "NaN"}


def test_a_table_is_the_same_as_csv_and_as_parquet(tmp_path: Path) -> None:
    rows = [{"id": f"r{at}", "answer": f"a{at}", "contexts": '["x", "y"]'} for at in range(700)]
    path = tmp_path / "t.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert read(path) == read(parquet(tmp_path / "t.parquet", rows))


def test_a_damaged_parquet_file_gives_a_sentence(tmp_path: Path) -> None:
    path = parquet(
        tmp_path / "t.parquet", [{"id": str(at), "answer": "a" * at} for at in range(99)]
    )
    whole = path.read_bytes()
    for end in range(0, len(whole), 7):
        path.write_bytes(whole[:end])
        with contextlib.suppress(InputError):
            assert all(isinstance(one, Case | Reject) for one in read(path))
    path.write_bytes(whole[:40] + bytes(60) + whole[100:])
    try:
        last = read(path)[-1]
    except InputError:
        return
    assert isinstance(last, Reject)
    assert "is damaged from here on" in last.reason


def test_without_pyarrow_the_way_to_get_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.partition(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as where it is not installed
    with pytest.raises(InputError, match="takes pyarrow; it is not installed") as caught:
        check_readable(write(tmp_path, b"PAR1....", "t.parquet"))
    assert caught.value.hint == "pip install 'adjudge[parquet]'"

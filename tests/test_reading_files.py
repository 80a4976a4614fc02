"""Files of cases: what is recognised, what is refused, and that bad lines harm no good ones."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import Reject, RejectsFile, check_readable, files, read_cases
from adjudge_engine.reading.atomic import AtomicFile

GOOD = {"id": "g", "question": "q", "answer": "a", "contexts": ["c"]}
ONE = json.dumps(GOOD)


def write(folder: Path, content: str | bytes, name: str = "cases.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path) -> list[Case | Reject]:
    return list(read_cases(path))


def only_reject(path: Path) -> Reject:
    (found,) = [one for one in read(path) if isinstance(one, Reject)]
    return found


def ids(path: Path) -> list[str]:
    return [one.id if isinstance(one, Case) else f"!{one.line}" for one in read(path)]


def lines(*cases: str) -> str:
    return "".join(f'{{"id": "{name}", "answer": "a"}}\n' for name in cases)


@pytest.mark.parametrize(
    "content",
    [
        lines("x", "y"),
        lines("x", "y").replace("\n", "\r\n"),
        "\n\n" + lines("x") + "   \n" + lines("y").rstrip("\n"),
        "\ufeff" + lines("x", "y"),
        '[{"id": "x", "answer": "a"}, {"id": "y", "answer": "a"}]',
        '\ufeff[\n  {"id": "x", "answer": "a"},\n  {"id": "y", "answer": "a"}\n]\n',
        '{"cases": [{"id": "x", "answer": "a"}, {"id": "y", "answer": "a"}]}',
        '{"name": "set", "cases": [\n{"id": "x", "answer": "a"},\n{"id": "y", "answer": "a"}\n]}',
        json.dumps({"n": 1, "cases": [{"id": i, "answer": "a"} for i in "xy"]}, indent=2),
    ],
)
def test_every_shape_of_json_gives_the_same_cases(tmp_path: Path, content: str) -> None:
    assert ids(write(tmp_path, content)) == ["x", "y"]


@pytest.mark.parametrize("indent", [None, 2])
def test_one_object_is_one_case(tmp_path: Path, indent: int | None) -> None:
    assert ids(write(tmp_path, json.dumps(GOOD, indent=indent))) == ["g"]


def test_a_pipe_can_be_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(lines("x", "y"),))
    writer.start()
    assert ids(pipe) == ["x", "y"]
    writer.join()


@pytest.mark.parametrize(
    ("line", "field", "reason"),
    [
        ("{not json", "", "not JSON: expecting property name"),
        ('{"answer": "a"} trailing', "", "there is more after the value"),
        ('"text"', "", "must be an object, not text"),
        ("[1, 2]", "", "must be an object, not a list"),
        ("null", "", "must be an object, not null"),
        ('{"id": "x", "answer": "a", "answer": "b"}', "answer", "stands twice"),
        ('{"answer": "a", "metadata": {"v": [1, NaN]}}', "metadata.v[1]", "NaN is not"),
        ('{"answer": "a", "metadata": {"v": -Infinity}}', "metadata.v", "-Infinity is not"),
        ('{"answer": "a", "metadata": {"v": 1e999}}', "metadata.v", "too large"),
        ('{"answer": "a", "n": ' + "9" * 5000 + "}", "n", "4,300 digits"),
        ('{"answer": "a", "n": ' + "[" * 100_000 + "]" * 100_000 + "}", "", "levels deep"),
        ('{"answer": "a", "n": ' + "[" * 200 + "]" * 200 + "}", "n", "levels deep"),
        ('{"question": "q"}', "answer", "is missing"),
        ('{"question": "q", "response": null}', "response", "is null"),
        ('{"answers": ["a"]}', "answers", "must be the two answers of a comparison, not 1"),
        ('{"answers": ["a", null]}', "answers[1]", "must be text, not null"),
        ('{"answer": 5}', "answer", "must be text, not a number"),
        ('{"actual_output": ["a"]}', "actual_output", "must be text, not a list"),
        ('{"answer": "a", "input": {}}', "input", "must be text, not an object"),
        ('{"id": [1], "answer": "a"}', "id", "must be text or a number"),
        ('{"answer": "a", "contexts": [null]}', "contexts[0]", "not null"),
        ('{"answer": "a", "retrieved_contexts": [5]}', "retrieved_contexts[0]", "not a number"),
        ('{"answer": "a", "contexts": [{"id": "1"}]}', "contexts[0].text", "is missing"),
        ('{"answer": "a", "contexts": [{"page_content": []}]}', "contexts[0].page_content", "text"),
        (
            '{"answer": "a", "context": ["x", "y", {"text": "t", "page": 0}]}',
            "context[2].page",
            "must be at least 1",
        ),
        (
            '{"answer": "a", "contexts": [{"id": "k", "text": "1"}, {"id": "k", "text": "2"}]}',
            "contexts[1].id",
            "two different contexts have the id 'k'",
        ),
        ('{"answer": "a", "citations": {}}', "citations", "must be a list"),
        ('{"answer": "a", "citations": [7]}', "citations[0]", "must be an object"),
        (
            '{"answer": "a", "citations": [{"kind": "guess"}]}',
            "citations[0].kind",
            "must be one of quote, value, presence, table_cell",
        ),
        (
            '{"answer": "a", "citations": [{"claim": {"start": 5, "end": 2}}]}',
            "citations[0].claim",
            "must be text or a span",
        ),
        ('{"answer": "a", "risk": "extreme"}', "risk", "must be one of low, standard, high"),
        ('{"answer": "a", "expect": []}', "expect", "must be an object"),
        ('{"answer": "a", "expect": {"answerable": "perhaps"}}', "expect.answerable", "true, fal"),
        ('{"answer": "a", "expect": {"facts": [{}]}}', "expect.facts[0].value", "is missing"),
        ('{"answer": "a", "labels": [{"value": 1}]}', "labels[0].criterion", "is missing"),
        ('{"answer": "a", "judgments": {}}', "judgments", "must be a list"),
        ('{"answer": "a", "judgments": [{"judge": "j"}]}', "judgments[0].criterion", "is missing"),
    ],
)
def test_a_bad_line_is_named_and_the_others_go_on(
    tmp_path: Path, line: str, field: str, reason: str
) -> None:
    path = write(tmp_path, lines("x") + line + "\n" + lines("y"))
    assert ids(path) == ["x", "!2", "y"]
    reject = only_reject(path)
    assert (reject.file, reject.line, reject.field) == (str(path), 2, field)
    assert reason in reject.reason
    assert "\n" not in reject.reason
    assert reject.raw == line


def test_a_line_in_another_encoding_is_kept_byte_for_byte(tmp_path: Path) -> None:
    bad = '{"id": "é", "answer": "a"}'.encode("latin-1")
    reject = only_reject(write(tmp_path, lines("x", "y").encode() + bad + b"\n"))
    assert "not UTF-8: byte 0xE9 at column 9" in reject.reason
    assert reject.raw.encode("utf-8", "surrogateescape") == bad


def test_a_line_that_no_memory_should_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 5000)
    long = json.dumps({"id": "long", "answer": "a" * 20_000})
    path = write(tmp_path, lines("x") + long + "\n" + lines("y"))
    assert ids(path) == ["x", "!2", "y"]
    assert "the line is longer than" in only_reject(path).reason
    assert ids(write(tmp_path, lines("x") + long)) == ["x", "!2"]


def test_bad_items_of_an_array_are_named_by_line(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '[\n{"id": "x", "answer": "a"},\n{"id": "b",\n "answer": NaN},\n'
        '{"id": "y",\n"answer": "a"}]',
    )
    assert ids(path) == ["x", "!3", "y"]
    assert only_reject(path).raw == '{"id": "b",\n "answer": NaN}'


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ('{"id": "b" "answer": 1}, {"answer": "lost"}]', "not JSON: expecting ',' delimiter"),
        ('{"id": "y", "answer": "a"} {"id": "z"}]', "expecting ',' between two items"),
        ('{"id": "y", "answer": "a"}', "the list is never closed"),
        ('{"id": "y", "answer": "a"}] 7', "there is more after the list"),
    ],
)
def test_a_broken_array_keeps_what_came_before(tmp_path: Path, rest: str, reason: str) -> None:
    path = write(tmp_path, '[{"id": "x", "answer": "a"},\n' + rest)
    assert ids(path)[0] == "x"
    assert reason in only_reject(path).reason


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\n ", "is empty"),
        (ONE.encode("utf-16"), "looks like UTF-16"),
        (ONE.encode("utf-16-le"), "looks like UTF-16LE"),
        (ONE.encode("utf-16-be"), "looks like UTF-16BE"),
        (ONE.encode("utf-32"), "looks like UTF-32"),
        ('{"id": "é", "answer": "größer"}\n'.encode("latin-1") * 3, "looks like Latin-1"),
        (b"id,question,text\n1,q,a\n", "no column is an answer; the columns are id, question"),
        (b"PK\x03\x04\x14\x00", "is a damaged zip archive"),
        (b"SQLite format 3\x00\x10\x00", "unknown format (an SQLite database)"),
        (b"<!doctype html><p>no", "unknown format (HTML or XML)"),
        (b"just words\nand more words\n", "unknown format (it is no JSON)"),
        (b"\x7fELF\x02\x01\x01\x00\x00", "unknown format (a binary file)"),
        (b'{\n  "version": 3,\n  "results": []\n}', "unknown format (a JSON object without"),
        (b'{\n  "cases": [\n    {"id": }\n  ]\n}', "at line 3, column 12"),
    ],
)
def test_what_is_no_case_file_is_refused_with_a_way_out(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = write(tmp_path, content)
    for attempt in (check_readable, read):
        if attempt is check_readable and b"results" in content:
            continue  # what one object says is only seen when it is read
        with pytest.raises(InputError) as caught:
            attempt(path)
        assert message in caught.value.message
        assert path.name in caught.value.message
        assert caught.value.hint


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    for path, message in ((tmp_path / "none", "There is no file"), (tmp_path, "is a folder")):
        with pytest.raises(InputError, match=message):
            check_readable(path)
    with pytest.raises(InputError, match="cannot be read"):
        check_readable(Path("a\0b"))
    path = write(tmp_path, ONE)
    with pytest.raises(InputError, match="Unknown format 'nonsuch'") as caught:
        check_readable(path, format="nonsuch")
    assert "JSON Lines" in caught.value.hint


def test_a_document_too_large_for_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_DOCUMENT", 10)
    with pytest.raises(InputError, match="one JSON document") as caught:
        read(write(tmp_path, f"[{ONE}]"))
    assert "JSON Lines" in caught.value.hint


def test_lines_are_streamed(tmp_path: Path) -> None:
    path = write(tmp_path, lines(*map(str, range(20_000))))
    reader = read_cases(path)
    first = next(reader)
    assert isinstance(first, Case)
    path.write_text("")  # what was buffered is there; the rest was never read
    assert sum(1 for _ in reader) < 19_999


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    [
        "id",
        "question",
        "answer",
        "contexts",
        "citations",
        "expect",
        "requester",
        "risk",
        "labels",
        "judgments",
        "metadata",
        "human",
        "judge",
        "meta",
        "context_spans",
        "tags",
        "answers",
        "response",
        "generator",
        "model",
        "created_at",
        "reference",
        "zzz",
    ]
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.dictionaries(FIELDS, json_values, max_size=6), min_size=1, max_size=4))
def test_any_records_become_cases_or_rejects(
    tmp_path_factory: pytest.TempPathFactory, found: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("any") / "cases.jsonl"
    good = [ONE, *(json.dumps(one) for one in found)]
    path.write_text("\n".join(good), encoding="utf-8")
    out = read(path)
    assert len(out) == len(good)
    for one in out:
        if isinstance(one, Case):
            assert Case.model_validate(one.to_dict()) == one


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "cases.jsonl"
    path.write_bytes(content)
    with contextlib.suppress(InputError):
        read(path)


def test_no_text_is_written_over_a_database(tmp_path: Path) -> None:
    db = tmp_path / "q.db"
    with contextlib.closing(sqlite3.connect(db)) as made:
        made.execute("CREATE TABLE t (x)")
    before = db.read_bytes()
    with pytest.raises(InputError, match="is a database"):
        AtomicFile(db)
    assert db.read_bytes() == before


def test_only_a_rejects_file_is_removed_when_there_are_no_rejects(tmp_path: Path) -> None:
    notes, earlier = tmp_path / "notes.txt", tmp_path / "rejects.jsonl"
    notes.write_text("mine")
    with RejectsFile(notes):
        pass
    assert notes.read_text() == "mine"
    with RejectsFile(earlier) as rejects:
        rejects.add(Reject("a", 1, "", "bad", "{"))
    assert earlier.exists()
    with RejectsFile(earlier):
        pass
    assert not earlier.exists()

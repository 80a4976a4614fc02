"""Which reader a file goes to, what a look at a file shows, and that a bad reader harms nothing."""

from __future__ import annotations

import json
import os
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import Reject, check_readable, read_cases, read_numbered
from adjudge_engine.reading.about import About
from adjudge_engine.reading.cases import _guarded, _of_row
from adjudge_engine.reading.choosing import is_native
from adjudge_engine.reading.foreign import Head, Opened, Row, formats, look, recognise_head
from adjudge_engine.reading.foreign.look import beginning
from adjudge_engine.reading.foreign.opened import opened_at

LAMP = {"id": "lamp-7", "question": "How heavy?", "answer": "It weighs 4 kg.", "contexts": ["4 kg"]}


@dataclass(frozen=True)
class Reader:
    """A reader that claims every file and gives these rows, then breaks if it is told to."""

    given: tuple[Row, ...] = ()
    breaks: bool = False
    name: str = "some"
    title: str = "Some tool"

    def recognises(self, head: Head) -> bool:
        return True

    def rows(self, opened: Opened) -> Iterator[Row]:
        yield from self.given
        if self.breaks:
            raise KeyError("trace_id")

    def cannot_serve(self) -> tuple[str, ...]:
        return ("no document text: no evidence pane",)


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def lined(*values: Any) -> str:
    return "".join(json.dumps(one) + "\n" for one in values)


# --- a look -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "kind", "first"),
    [
        (lined({"a": 1}, {"a": 2}), "jsonl", {"a": 1}),
        ("\n\n" + lined({"a": 1}) + "\n" + lined({"a": 2}), "jsonl", {"a": 1}),
        ("\ufeff" + lined({"a": 1}, {"a": 2}), "jsonl", {"a": 1}),
        ("{broken\n" + lined({"a": 2}), "jsonl", {"a": 2}),
        ("no json\n" + lined({"a": 2}), "jsonl", {"a": 2}),
        (lined({"a": 1}), "json", {"a": 1}),
        ('{\n "a": [1,\n 2]\n}\n', "json", {"a": [1, 2]}),
        ('[{"a": 1}, {"a": 2}]', "json", [{"a": 1}, {"a": 2}]),
        ("a,b\n1,2\n", "csv", ["a", "b"]),
        ("\ufeffa;b c;\n1;2;3\n", "csv", ["a", "b c", "column 3"]),
        ("a\tb\ta\n1\t2\t3\n", "csv", ["a", "b", "a (column 3)"]),
        ("a|b\n1|2\n", "csv", ["a", "b"]),
        ("sep=;\na;b\n", "csv", ["a", "b"]),
        ("a,b\n1,2\n".encode("utf-16"), "csv", ["a", "b"]),
        ("just words\n", "other", None),
        ("<p>a, b</p>\n", "other", None),
        (b"\x1f\x8b\x08,\x00", "other", None),
        (b"a,b\x00,c\n", "other", None),
        (b"PAR1 and no table", "parquet", None),
        (b"PK\x03\x04 and no archive", "zip", None),
        (b"", "other", None),
    ],
)
def test_a_look_tells_what_a_file_is(
    tmp_path: Path, content: str | bytes, kind: str, first: Any
) -> None:
    head = look(write(tmp_path, "f", content))
    assert (head.kind, head.first) == (kind, first)


def test_a_look_at_archives_and_folders_gives_the_names_in_them(tmp_path: Path) -> None:
    (tmp_path / "set" / "qrels").mkdir(parents=True)
    write(tmp_path / "set", "corpus.jsonl", "{}")
    write(tmp_path / "set" / "qrels", "test.tsv", "x")
    (tmp_path / "set" / "away").symlink_to(tmp_path)
    assert look(tmp_path / "set").first == ["corpus.jsonl", "qrels/test.tsv"]
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as archive:
        archive.writestr("header.json", "{}")
        archive.writestr("samples/1.json", "{}")
    head = look(tmp_path / "log.eval")
    assert (head.kind, head.first) == ("zip", ["header.json", "samples/1.json"])


def test_of_a_long_document_the_beginning_is_seen(tmp_path: Path) -> None:
    document = {"version": 3, "rows": [{"n": at, "text": 'q "\\' * 30} for at in range(9_000)]}
    head = look(write(tmp_path, "f.json", json.dumps(document, indent=1)))
    assert head.kind == "json"
    assert head.first["version"] == 3
    assert head.first["rows"][0] == document["rows"][0]  # type: ignore[index]
    assert 10 < len(head.first["rows"]) < 9_000


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
        max_leaves=20,
    ),
    st.integers(0, 400),
)
def test_a_cut_document_begins_as_the_whole_one(value: Any, cut: int) -> None:
    text = json.dumps([value])
    seen = beginning(text[:cut])
    assert beginning(text) == [value]
    assert seen is None or _begins(seen, [value])


def _begins(part: Any, whole: Any) -> bool:
    """Whether a value is another one that ends early."""
    if isinstance(part, list):
        return (
            isinstance(whole, list) and len(part) <= len(whole) and all(map(_begins, part, whole))
        )
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            name in whole and _begins(one, whole[name]) for name, one in part.items()
        )
    return bool(part == whole)


# --- whose a file is ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "native"),
    [
        (LAMP, True),
        ({"answer": "a", "labels": [], "odd": 1}, True),
        ({"answer": "a", "question": "q", "ground_truth": "g"}, False),
        ({"response": "a", "labels": []}, False),
        ({"answer": "a"}, True),
    ],
)
def test_our_own_records_are_told_by_their_names(
    tmp_path: Path, record: dict[str, Any], native: bool
) -> None:
    path = write(tmp_path, "f.jsonl", lined(record, record))
    assert is_native(look(path)) is native


def test_a_file_that_two_readers_claim_is_named(tmp_path: Path) -> None:
    head = look(write(tmp_path, "f.jsonl", lined({"a": 1})))
    both = (Reader(name="one", title="One"), Reader(name="two", title="Two"))
    with pytest.raises(InputError, match="could be of One and Two") as caught:
        recognise_head(head, both)
    assert caught.value.hint == "Say which: --format one or --format two."
    assert recognise_head(head, both[:1]) is both[0]
    assert recognise_head(head, ()) is None


def test_names_of_formats_are_told_apart() -> None:
    names = [one.name for one in formats()]
    assert len(set(names)) == len(names)
    assert not {"native", "jsonl", "json", "csv", "parquet", "map"} & set(names)
    for one in formats():
        assert one.title
        assert all(isinstance(sentence, str) for sentence in one.cannot_serve())


def test_a_folder_that_nobody_knows(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", lined(LAMP))
    with pytest.raises(InputError, match="is a folder, and no format that is known"):
        check_readable(tmp_path)


@pytest.mark.parametrize("way", ["csv", "parquet"])
def test_a_format_that_the_file_is_not(tmp_path: Path, way: str) -> None:
    path = write(tmp_path, "f.jsonl", lined(LAMP, LAMP))
    with pytest.raises(InputError, match=f"is no {way.upper()} file"):
        check_readable(path, format=way)
    with pytest.raises(InputError, match="is no JSON file"):
        check_readable(write(tmp_path, "f.csv", "answer,id\na,1\n"), format="json")


def test_a_table_comes_through_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("id,answer\nx,a\ny,b\n",))
    writer.start()
    assert [one.id for one in read_cases(pipe) if isinstance(one, Case)] == ["x", "y"]
    writer.join()


# --- what readers give --------------------------------------------------------------------------


def test_a_reader_that_breaks_ends_its_file_with_a_reject(tmp_path: Path) -> None:
    path = write(tmp_path, "f.json", "{}")
    reader = Reader(given=(Row("$.rows[0]", dict(LAMP)),), breaks=True)
    with opened_at(path) as opened:
        good, bad = _guarded(reader, opened)
    assert good.place == "$.rows[0]"
    assert bad.problem is not None
    assert "KeyError" in bad.problem.reason
    assert "what comes after $.rows[0] was not read" in bad.problem.reason


@pytest.mark.parametrize(
    ("value", "field", "reason"),
    [
        (None, "", "cannot be read"),
        ({"question": "q"}, "answer", "is missing"),
        ({"answer": float("nan")}, "answer", "is null"),
        ({"answer": "a", "labels": [{"value": float("nan")}]}, "labels[0].criterion", "is missing"),
    ],
)
def test_a_row_that_is_no_case_is_a_reject_with_its_place(
    value: dict[str, Any] | None, field: str, reason: str
) -> None:
    found = _of_row(Row("$.rows[3]", value, raw="{}"), "f.json", 4, labelled=False)
    assert isinstance(found, Reject)
    assert (found.line, found.field, found.place) == (4, field, "$.rows[3]")
    assert reason in found.reason
    assert str(found).startswith("f.json:$.rows[3]: ")


def test_no_score_stays_no_score() -> None:
    nan, endless = float("nan"), float("-inf")
    value = {
        **LAMP,
        "contexts": [{"text": "t", "score": nan}],
        "judgments": [{"criterion": "c", "judge": "j", "score": nan}],
        "metadata": {"run": {"mean": [nan, endless]}},
    }
    case = _of_row(Row("row 1", value), "f", 1, labelled=False)
    assert isinstance(case, Case)
    assert case.judgments[0].abstained
    assert case.judgments[0].score is None
    assert case.contexts[0].score is None
    assert case.metadata["run"] == {"mean": ["NaN", "-Infinity"]}


# --- what is said -------------------------------------------------------------------------------


def test_a_dry_run_counts_each_file_and_says_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    labelled = {**LAMP, "labels": [{"criterion": "faithfulness", "value": "faithful"}]}
    write(tmp_path, "own.jsonl", lined(labelled, {"question": "q"}, {"question": "r"}))
    write(tmp_path, "table.csv", "id,answer\nx,a\ny,b,c\nz,d\n")
    said = answer("evaluate", "own.jsonl", "table.csv", "--dry-run", "--db", "q.db")
    own, table = said["files"]
    assert (own["file"], own["format"], own["cases"], own["labels"]) == (
        "own.jsonl",
        "native",
        1,
        1,
    )
    assert own["refused"] == 2
    (why,) = own["reasons"]
    assert why == {"reason": "answer: is missing", "count": 2, "places": ["line 2", "line 3"]}
    assert own["cannot_serve"] == []
    assert (table["cases"], table["refused"], table["judgments"]) == (2, 1, 0)
    assert table["reasons"][0]["places"] == ["row 2 (line 3)"]
    assert "no case has contexts: nothing to check the answer against" in table["cannot_serve"]
    assert not Path("q.db").exists()
    shown = invoke("evaluate", "own.jsonl", "table.csv", "--dry-run", "--db", "q.db").output
    assert "own.jsonl: cases; 1 case, 1 label, 2 refused" in shown
    assert "  2 × answer: is missing (line 2, line 3)" in shown
    assert "  1 × has 3 cells where the header has 2 (row 2 (line 3))" in shown


@pytest.mark.parametrize("text", ["[]", "id,answer\n", '[{"question": "q"}]'])
def test_a_dry_run_without_any_case_ends_as_the_run_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "none.json", text)
    for more in ((), ("--dry-run",)):
        result = invoke("evaluate", "none.json", "--db", "q.db", "--json", *more)
        assert result.exit_code == 2
        assert "no answer could be evaluated" in result.stderr
    write(tmp_path, "one.json", '[{"answer": "a"}]')
    assert invoke("evaluate", "none.json", "one.json", "--db", "r.db", "--dry-run").exit_code == 0


def test_rejects_of_a_table_keep_their_text_and_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "table.csv", 'id,answer\nx,"a\nb"\ny,b,c\nz,d\n')
    said = answer("evaluate", "table.csv", "--db", "q.db")
    assert (said["evaluated"], said["rejected"]) == (2, 1)
    assert said["reasons"][0]["place"] == "row 2 (line 4)"
    (reject,) = map(json.loads, Path("q.rejects.jsonl").read_text().splitlines())
    assert (reject["raw"], reject["line"], reject["place"]) == ("y,b,c", 4, "row 2 (line 4)")
    again = answer("evaluate", "table.csv", "--db", "q.db")
    assert (again["evaluated"], again["known"]) == (0, 2)


def test_the_reader_says_how_a_file_was_read(tmp_path: Path) -> None:
    about = About()
    path = write(tmp_path, "f.csv", "id,answer\nx,a\n")
    assert len(list(read_numbered(path, about=about))) == 1
    assert (about.format, about.title, about.sentences) == ("native", "cases in a table", [])

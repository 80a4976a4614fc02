"""Containers made to break a reader: each gives a sentence, none an exception of another kind."""

from __future__ import annotations

import contextlib
import io
import json
import random
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading import Reject, Way, check_readable, count_records, read_cases
from adjudge_engine.reading.foreign import archive, document, formats, look
from adjudge_engine.reading.foreign.archive import MAX_RATIO
from adjudge_engine.reading.foreign.mapping import CaseMap
from adjudge_engine.reading.foreign.opened import opened_at
from adjudge_engine.reading.problems import Problem

MAP = CaseMap.parse(["answer=output.text", "contexts[]=rows[*].body", "labels.faithfulness=human"])
DEEP = '{"output": {"text": "a"}, "deep": ' + "[" * 300 + "]" * 300 + "}"


def write(folder: Path, content: str | bytes, name: str = "f.json") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(path: Path, way: Way = MAP) -> list[Case | Reject]:
    return list(read_cases(path, format=way))


def zipped(path: Path, members: dict[str, bytes], **settings: Any) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **settings) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return path


# --- JSON ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (DEEP, "levels deep"),
        ('{"output": {"text": "a"}, "human": "x", "human": "y"}', "stands twice in one object"),
        ('{"output": {"text": "a"}, "n": 1e999}', "the number is too large"),
        ('{"output": {"text": "a"}, "n": ' + "9" * 5_000 + "}", "4,300 digits"),
        ('{"output": {"text": "a"}', "not JSON"),
        ('{"output": {"text": NaN}}', "must be text, not null"),
    ],
    ids=["deep", "twice", "endless", "digits", "cut", "no number"],
)
@pytest.mark.parametrize("shape", ["lines", "list"])
def test_a_bad_record_harms_no_other(tmp_path: Path, line: str, reason: str, shape: str) -> None:
    good = '{"output": {"text": "fine"}}'
    content = "\n".join([good, line, good]) if shape == "lines" else f"[{good},\n{line},\n{good}]"
    ends = shape == "list" and reason == "not JSON"  # nobody can tell where the next item begins
    found = read(write(tmp_path, content))
    assert [type(one) for one in found] == [Case, Reject, Case][: 2 if ends else 3]
    assert isinstance(found[1], Reject)
    if "must be text" in reason:
        reason = "is null"
    assert reason in found[1].reason


def test_a_document_is_read_leniently_and_its_items_strictly(tmp_path: Path) -> None:
    text = (
        '{"run": {"n": 1, "n": 2, "mean": NaN}, "rows": [{"a": 1, "a": 2}, {"a": NaN}, {"a": 3}]}'
    )
    with opened_at(write(tmp_path, text)) as opened:
        assert opened.json()["run"]["n"] == 2
        assert opened.notes == (
            "keys that stand twice in one object, of which the last one holds: 'n', 'a'",
        )
        strict = [(one.place, one.value, str(one.problem)) for one in opened.items("rows")]
        assert strict[0] == ("$.rows[0]", None, "a: stands twice in one object")
        assert strict[1] == ("$.rows[1]", None, "a: NaN is not a JSON number")
        assert strict[2] == ("$.rows[2]", {"a": 3}, "None")
        assert [one.problem is None for one in opened.items("rows", nan=True)] == [
            False,
            True,
            True,
        ]
        assert list(opened.items("run")) == list(opened.items("rows", "x")) == []
        assert list(opened.items("none")) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"rows": [1], "rows": [2]}', "'rows' stands twice in one object"),
        ('{"a": [}, "rows": [2]}', "is not JSON"),
        ('{"a" "rows": [2]}', "is not JSON"),
        ('{"a": ' + "[" * 100_000 + '], "rows": [1]}', "is nested more than 100 levels deep"),
        ('{"a": ' + "[" * 300 + "1" + "]" * 300 + "}", "is nested more than 100 levels deep"),
        (b'{"rows": ["\xff"]}', "is not UTF-8"),
        ('{"rows": [2]}'.encode("utf-16"), "looks like UTF-16"),
    ],
)
def test_a_document_that_cannot_be_read(tmp_path: Path, text: str | bytes, message: str) -> None:
    def everything() -> None:
        opened.json()
        list(opened.items("rows"))

    with opened_at(write(tmp_path, text)) as opened:
        if "stands twice" in message:
            assert opened.json() == {"rows": [2]}
        with pytest.raises(InputError) as caught:
            list(opened.items("rows")) if "stands twice" in message else everything()
    assert message in caught.value.message


def test_a_document_too_large_to_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MAX_DOCUMENT", 10)
    path = write(tmp_path, '{"rows": [1, 2, 3]}')
    with opened_at(path) as opened, pytest.raises(InputError, match="one JSON document of"):
        opened.json()


# --- archives -----------------------------------------------------------------------------------


def members(path: Path) -> list[tuple[str, bytes]]:
    with opened_at(path) as opened:
        return [(one.name, one.read()) for one in opened.members()]


def test_members_are_read_in_memory_whatever_they_are_called(tmp_path: Path) -> None:
    content = {"../../away.json": b"{}", "/etc/x": b"1", "a\x1b[2J": b"2", "plain": b"\x00"}
    assert dict(members(zipped(tmp_path / "f.zip", content))).items() >= {
        ("../../away.json", b"{}"),
        ("/etc/x", b"1"),
    }
    assert [one.name for one in tmp_path.iterdir()] == ["f.zip"]


def test_a_zip_bomb_is_refused_before_it_grows(tmp_path: Path) -> None:
    bomb = zipped(tmp_path / "bomb.eval", {"samples/1.json": b" " * 5_000_000}, compresslevel=9)
    assert bomb.stat().st_size * MAX_RATIO < 5_000_000
    with pytest.raises(InputError, match="it may be a zip bomb"):
        members(bomb)
    mixed = {"samples/1.json": b" " * 5_000_000, "noise": random.Random(7).randbytes(200_000)}
    with opened_at(zipped(tmp_path / "mixed.eval", mixed)) as opened:
        first, second = opened.members()
        with pytest.raises(Problem, match=r"would grow .* times; perhaps a zip bomb"):
            first.read()
        assert second.read() == mixed["noise"]


def test_an_archive_that_lies_about_a_size_is_found_out(tmp_path: Path) -> None:
    path = zipped(tmp_path / "f.zip", {"a.json": b"[1, 2, 3, 4]" * 100})
    content = bytearray(path.read_bytes())
    place = content.index(b"PK\x01\x02") + 24
    content[place : place + 4] = struct.pack("<I", 10)
    path.write_bytes(content)
    with opened_at(path) as opened:
        (member,) = opened.members()
        with pytest.raises(Problem):
            member.read()


def test_limits_on_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "f.zip", {f"{at}.json": b"[1]" for at in range(9)})
    monkeypatch.setattr(archive, "MOST_MEMBERS", 8)
    with pytest.raises(InputError, match="it holds 9 files, and 8 is the most"):
        members(path)
    monkeypatch.setattr(archive, "MOST_MEMBERS", 9)
    monkeypatch.setattr(archive, "MAX_TOTAL", 20)
    with pytest.raises(InputError, match="it would grow to"):
        members(path)
    monkeypatch.setattr(archive, "MAX_TOTAL", 30)
    monkeypatch.setattr(archive, "MAX_MEMBER", 2)
    with opened_at(path) as opened, pytest.raises(Problem, match="is the most"):
        next(opened.members()).read()


def test_a_damaged_archive_gives_a_sentence(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "f.zip", {"a.json": b"[1]" * 50, "b.json": b"{}"}).read_bytes()
    for at in range(0, len(whole), 3):
        for content in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :]):
            path = write(tmp_path, content, "g.zip")
            look(path)
            if content.startswith(b"PK"):
                with contextlib.suppress(InputError, Problem):
                    members(path)


def test_an_archive_that_is_nobodys(tmp_path: Path) -> None:
    path = zipped(tmp_path / "f.zip", {"a.txt": b"x"})
    cut = write(tmp_path, path.read_bytes()[:-30], "cut.eval")
    with pytest.raises(InputError, match="is a damaged zip archive"):
        check_readable(cut)
    with pytest.raises(InputError, match=r"unknown format \(a zip archive\)"):
        check_readable(path)
    with pytest.raises(InputError, match=r"holds no records \(zip\)"):
        read(path)


# --- anything -----------------------------------------------------------------------------------

SAMPLES = [
    b'{"output": {"text": "a"}, "rows": [{"body": "b"}], "human": "faithful"}\n' * 2,
    b'[{"input": "q", "actual_output": "a", "retrieval_context": ["c"]}]',
    b"user_input,response,retrieved_contexts\nq,a,\"['c', 'd']\"\n",
    b'{"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": []}]}]}]}',
    b'{"results": {"version": 3, "results": [{"vars": {}, "gradingResult": null}]}, "evalId": 1}',
    b'{"testCases": [{"input": "q", "actualOutput": "a", "metricsData": [{"score": null}]}]}',
]
PIECES = [
    b'"',
    b"[",
    b"]",
    b"{",
    b"}",
    b",",
    b"\n",
    b"\0",
    b"\xff",
    b"NaN",
    b"null",
    b"1e999",
    b"\\",
]


def ways() -> list[Way]:
    return [None, MAP, "native", *(one.name for one in formats())]


def run(path: Path, way: Way) -> None:
    """Reads a file; what is wrong with it may only be said as a project's error or a reject."""
    found: list[Case | Reject] = []
    with contextlib.suppress(InputError):
        check_readable(path, format=way)
        count_records(path, format=way)
        found += read_cases(path, format=way)
    for one in found:
        if isinstance(one, Case):
            assert Case.model_validate(one.to_dict()) == one
        else:
            assert "engine error" not in one.reason, (way, path.read_bytes()[:300], one.reason)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(SAMPLES),
    st.lists(
        st.tuples(st.integers(0, 200), st.integers(0, 4), st.sampled_from(PIECES)), max_size=4
    ),
)
def test_any_damage_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, sample: bytes, cuts: list[tuple[int, int, bytes]]
) -> None:
    content = sample
    for at, length, piece in cuts:
        content = content[:at] + piece + content[at + length :]
    path = write(tmp_path_factory.mktemp("any"), content)
    for way in ways():
        run(path, way)


NAMES = [
    *("input", "output", "id", "scores", "value", "attributes", "spans", "results", "metadata"),
    *("info", "data", "answer", "question", "contexts", "trace_id", "inputs", "outputs"),
    *("messages", "content", "samples", "testCases", "run"),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(NAMES),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=30, deadline=None)
@given(st.lists(JSON, min_size=1, max_size=3), st.booleans())
def test_any_json_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, values: list[Any], lines: bool
) -> None:
    text = "\n".join(map(json.dumps, values)) if lines else json.dumps(values)
    path = write(tmp_path_factory.mktemp("any"), text)
    for way in ways():
        run(path, way)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from([b"PAR1", b"PK\x03\x04", b"PK\x05\x06", b"a,b\n", b""]), st.binary(max_size=99)
)
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, start: bytes, content: bytes
) -> None:
    path = write(tmp_path_factory.mktemp("any"), start + content)
    for way in (None, MAP):
        run(path, way)


def test_an_archive_within_an_archive_is_left_alone(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as made:
        made.writestr("a.json", "{}")
    path = zipped(tmp_path / "f.eval", {"header.json": inner.getvalue(), "samples/1.json": b"{"})
    for way in ways():
        run(path, way)

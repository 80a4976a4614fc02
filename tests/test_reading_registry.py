"""The source registry, and the file of rejects."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.errors import InputError
from adjudge_engine.reading import Reject, RejectsFile, read_registry
from adjudge_engine.reading.atomic import AtomicFile


def registry(folder: Path, value: Any, name: str = "sources.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize("wrap", [lambda one: {"sources": [one]}, lambda one: [one], dict])
def test_shapes_of_a_registry(tmp_path: Path, wrap: Any) -> None:
    entry = {"source_id": "manual", "version": "2", "groups": [], "owner": "press"}
    found = read_registry(registry(tmp_path, wrap(entry)))
    (manual,) = found.versions("manual")
    assert manual.groups == ()
    assert manual.metadata == {"owner": "press"}


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    registry(tmp_path, {"source_id": "m", "version": "2"}, "b.json")
    registry(tmp_path, {"source_id": "m", "version": "1"}, "a.json")
    registry(tmp_path, {"source_id": "n", "version": "9"}, "c.json")
    found = read_registry(tmp_path)
    assert [one.version for one in found.versions("m")] == ["1", "2"]
    assert list(found) == ["m", "n"]


def test_approved_versions_count(tmp_path: Path) -> None:
    entries = [
        {"source_id": "m", "version": "1"},
        {"source_id": "m", "version": "2"},
        {"source_id": "m", "version": "3", "approved": False},
        {"source_id": "n", "version": "1", "approved": False},
    ]
    found = read_registry(registry(tmp_path, entries))
    assert [one.version for one in found.versions("m")] == ["1", "2", "3"]
    assert [one.version for one in found.approved("m")] == ["1", "2"]
    assert (found.current("m"), found.current("n")) == (found.approved("m")[-1], None)
    assert "n" in found
    assert found.versions("x") == ()


def test_unknown_keys_inside_are_kept(tmp_path: Path) -> None:
    entry = {"source_id": "m", "elements": [{"id": "e", "box": [1, 2]}], "metadata": {"k": 1}}
    (source,) = read_registry(registry(tmp_path, [entry])).versions("m")
    assert source.elements[0].id == "e"
    assert source.metadata == {"k": 1, "entry_extra": {"elements[0].box": [1, 2]}}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([{"version": "1"}], "sources[0]: source_id: is missing"),
        ([{"source_id": "a"}, 5], "sources[1] must be an object, not a number"),
        ({"sources": {}}, "sources must be a list, not an object"),
        (
            [{"source_id": "a", "pages": [{"page": 0}]}],
            "sources[0]: pages[0].page: must be at least 1",
        ),
        ([{"source_id": "a", "groups": "staff"}], "groups: must be a list, not text"),
        (7, "must be a list, not a number"),
        ([{"source_id": "a", "aproved": False}], "'aproved' is no key of an entry"),
        ([{"source_id": "a", "Groups": []}], "'Groups' is no key of an entry"),
        ([{"source_id": "a", "group": ["x"]}], "'group' is no key of an entry"),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, value: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_registry(registry(tmp_path, value))
    assert message in caught.value.message
    assert "sources.json" in caught.value.message
    assert caught.value.hint


def test_a_registry_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="There is no registry"):
        read_registry(tmp_path / "none.json")
    with pytest.raises(InputError, match=r"holds no \.json"):
        read_registry(tmp_path)
    (tmp_path / "x.json").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        read_registry(tmp_path)
    (tmp_path / "x.json").write_text('[{"source_id": "a"')
    with pytest.raises(InputError, match="not JSON"):
        read_registry(tmp_path)


@needs_shared
def test_sources_of_the_acceptance_cases(tmp_path: Path) -> None:
    count = 0
    for path in (SHARED.parent / "cases").glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            sources = json.loads(line).get("sources")
            if sources:
                found = read_registry(registry(tmp_path, {"sources": sources}))
                assert set(found) == {one["source_id"] for one in sources}
                count += 1
    assert count


def test_rejects_are_written_whole_and_raw(tmp_path: Path) -> None:
    path = tmp_path / "rejects.jsonl"
    raw = "{bad \udce9 \ud800 line" + "x" * 100_000
    with RejectsFile(path) as rejects:
        rejects.add(Reject("f.jsonl", 3, "a.b", "why", raw))
        assert not path.exists()
    (line,) = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {
        "file": "f.jsonl",
        "line": 3,
        "field": "a.b",
        "reason": "why",
        "raw": raw,
    }
    assert list(tmp_path.iterdir()) == [path]


def _fail_between(path: Path) -> None:
    with RejectsFile(path) as rejects:
        rejects.add(Reject("f", 1, "", "r", ""))
        rejects.add(Reject("f", 1 // 0, "", "r", ""))


def test_no_rejects_no_file_and_none_of_an_earlier_run(tmp_path: Path) -> None:
    path = tmp_path / "rejects.jsonl"
    with RejectsFile(path) as earlier:
        earlier.add(Reject("a.jsonl", 1, "", "bad", "{"))
    old = path.read_text()
    with pytest.raises(ZeroDivisionError):
        _fail_between(path)
    assert path.read_text() == old
    with RejectsFile(path):
        pass
    assert not path.exists()


def test_an_atomic_file_follows_links_and_refuses_what_it_cannot_write(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.write_text("old")
    link = tmp_path / "link"
    link.symlink_to(real)
    file = AtomicFile(link)
    file.write("né\n")
    file.close(keep=True)
    assert link.is_symlink()
    assert real.read_bytes() == "né\n".encode()
    for bad in (tmp_path / "no" / "file", tmp_path):
        with pytest.raises(InputError, match="cannot be written"):
            AtomicFile(bad)
    device = AtomicFile(Path(os.devnull))
    device.write("gone")
    device.close(keep=True)
    assert not Path(os.devnull).is_file()

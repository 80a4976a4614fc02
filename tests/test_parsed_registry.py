"""Entries that name a parsed form or an original, and parsers' outputs that are entries."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from adjudge_engine.document import Document
from adjudge_engine.errors import InputError
from adjudge_engine.reading import beside, read_registry
from adjudge_engine.source import Source

DIGEST = "sha256:" + "12" * 32


def put(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def elements(*texts: str, **metadata: Any) -> list[dict[str, Any]]:
    return [
        {"type": "Text", "element_id": str(at), "text": text, "metadata": metadata}
        for at, text in enumerate(texts)
    ]


def docling(name: str, text: str) -> dict[str, Any]:
    return {
        "schema_name": "DoclingDocument",
        "name": name,
        "body": {"children": [{"$ref": "#/texts/0"}]},
        "texts": [{"self_ref": "#/texts/0", "label": "title", "text": text}],
    }


def ethos(digest: str = DIGEST) -> dict[str, Any]:
    return {
        "artifact_type": "ethos.grounding.v1",
        "source": {"sha256": digest},
        "capabilities": {"spans": False, "char_offsets": False, "tables": True},
        "pages": [{"id": "p", "index": 1}],
        "elements": [{"id": "e", "page": "p", "kind": "text_block", "text": "x"}],
    }


def only(path: Path, source_id: str = "m") -> Source:
    (source,) = read_registry(path).versions(source_id)
    return source


def test_an_entry_stands_and_its_parsed_form_fills_it(tmp_path: Path) -> None:
    put(tmp_path, "out/m.json", docling("other-name", "Parsed title"))
    entry = {"source_id": "m", "version": "4", "groups": ["staff"], "parsed": "out/m.json"}
    source = only(put(tmp_path, "sources.json", [entry]))
    assert [(one.id, one.text) for one in source.elements] == [("#/texts/0", "Parsed title")]
    assert (source.title, source.groups, source.version) == ("Parsed title", ("staff",), "4")
    assert source.capabilities.elements
    assert not source.capabilities.pages
    assert source.unreadable is None
    assert source.metadata["parsed"] == "out/m.json"
    named = only(put(tmp_path, "sources.json", [entry | {"title": "Ours", "format": "docling"}]))
    assert named.title == "Ours"


def test_a_fingerprint_comes_from_the_parsed_form_or_must_equal_it(tmp_path: Path) -> None:
    put(tmp_path, "e.json", ethos())
    entry = {"source_id": "m", "parsed": "e.json"}
    assert only(put(tmp_path, "s.json", [entry])).fingerprint == DIGEST
    same = only(put(tmp_path, "s.json", [entry | {"fingerprint": DIGEST}]))
    assert (same.fingerprint, same.unreadable) == (DIGEST, None)
    other = "sha256:" + "34" * 32
    wrong = only(put(tmp_path, "s.json", [entry | {"fingerprint": other}]))
    assert wrong.fingerprint == other
    assert wrong.unreadable == f"e.json is of another document: {DIGEST}"
    assert wrong.elements == ()


def test_spans_count_in_the_parsers_text_whatever_the_content(tmp_path: Path) -> None:
    spans = [{"offset": 0, "length": 2}]
    layout = {
        **{"modelId": "prebuilt-layout", "stringIndexType": "unicodeCodePoint"},
        **{"content": "ab cd", "pages": [{"pageNumber": 1}]},
        "paragraphs": [{"content": "ab", "spans": spans}],
    }
    put(tmp_path, "a.json", layout)
    for content in (None, "ab cd", "# ab cd"):
        entry = {"source_id": "m", "parsed": "a.json", "content": content}
        source = only(put(tmp_path, "s.json", [entry]))
        assert (source.text, len(source.spans)) == ("ab cd", 1)
        flow = Document(source).span_text(source.spans[0].id)
        assert flow is not None
        assert flow.text == "ab"


def test_the_original_is_hashed(tmp_path: Path) -> None:
    body = b"the original\x00"
    (tmp_path / "m.pdf").write_bytes(body)
    digest = "sha256:" + hashlib.sha256(body).hexdigest()
    entry = {"source_id": "m", "document": "m.pdf", "fingerprint": DIGEST}
    source = only(put(tmp_path, "s.json", [entry]))
    assert (source.fingerprint, source.actual_fingerprint) == (DIGEST, digest)
    with pytest.raises(InputError, match=r"document: gone\.pdf cannot be read"):
        read_registry(put(tmp_path, "s.json", [entry | {"document": "gone.pdf"}]))


def test_nobody_but_the_reader_says_what_the_original_hashes_to(tmp_path: Path) -> None:
    entry = {"source_id": "m", "actual_fingerprint": DIGEST}
    source = only(put(tmp_path, "s.json", [entry]))
    assert source.actual_fingerprint is None


@pytest.mark.parametrize(
    ("text", "form", "reason"),
    [
        ("{", None, "p.json not JSON: "),
        ("[1e999]", None, "p.json: [0]: the number is too large"),
        ('{"a": 1, "a": 2}', None, "p.json: a: stands twice in one object"),
        ("[" * 5000, None, "p.json nested more than 100 levels deep"),
        ('{"claims": []}', None, "p.json is in no format that is known (ethos, "),
        (json.dumps(elements("x")), "azure", "p.json is not in the format azure"),
        (json.dumps(elements("x", page_number=0)), None, "p.json: [0].metadata.page_number: must"),
    ],
)
def test_a_form_that_cannot_be_read_leaves_the_source(
    tmp_path: Path, text: str, form: str | None, reason: str
) -> None:
    put(tmp_path, "p.json", text)
    entry: dict[str, Any] = {"source_id": "m", "groups": [], "parsed": "p.json", "format": form}
    put(tmp_path, "s.json", [entry])
    for path in (tmp_path, tmp_path / "s.json"):
        source = only(path)
        assert source.unreadable is not None
        assert source.unreadable.startswith(reason)
        assert source.capabilities.to_dict() == {}
        assert source.groups == ()


def test_files_that_are_none_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "wide.json").write_bytes("[]".encode("utf-16"))
    put(tmp_path, "big.json", elements("x" * 50))
    monkeypatch.setattr(beside, "MAX_BYTES", 1)
    reasons = {
        **{"gone": "cannot be read", "pipe": "is no regular file"},
        **{"big.json": "is larger than"},
    }
    for name, reason in reasons.items():
        source = only(put(tmp_path, "s.json", [{"source_id": "m", "parsed": name}]))
        assert reason in str(source.unreadable)
    monkeypatch.undo()
    source = only(put(tmp_path, "s.json", [{"source_id": "m", "parsed": "wide.json"}]))
    assert source.unreadable == "wide.json is not UTF-8"


@pytest.mark.parametrize("key", ["parsed", "document"])
@pytest.mark.parametrize(
    "name",
    [
        *("/etc/hostname", "../x.json", "a/../../x.json", "..\\x.json", "C:\\x.json", "\\x.json"),
        *("link.json", "up/x.json", "ring", "", "a\0b", "x" * 5000, 7, ["x.json"]),
    ],
)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, key: str, name: Any) -> None:
    home = tmp_path / "home"
    home.mkdir()
    put(tmp_path, "x.json", elements("secret"))
    (home / "link.json").symlink_to(tmp_path / "x.json")
    (home / "up").symlink_to(tmp_path)
    (home / "ring").symlink_to("ring")
    path = put(home, "s.json", [{"source_id": "m", key: name}])
    with pytest.raises(InputError) as caught:
        read_registry(path)
    assert f"sources[0]: {key}: " in caught.value.message


def test_a_link_inside_the_folder_is_followed(tmp_path: Path) -> None:
    put(tmp_path, "real.json", elements("x"))
    (tmp_path / "link").symlink_to("real.json")
    source = only(put(tmp_path, "s.json", [{"source_id": "m", "parsed": "./link"}]))
    assert [one.text for one in source.elements] == ["x"]
    assert list(read_registry(tmp_path)) == ["m"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"format": "pdf"}, "format: must be one of ethos, opendataloader, docling"),
        ({"format": ["docling"]}, "format: must be one of ethos"),
        ({"elements": []}, "elements: stands beside parsed"),
        ({"capabilities": {"pages": True}}, "capabilities: stands beside parsed"),
    ],
)
def test_a_broken_entry_stops_the_registry(
    tmp_path: Path, more: dict[str, Any], message: str
) -> None:
    put(tmp_path, "p.json", elements("x"))
    path = put(tmp_path, "s.json", [{"source_id": "m", "parsed": "p.json"} | more])
    with pytest.raises(InputError) as caught:
        read_registry(path)
    assert message in caught.value.message
    assert "sources[0]" in caught.value.message


def test_outputs_in_a_folder_are_entries_of_their_own(tmp_path: Path) -> None:
    put(tmp_path, "a.pdf.json", docling("self.pdf", "A"))
    put(tmp_path, "b.json", elements("x", filename="dir/b.docx"))
    put(tmp_path, "c.json", elements("y"))
    put(tmp_path, "d.json", {"sources": [{"source_id": "m", "parsed": "e.json"}]})
    put(tmp_path, "e.json", elements("z", filename="z.pdf"))
    put(tmp_path, "f.json", ethos())
    put(tmp_path, "g.json", {"analyzeResult": {"pages": [{"pageNumber": 0}]}})
    found = read_registry(tmp_path)
    assert list(found) == ["self.pdf", "b.docx", "c", "m", "f", "g"]
    own = found.current("f")
    assert own is not None
    assert (own.fingerprint, own.groups, own.approved) == (DIGEST, None, True)
    broken = found.current("g")
    assert broken is not None
    assert broken.unreadable == (
        "g.json: analyzeResult.pages[0].pageNumber: must be between 1 and 100,000"
    )
    assert list(read_registry(tmp_path / "c.json")) == ["c"]


@pytest.mark.parametrize("other", [[{"source_id": "m", "groups": ["staff"]}], docling("m", "B")])
def test_an_output_cannot_take_the_name_of_another_source(tmp_path: Path, other: Any) -> None:
    put(tmp_path, "a.json", docling("m", "A"))
    put(tmp_path, "b.json", other)
    with pytest.raises(InputError, match=r"a\.json calls itself m, and so does another"):
        read_registry(tmp_path)


def test_a_pipe_in_the_folder_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(InputError, match="is no regular file"):
        read_registry(tmp_path)


def test_an_entry_cannot_hide_a_registry(tmp_path: Path) -> None:
    put(tmp_path, "a.json", [{"source_id": "m", "parsed": "b.json", "document": "a.json"}])
    put(tmp_path, "b.json", [{"source_id": "n"}])
    found = read_registry(tmp_path)
    assert list(found) == ["m", "n"]
    assert found.versions("m")[0].unreadable


def test_texts_with_odd_characters_are_kept(tmp_path: Path) -> None:
    odd = "a\x00\u202eb\ud800"
    path = tmp_path / "s.json"
    path.write_text(json.dumps(elements(odd)), encoding="ascii")
    source = only(path, "s")
    assert source.elements[0].text == odd
    assert read_registry(path).digest == read_registry(path).digest

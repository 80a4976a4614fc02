"""Archives packed with Zstandard, as newer logs of Inspect are: read, or refused with a way out."""

from __future__ import annotations

import io
import json
import struct
import sys
import zipfile
import zlib
from pathlib import Path

import pytest
from trace_samples import ANSWER, QUESTION, Read

SAMPLE = {
    "id": "s1",
    "epoch": 1,
    "input": QUESTION,
    "target": "",
    "output": {"completion": ANSWER},
    "scores": {},
}


def packed(text: str) -> bytes:
    """A text as a Zstandard frame of one stored block (RFC 8878): no library writes it."""
    data = text.encode()
    assert 0 < len(data) < 2**17
    frame = struct.pack(
        "<IBI", 0xFD2FB528, 0xA0, len(data)
    )  # a single segment, its size in 4 bytes
    return frame + struct.pack("<I", len(data) << 3 | 1)[:3] + data


def archive(path: Path, members: dict[str, tuple[bytes, str]]) -> Path:
    """A zip archive whose members are packed so: each name's bytes, and the text that they are."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, (content, _) in members.items():
            file.writestr(name, content)
    raw = bytearray(buffer.getvalue())
    with zipfile.ZipFile(buffer) as file:
        entries = [(one.filename, one.header_offset) for one in file.infolist()]
        central = file.start_dir
    for name, offset in entries:
        text = members[name][1].encode()
        for at, method, crc, size in ((offset, 8, 14, 22), (central, 10, 16, 24)):
            struct.pack_into("<H", raw, at + method, 93)
            struct.pack_into("<I", raw, at + crc, zlib.crc32(text))
            struct.pack_into("<I", raw, at + size, len(text))
        central += 46 + len(name)
    path.write_bytes(raw)
    return path


def log(path: Path, content: bytes | None = None) -> Path:
    """A log of one sample, as it is or with other bytes in its place."""
    header, sample = json.dumps({"eval": {"task": "t"}, "status": "success"}), json.dumps(SAMPLE)
    members = {
        "samples/s1_epoch_1.json": (packed(sample) if content is None else content, sample),
        "header.json": (packed(header), header),
    }
    return archive(path, members)


def test_a_packed_log_is_read(tmp_path: Path) -> None:
    if sys.version_info < (3, 14):
        pytest.importorskip("pyarrow")
    case = Read(log(tmp_path / "log.eval")).only
    assert (case.id, case.question, case.answer) == ("s1", QUESTION, ANSWER)


@pytest.mark.parametrize("cut", [0, 3, 12, 40], ids=str)
def test_a_damaged_member_is_refused(tmp_path: Path, cut: int) -> None:
    if sys.version_info < (3, 14):
        pytest.importorskip("pyarrow")
    whole = packed(json.dumps(SAMPLE))
    read = Read(log(tmp_path / "log.eval", whole[:cut]))
    assert not read.cases
    assert "cannot be unpacked" in read.why[0]


def test_another_text_than_the_checksum_s_is_refused(tmp_path: Path) -> None:
    if sys.version_info < (3, 14):
        pytest.importorskip("pyarrow")
    other = json.dumps(SAMPLE | {"id": "s2"})
    read = Read(log(tmp_path / "log.eval", packed(other)))
    assert not read.cases
    assert "cannot be unpacked" in read.why[0]


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python unpacks it by itself")
def test_without_a_library_the_way_out_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyarrow", "zstandard"):
        monkeypatch.setitem(sys.modules, name, None)
    read = Read(log(tmp_path / "log.eval"))
    assert not read.cases
    assert "pip install 'adjudge[parquet]'" in read.why[0]
    assert "inspect log convert" in read.why[0]

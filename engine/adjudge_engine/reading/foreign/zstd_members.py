"""Members of zip archives that are packed with Zstandard, as newer `.eval` logs are.

Python unpacks them from 3.14 on; before that either of the packages `zstandard` and `pyarrow` does.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from typing import IO, Final

#: The method's number in a zip archive.
METHOD: Final = 93
_LOCAL_HEADER: Final = 30
_WINDOW: Final = 128 * 2**20
_LACKING: Final = (
    "it is packed with Zstandard, which takes Python 3.14 or pyarrow (pip install "
    "'adjudge[parquet]'); or write the log as JSON: inspect log convert --to json"
)
Unpack = Callable[[bytes, int], bytes]


def is_packed(info: zipfile.ZipInfo) -> bool:
    """Whether a member is packed so."""
    return info.compress_type == METHOD


def content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int) -> bytes:
    """The first `most` bytes of a member that is packed so.

    Raises BadZipFile where it is damaged, NotImplementedError where nothing here can unpack it.
    """
    try:
        with archive.open(info) as member:
            return member.read(most)
    except NotImplementedError:
        unpack = _unpacker()
    found = unpack(_packed(archive, info), most)
    if len(found) < most and zlib.crc32(found) != info.CRC:
        raise zipfile.BadZipFile("the checksum is wrong")
    return found


def _packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """The packed bytes, which stand behind the member's own header."""
    if info.flag_bits & 0x1:
        raise RuntimeError("it is encrypted")
    file: IO[bytes] | None = archive.fp
    if file is None:
        raise zipfile.BadZipFile("the archive was closed")
    file.seek(info.header_offset)
    header = file.read(_LOCAL_HEADER)
    if len(header) < _LOCAL_HEADER or not header.startswith(b"PK\x03\x04"):
        raise zipfile.BadZipFile("a member's header is damaged")
    name, extra = (int.from_bytes(header[at : at + 2], "little") for at in (26, 28))
    file.seek(info.header_offset + _LOCAL_HEADER + name + extra)
    return file.read(info.compress_size)


def _unpacker() -> Unpack:
    for unpack in (_by_zstandard, _by_pyarrow):
        try:
            import_module(unpack.__name__.removeprefix("_by_"))
        except ImportError:
            continue
        return unpack
    raise NotImplementedError(_LACKING)


def _by_zstandard(packed: bytes, most: int) -> bytes:
    library = import_module("zstandard")
    opener = library.ZstdDecompressor(max_window_size=_WINDOW)
    try:
        with opener.stream_reader(BytesIO(packed), read_across_frames=True) as stream:
            return bytes(stream.read(most))
    except library.ZstdError as error:
        raise zipfile.BadZipFile(str(error)) from None


def _by_pyarrow(packed: bytes, most: int) -> bytes:
    library = import_module("pyarrow")
    with library.CompressedInputStream(library.BufferReader(packed), "zstd") as stream:
        return bytes(stream.read(most))  # a damaged stream is an OSError

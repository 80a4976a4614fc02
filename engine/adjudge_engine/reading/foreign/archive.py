"""Zip archives from anywhere: members by name, read in memory, within limits.

Nothing is unpacked to the disk, so no member's name can lead anywhere. An archive may hold
`MOST_MEMBERS` members of `MAX_MEMBER` bytes each and `MAX_TOTAL` together; one that promises to
grow more than `MAX_RATIO` times, or grows beyond what it promised, is refused as a zip bomb.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign import zstd_members
from adjudge_engine.reading.foreign.base import Member
from adjudge_engine.reading.problems import Problem

MOST_MEMBERS: Final = 50_000
MAX_MEMBER: Final = 256 * 2**20
MAX_TOTAL: Final = 8 * 2**30
MAX_RATIO: Final = 200
#: Bytes below which no ratio is suspicious: repeated small text packs well.
_HARMLESS: Final = 2**20
_NAMES_SHOWN: Final = 1_000
_DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,  # a compression that this Python has not
    RuntimeError,  # encrypted
)


def names_in(file: BinaryIO) -> list[str] | None:
    """The first names of members, for recognising; None where the archive is damaged."""
    try:
        with zipfile.ZipFile(file) as archive:
            return archive.namelist()[:_NAMES_SHOWN]
    except _DAMAGED:
        return None


def members_of(file: BinaryIO, name: str) -> Iterator[Member]:
    """The members in the order of the archive, to be read while the file is open.

    Raises InputError for an archive that is damaged, or larger than the limits.
    """
    try:
        archive = zipfile.ZipFile(file)
    except _DAMAGED as error:
        raise InputError(
            f"{name} is a damaged zip archive: {_said(error)}.", "Fetch or write it again."
        ) from None
    infos = [one for one in archive.infolist() if not one.is_dir()]
    _check(infos, name)
    for info in infos:
        yield Member(info.filename, info.file_size, _Reading(archive, info))


def _check(infos: list[zipfile.ZipInfo], name: str) -> None:
    total = sum(one.file_size for one in infos)
    packed = sum(one.compress_size for one in infos)
    why = None
    if len(infos) > MOST_MEMBERS:
        why = f"it holds {len(infos):,} files, and {MOST_MEMBERS:,} is the most"
    elif total > MAX_TOTAL:
        why = f"it would grow to {total // 2**20:,} MB, and {MAX_TOTAL // 2**20:,} is the most"
    elif total > _HARMLESS and total > MAX_RATIO * max(packed, 1):
        why = f"it would grow {total // max(packed, 1):,} times; it may be a zip bomb"
    if why is not None:
        raise InputError(f"{name} is not unpacked: {why}.", "Unpack it, and name a part of it.")


class _Reading:
    """Reads one member, never more than it promised and the limits allow."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        self.archive = archive
        self.info = info

    def __call__(self) -> bytes:
        size, packed = self.info.file_size, self.info.compress_size
        if size > MAX_MEMBER:
            raise Problem("", f"would be {size // 2**20:,} MB; {MAX_MEMBER // 2**20} is the most")
        if size > _HARMLESS and size > MAX_RATIO * max(packed, 1):
            raise Problem("", f"would grow {size // max(packed, 1):,} times; perhaps a zip bomb")
        try:
            if zstd_members.is_packed(self.info):
                content = zstd_members.content(self.archive, self.info, size + 1)
            else:
                with self.archive.open(self.info) as member:
                    content = member.read(size + 1)
        except _DAMAGED as error:
            raise Problem("", f"cannot be unpacked: {_said(error)}") from None
        if len(content) > size:
            raise Problem("", "is larger than the archive says")
        return content


def _said(error: Exception) -> str:
    words = " ".join(str(error).split())[:200] or type(error).__name__
    return words[:1].lower() + words[1:]

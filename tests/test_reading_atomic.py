"""Files that appear whole or not at all, and leave nothing behind."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from adjudge_engine.errors import InputError
from adjudge_engine.reading.atomic import AtomicFile


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_a_file_takes_its_name_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    with AtomicFile(target) as file:
        file.write("new")
        assert target.read_text() == "old"
        assert names(tmp_path) == ["out.jsonl"]
    assert target.read_text() == "new"
    assert names(tmp_path) == ["out.jsonl"]


def test_an_error_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")

    def half() -> None:
        with AtomicFile(target) as file:
            file.write("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out.jsonl"]


def test_what_a_killed_process_left_is_cleared_away_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out[1].jsonl"
    (tmp_path / ".out[1].jsonl.0badcafe.part").write_text("abandoned")
    (tmp_path / ".other.jsonl.0badcafe.part").write_text("of another file")
    in_use = tmp_path / ".out[1].jsonl.11111111.part"
    with in_use.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with AtomicFile(target) as file:
            file.write("new")
        assert names(tmp_path) == [".other.jsonl.0badcafe.part", in_use.name, target.name]
    with AtomicFile(target) as file:
        file.write("newer")
    assert names(tmp_path) == [".other.jsonl.0badcafe.part", target.name]


def test_a_database_is_never_written_over(tmp_path: Path) -> None:
    target = tmp_path / "q.db"
    target.write_bytes(b"SQLite format 3\0" + bytes(100))
    with pytest.raises(InputError, match="database"):
        AtomicFile(target)

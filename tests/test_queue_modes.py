"""Who may open a queue's files: its owner alone, or a group; whatever the umask says."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from queue_samples import record

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import modes

grp = pytest.importorskip("grp")
ENDS = ("", "-wal", "-shm", "-lock")


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def own_group() -> int:
    """A group that this user may give a file to; another than the usual one, if there is one."""
    others = [one for one in os.getgroups() if one != os.getegid()]
    if os.geteuid() == 0:
        others += [one.gr_gid for one in grp.getgrall() if one.gr_gid not in (0, os.getegid())]
    return int(others[0]) if others else os.getegid()


@pytest.fixture
def team(tmp_path: Path) -> tuple[Path, str, int]:
    """A folder that is prepared for a group, and the group's name and number."""
    folder, group = tmp_path / "team", own_group()
    folder.mkdir()
    os.chown(folder, -1, group)
    folder.chmod(0o2770)
    return folder, grp.getgrgid(group).gr_name, group


def found(folder: Path) -> dict[str, tuple[int, int]]:
    return {
        one.name: (stat.S_IMODE(one.stat().st_mode), one.stat().st_gid) for one in folder.iterdir()
    }


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o277])
def test_all_files_of_a_private_queue_are_0600(tmp_path: Path, mask: int) -> None:
    with umask(mask), Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record()])
        files = found(tmp_path)
    assert set(files) == {f"q.db{end}" for end in ENDS}
    assert {mode for mode, _ in files.values()} == {0o600}


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o277])
def test_all_files_of_a_shared_queue_are_its_groups(team: tuple[Path, str, int], mask: int) -> None:
    folder, name, group = team
    with umask(mask), Queue.open(folder / "q.db", create=True, shared=name) as queue:
        queue.enqueue([record()])
        backup = queue.backup()
        files = found(folder)
    assert set(files) == {f"q.db{end}" for end in ENDS} | {backup.name}
    assert set(files.values()) == {(0o660, group)}
    with umask(mask), Queue.open(folder / "q.db") as queue:  # made anew by the next one
        queue.enqueue([record("two")])
        files = found(folder)
    assert set(files.values()) == {(0o660, group)}


def test_a_group_can_be_named_by_its_number_and_a_shared_file_shared_again(
    team: tuple[Path, str, int],
) -> None:
    folder, name, group = team
    for _ in range(2):
        with Queue.open(folder / "q.db", create=True, shared=str(group)) as queue:
            assert queue.path == folder / "q.db"
    with Queue.open(folder / "q.db", create=True, shared=name):
        assert found(folder)["q.db"] == (0o660, group)


def refusal(path: Path, shared: str) -> QueueError:
    with pytest.raises(QueueError) as caught:
        Queue.open(path, create=True, shared=shared)
    return caught.value


@pytest.mark.parametrize("mode", [0o770, 0o2750, 0o2700])
def test_a_folder_that_does_not_pass_files_on_is_refused_with_the_way_out(
    team: tuple[Path, str, int], mode: int
) -> None:
    folder, name, _ = team
    folder.chmod(mode)
    error = refusal(folder / "q.db", name)
    assert f"does not pass its files on to the group {name}" in error.message
    assert f"chgrp {name} {folder}" in error.hint
    assert "chmod g+rwxs" in error.hint
    assert list(folder.iterdir()) == []


def test_a_folder_of_another_group_is_refused(team: tuple[Path, str, int]) -> None:
    folder, name, group = team
    if group == os.getegid():
        pytest.skip("this user is in one group only")
    os.chown(folder, -1, os.getegid())
    folder.chmod(0o2770)
    assert "does not pass its files on" in refusal(folder / "q.db", name).message


@pytest.mark.parametrize("name", ["no-such-group-here", "4294967290", "9" * 30, "", "²", "a\0b"])
def test_an_unknown_group_is_named(team: tuple[Path, str, int], name: str) -> None:
    folder = team[0]
    if not name:  # no group at all: a private file
        with Queue.open(folder / "q.db", create=True, shared=name):
            assert found(folder)["q.db"][0] == 0o600
        return
    assert "there is no group" in refusal(folder / "q.db", name).message
    assert list(folder.iterdir()) == []


def test_a_private_file_does_not_become_shared_by_asking(team: tuple[Path, str, int]) -> None:
    folder, name, group = team
    with Queue.open(folder / "q.db", create=True):
        pass
    error = refusal(folder / "q.db", name)
    assert "is there already" in error.message
    os.chown(folder / "q.db", -1, group)
    for one in folder.iterdir():  # what the hint says
        os.chown(one, -1, group)
        one.chmod(0o660)
    assert "chmod 660" in error.hint
    with Queue.open(folder / "q.db", create=True, shared=name) as queue:
        queue.enqueue([record()])
        assert set(found(folder).values()) == {(0o660, group)}


def test_a_link_to_a_new_file_makes_it_private_where_it_leads(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "there" / "q.db")
    with umask(0), Queue.open(link, create=True) as queue:
        queue.enqueue([record()])
        files = found(tmp_path / "there")
    assert {mode for mode, _ in files.values()} == {0o600}
    assert set(files) == {f"q.db{end}" for end in ENDS}


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    """In a folder of many, somebody could have it lead to a file of ours."""
    with Queue.open(tmp_path / "q.db", create=True):
        pass
    victim = tmp_path / "victim"
    (tmp_path / "q.db-lock").unlink()
    (tmp_path / "q.db-lock").symlink_to(victim)
    with pytest.raises(QueueError, match=r"q\.db-lock cannot be opened"):
        Queue.open(tmp_path / "q.db")
    assert not victim.exists()


OTHER = """
import os, sys
import encodings.utf_16_be  # what may be out of reach in a moment
from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.file import backups
from adjudge_queue.purging import purge_places
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
path, room = sys.argv[1:]
def attempt(job):
    try:
        print(type(job()).__name__)
    except QueueError as error:
        print(error.message.replace(path, "FILE"))
attempt(lambda: Queue.open(path).close())
with Queue.open(path, readonly=True) as queue:
    attempt(queue.backup)
    attempt(lambda: queue.backup(room + "/copy.db"))
    attempt(lambda: queue.purge(by="ann", why="asked for", items=[1]))
"""


@pytest.fixture
def open_folders() -> Iterator[tuple[Path, Path]]:
    """A folder for the queue and one with room; others may look into both, unlike tmp_path."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folders = Path(name) / "queue", Path(name) / "room"
        for one in folders:
            one.mkdir()
            one.chmod(0o777)
        yield folders


def by_others(path: Path, room: Path) -> list[str]:
    words = [sys.executable, "-c", OTHER, str(path), str(room)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if not line.startswith("Warning")]


def test_a_lock_that_is_closed_to_a_writer_is_named(open_folders: tuple[Path, Path]) -> None:
    """Without it two writers could meet; so nobody goes on without it."""
    folder, room = open_folders
    with Queue.open(folder / "q.db", create=True) as queue:
        queue.enqueue([record()])
    (folder / "q.db").chmod(0o666)
    (folder / "q.db-lock").chmod(0o000)
    said = by_others(folder / "q.db", room)
    assert said[0] == "FILE-lock cannot be opened: Permission denied"


def test_a_closed_folder_keeps_its_backups_and_lets_them_be_made_elsewhere(
    open_folders: tuple[Path, Path],
) -> None:
    folder, room = open_folders
    with Queue.open(folder / "q.db", create=True) as queue:
        queue.enqueue([record()])
    (folder / "q.db").chmod(0o444)
    folder.chmod(0o555)
    try:
        said = by_others(folder / "q.db", room)
    finally:
        folder.chmod(0o755)
    assert "cannot be created: Permission denied" in said[1]
    assert said[2:] == ["PosixPath", "FILE was opened for reading only"]
    assert verify_file(room / "copy.db").problems == ()
    assert sorted(one.name for one in folder.iterdir()) == ["q.db", "q.db-lock"]


def test_a_file_that_cannot_be_given_to_its_group_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", refuse)
    other = os.stat(tmp_path).st_gid + 1
    with pytest.raises(QueueError, match="cannot be given to its group"):
        modes.create(tmp_path / "q.db", modes.Access(modes.SHARED, other))
    assert list(tmp_path.iterdir()) == []

"""The replies on disk: there after a restart, for several processes, and never a reason to fail."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from llm_support import prompt

from adjudge_engine.judges.llm.cache import CachedReply, ReplyCache, cache_key

WRITER = """
import sys
from adjudge_engine.judges.llm.cache import CachedReply, ReplyCache
cache, which = ReplyCache(sys.argv[1]), int(sys.argv[2])
for number in range(300):
    key = f"{number if number % 2 else number + 1000 * which:064x}"
    cache.put(key, CachedReply(f"reply {number}", "m", number, 1))
    assert cache.get(key).text == f"reply {number}"
cache.close()
assert cache.problem is None, cache.problem
"""


def key(number: int) -> str:
    return f"{number:064x}"


def reply(text: str = "{}") -> CachedReply:
    return CachedReply(text, "model", 10, 2)


def test_replies_are_there_again(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "replies.db"
    cache = ReplyCache(path)
    for number in range(40):
        cache.put(key(number), reply(f"{number}"))
    assert cache.get(key(39)) == reply("39")  # the last ones are not on disk yet
    cache.put(key(0), CachedReply("new", None, None, None))
    cache.close()
    cache.close()
    again = ReplyCache(path)
    assert len(again) == 40
    assert again.get(key(0)) == CachedReply("new", None, None, None)
    assert again.get(key(41)) is None
    assert again.problem is None
    again.close()


def test_a_reply_is_on_disk_soon_even_without_closing(tmp_path: Path) -> None:
    path = tmp_path / "replies.db"
    one, other = ReplyCache(path), ReplyCache(path)
    for number in range(16):
        one.put(key(number), reply())
    assert other.get(key(0)) == reply()
    one.close()
    other.close()


def test_the_file_is_its_users_alone(tmp_path: Path) -> None:
    path = tmp_path / "replies.db"
    path.touch(0o666)
    cache = ReplyCache(path)
    cache.put(key(1), reply())
    cache.flush()
    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
    assert set(modes.values()) == {0o600}, modes
    cache.close()


def test_processes_and_threads_share_it(tmp_path: Path) -> None:
    path = tmp_path / "replies.db"
    workers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(which)]) for which in (1, 2)
    ]
    cache = ReplyCache(path)

    def work(which: int) -> None:
        for number in range(100):
            cache.put(key(100_000 * which + number), reply())
            assert cache.get(key(100_000 * which + number)) == reply()

    threads = [threading.Thread(target=work, args=(which,)) for which in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [worker.wait(60) for worker in workers] == [0, 0]
    assert len(cache) == 300 + 150 + 2 * 150
    assert cache.problem is None
    cache.close()


@pytest.mark.parametrize(
    "content", [b"no database at all " * 99, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_damaged_file_is_left_alone_and_a_fresh_one_used(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "replies.db"
    path.write_bytes(content)
    cache = ReplyCache(path)
    cache.put(key(1), reply())
    assert cache.get(key(1)) == reply()
    cache.close()
    assert path.read_bytes() == content
    assert cache.problem is not None
    assert "replies-2.db" in cache.problem
    again = ReplyCache(path)
    assert again.get(key(1)) == reply()
    again.close()


def test_damage_found_later_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "replies.db"
    cache = ReplyCache(path)
    for number in range(400):
        cache.put(key(number), reply("x" * 500))
    cache.close()
    content = bytearray(path.read_bytes())
    content[4096 * 2 :] = os.urandom(len(content) - 4096 * 2)
    path.write_bytes(content)
    again = ReplyCache(path)
    for number in range(400):
        found = again.get(key(number))
        assert found in (None, reply("x" * 500))
    again.put(key(1), reply("new"))
    again.flush()
    assert again.get(key(1)) == reply("new")
    assert again.problem is not None
    again.close()


def test_another_programs_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE items (name TEXT)")
    file.close()
    path.chmod(0o644)
    before = path.read_bytes()
    cache = ReplyCache(path)
    cache.put(key(1), reply())
    cache.close()
    assert path.read_bytes() == before
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert (tmp_path / "queue-2.db").exists()


def test_a_place_that_cannot_be_written_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = ReplyCache(tmp_path / "file" / "replies.db")
    cache.put(key(1), reply())
    cache.flush()
    assert cache.get(key(2)) is None
    assert len(cache) == 0
    assert cache.problem is not None
    cache.close()


def test_the_oldest_go_when_it_grows(tmp_path: Path) -> None:
    path = tmp_path / "replies.db"
    cache = ReplyCache(path, max_bytes=400_000)
    for number in range(2000):
        cache.put(key(number), reply("x" * 1000))
    cache.close()
    again = ReplyCache(path)
    assert again.get(key(1999)) is not None
    assert again.get(key(0)) is None
    assert 100 < len(again) < 1100  # looked at now and then, not at each reply
    again.close()


def test_a_forked_process_leaves_its_parents_file_alone(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "from adjudge_engine.judges.llm.cache import CachedReply, ReplyCache\n"
        "cache = ReplyCache(sys.argv[1])\n"
        "child = os.fork()\n"
        "cache.put(f'{bool(child):064x}', CachedReply('x', None, None, None))\n"
        "cache.close()\n"
        "if not child: os._exit(0 if 'forked' in cache.problem and not len(cache) else 1)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "again = ReplyCache(sys.argv[1])\n"
        "assert len(again) == 1 and again.get(f'{1:064x}') is not None\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "replies.db")], check=True)


def test_keys_are_the_same_everywhere_and_tell_all_apart() -> None:
    said = {"rubric_hash": "r", "model": "m", "parameters": {"seed": 1}, "sample": 0}
    one = cache_key(prompt("\ud800 text"), **said)  # type: ignore[arg-type]
    assert one == cache_key(prompt("\ud800 text"), **said)  # type: ignore[arg-type]
    others = [
        {**said, "rubric_hash": "s"},
        {**said, "model": "n"},
        {**said, "parameters": {"seed": 2}},
        {**said, "sample": 1},
    ]
    keys = {cache_key(prompt("\ud800 text"), **other) for other in others}  # type: ignore[arg-type]
    assert len(keys | {one, cache_key(prompt("text"), **said)}) == 6  # type: ignore[arg-type]

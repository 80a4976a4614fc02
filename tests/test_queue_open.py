"""Opening a queue's file: what is made, what is recognised, what is refused and how."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from queue_samples import decision, record
from sqlite_utils import Database, Migrations

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.file import driver, lock, migrations, opening, schema

ROOT = Path(__file__).resolve().parents[1]


def raw(path: Path, *statements: str) -> None:
    """Statements on a file behind the queue's back."""
    with closing(driver.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A queue with one item, closed."""
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record()])
    return path


def test_a_new_file_belongs_to_its_owner_alone_and_is_durable(tmp_path: Path) -> None:
    path = tmp_path / "new # %41.db"
    before = os.umask(0)
    try:
        with Queue.open(path, create=True) as queue:
            queue.enqueue([record()])
            files = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}
            pragmas = [
                queue._store.connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("journal_mode", "synchronous", "recursive_triggers", "foreign_keys")
            ]
    finally:
        os.umask(before)
    assert set(files) == {path.name + end for end in ("", "-wal", "-shm", "-lock")}
    assert set(files.values()) == {0o600}
    assert pragmas == ["wal", 2, 1, 1]


def test_a_current_file_is_opened_and_read_without_heavy_imports(made: Path) -> None:
    code = (
        "import sys\n"
        "from adjudge_queue import Queue\n"
        "with Queue.open(sys.argv[1]) as queue:\n"
        "    item = queue.claim_next('ann')\n"
        "    assert item.case['id'] == 'one' and queue.counts().open == 1\n"
        "heavy = {'sqlite_utils', 'pydantic', 'click', 'textual', 'rich', 'litellm'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(made)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_importing_the_package_alone_loads_neither_sqlite_nor_the_facade() -> None:
    code = (
        "import sys, adjudge_queue\n"
        "print(sorted({'sqlite3', 'pysqlite3', 'adjudge_queue.facade.desk'} & set(sys.modules)))\n"
        "assert adjudge_queue.Queue.__name__ == 'Queue'\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def modules() -> Iterator[Path]:
    for package in ("engine/adjudge_engine", "queue/adjudge_queue", "tui/adjudge_tui"):
        yield from (ROOT / package).rglob("*.py")


def test_only_the_driver_imports_an_sqlite_library() -> None:
    """Others have files of their own, which nothing of the queue ever opens: kept replies, an
    optimiser's history, a shard's ledger, spans that are sorted by their trace."""
    found = set()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if {name.split(".")[0] for name in names} & {"sqlite3", "pysqlite3"}:
                found.add(path.relative_to(ROOT).as_posix())
    assert found == {
        "queue/adjudge_queue/file/driver.py",
        "engine/adjudge_engine/judges/llm/cache.py",
        "engine/adjudge_engine/optimizing/history.py",
        "engine/adjudge_engine/optimizing/history_file.py",
        "engine/adjudge_engine/reading/foreign/traces.py",
        "tui/adjudge_tui/running/shard_ledger.py",
    }


def test_migrations_are_recorded_and_a_second_opening_applies_none(made: Path) -> None:
    with Queue.open(made, create=True) as queue:
        rows = queue._store.rows("SELECT migration_set, name FROM _sqlite_migrations")
    names = ("0001_queue", "0002_team", "0003_packets")
    assert rows == [("adjudge_queue", name) for name in names]
    assert len(migrations.migrations._migrations) == opening.VERSION


def refusal(path: Path, *, create: bool = False, readonly: bool = False) -> str:
    with pytest.raises(QueueError) as caught:
        Queue.open(path, create=create, readonly=readonly)
    assert caught.value.hint
    return caught.value.message


def test_what_is_no_queue_is_refused_with_a_sentence(tmp_path: Path, made: Path) -> None:
    assert "does not exist" in refusal(tmp_path / "none.db")
    assert "does not exist" in refusal(tmp_path / "no" / "folder" / "q.db", create=True)
    assert "is a folder" in refusal(tmp_path)
    text = tmp_path / "text.db"
    text.write_text("question,answer\n" * 200)
    assert "is no queue" in refusal(text)
    assert "is no queue" in refusal(text, create=True)
    assert text.read_text().startswith("question")
    empty = tmp_path / "empty.db"
    empty.touch()
    assert "is empty" in refusal(empty)
    assert "is empty" in refusal(empty, create=True, readonly=True)
    foreign = tmp_path / "foreign.db"
    foreign.touch()
    raw(foreign, "CREATE TABLE t(x)")
    assert "of another program" in refusal(foreign)
    assert "of another program" in refusal(foreign, create=True)
    raw(made, "PRAGMA user_version = 7")
    assert "newer version" in refusal(made)
    raw(made, "PRAGMA user_version = 0")
    assert "of no version" in refusal(made)
    assert not (tmp_path / "none.db").exists()


def test_a_file_that_is_not_ours_stays_as_it_is(tmp_path: Path, made: Path) -> None:
    """Above all it is not brought into WAL mode, which a file remembers."""
    foreign = tmp_path / "foreign.db"
    foreign.touch()
    raw(foreign, "CREATE TABLE t(x)")
    raw(made, "PRAGMA user_version = 7", "PRAGMA journal_mode=DELETE")
    before = foreign.read_bytes(), made.read_bytes()
    for path in (foreign, made):
        for how in ({}, {"create": True}, {"readonly": True}):
            refusal(path, **how)
    assert (foreign.read_bytes(), made.read_bytes()) == before
    assert not list(tmp_path.glob("*-wal"))


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.db"
    os.mkfifo(pipe)
    for path in (pipe, Path(os.devnull)):
        for how in ({}, {"create": True}, {"readonly": True}):
            assert "device or a pipe" in refusal(path, **how)
    loop = tmp_path / "loop.db"
    loop.symlink_to(loop)
    (tmp_path / "text").touch()
    for path in (loop, tmp_path / "text" / "q.db", tmp_path / ("x" * 300), tmp_path / "a\0b"):
        assert "cannot be opened" in refusal(path, create=True)


def test_a_link_leads_to_the_file_and_to_its_lock(tmp_path: Path, made: Path) -> None:
    link, other = tmp_path / "link.db", tmp_path / "other.db"
    link.symlink_to(made.name)
    other.symlink_to("new.db")
    with Queue.open(link) as queue:
        assert queue.path == made.resolve()
        assert queue.claim_next("ann") is not None
    with Queue.open(other, create=True) as queue:
        assert queue.enqueue([record()]).items == 1
    assert (tmp_path / "new.db").exists()
    assert {path.name for path in tmp_path.glob("*-lock")} == {"q.db-lock", "new.db-lock"}


UNPRIVILEGED = """
import os, sys
import encodings.utf_16_be, adjudge_queue.trail.audit  # what may be out of reach in a moment
from adjudge_engine.errors import QueueError
from adjudge_queue import Queue, verify_file
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
for path in sys.argv[1:]:
    for how in ({"readonly": True}, {}, {"create": True}):
        try:
            with Queue.open(path, **how) as queue:
                print(sum(queue.counts().states.values()), verify_file(path).ok)
                queue.claim_next("ann")
        except QueueError as error:
            print(error.message.replace(path, "FILE"))
"""


def unprivileged(*paths: Path) -> list[str]:
    """What somebody who may not write there reads, three lines a file and more."""
    words = [sys.executable, "-c", UNPRIVILEGED, *map(str, paths)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_closed_folder_lets_read_and_says_what_it_does_not(made: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = Path(shutil.copy(made, folder / "q.db"))
        path.chmod(0o444)
        folder.chmod(0o555)
        said = unprivileged(path)
        assert said[:2] == ["1 True", "FILE was opened for reading only"]
        assert all("may only be read" in line for line in said[2:])
        folder.chmod(0o755)
        path.with_name("q.db-wal").write_bytes(b"x")
        folder.chmod(0o555)
        assert "was not closed" in unprivileged(path)[0]
        folder.chmod(0o000)
        assert set(unprivileged(path)) == {"FILE cannot be opened: Permission denied"}
        folder.chmod(0o755)


def test_an_empty_file_can_become_a_queue(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with Queue.open(path, create=True) as queue:
        assert queue.enqueue([record()]).items == 1


def test_a_locked_file_is_named_and_keeps_what_it_has(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "BUSY_MS", 50)
    with Queue.open(made) as queue:
        with closing(driver.connect(made)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(QueueError, match="locked by another program"):
                queue.claim_next("ann")
            assert queue.counts().open == 1  # readers go on
        assert queue.claim_next("ann") is not None


def test_the_writers_lock_waits_only_so_long_and_recovers(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "BUSY_MS", 50)
    with Queue.open(made) as queue, closing(lock.WriteLock(made)) as other:
        with other.held(), pytest.raises(QueueError, match="locked by another program"):
            queue.claim_next("ann")
        monkeypatch.setattr(driver, "BUSY_MS", 5000)
        assert queue.claim_next("ann") is not None
        with other.held():  # the queue has given it up again
            pass


def test_a_full_disk_loses_nothing(made: Path) -> None:
    with Queue.open(made) as queue:
        pages = queue._store.connection.execute("PRAGMA page_count").fetchone()[0]
        queue._store.connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(QueueError, match="is full"):
            queue.enqueue([record("two", answer="long " * 10_000)])
        queue._store.connection.execute("PRAGMA max_page_count = 1000000")
        assert queue.verify().ok
        assert queue.counts().open == 1
        assert queue.enqueue([record("two", answer="long " * 10_000)]).items == 1


def test_a_reader_may_not_write(made: Path) -> None:
    with Queue.open(made, readonly=True) as queue:
        with pytest.raises(QueueError, match="for reading only"):
            queue.claim_next("ann")
        assert queue.item(1).row.state == "pending"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_a_file_that_may_only_be_read_says_so(made: Path) -> None:
    made.chmod(0o400)
    with Queue.open(made) as queue, pytest.raises(QueueError, match="may only be read"):
        queue.claim_next("ann")


def test_a_file_that_was_replaced_is_not_written_to(made: Path) -> None:
    with Queue.open(made) as queue:
        copy = made.with_name("copy.db")
        copy.write_bytes(made.read_bytes())
        os.replace(copy, made)
        with pytest.raises(QueueError, match="was replaced"):
            queue.claim_next("ann")
        made.unlink()
        with pytest.raises(QueueError, match="is gone"):
            queue.claim_next("ann")


def test_an_older_file_is_backed_up_and_brought_forward(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Migrations("adjudge_queue")
    for name in ("0001_queue", "0002_team", "0003_packets"):
        steps(name=name)(lambda db: None)

    @steps(name="0004_more")
    def more(db: Database) -> None:
        db.execute("ALTER TABLE items ADD COLUMN due_at TEXT")

    monkeypatch.setattr(migrations, "migrations", steps)
    monkeypatch.setattr(opening, "VERSION", opening.VERSION + 1)
    assert "older version" in refusal(made, readonly=True)
    with Queue.open(made) as queue:
        assert queue._store.rows("SELECT due_at FROM items") == [(None,)]
        assert queue.decide(1, decision("approve")).state == "decided"
        assert queue.verify().ok
    [backup] = made.parent.glob("q.db.schema3-*.bak")
    assert backup.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(opening, "VERSION", opening.VERSION - 1)
    with Queue.open(backup) as queue:
        assert queue.item(1).row.state == "pending"
        assert queue.verify().ok


def test_a_migration_that_fails_changes_nothing(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Migrations("adjudge_queue")
    for name in ("0001_queue", "0002_team", "0003_packets"):
        steps(name=name)(lambda db: None)

    @steps(name="0004_half")
    def half(db: Database) -> None:
        db.execute("ALTER TABLE items ADD COLUMN due_at TEXT")
        db.execute("ALTER TABLE absent ADD COLUMN due_at TEXT")

    monkeypatch.setattr(migrations, "migrations", steps)
    monkeypatch.setattr(opening, "VERSION", opening.VERSION + 1)
    assert "no such table" in refusal(made)
    monkeypatch.setattr(opening, "VERSION", opening.VERSION - 1)
    with Queue.open(made) as queue:
        columns = [row[1] for row in queue._store.rows("PRAGMA table_info(items)")]
        assert "due_at" not in columns
        assert queue.verify().ok


def test_many_processes_make_one_queue(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    code = (
        "import sys\nfrom adjudge_queue import Queue\n"
        "with Queue.open(sys.argv[1], create=True) as queue: print(queue.counts().open)\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    assert [one.communicate()[0].strip() for one in running] == [b"0"] * 4
    with Queue.open(path) as queue:
        assert queue.verify().ok
    assert not list(tmp_path.glob("*.bak"))


def test_triggers_refuse_what_must_never_change(made: Path) -> None:
    with Queue.open(made) as queue:
        run = queue._store.connection.execute
        for statement in (
            "UPDATE events SET at = 'x'",
            "DELETE FROM events",
            "INSERT OR REPLACE INTO events SELECT * FROM events",
            "INSERT INTO events SELECT seq + 2, at, kind, actor, item_id, evaluation_id,"
            " decision_id, body, hash, hash FROM events",
            "INSERT INTO events SELECT seq + 1, at, kind, actor, item_id, evaluation_id,"
            " decision_id, body, prev, hash FROM events",
            "DELETE FROM items",
            "UPDATE items SET case_id = 'x'",
            "UPDATE payloads SET body = '{}'",
            "REPLACE INTO payloads VALUES (1, '{}')",
            "UPDATE evaluations SET route = 'release'",
        ):
            with pytest.raises(driver.IntegrityError):
                run(statement)
        assert queue.verify().ok


def test_the_triggers_of_the_file_are_those_of_the_schema(made: Path) -> None:
    with closing(driver.connect(made, readonly=True)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        assert {row[0] for row in names} == set(schema.TRIGGERS)


def test_versions_of_sqlite_with_the_wal_reset_bug_are_known() -> None:
    fixed = ["3.51.3", "3.53.4", "3.44.6", "3.50.7", "4.0.0", "3.6.23"]
    faulty = ["3.7.0", "3.40.1", "3.44.5", "3.45.0", "3.50.6", "3.51.2"]
    assert [driver.wal_reset_fixed(one) for one in fixed] == [True] * len(fixed)
    assert [driver.wal_reset_fixed(one) for one in faulty] == [False] * len(faulty)


def test_sqlites_own_errors_become_sentences(tmp_path: Path) -> None:
    for text, expected in (
        ("database is locked", "locked by another program"),
        ("database disk image is malformed", "malformed"),
        ("disk I/O error", "the disk failed"),
        ("something new", "SQLite says: something new"),
    ):
        explained = driver.explain(driver.OperationalError(text), tmp_path)
        assert expected in explained.message
        assert explained.hint

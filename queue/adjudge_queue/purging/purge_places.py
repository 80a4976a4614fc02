"""Following purged text through the file itself and through what lies beside it.

SQLite overwrites what is deleted (`secure_delete`, on every connection), but a search index keeps
a deleted row's words until its parts are merged, the -wal keeps old pages until a checkpoint, and
a program without `secure_delete` may have left text in free pages. Backups are databases of their
own: in each the same cases are purged, with an event of its own at the end of its chain.
"""

from __future__ import annotations

import glob
import json
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from adjudge_engine.errors import AdjudgeError, QueueError
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_queue.file import backups, opening
from adjudge_queue.file.jsontext import pack
from adjudge_queue.file.store import Store
from adjudge_queue.purging.purge import BATCH, Gone, purge_items
from adjudge_queue.purging.purged import Outcome, Place

#: A file up to this size is rewritten whole by a purge; beyond it only where that is asked for.
REWRITTEN: Final = 256 * 1024 * 1024
#: Pages of the search index that one transaction merges.
_MERGED: Final = 500
#: The place that no purge can know of.
ELSEWHERE: Final = "exports, other copies"
#: Texts shorter than this are too common to be looked for in a broken line of a rejects file.
_TELLING: Final = 20


def follow(
    store: Store,
    gone: Sequence[Gone],
    who: tuple[str, str],
    *,
    beside: Sequence[Path],
    vacuum: bool | None,
) -> tuple[Place, ...]:
    """Clean every place after the tables were; what became of each."""
    return (
        *_clean(store, vacuum),
        *_backups(store, gone, who, beside),
        *_rejects(store, gone, beside),
        *_replies(store),
        Place(ELSEWHERE, "not reached", "nobody keeps a list of them"),
    )


def _clean(store: Store, vacuum: bool | None) -> Iterator[Place]:
    yield _tried("search index", lambda: merge_search(store))
    if vacuum is None:
        vacuum = os.stat(store.path).st_size <= REWRITTEN
    if vacuum:
        yield _tried("free pages", lambda: _rewrite(store))
    else:
        yield Place(
            "free pages",
            "not reached",
            "this file is large: what it frees is overwritten, but not what another program freed;"
            " purge with a full rewrite to be sure",
        )
    yield _tried(f"{store.path.name}-wal", lambda: _checkpoint(store))


def _tried(name: str, clean: Callable[[], Outcome]) -> Place:
    """The place after it was cleaned; an error is a reason why it was not."""
    try:
        return Place(name, clean())
    except AdjudgeError as error:
        return Place(name, "not reached", error.message)
    except OSError as error:
        return Place(name, "not reached", error.strerror or str(error))


def merge_search(store: Store) -> Outcome:
    """Merge the search index into one part, a little at a time: only then deleted words go.

    Others write in between.
    """
    pages = -_MERGED  # a negative number begins the merge of all parts
    while True:
        with store.write() as tx:
            before = store.connection.total_changes
            tx.run("INSERT INTO search(search, rank) VALUES ('merge', ?)", (pages,))
            if store.connection.total_changes - before < 2 and pages > 0:  # nothing is left to do
                return "removed"
        pages = _MERGED


def _rewrite(store: Store) -> Outcome:
    with store.alone() as connection:
        connection.execute("VACUUM")
    return "removed"


def _checkpoint(store: Store) -> Outcome:
    with store.alone() as connection:
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:
        raise QueueError("somebody reads an older state: purge again once they are done")
    return "removed"


def _backups(
    store: Store, gone: Sequence[Gone], who: tuple[str, str], beside: Sequence[Path]
) -> Iterator[Place]:
    given = [one for one in beside if backups.is_database(one)]
    found = [*backups.beside(store.path), *given]
    if not found:
        yield Place("backups beside the file", "not there")
    for path in found:
        yield _tried(str(path), partial(_in_backup, store.path, path, gone, who))


def _in_backup(original: Path, path: Path, gone: Sequence[Gone], who: tuple[str, str]) -> Outcome:
    """Purge the same cases in a backup, which is brought forward for it."""
    if path.suffix == ".part":
        raise QueueError("a copy that was never finished: remove it")
    if path.samefile(original):
        raise QueueError("it is the file itself")
    lock = Path(f"{os.path.realpath(path)}-lock")
    fresh = not lock.exists()
    store = opening.open_store(path, create=False, readonly=False, backup=False)
    try:
        numbers = dict.fromkeys(number for one in gone for number in _same_case(store, one))
        purge_items(store, numbers, *who)
        merge_search(store)
        _rewrite(store)
        _checkpoint(store)
    finally:
        store.close()
        if fresh:
            lock.unlink(missing_ok=True)
    return "removed" if numbers else "not there"


def _same_case(store: Store, gone: Gone) -> Iterator[int]:
    sql = "SELECT id FROM items WHERE case_id = ? AND case_hash = ?"
    return (row[0] for row in store.rows(sql, (pack(gone.case_id), gone.case_hash)))


def _rejects(store: Store, gone: Sequence[Gone], beside: Sequence[Path]) -> Iterator[Place]:
    usual = store.path.with_name(f"{store.path.stem}.rejects.jsonl")
    if not usual.exists():
        yield Place(str(usual), "not there")
    for path in (usual, *(one for one in beside if not backups.is_database(one))):
        if path != usual or path.exists():
            yield _tried(str(path), partial(_in_rejects, path, gone))


def _in_rejects(path: Path, gone: Sequence[Gone]) -> Outcome:
    """Take the lines out that speak of a purged case; the others stay as they are."""
    ids = {one.case_id for one in gone}
    said = _said(gone)
    mode = stat.S_IMODE(os.stat(path).st_mode)
    kept, found = AtomicFile(path, mode=mode), False
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            for line in lines:
                speaks = _speaks_of(line, ids, said)
                found = found or speaks
                if not speaks:
                    kept.write(line)
    except BaseException as error:
        kept.drop()
        if isinstance(error, UnicodeDecodeError):
            raise QueueError("it is no UTF-8 text: look through it by hand") from error
        raise
    kept.close(keep=found)
    return "removed" if found else "not there"


def _said(gone: Sequence[Gone]) -> Sequence[str] | None:
    """What to look for in a line that names no case; None where that would be too much."""
    if len(gone) > BATCH:
        return None
    texts = [text for one in gone for text in one.texts if len(text) >= _TELLING]
    texts += [json.dumps(one.case_id) for one in gone]
    return [*texts, *(json.dumps(text)[1:-1] for text in texts)]


def _speaks_of(line: str, ids: set[str], said: Sequence[str] | None) -> bool:
    try:
        raw = json.loads(line)["raw"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise QueueError("it is no file of rejects: look through it by hand") from None
    try:
        case = json.loads(raw)
    except (ValueError, TypeError, RecursionError):
        case = None
    named = case.get("id") if isinstance(case, dict) else None
    if isinstance(named, str):
        return named in ids
    if said is None:
        raise QueueError("too many items for lines that name no case: look through it by hand")
    return any(one in str(raw) for one in said)


def _replies(store: Store) -> Iterator[Place]:
    """Replies of judges are kept by a hash of the whole prompt: no case can be asked for."""
    stem = glob.escape(store.path.stem)
    found = sorted(store.path.parent.glob(f"{stem}.replies*.db"))
    if not found:
        yield Place("replies of judges beside the file", "not there")
    for path in found:
        yield Place(
            str(path),
            "not reached",
            "replies cannot be told apart by case: remove the file, and judges are asked anew",
        )

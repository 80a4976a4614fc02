"""From files of cases to a filled queue: read, check, judge, route, enqueue, write out.

The run can be stopped at any moment and repeated: what the queue knows is not evaluated again,
and `--out` and the rejects file are made anew from the whole input each time. Where judges wait
for replies, cases are checked ahead meanwhile, and where there are workers each has some at hand;
everything is stored and written in the order of the input, whatever the order of coming back.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from itertools import chain
from pathlib import Path
from stat import S_IMODE
from typing import IO, TYPE_CHECKING, Any, Final

from adjudge_engine.errors import QueueError
from adjudge_engine.judges.running import callers_among
from adjudge_engine.reading import About, RejectsFile, Way, read_numbered
from adjudge_queue import Queue
from adjudge_queue.records import Record
from adjudge_tui.running.judge_usage import JudgeUsage
from adjudge_tui.running.one_run import Numbered, Run, Store
from adjudge_tui.running.out_file import OutFile
from adjudge_tui.running.shard_ledger import LedgerError
from adjudge_tui.running.tally import Tally
from adjudge_tui.running.under_way import Rules

if TYPE_CHECKING:
    from adjudge_tui.running.evaluating_apart import Apart

_GOES_ON: Final = "What was stored before is kept: the same command goes on from there."


def evaluate_files(
    queue: Queue,
    files: Iterable[Path],
    rules: Rules,
    *,
    rejects: Path,
    rejects_named: bool = False,
    out: Path | None = None,
    format: Way = None,  # noqa: A002
    jobs: int = 1,
    tick: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Evaluates every case that the queue does not know yet, and enqueues it.

    `rejects` gets what could not be read or evaluated (no file without any), and is as private as
    the queue, unless its place was named (`rejects_named`) for others to read; `out` all
    evaluations of the input, in its order, from committed rows (untouched if there are none).
    More than one of `jobs` are worker processes, with the same outcome. `tick` is called as the
    run goes on. Raises InputError and QueueError; what is stored by then stays.
    """
    written = OutFile(out) if out else None

    def finish(pairs: Iterator[tuple[str, str]], tally: Tally) -> None:
        if written is not None and (tally.evaluated or tally.known):
            written.write(_stored(queue, pairs))

    with ExitStack() as stack:
        if written is not None:
            stack.callback(written.drop)
        abouts: dict[str, About] = {}
        tally = evaluate_records(
            queue,
            numbered(files, format, abouts),
            rules,
            rejects=rejects,
            rejects_mode=None if rejects_named else S_IMODE(queue.path.stat().st_mode),
            finish=finish,
            jobs=jobs,
            tick=tick,
        )
        tally.files = abouts
        return tally


def evaluate_records(
    store: Store,
    records: Iterator[Numbered],
    rules: Rules,
    *,
    rejects: Path,
    rejects_mode: int | None = None,
    finish: Callable[[Iterator[tuple[str, str]], Tally], None],
    form: Callable[[Record], Any] | None = None,
    jobs: int = 1,
    tick: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """As `evaluate_files`, for any records and any store.

    `form`: what the store makes of a record (None: what the queue does), where a worker can do
    it. `finish` is given the ids and keys of all that was evaluated, in the order of the input.
    """
    tally = Tally(judging=JudgeUsage(callers_among(rules.judges)))
    with ExitStack() as stack:
        order = stack.enter_context(tempfile.TemporaryFile("w+", encoding="ascii"))
        rejected = stack.enter_context(RejectsFile(rejects, mode=rejects_mode))
        apart = stack.enter_context(_apart(rules, jobs, form))
        try:
            Run(store, rules, tally, rejected, order, tick, apart).run(records)
        except (QueueError, LedgerError) as error:
            raise type(error)(error.message, f"{error.hint} {_GOES_ON}".lstrip()) from error
        finish(_pairs(order), tally)
    return tally


def _apart(
    rules: Rules, jobs: int, form: Callable[[Record], Any] | None
) -> AbstractContextManager[Apart | None]:
    if jobs < 2:
        return nullcontext()
    from adjudge_queue.items.enqueue import ready
    from adjudge_tui.running.evaluating_apart import Apart

    return closing(Apart(rules, jobs, form or ready))


def numbered(
    files: Iterable[Path], way: Way, abouts: dict[str, About] | None = None
) -> Iterator[Numbered]:
    """The records of the files, each with its file, line and raw text.

    `abouts` gets, for each file, how it is read and what it cannot serve.
    """
    said = {} if abouts is None else abouts
    return chain.from_iterable(_records(file, way, said) for file in files)


def _records(file: Path, way: Way, abouts: dict[str, About]) -> Iterator[Numbered]:
    about = abouts.setdefault(str(file), About())
    for line, raw, found in read_numbered(file, format=way, about=about):
        yield str(file), line, raw, found


def _pairs(order: IO[str]) -> Iterator[tuple[str, str]]:
    order.seek(0)
    for line in order:
        case_id, key = json.loads(line)
        yield case_id, key


def _stored(queue: Queue, pairs: Iterator[tuple[str, str]]) -> Iterator[str]:
    for case_id, key in pairs:
        stored = queue.evaluation_json(case_id, key)
        assert stored is not None, "it has just been stored"
        yield stored

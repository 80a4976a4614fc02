"""A stored text that is no longer what was written: a sentence, never a crash, and it is named."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from queue_samples import decision, record
from team_samples import made

from adjudge_engine.errors import AdjudgeError
from adjudge_queue import Queue
from adjudge_queue.records import Filter

#: Every column that holds JSON which people's work reads again.
COLUMNS = (
    ("payloads", "body"),
    ("evaluations", "body"),
    ("decisions", "reason_codes"),
    ("decisions", "seen"),
    ("decisions", "before"),
    ("labels", "body"),
    ("texts", "body"),
    ("first_words", "body"),
    ("golden_rows", "body"),
    ("events", "body"),
)
LABEL = {"criterion": "faithfulness", "value": "unfaithful", "note": "n", "missing": ["m"]}
RELABEL = decision("relabel", "ann", key="again", labels=[LABEL], note="why")


def worked(path: Path) -> Queue:
    """A file with something in every table."""
    queue = made(path)
    queue.enqueue([record("one-10"), record("two-10"), replace(record("three"), second="x")])
    queue.decide(1, RELABEL)
    queue.golden_create("g", actor="lea")
    queue.first_word(2, "ann", "block")
    queue.decide(3, decision("relabel", "ann", labels=[LABEL], note="a"))
    queue.decide(3, decision("block", "bob", note="b"))
    return queue


def operations(queue: Queue) -> list[Callable[[], object]]:
    return [
        lambda: queue.item(1),
        lambda: queue.item(1, "cat"),
        lambda: queue.rows([1, 2, 3], "cat"),
        lambda: queue.search("dose"),
        lambda: queue.search("dose", viewer="cat"),
        lambda: queue.events(),
        lambda: list(queue.review_decisions()),
        lambda: queue.adjudication(3, "lea"),
        lambda: queue.adjudicated_results("lea"),
        lambda: queue.beside_judges("lea"),
        lambda: queue.evaluation_json("one-10", "k1"),
        lambda: queue.proof(1),
        lambda: list(queue.golden_export("g")),
        lambda: queue.golden_coverage("g"),
        lambda: queue.page(Filter(), order="oldest"),
        lambda: queue.decide(1, RELABEL),
        lambda: queue.first_word(3, "max", "relabel", [LABEL]),
        lambda: queue.decide(3, decision("relabel", "lea", labels=[LABEL])),
        lambda: queue.undo("lea", item_id=3),
        lambda: queue.undo("ann", item_id=1),
        lambda: queue.enqueue([record("one-10", key="k2", gates={"dates": "fail"})]),
        lambda: queue.plant("g", None, 1, seed=1, by="lea"),
        lambda: queue.golden_create("h", actor="lea", include_approved=True),
        lambda: queue.purge(by="lea", why="w", items=[1], vacuum=False),
    ]


def test_every_operation_of_the_damaged_works_on_a_sound_file(tmp_path: Path) -> None:
    with worked(tmp_path / "q.db") as queue:
        refused = 0
        for operation in operations(queue):
            try:
                operation()
            except AdjudgeError:
                refused += 1
        assert refused <= 2
        assert queue.verify().problems == ()


@pytest.mark.parametrize("text", ["{", "7"])
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_damaged_text_is_a_sentence(tmp_path: Path, table: str, column: str, text: str) -> None:
    with worked(tmp_path / "q.db") as queue:
        raw = queue._store.connection
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?"
        for (name,) in raw.execute(triggers, (table,)).fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        raw.execute(f"UPDATE {table} SET {column} = ?", (text,))
        found = queue.verify()
        assert len(found.problems) > 1  # beside the missing triggers
        for operation in operations(queue):
            with contextlib.suppress(AdjudgeError):
                operation()

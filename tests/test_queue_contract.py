"""Every store of a queue keeps the contract of `QueueStorage`; today there is one, SQLite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from queue_contract import CHECKS, Open

from adjudge_queue import Queue
from adjudge_queue.storage import QueueStorage


def sqlite(folder: Path) -> Open:
    """A queue's file in the folder."""

    def open_() -> QueueStorage:
        return Queue.open(folder / "q.db", create=True)

    return open_


#: Name of a store → what opens a new one in a folder of its own.
STORES: dict[str, Callable[[Path], Open]] = {"sqlite": sqlite}


@pytest.mark.parametrize("check", CHECKS, ids=[one.__name__ for one in CHECKS])
@pytest.mark.parametrize("store", STORES)
def test_a_store_keeps_the_contract(
    tmp_path: Path, store: str, check: Callable[[Open, Path], None]
) -> None:
    check(STORES[store](tmp_path), tmp_path)


def test_every_operation_of_the_contract_is_checked() -> None:
    names = {name for name in vars(QueueStorage) if not name.startswith("_")}
    text = (Path(__file__).parent / "queue_contract.py").read_text("utf-8")
    assert not [name for name in sorted(names - {"close"}) if f".{name}(" not in text]

"""Two people at one file, each at a terminal of their own: holds, hand-over, live counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminals import Terminal, leaks, terminal
from tui_samples import build, plain

from adjudge_queue import Queue
from adjudge_queue.records import Filter


def holders(path: Path) -> dict[str, str | None]:
    """Who holds which item."""
    with Queue.open(path, readonly=True) as queue:
        return {row.case_id: row.holder for row in queue.rows(queue.ids())}


def decided(path: Path) -> list[tuple[str, str | None]]:
    """Which items have been decided by whom, by case id."""
    with Queue.open(path, readonly=True) as queue:
        rows = queue.rows(queue.ids(Filter(states=("decided",))))
        return sorted((row.case_id, row.decided_by) for row in rows)


def opened(one: Terminal, what: str) -> None:
    """Wait until a desk shows that item and can decide."""
    one.until(lambda text: what in text and "approve" in text)


def test_two_desks_share_one_file(tmp_path: Path) -> None:
    """Nobody gets what another holds; counts follow; what one leaves the other gets."""
    path = build(tmp_path / "q.db", [plain(f"item-{n}") for n in range(3)])
    with terminal(path, "ann") as ann:
        opened(ann, "item-0")
        with terminal(path, "ben") as ben:
            opened(ben, "item-1")
            assert holders(path) == {"item-0": "ann", "item-1": "ben", "item-2": None}
            ann.quiet()
            ann.watch()
            ben.press("a")
            ben.until("item-2")
            ann.until("2 open")  # nobody has pressed a key there
            ben.press("b")
            ben.until("Nothing left")
            ann.until("1 open")
            assert holders(path) == {"item-0": "ann"}
            ben.watch()
            ann.press("q")
            assert ann.ended() == 0
            assert holders(path) == {"item-0": None}
            ben.until("there is more to review")
            ben.press("R")
            ben.until("item-0")
            ben.press("a")
            ben.until("approved")
            ben.press("q")
            assert ben.ended() == 0
    assert decided(path) == [("item-0", "ben"), ("item-1", "ben"), ("item-2", "ben")]
    assert leaks(ann.data) == leaks(ben.data) == []


def test_a_hold_that_ran_out_is_told_and_nothing_is_decided_twice(tmp_path: Path) -> None:
    """One desk let its hold run out, as with a lid that was closed; the other takes it over."""
    path = build(tmp_path / "q.db", [plain("item-0")])
    with terminal(path, "ann", lease=1.0) as ann:
        opened(ann, "item-0")
        ann.quiet()
        with terminal(path, "ben") as ben:
            ben.until(lambda text: "Nothing left" in text or "item-0" in text)
            while holders(path) != {"item-0": "ben"}:
                ben.press("R")
            ann.watch()
            ben.press("b")
            ben.until("blocked")
            ann.until("blocked by ben")
            ann.until("no longer yours")
            ann.press("a")
            ann.quiet()
            assert decided(path) == [("item-0", "ben")]
            ben.press("q")
            assert ben.ended() == 0
        ann.press("q")
        assert ann.ended() == 0


@pytest.mark.stress
def test_many_items_two_desks_in_turn(tmp_path: Path) -> None:
    """Sixty items between two desks that decide as fast as they can: each once, none lost."""
    path = build(tmp_path / "q.db", [plain(f"item-{n:02}") for n in range(60)])
    with terminal(path, "ann") as ann, terminal(path, "ben") as ben:
        ann.until("approve")
        ben.until("approve")
        for _ in range(200):
            for one, key in ((ann, "a"), (ben, "b")):
                one.press(key)
            if len(decided(path)) == 60:
                break
        ann.watch()
        ann.press("R")
        ann.until("Nothing left")
        found = decided(path)
        assert len(found) == 60
        assert {who for _, who in found} == {"ann", "ben"}
        ben.kill()  # without a word
    with Queue.open(path, readonly=True) as queue:
        assert queue.verify().ok

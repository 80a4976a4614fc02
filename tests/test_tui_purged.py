"""An item whose texts are gone says so: nothing of it is called empty, unrun or passed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tui_desk import Desk, desk
from tui_samples import NORTHWIND, build, northwind, plain

from adjudge_queue import Queue

ASSERTED = ("is empty", "no gate has run", "has no passages", "no judge has run", "by the policy")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), plain("water-1")])


def purge(path: Path) -> None:
    with Queue.open(path) as queue:
        queue.purge(by="lea", why="request of 3 May", items=[1], vacuum=False)


def says_that_it_is_gone(one: Desk) -> None:
    text = one.text
    lines = text.splitlines()
    assert "purged" in lines[0]
    assert lines[1] == " gates and judgments were removed with the text"
    assert "(removed for good by event " in text
    for line in ("∅ removed with the text", "– removed with the text", "nothing is left to decide"):
        assert line in text
    for word in (*ASSERTED, NORTHWIND[:12]):
        assert word not in text


@pytest.mark.parametrize(
    "size", [pytest.param((80, 24), id="80x24"), pytest.param((200, 50), id="200x50")]
)
async def test_a_purged_item_says_what_has_become_of_it(path: Path, size: tuple[int, int]) -> None:
    purge(path)
    async with desk(path, size=size) as one:
        await one.press("g", *"northwind", "enter")
        says_that_it_is_gone(one)
        await one.press("i")
        assert "purged  lea  “request of 3 May”" in one.text
        await one.press("i", "a")
        assert one.text.splitlines()[-1].startswith(" nothing is left to decide here · i tells who")
        await one.press("question_mark")
        assert "not now: nothing is left to decide here" in one.text


async def test_what_is_purged_while_it_is_shown_leaves_the_screen(path: Path) -> None:
    async with desk(path) as one:
        assert NORTHWIND[:12] in one.text
        await one.press("4")
        purge(path)
        one.session.heartbeat()
        await one.settle()
        says_that_it_is_gone(one)
        last = one.text.splitlines()[-1]
        assert "no longer yours: the text of item #1 was purged · ] goes on" in last
        assert "lease" not in last
        await one.press("b")
        assert "water-1" not in one.text.splitlines()[0]
        await one.press("]")
        assert "water-1" in one.text.splitlines()[0]

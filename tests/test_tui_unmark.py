"""A slip of a digit is taken back by `u`, before it takes back any decision."""

from __future__ import annotations

from pathlib import Path

import pytest
from tui_desk import desk
from tui_keys import at_once, decided, plain_terminal
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_tui.desk.blinding import Blinding


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_terminal(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [plain("water"), northwind(), plain("ice")])


async def test_u_takes_the_mark_back_and_not_the_decision_before(path: Path) -> None:
    async with desk(path) as one:
        await one.press("g", *"water", "enter", "a")
        assert "northwind" in one.text.splitlines()[0]
        before = one.app.desk.claim
        await one.press("4")
        await one.press("u")
        assert one.session.marks == {}
        assert one.app.desk.claim == before
        assert f"claim {before + 1}: mark taken back" in one.text.splitlines()[-1]
        assert one.item("water").row.state == "decided"
        await one.press("u")  # there is no mark any more: the decision
        assert one.item("water").row.state == "claimed"
        assert "water" in one.text.splitlines()[0]


async def test_marks_come_off_one_by_one_to_what_stood_before(path: Path) -> None:
    async with desk(path) as one:
        await one.press("g", *"northwind", "enter")
        at = one.app.desk.claim
        name = northwind()[1]["claims"][at]["id"]
        await one.press("1", "k", "4")
        assert one.session.marks == {name: "contradicted"}
        await one.press("u")
        assert one.session.marks == {name: "supported"}
        assert f"claim {at + 1}: ✓ supported" in one.text.splitlines()[-1]
        await one.press("u")
        assert one.session.marks == {}
        await one.press("2", "r")
        (only,) = [one for one in decided(path, "northwind") if one["action"] == "relabel"]
        assert only


async def test_marks_of_an_item_that_came_back_stay_when_u_goes_on(path: Path) -> None:
    """`u` `u` takes two decisions back, whatever was marked on the first of them."""
    async with desk(path) as one:
        await one.press("g", *"water", "enter", "a", "4", "r", "u")
        assert "northwind" in one.text.splitlines()[0]
        assert one.session.marks
        await one.press("u")
        assert one.item("water").row.state == "claimed"


async def test_a_mark_of_an_earlier_sitting_that_is_made_again_comes_off(
    path: Path, tmp_path: Path
) -> None:
    for last in (False, True):
        async with desk(path, keep=tmp_path / "kept.json") as one:
            await one.press("g", *"water", "enter", "4")
            if last:
                await one.press("u")
                assert one.session.marks == {}


async def test_u_held_down_takes_back_one_mark(path: Path) -> None:
    async with desk(path, repeat_seconds=60.0) as one:
        await one.press("g", *"northwind", "enter", "1", "2")
        marks = dict(one.session.marks)
        assert len(marks) == 2
        await at_once(one, "u", "u", "u")
        assert len(one.session.marks) == 1
        assert one.item("northwind").row.state == "claimed"


async def test_a_mark_before_the_first_word_is_taken_back_too(path: Path) -> None:
    async with desk(path, blinding=Blinding(whole=True, seed="s")) as one:
        await one.press("3")
        assert one.session.marks
        await one.press("u")
        assert one.session.marks == {}
        assert "BLIND" in one.text


async def test_a_mark_that_is_made_again_comes_off_by_one_u(path: Path) -> None:
    async with desk(path) as one:
        await one.press("g", *"northwind", "enter")
        at = one.app.desk.claim
        name = northwind()[1]["claims"][at]["id"]
        await one.press("1", "k", "4", "k", "4", "u")
        assert one.session.marks == {name: "supported"}
        await one.press("u")
        assert one.session.marks == {}


async def test_u_on_an_item_whose_claims_are_gone(path: Path) -> None:
    async with desk(path) as one:
        await one.press("g", *"water", "enter", "4")
        with Queue.open(path) as queue:
            queue.purge(by="lea", why="request of 3 May", items=[1], vacuum=False)
        one.session.heartbeat()
        await one.settle()
        await one.press("u")
        assert "purged" in one.text.splitlines()[0]
        assert "no decision" in one.text.splitlines()[-1]

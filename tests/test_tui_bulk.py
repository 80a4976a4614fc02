"""Marking items of the list and doing something with all of them, on a real file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_tui_hostile import EVIL
from tui_desk import Desk, desk
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Filter
from adjudge_tui.desk.blinding import Blinding, Eyes
from adjudge_tui.desk.marks import Marks
from adjudge_tui.listing import bulk as bulk_module
from adjudge_tui.listing.bulk import Work, work_off
from adjudge_tui.screens.bulk import Bulking


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), *(plain(f"w-{n:02}") for n in range(9))])


def _states(path: Path) -> dict[str, str]:
    with Queue.open(path, readonly=True) as queue:
        rows = queue.rows(queue.ids(Filter(states=("pending", "claimed", "snoozed", "decided"))))
        return {row.case_id: row.state for row in rows}


def _last(one: Desk) -> str:
    return one.text.splitlines()[-1]


# Marks ------------------------------------------------------------------------------------------


@given(st.lists(st.one_of(st.integers(0, 5), st.booleans()), max_size=30))
def test_marks_are_what_they_would_be_one_by_one(steps: list[int | bool]) -> None:
    listed = range(6)
    marks, plainly = Marks(), set[int]()
    for step in steps:
        if isinstance(step, bool):
            marks.mark_all(marked=step)
            plainly = set(listed) if step else set()
        else:
            marks.toggle(step)
            plainly ^= {step}
    assert list(marks.chosen(listed)) == sorted(plainly)
    assert marks.count(len(listed)) == len(plainly)
    for one in listed:
        marks.drop(one)
    assert marks.count(len(listed)) == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 16)])
async def test_marks_are_shown_and_counted(path: Path, size: tuple[int, int]) -> None:
    async with desk(path, size=size) as one:
        await one.press("Q", "B")
        assert "mark items first: x marks one, X all of them" in _last(one)
        await one.press("j", "x", "x")
        lines = one.text.splitlines()
        assert lines[0].endswith(" QUEUE  10 items · open  marked 2")
        rows = 2 if size[0] == 60 else 1
        heads = [line[:3] for line in lines[1 : 1 + 4 * rows : rows]]
        assert heads == ["   ", " x ", " x ", "▌  "]
        await one.press("X")
        assert "marked" not in one.text.splitlines()[0]
        await one.press("X", "x")
        assert one.text.splitlines()[0].endswith("marked 9")
        await one.press("R")
        assert "marked" not in one.text.splitlines()[0]
        await one.press("x", "escape")
        assert "marked" not in one.text.splitlines()[0]
        await one.press("escape")
        assert one.app.screen is one.app.desk


# Actions ----------------------------------------------------------------------------------------


async def test_only_the_number_itself_decides(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "end", "x", "up", "x", "B")
        assert "What to do with the marked items (2)?" in one.text
        assert "a approve" in one.text
        await one.press("enter", "space", "j", "escape")
        for keys in (("B", "b", "enter"), ("B", "b", *"3", "enter"), ("B", "b", *"2", "escape")):
            await one.press(*keys)
            assert "nothing was done" in _last(one)
        assert "decided" not in _states(path).values()
        await one.press("B", "b")
        assert "block: type 2 to do it" in _last(one)
        await one.press(*"2", "enter")
        assert "blocked 2 of 2" in _last(one)
        assert "marked" not in one.text.splitlines()[0]
    decided = {case for case, state in _states(path).items() if state == "decided"}
    assert decided == {"w-07", "w-08"}
    event = one.item("w-08").history[-1]
    assert event["kind"] == "decided"
    assert event["actor"] == "ana"
    assert event["body"]["seen"]["evidence"] == []
    with Queue.open(path) as queue:
        assert queue.undo("ana", item_id=queue.find("w-07")).disposition == "pending"
        assert queue.verify().ok


async def test_what_must_be_looked_at_is_left_alone(tmp_path: Path) -> None:
    items = [northwind(), *(plain(f"w-{n}") for n in range(4)), northwind("stopped", "block")]
    path = build(tmp_path / "q.db", items)
    with Queue.open(path) as queue:
        queue.claim(queue.find("w-1"), "bob")
    async with desk(path) as one:
        one.session.open(2)
        await one.settle()
        await one.press("4", "Q", "f", *"state:all", "enter", "X", "B", "a", *"6", "enter")
        last = _last(one)
        assert "approved 3 of 6 · left alone 3: " in last
        assert one.text.splitlines()[0].endswith("marked 3")
        seen = []
        await one.press("home")
        for _ in range(6):
            seen.append(one.text.splitlines()[-2])
            await one.press("j")
        said = "\n".join(seen)
        assert "✗ nobody has to look at it any more" in said
        assert "✗ your marks on it are not submitted" in said
        assert "bob" in said
        await one.press("escape", "escape")
        assert one.app.screen is one.app.desk
    states = _states(path)
    assert (states["w-0"], states["w-1"], states["w-2"]) == ("pending", "claimed", "decided")


async def test_giving_waiting_and_letting_go(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "j", "x", "x", "B", "g")
        assert "Give 2 to:" in _last(one)
        await one.press("enter")
        assert "nothing was done" in _last(one)
        await one.press("B", "g", *"bob", "enter")
        assert "given 2 of 2 → bob" in _last(one)
        await one.press("home", "j")
        assert "for bob" in one.text.splitlines()[-2]
        await one.press("x", "x", "B", "r")
        assert "let go 2 of 2" in _last(one)
        assert one.item("w-00").row.assigned_to is None
        await one.press("x", "B", "r")
        assert "let go 0 of 1 · left alone 1: nobody has it" in _last(one)
        await one.press("B", "w", *"1", "enter")
        assert "put off 1 of 1" in _last(one)
    assert "snoozed" in _states(path).values()


async def test_the_item_on_the_desk_is_shown_as_it_then_is(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "X", "B", "b", *"10", "enter")
        assert "blocked 10 of 10" in _last(one)
        await one.press("escape")
        assert "blocked by ana" in one.text.splitlines()[0]
    assert set(_states(path).values()) == {"decided"}


async def test_one_key_stops_it_between_two_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = build(tmp_path / "q.db", [plain(f"w-{n:03}") for n in range(120)])
    monkeypatch.setattr(bulk_module, "_BUDGET", 0.0)  # one item a piece
    async with desk(path) as one:
        await one.press("Q", "X")
        screen = one.app.screen
        assert isinstance(screen, Bulking)
        screen._begin("block")
        await one.pilot._wait_for_screen()
        for action in ("mark", "mark_all", "bulk", "open", "filter", "search", "views", "golden"):
            await screen.run_action(action)
        await screen.run_action("back")
        await one.settle()
        assert "stopped" in _last(one)
        bulk = screen.bulk
        assert bulk is not None
        assert 0 < bulk.done < 120
        assert one.app.screen is screen
        assert one.text.splitlines()[0].endswith(f"marked {120 - bulk.done}")
    assert list(_states(path).values()).count("decided") == bulk.done


async def test_a_first_word_that_is_due_is_said_at_the_desk(path: Path) -> None:
    async with desk(path, blinding=Blinding(whole=True, seed="s")) as one:
        await one.press("Q", "X", "B", "a", *"10", "enter")
        assert "approved 0 of 10 · left alone 10: your first word on it is due" in _last(one)
        assert "review" not in one.text
    assert "decided" not in _states(path).values()


def test_a_piece_ends_where_its_time_is_over_or_the_file_fails(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_module, "_BUDGET", 60.0)
    work = Work("block", Eyes("ana", Blinding()))
    with Queue.open(path) as queue:
        ids = list(queue.ids())
        piece = work_off(queue, work, [*ids[:2], 999])
        assert piece.done == tuple(ids[:2])
        assert piece.refused[0][0] == 999
        monkeypatch.setattr(bulk_module, "_BUDGET", -1.0)
        assert work_off(queue, work, ids[2:4]).left == (ids[3],)
        ids = ids[1:]
    with Queue.open(path, readonly=True) as queue:
        piece = work_off(queue, work, ids[2:])
        assert (piece.done, piece.left) == ((), tuple(ids[2:]))
        assert piece.problem


async def test_hostile_names_are_literal(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("w"), plain("[b]\x1b]0;PWNED\x07")])
    with Queue.open(path) as queue:
        queue.assign(queue.find("w"), "[i]\u202e\x1b[2J", by="bob")
    async with desk(path) as one:
        seen = []
        name = "".join(one for one in EVIL if one.isprintable())[:30]
        for keys in (("Q",), ("j", "k"), ("X", "B", "g", *name, "enter")):
            await one.press(*keys)
            seen.append(one.text)
    text = "\n".join(seen)
    assert "[b]␛]0;PWNED␇" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)

"""The golden screen on a real file: sets, rows, coverage, differences, freezing, withdrawing."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pytest
from test_tui_hostile import EVIL, hostile
from tui_desk import desk
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.listing.golden_view import coverage_entries, diff_entries, set_entries


def _decide(
    queue: Queue, case_id: str, value: str, who: str = "ana", criterion: str = "faithfulness"
) -> int:
    """Relabel an item."""
    item = queue.find(case_id)
    queue.claim(item, who)
    labels = ({"criterion": criterion, "value": value},)
    queue.decide(item, Decision("relabel", who, uuid.uuid4().hex, labels=labels))
    return item


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), *(plain(f"w-{n}") for n in range(5))])


@pytest.fixture
def sets(path: Path) -> Path:
    """Two versions: one row relabelled, one added, one gone."""
    with Queue.open(path) as queue:
        for case_id in ("w-0", "w-1", "w-2"):
            _decide(queue, case_id, "faithful")
        queue.golden_create("water", actor="ana")
        queue.undo("ana", item_id=queue.find("w-2"))
        queue.undo("ana", item_id=queue.find("w-1"))
        _decide(queue, "w-1", "unfaithful")
        _decide(queue, "w-3", "faithful")
        queue.golden_create("water", actor="ana")
    return path


async def test_without_a_set_it_says_how_to_make_one(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "G")
        assert one.text.splitlines()[0] == " GOLDEN  versions 0"
        assert "No golden set yet. + freezes what has been relabelled." in one.text
        await one.press("enter", "j", "end", "home", "space", "pageup", "R", "w")
        assert "Enter on a version, then choose the row" in one.text.splitlines()[-1]
        await one.press("c")
        assert "choose a version first" in one.text
        await one.press("d")
        assert "choose a version first" in one.text
        await one.press("plus", *"water", "enter")
        assert "no item has been relabelled yet" in one.text.splitlines()[-1]
        await one.press("plus", "escape")
        assert "nothing was frozen" in one.text
        await one.press("question_mark")
        assert "withdraw a row, for good" in one.text
        await one.press("escape", "escape", "escape")
        assert "EVIDENCE" in one.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_sets_rows_and_the_item_of_a_row(sets: Path, size: tuple[int, int]) -> None:
    async with desk(sets, size=size) as one:
        await one.press("Q", "G")
        lines = one.text.splitlines()
        assert lines[0] == " GOLDEN  versions 2"
        assert lines[1].startswith("▌water@2 ")
        assert "rows 3" in lines[1]
        assert "withdrawn 2" in lines[2]
        assert lines[-2].startswith(" water@2 · frozen by ana · event ")
        await one.press("j", "enter")
        lines = one.text.splitlines()
        assert lines[0] == " GOLDEN  water@1 · rows"
        assert "faithfulness: faithful" in lines[1]
        gone = next(line for line in lines if "w-2" in line)
        assert gone.startswith(" ✗ ")
        await one.press("down", "k", "escape")
        assert one.text.splitlines()[2].startswith("▌water@1 ")
        await one.press("k", "enter", "end", "enter")
        assert "w-3" in one.text.splitlines()[0]
        assert one.app.screen is one.app.desk
    with Queue.open(sets, readonly=True) as queue:
        assert queue.item(queue.find("w-3")).row.state == "decided"


async def test_a_version_is_frozen_and_a_row_withdrawn_for_good(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a", "4", "r")
        with Queue.open(path) as queue:
            _decide(queue, "w-3", "unfaithful", "bob")
        await one.press("Q", "G", "plus", *"gold", "enter")
        assert "gold@1 is frozen, rows 2" in one.text.splitlines()[-1]
        await one.press("asterisk", "enter")
        assert "gold@2 is frozen, rows 3" in one.text
        await one.press("enter", "end", "w", "enter")
        assert "kept: a withdrawal needs a reason" in one.text
        await one.press("w", *"torn page", "enter")
        assert re.search(r"the row of #\d+ is withdrawn, event \d+", one.text)
        assert one.text.splitlines()[3].startswith("▌✗ ")
        assert "withdrawn by event" in one.text.splitlines()[-2]
        await one.press("w")
        assert "this row was withdrawn before" in one.text
    with Queue.open(path, readonly=True) as queue:
        rows = [one["metadata"]["golden"] for one in queue.golden_export("gold", 2)]
        assert [bool(one.get("withdrawn")) for one in rows] == [False, False, True]
        assert queue.verify().ok


async def test_differences_and_coverage(sets: Path) -> None:
    async with desk(sets) as one:
        await one.press("Q", "G", "d", "enter")
        lines = one.text.splitlines()
        assert lines[0] == " GOLDEN  water@1 → water@2"
        assert lines[1].startswith("▌+ added 1 · ✗ withdrawn 1 · ~ relabelled 1")
        for sign, case_id in (("+ added", "w-3"), ("✗ withdrawn", "w-2"), ("~ relabelled", "w-1")):
            assert any(sign in line and line.endswith(case_id) for line in lines[2:])
        assert "      faithful → unfaithful  faithfulness: value" in one.text
        await one.press("j", "enter")
        assert "w-3" in one.text.splitlines()[0]
        await one.press("Q", "G", "d", "backspace", *"9", "enter")
        assert "there is no golden set water@9" in one.text.splitlines()[-1]
        await one.press("d", "backspace", *"x", "enter")
        assert "x: not the number of a version" in one.text.splitlines()[-1]
        await one.press("c")
        lines = one.text.splitlines()
        assert lines[0] == " GOLDEN  water@2 · coverage"
        assert lines[1].startswith("▌rows 3 · dev ")
        assert "   dev  held-out   LABEL" in one.text or "LABEL" in one.text
        await one.press("enter")
        assert "no item belongs to this line" in one.text
        await one.press("q")
    assert one.app.return_code == 0


async def test_an_imported_row_has_no_item(sets: Path) -> None:
    with Queue.open(sets) as queue:
        rows = [one | {"metadata": {}} for one in queue.golden_export("water", 2)]
        queue.golden_import("afar", rows, actor="ana")
    async with desk(sets) as one:
        await one.press("Q", "G")
        assert "imported" in one.text.splitlines()[1]
        await one.press("enter", "enter")
        assert "no item belongs to this line" in one.text
        await one.press("w")
        assert "an imported row has no item" in one.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_hostile_text_is_literal(tmp_path: Path, size: tuple[int, int]) -> None:
    path = build(tmp_path / "q.db", [hostile()])
    case_id = "evil [red]\x1b]0;PWNED\x07"
    with Queue.open(path) as queue:
        _decide(queue, case_id, "[/]\x1b[2J\u202e", criterion="[b]x\x9b")
        queue.golden_create("evil", actor="[i]me[/i]")
    async with desk(path, size=size) as one:
        seen = []
        for keys in (("Q", "G"), ("enter",), ("escape", "c"), ("escape", "d", "1", "enter")):
            await one.press(*keys)
            seen.append(one.text)
    text = "\n".join(seen)
    assert "[i]me[/i]" in text
    assert "evil [red]␛]0;P" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)


def test_lines_are_safe_whatever_the_queue_says() -> None:
    listed = [
        {"name": "s", "version": n, "created_at": "2026", "actor": EVIL, "rows": 1, "dev": 1}
        | {"held_out": 0, "withdrawn": 0, "event": 3, "imported": False}
        for n in (1, 12, 3)
    ]
    assert [one.set for one in set_entries(listed)] == [("s", 12), ("s", 3), ("s", 1)]
    row = {"id": EVIL, "item": None, "split": "dev"}
    moved = row | {"was": "held-out"}
    change = {"criterion": EVIL, "what": EVIL, "before": None, "after": EVIL}
    found = {
        "name": "s", "from": 1, "to": 2, "added": [row], "removed": [row],
        "withdrawn": [row | {"event": 9}], "relabelled": [row | {"changed": [change]}],
        "moved": [moved], "unchanged": 4,
    }  # fmt: skip
    covered = {
        "rows": 1, "withdrawn": 0, "splits": {"dev": 1, "held-out": 0},
        "documents": {"dev": 1, "held-out": 0, "both": 0},
        "slices": {"tag": {EVIL: {"dev": 1, "held-out": 0}}},
    }  # fmt: skip
    entries = (*set_entries(listed), *diff_entries(found), *coverage_entries(covered))
    text = "".join(one.text + one.full for one in entries)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)
    assert any(one.text.startswith("!") and "held out" in one.full for one in entries)
    assert "nothing → " in text

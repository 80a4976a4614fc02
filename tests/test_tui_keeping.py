"""What outlives a sitting: drafts after a crash, unsent decisions, place, filter, looks."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.filter import ANSIToTruecolor
from textual.widgets import Input
from tui_desk import desk
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision, Filter, Seen
from adjudge_tui.desk.keeping import Draft, Keeper, Kept, kept_path
from adjudge_tui.desk.laying import Unsent
from adjudge_tui.desk.sitting import Sitting
from adjudge_tui.desk.theme import ORDER
from adjudge_tui.screens.queue import QueueScreen


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), *(plain(f"water-{n}") for n in range(3))])


@pytest.fixture
def keep(tmp_path: Path) -> Path:
    return tmp_path / "state" / "desk.json"


_AT_THE_DESK = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from tui_desk import desk

async def main():
    async with desk(Path(sys.argv[1]), keep=Path(sys.argv[2])) as one:
        await one.press("k", "0", "c", *"odd", "enter", "r", "e", *"20.4")
        print("ready", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing here kills a process at once")
async def test_a_desk_that_is_killed_leaves_its_drafts(path: Path, keep: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _AT_THE_DESK, str(path), str(keep), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        deadline = time.monotonic() + 20
        while "20.4" not in (keep.read_text() if keep.is_file() else ""):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.kill(other.pid, signal.SIGKILL)
    assert stat.S_IMODE(keep.stat().st_mode) == 0o600
    assert stat.S_IMODE(keep.parent.stat().st_mode) == 0o700
    with Queue.open(path) as queue:  # its lease would run out by itself
        queue.release(queue.find("northwind"), "ana")
    async with desk(path, keep=keep) as one:
        assert "your draft of last time is back" in one.text
        assert one.session.marks == {"c2": "undetermined"}
        assert one.session.may_quit()  # at once: what is drafted comes back
        await one.press("r", "n")
    item = one.item("northwind")
    decided = next(event for event in item.history if event["kind"] == "decided")
    assert item.note == "odd"
    assert decided["body"]["corrected_answer"]
    assert json.loads(keep.read_text())["drafts"] == {}


async def test_a_draft_is_for_its_reviewer_and_its_evaluation_alone(path: Path, keep: Path) -> None:
    async with desk(path, keep=keep) as one:
        await one.press("1")
        assert one.session.view is not None
        item_id = one.session.view.item_id
    kept = Keeper(keep).read()
    assert kept.drafts[item_id].marks == {"c3": "supported"}
    kept.drafts[item_id].evaluation = "sha256:other"
    keep.write_bytes(kept.dump())
    async with desk(path, keep=keep) as one:
        assert one.session.marks == {}
        assert "draft" not in one.text
    assert Keeper(keep).read().drafts == {}
    assert kept_path(path, "ana") != kept_path(path, "bo")
    assert kept_path(path, "ana") == kept_path(path.parent / "." / "q.db", "ana")


async def test_a_decision_that_could_not_be_written_survives(path: Path, keep: Path) -> None:
    async with desk(path, keep=keep) as one:
        aside = path.rename(path.with_name("aside.db"))
        await one.press("b")
        assert "not saved" in one.text
        before = dict(one.session.unsent)
    aside.rename(path)
    async with desk(path, keep=keep) as one:
        assert one.session.unsent == before
        assert "1 decision of last time not saved yet · R tries again" in one.text
        await one.press("R")
        assert one.session.unsent == {}
    assert one.item("northwind").row.action == "block"
    assert Keeper(keep).read().unsent == {}


@pytest.mark.parametrize("theme", ORDER)
async def test_a_kept_theme_is_in_force_from_the_start(path: Path, keep: Path, theme: str) -> None:
    """The colours of a terminal are left to the terminal; none of ours is put in their place."""
    async with desk(path, keep=keep) as one:
        while one.app.theme != theme:
            await one.press("t")
    async with desk(path, keep=keep) as one:
        assert one.app.theme == theme
        own = theme.startswith("ansi")
        (turned,) = [at for at in one.app._filters if isinstance(at, ANSIToTruecolor)]
        assert (one.app.native_ansi_color, turned.enabled) == (own, not own)
        assert one.app.has_class(f"-theme-{theme}")


async def test_place_filter_theme_and_zoom_are_found_again(path: Path, keep: Path) -> None:
    async with desk(path, size=(120, 36), keep=keep) as one:
        await one.press("Q", "f", *"water", "enter", "down", "enter", "t", "tab", "z")
        before = (one.text.splitlines()[0], one.app.theme, one.session.listed)
        assert one.app.desk.has_class("-zoom")
        assert one.session.listed == Filter(text="water")
    async with desk(path, size=(120, 36), keep=keep) as one:
        assert (one.text.splitlines()[0], one.app.theme, one.session.listed) == before
        assert one.app.desk.has_class("-zoom")
        assert "water-1" in before[0]
        assert "2 of 3" in before[0]
    with sqlite3.connect(path) as file:  # and nothing of that is in the queue
        assert "desk-" not in str(file.execute("SELECT name FROM sqlite_master").fetchall())
    file.close()


async def test_a_list_that_has_emptied_since_is_left_for_the_whole_one(
    path: Path, keep: Path
) -> None:
    async with desk(path, keep=keep) as one:
        first = one.text.splitlines()[0]
        assert "1 of " in first
        one.session.walk((), Filter(text="nowhere"))
    async with desk(path, keep=keep) as one:
        assert one.text.splitlines()[0] == first
        assert one.session.listed is None
        await one.press("right_square_bracket")
        assert "2 of " in one.text.splitlines()[0]
    assert Keeper(keep).read().listed == ""


async def test_an_item_from_outside_the_list_leaves_one_on_the_list(path: Path) -> None:
    async with desk(path) as one:
        first = one.text.splitlines()[0]
        await one.press("Q", "f", *"nowhere", "enter")
        assert "0 items" in one.text.splitlines()[0]
        listed = one.app.screen
        assert isinstance(listed, QueueScreen)
        assert one.session.view is not None
        listed._leave_for(one.session.view.item_id)
        await one.settle()
        assert one.text.splitlines()[0] == first


async def test_a_filter_given_with_the_command_counts_more(path: Path, keep: Path) -> None:
    async with desk(path, keep=keep) as one:
        await one.press("Q", "f", *"water", "enter", "enter")
    where = Filter(text="northwind")
    async with desk(path, keep=keep, where=where) as one:
        assert one.session.listed == where
        assert "northwind" in one.text.splitlines()[0]


async def test_a_decided_item_is_no_place_to_begin(path: Path, keep: Path) -> None:
    async with desk(path, keep=keep) as one:
        await one.press("a", "[")
        assert "read only" in one.text or "approved by" in one.text
    async with desk(path, keep=keep) as one:
        assert "water-0" in one.text.splitlines()[0]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"format": 1}', b"\xff", b'{"format": 2}', b"[" * 100_000]
)
def test_a_file_that_says_nothing_is_none(keep: Path, data: bytes) -> None:
    keep.parent.mkdir()
    keep.write_bytes(data)
    assert Keeper(keep).read() == Kept()


def test_what_cannot_be_written_fails_quietly_and_is_known(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    keeper = Keeper(tmp_path / "file" / "desk.json")
    keeper.keep(Kept(item=3))
    keeper.close()
    assert keeper.failed


async def test_a_disk_that_keeps_nothing_is_said_once(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    told: list[str] = []
    tell = Sitting.tell

    def telling(sitting: Sitting, text: str, *, alarm: bool = False) -> None:
        told.append(text)
        tell(sitting, text, alarm=alarm)

    monkeypatch.setattr(Sitting, "tell", telling)
    async with desk(path, keep=tmp_path / "file" / "desk.json") as one:
        await one.press("1")
        deadline = time.monotonic() + 20
        while not one.session.keeper.failed:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        one.session.tick()  # the desk's own clock may have said it before
        assert len([text for text in told if "cannot be kept" in text]) == 1
        one.session.tell("")
        one.session.tick()
        assert one.session.flash == ""
        assert len([text for text in told if "cannot be kept" in text]) == 1


def test_an_existing_file_of_another_mode_is_replaced(keep: Path) -> None:
    keep.parent.mkdir()
    keep.write_bytes(b"old")
    keep.chmod(0o644)
    keeper = Keeper(keep)
    keeper.read()
    keeper.keep(Kept(item=4))
    keeper.close()
    assert stat.S_IMODE(keep.stat().st_mode) == 0o600
    assert [one.name for one in keep.parent.iterdir()] == [keep.name]


_texts = st.text(max_size=20)


@given(
    st.dictionaries(
        st.integers(1, 2**60),
        st.builds(Draft, _texts, st.dictionaries(_texts, _texts, max_size=3), _texts, _texts),
        max_size=3,
    ),
    _texts,
)
def test_what_is_kept_comes_back(drafts: dict[int, Draft], line: str) -> None:
    decision = Decision(
        "relabel",
        "ana",
        "k",
        labels=({"criterion": "faithfulness", "value": None, "note": line},),
        corrected_answer=line,
        reason_codes=("gold",),
        seen=Seen("sha256:1", ("k:0:1",), "hidden"),
    )
    kept = Kept(drafts, {7: Unsent(7, line, decision)}, 3, line, "adjudge-dark", "evidence")
    assert Kept.load(kept.dump()) == kept


@pytest.mark.parametrize(
    "typed",
    [(), ("ctrl+u",), ("ctrl+u", "space"), ("space",), ("x", "backspace")],
    ids=["unchanged", "emptied", "a blank", "a blank behind it", "put back"],
)
async def test_a_correction_that_corrects_nothing_is_never_kept(
    path: Path, keep: Path, typed: tuple[str, ...]
) -> None:
    async with desk(path, keep=keep) as one:
        await one.press("r", "e", *typed)
        assert one.session.corrected == {}
        await one.press("enter")
        assert one.session.corrected == {}
        await one.press("n")
    assert Keeper(keep).read().drafts == {}
    assert "corrected_answer" not in one.item("northwind").labels[0]


async def test_what_cannot_be_shown_as_it_is_written_is_not_offered_for_correction(
    tmp_path: Path, keep: Path
) -> None:
    """What is shown in the place of a soft hyphen or an escape would be kept as the answer."""
    answers = ["soft\xadly", "red \x1b[31m", "a\tb", "two\u2028lines", "a\u200bb", "x\ud800"]
    items = [plain(f"n{at}", answer=one) for at, one in enumerate(answers)]
    async with desk(build(tmp_path / "odd.db", items), keep=keep) as one:
        for _ in answers:
            await one.press("r", "e")
            assert one.app.screen.query_one(Input).value == ""
            await one.press("enter", "escape", "right_square_bracket")
        assert one.session.corrected == {}

"""What is asked for on one item stays on that item, whatever comes back while it is asked.

A commit is slow where another process holds the file's write lock; others decide meanwhile.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.events import Key
from tui_desk import Desk, desk
from tui_keys import at_once, decided, plain_terminal
from tui_leads import TEAM, differing
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.desk.keys import ADJUDICATE
from adjudge_tui.screens.adjudicate import AdjudicateScreen
from adjudge_tui.wording.words_en import ENGLISH
from adjudge_tui.wording.words_ja import JAPANESE

SETTLES = {name: key.action for key in ADJUDICATE for name in key.keys.split(",")}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    plain_terminal(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), plain("water"), plain("ice"), plain("steam")])


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else can write."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


async def pressed(one: Desk, *keys: str) -> None:
    """Press keys one after the other while a job is on its way; each is said or does something."""
    driver = one.app._driver
    assert driver is not None
    for key in keys:
        one.session.flash, busy = "", one.session.busy
        event = Key(key, key if len(key) == 1 else None)
        event.set_sender(one.app)
        driver.send_message(event)
        for _ in range(500):
            await asyncio.sleep(0.002)
            if one.session.flash or one.session.busy != busy:
                break


def reasons(path: Path, case_id: str) -> list[list[str]]:
    """The reasons of every decision on a case."""
    return [one["reason_codes"] for one in decided(path, case_id)]


async def test_a_reason_goes_to_the_block_that_its_question_names(path: Path) -> None:
    async with desk(path) as one:
        await one.press("b")
        with locked(path):
            await pressed(one, "b", "B")
            assert one.session.busy
            assert "the last decision is being written" in one.session.flash
        await one.settle()
        await one.press("5")
        assert reasons(path, "northwind") == [[]]
        assert reasons(path, "water") == [[]]
        await one.press("B")
        assert "why was “water” blocked?" in one.text
        await one.press("5")
    assert reasons(path, "northwind") == [[]]
    assert reasons(path, "water")[-1] == ["judge_wrong"]


async def test_a_reason_is_not_added_to_another_block_than_was_asked_about(path: Path) -> None:
    async with desk(path) as one:
        await one.press("b")
        first = one.session.blocked
        await one.press("b")
        assert first is not None
        one.session.add_reason("judge_wrong", first)
        await one.settle()
        assert "b blocks first" in one.text
    assert reasons(path, "water") == [[]]


async def test_a_comment_is_not_carried_to_the_item_that_comes_next(path: Path) -> None:
    async with desk(path) as one:
        with locked(path):
            await pressed(one, "a", "c")
            assert one.session.busy
            assert not one.app.screen.query("#prompt")
            assert "the last decision is being written" in one.session.flash
        await one.settle()
        assert "water" in one.text.splitlines()[0]
        await at_once(one, "x", "y", "escape")
        assert one.session.notes == {}


@pytest.mark.parametrize(
    "key", ["a", "b", "r", "1", "s", "w", "e", "m", "c", "B", "u", "U", "v", "right_square_bracket"]
)
async def test_no_key_is_silent_or_acts_while_a_decision_is_written(path: Path, key: str) -> None:
    async with desk(path) as one:
        with locked(path):
            await pressed(one, "a")
            await pressed(one, key)
            assert one.session.busy
            told = one.session.flash
        await one.settle()
        assert "is being written" in told
        assert "water" in one.text.splitlines()[0]
    assert [one["action"] for one in decided(path, "northwind")] == ["approve"]
    assert decided(path, "water") == []


async def test_what_the_mouse_opens_is_not_opened_silently(path: Path) -> None:
    async with desk(path) as one:
        with locked(path):
            await pressed(one, "a")
            one.session.open(3)
            assert "is being written" in one.session.flash
        await one.settle()


async def test_an_approval_that_only_a_lead_can_give_is_not_kept_as_unsaved(
    tmp_path: Path,
) -> None:
    (tmp_path / "adjudge.toml").write_text(TEAM, encoding="utf-8")
    path = build(tmp_path / "q.db", [plain("water"), northwind("no", "block")])
    async with desk(path, reviewer="ann") as one:
        await one.press("g", "n", "o", "enter")
        await one.press("a")
        assert "why may it pass?" in one.text
        await one.press(*"fine", "enter")
        assert "not done: the policy blocks item #2: only a lead may approve it" in one.text
        assert "not saved" not in one.text
        assert one.session.unsent == {}
        assert one.session.notes == {2: "fine"}  # what was written is not lost
        await one.press("a")
        assert one.text.splitlines()[-1].rstrip().endswith("fine")
        await one.press("escape")
    assert decided(path, "no") == []


async def test_what_was_written_for_a_lead_stays_where_the_hold_is_lost(path: Path) -> None:
    async with desk(path) as one:
        await one.press("e", *"units")
        with Queue.open(path) as queue:
            queue.release(1, "ana")
            queue.claim(1, "ben")
            queue.decide(1, Decision("block", "ben", "k"))
        one.session.heartbeat()
        await one.settle()
        await one.press("enter")
        assert one.session.notes == {1: "units"}
        assert "already blocked by ben · ] goes on" in one.text
    assert [one["action"] for one in decided(path, "northwind")] == ["block"]


@pytest.mark.parametrize("lost", ["decided", "held", "free"])
async def test_a_lost_hold_says_what_became_of_the_item(path: Path, lost: str) -> None:
    async with desk(path) as one:
        await one.press("1")
        with Queue.open(path) as queue:
            queue.release(1, "ana")
            if lost != "free":
                queue.claim(1, "ben")
            if lost == "decided":
                queue.decide(1, Decision("block", "ben", "k"))
        one.session.heartbeat()
        await one.settle()
        last, first = one.text.splitlines()[-1], one.text.splitlines()[0]
        told = {
            "decided": "no longer yours: blocked by ben · ] goes on",
            "held": "no longer yours: item #1 is held by ben until",
            "free": "no longer yours: the hold ran out · R takes it again · ] goes on",
        }
        assert told[lost] in last
        assert "] goes on" in last  # nothing of it is cut
        assert ("blocked by ben" if lost == "decided" else "read only") in first
        assert list(one.session.marks.values()) == ["supported"]
        await one.press("R")
        assert one.session.held is (lost == "free")
        said = {"decided": "everything is saved", "held": "held by ben", "free": ""}
        assert said[lost] in one.text.splitlines()[-1]


async def test_help_offers_to_take_again_only_what_can_be_taken(path: Path) -> None:
    from adjudge_tui.desk.keys import REVIEW

    retry = next(key for key in REVIEW if key.id == "desk.retry")
    async with desk(path) as one:
        assert one.app.desk.why_not(retry) == "everything is saved"
        with Queue.open(path) as queue:
            queue.release(1, "ana")
        one.session.heartbeat()
        await one.settle()
        assert one.app.desk.why_not(retry) == ""
        with Queue.open(path) as queue:
            queue.claim(1, "ben")
            queue.decide(1, Decision("block", "ben", "k"))
        await one.press("R")
        assert one.app.desk.why_not(retry) == "everything is saved"


@pytest.mark.parametrize(
    ("keys", "field"),
    [
        ((":", *"bab"), "bab"),
        (("f", *"bXb"), "bXb"),
        (("Q", "f", *"bXb"), "bXb"),
        (("Q", "slash", *"bXb"), "bXb"),
        (("c", *"bab"), "bab"),
    ],
    ids=["palette", "filter", "list-filter", "list-search", "comment"],
)
async def test_what_is_typed_while_a_field_opens_is_in_it_and_decides_nothing(
    path: Path, keys: tuple[str, ...], field: str
) -> None:
    from textual.widgets import Input

    async with desk(path) as one:
        await at_once(one, *keys)
        assert one.app.screen.query_one(Input).value == field
        assert one.app.focused is one.app.screen.query_one(Input)
    assert decided(path, "northwind") == []


@pytest.mark.parametrize("language", [ENGLISH, JAPANESE], ids=["en", "ja"])
def test_no_question_is_cut_at_80_columns(language: Mapping[str, str]) -> None:
    """A label has 60 % of the line, one cell less on either side; those of panels have all of it.

    Where the words hold a name or a number there is less room for them.
    """
    for key, words in language.items():
        if key.startswith("prompt.") and not key.startswith("prompt.relabel"):
            assert cell_len(words) <= 46, (key, words)


@pytest.mark.parametrize("key", ["c", "u", "1", "a", "b"])
async def test_a_lead_is_told_that_a_decision_is_being_written(tmp_path: Path, key: str) -> None:
    path = differing(tmp_path / "q.db")
    async with desk(path, reviewer="lea") as one:
        await one.press("A")
        screen = one.app.screen
        assert isinstance(screen, AdjudicateScreen)
        with locked(path):
            screen.action_take(0)
            assert screen.settling.busy
            screen.settling.flash = ""
            await screen.run_action(SETTLES[key])
            assert "is being written" in screen.settling.flash
            assert not screen.query("#prompt")
        await one.settle()
        assert "#2 boiling" in one.text
        assert one.session.notes == {}
    assert [one["action"] for one in decided(path, "boiling")] == ["approve", "block"]


async def test_what_is_said_of_a_small_window_goes_with_it(path: Path) -> None:
    async with desk(path) as one:
        await one.pilot.resize_terminal(50, 12)
        await one.press("a")
        assert "the window is too small to decide in" in one.text
        await one.pilot.resize_terminal(80, 24)
        await one.settle()
        assert "too small" not in one.text
    assert decided(path, "northwind") == []

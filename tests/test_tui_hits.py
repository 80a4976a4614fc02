"""Searching the queue with hits marked in their text, and saved views, on a real file."""

from __future__ import annotations

import re
import uuid
from pathlib import Path

import pytest
from test_tui_hostile import EVIL, hostile
from tui_desk import Desk, desk
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision, Filter
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.listing import hits_view
from adjudge_tui.widgets.pageview import PageView


@pytest.fixture
def path(tmp_path: Path) -> Path:
    items = [
        plain("tea", question="How hot is tea?", answer="Tea boils. It is hot."),
        northwind(),
        plain("wine", question="Where does the wine come from?", answer="From Baden."),
        plain("tea-two", answer="A second tea, from Assam. Nothing else."),
    ]
    return build(tmp_path / "q.db", items)


def _marked(one: Desk) -> list[str]:
    """The texts of the hits that are marked."""
    doc = one.app.screen.query_one("#hits", PageView).doc
    return [doc.text[mark.start : mark.end] for mark in doc.marks if mark.kind == "hit"]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_hits_are_marked_in_their_text(path: Path, size: tuple[int, int]) -> None:
    async with desk(path, size=size) as one:
        await one.press("Q", "slash", *"tea", "enter")
        lines = one.text.splitlines()
        assert lines[0] == " SEARCH  tea  1 of 2"
        assert lines[1] == "▌ #4  ○ pending  tea-two"
        assert lines[2].strip("▌ ") == "answer: A second tea, from Assam. Nothing else."
        assert _marked(one) == ["tea", "tea", "Tea"]
        await one.press("j", "j", "n", "N", "k", "down", "up", "end", "home", "space", "pageup")
        await one.press("end", "enter")
        assert " tea" in one.text.splitlines()[0]
        assert "2 of 2" in one.text.splitlines()[0]
        assert one.app.screen is one.app.desk
        await one.press("Q")
        assert one.text.splitlines()[0] == " QUEUE  2 items · state:all tea"
    with Queue.open(path, readonly=True) as queue:
        assert "decided" not in queue.counts().states


async def test_other_words_nothing_found_and_back(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "slash", "escape", "slash", "enter")
        assert "QUEUE" in one.text
        await one.press("slash", *"zebra", "enter")
        assert one.text.splitlines()[0] == " SEARCH  zebra  nothing found"
        await one.press("j", "space", "enter", "end", "home")
        await one.press("slash", *(["backspace"] * 5), *"wine", "enter")
        assert one.text.splitlines()[0] == " SEARCH  wine  1 of 1"
        await one.press("question_mark")
        assert "search for other words" in one.text
        await one.press("escape", "a", "b", "1", "escape")
        assert " QUEUE  4 items" in one.text
        await one.press("slash", *"wine", "enter", "q")
    assert one.app.return_code == 0


async def test_more_hits_are_read_when_one_comes_to_the_last(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hits_view, "AT_ONCE", 1)
    async with desk(path) as one:
        await one.press("Q", "slash", *"tea", "enter")
        assert one.text.splitlines()[0] == " SEARCH  tea  1 of 1, more follow"
        await one.press("j")
        assert one.text.splitlines()[0].startswith(" SEARCH  tea  2 of 2")
        await one.press("j", "pagedown", "j")
        assert one.text.splitlines()[0] == " SEARCH  tea  2 of 2"


async def test_blind_nothing_is_found_by_what_the_judge_said(tmp_path: Path) -> None:
    case, evaluation = plain("quiet")
    evaluation["judgments"][0]["extra_claims"] = [{"text": "zirconium", "verdict": "partial"}]
    path = build(tmp_path / "q.db", [(case, evaluation), northwind("stopped", "block")])
    async with desk(path) as one:
        await one.press("Q", "slash", *"zirconium", "enter")
        assert "claim: zirconium" in one.text
    async with desk(path, blinding=Blinding(whole=True, seed="s")) as one:
        await one.press("Q", "slash", *"zirconium", "enter")
        assert "nothing found" in one.text
        await one.press("escape", "slash", *"northwind", "enter")
        assert "nothing found" in one.text  # a policy's block tells what the judge said
        await one.press("escape", "slash", *"boil", "enter")
        assert "quiet" in one.text


async def test_notes_of_others_are_found(path: Path) -> None:
    with Queue.open(path) as queue:
        item = queue.find("wine")
        queue.claim(item, "bob")
        decision = Decision("approve", "bob", uuid.uuid4().hex, note="a fine vintage")
        queue.decide(item, decision)
    async with desk(path) as one:
        await one.press("Q", "slash", *"vintage", "enter")
        assert "● decided  wine" in one.text
        assert "note: a fine vintage" in one.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_hostile_hits_are_literal(tmp_path: Path, size: tuple[int, int]) -> None:
    async with desk(build(tmp_path / "q.db", [hostile()]), size=size) as one:
        await one.press("Q", "slash", *"[bold] PWNED", "enter")
        text = one.text
        await one.press("enter")
    assert "[bold]x[/] [/nope] ␛]0;PWNED␇" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)


# Saved views ------------------------------------------------------------------------------------


async def test_a_view_is_kept_used_dropped_and_brought_back(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "v")
        assert "No view is kept yet." in one.text
        await one.press("enter", "j", "k", "d", "u")
        assert "nothing was dropped" in one.text
        await one.press("escape", "f", *"gate:numbers", "enter", "S")
        assert one.text.splitlines()[-2] == " gate:numbers"
        await one.press(*"flaws", "enter")
        assert "kept as “flaws”" in one.text.splitlines()[-1]
        await one.press("S", "enter", "f", *(["backspace"] * 12), "enter", "v")
        lines = one.text.splitlines()
        assert lines[0] == " VIEWS  1"
        assert re.match(r"▌flaws +ana +gate:numbers", lines[1])
        await one.press("d")
        assert "“flaws” is dropped" in one.text.splitlines()[-1]
        assert one.text.splitlines()[0] == " VIEWS  0"
        await one.press("u", "question_mark")
        assert "drop a view of your own" in one.text
        await one.press("escape", "enter")
        assert one.text.splitlines()[0] == " QUEUE  1 item · gate:numbers"
        await one.press("v", "q")
    assert one.app.return_code == 0


async def test_views_of_others_are_used_but_not_dropped(path: Path) -> None:
    with Queue.open(path) as queue:
        queue.save_filter("mine", "bob", Filter(assigned_to="me"))
        queue.assign(queue.find("wine"), "ana", by="ana")
        queue.save_filter("[b]x\u00e9[/]", "[red]", Filter(text=EVIL.replace("\ud83d", "")))
    async with desk(path) as one:
        await one.press("Q", "v")
        assert "[b]xé[/]" in one.text
        await one.press("end", "j", "d")
        assert "is bob's" in one.text.splitlines()[-1]
        await one.press("enter")
        assert one.text.splitlines()[0] == " QUEUE  1 item · assigned:ana"
        assert "for ana" in one.text.splitlines()[-2] or "for you" in one.text


async def test_a_view_that_tells_the_verdict_is_refused_blind(path: Path) -> None:
    with Queue.open(path) as queue:
        queue.save_filter("judged", "ana", Filter(route="review"))
    async with desk(path, blinding=Blinding(whole=True, seed="s")) as one:
        before = (await _queue(one))[0]
        await one.press("v", "enter")
        lines = one.text.splitlines()
        assert lines[0] == before
        assert "blind" in lines[-1]


async def _queue(one: Desk) -> list[str]:
    await one.press("Q")
    return one.text.splitlines()


async def test_leases_of_others_and_what_else_is_known(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind(), plain("w-0"), plain("w-1")])
    with Queue.open(path) as queue:
        queue.claim(queue.find("w-0"), "bob")
        queue.assign(queue.find("w-1"), "cleo", by="ana")
    async with desk(path) as one:
        await one.press("Q")
        assert one.text.splitlines()[-2].startswith(" #1 · held by you  What drove Northwind")
        await one.press("j")
        assert re.match(
            r" #2 · held by bob until \d{4}-\d\d-\d\d \d\d:\d\d  When does",
            one.text.splitlines()[-2],
        )
        await one.press("j")
        assert one.text.splitlines()[-2].startswith(" #3 · for cleo  When does")

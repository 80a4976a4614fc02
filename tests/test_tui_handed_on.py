"""What people did with an item before stands where its next reviewer looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from tui_desk import Desk, desk
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.wording.strings import speak

NOTE = "is the margin before tax? [red]\x1b[31m"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An item that bob has blocked, taken back, and handed on with a question."""
    path = build(tmp_path / "q.db", [northwind(), plain("water-1")])
    with Queue.open(path) as queue:
        queue.claim(1, "bob")
        queue.decide(1, Decision(action="block", reviewer="bob", key="1", note="by mistake"))
        queue.undo("bob")
        queue.claim(1, "bob")
        queue.decide(1, Decision(action="escalate", reviewer="bob", key="2", note=NOTE))
    return path


async def opened(one: Desk) -> None:
    await one.press("g", *"northwind", "enter")


@pytest.mark.parametrize(
    "size", [pytest.param((80, 24), id="80x24"), pytest.param((120, 36), id="120x36")]
)
async def test_who_handed_it_on_and_what_they_ask_is_in_sight(
    path: Path, size: tuple[int, int]
) -> None:
    async with desk(path, size=size, reviewer="lead") as one:
        await opened(one)
        why = next(line for line in one.text.splitlines() if "why" in line)
        assert "escalated by bob: “is the margin" in why
        await one.press("i")
        assert "before tax? [red]␛[31m”" in " ".join(one.text.split())
        await one.press("i")
        await one.press("a")
        await one.press("u")  # the word of somebody else is still there
        assert "escalated by bob" in one.text


async def test_the_history_says_what_was_decided_and_why(path: Path) -> None:
    async with desk(path, reviewer="lead") as one:
        await opened(one)
        view = one.session.view
        assert view is not None
        told = [line.split("  ", 1)[1] for line in view.history]
        assert told[0].startswith("came in  engine  review")
        assert told[1].startswith("taken  bob")
        assert "decided  bob  blocked" in told[2]
        assert told[2].endswith("“by mistake”")
        assert "undone  bob  blocked" in told[3]
        last = next(line for line in told if "escalated" in line)
        assert last.endswith("“is the margin before tax? [red]␛[31m”")
        await one.press("i", "tab", "end")
        assert "escalated" in one.text


async def test_what_was_settled_since_is_no_reason_any_more(path: Path) -> None:
    with Queue.open(path) as queue:
        queue.claim(1, "lead")
        queue.decide(1, Decision(action="block", reviewer="lead", key="3"))
    async with desk(path, reviewer="ana") as one:
        await opened(one)
        assert "escalated by" not in one.text
        assert "blocked by lead" in one.text.splitlines()[0]


async def test_blind_reviewers_are_told_nothing_of_it(path: Path) -> None:
    async with desk(path, reviewer="ana", blinding=Blinding(whole=True, seed="s")) as one:
        await opened(one)
        assert "BLIND" in one.text
        for word in ("escalated", "margin before", "bob"):
            assert word not in one.text
        assert one.session.view is not None
        assert one.session.view.handed_on == ""


async def test_a_note_in_japanese_words(path: Path) -> None:
    speak("ja")
    try:
        async with desk(path, reviewer="lead") as one:
            await opened(one)
            assert "bobが上申：「is the margin" in one.text
    finally:
        speak("en")

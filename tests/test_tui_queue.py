"""The list of the queue on a real file: moving, filtering, opening, which decides nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tui_desk import desk
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import Filter


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The queue as it is before anybody has opened it."""
    items = [northwind("first", risk="high"), *[plain(f"w-{n:03}") for n in range(150)]]
    place = tmp_path_factory.mktemp("queue") / "q.db"
    return build(place, [*items, northwind("no", "block")])


@pytest.fixture
def path(tmp_path: Path, made: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "q.db"))


async def test_the_list_shows_state_route_and_why(path: Path) -> None:
    async with desk(path, size=(120, 36)) as one:
        await one.press("Q")
        lines = one.text.splitlines()
        assert lines[0] == " QUEUE  151 items · open"
        assert lines[1].startswith("▌  ◐ claimed    review  high     first")
        assert "held by ana" in lines[1]
        assert lines[2].startswith("   ○ pending    review  standard w-000")
        assert lines[-1].startswith(" Enter open  f filter  / search  v views  x mark")
        assert "What drove Northwind" in lines[-2]
        assert lines[-2].startswith(" #1 · held by you")


async def test_moving_and_opening(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "j", "j", "k", "end", "home", "pagedown", "pageup", "down")
        await one.press("enter")
        assert "2 of 151" in one.text.splitlines()[0]
        assert "w-000" in one.text.splitlines()[0]
        await one.press("Q", "end", "enter")
        assert "w-149" in one.text.splitlines()[0]
    with Queue.open(path, readonly=True) as queue:
        assert queue.counts().states.get("decided", 0) == 0


async def test_filtering_by_word_gate_and_state(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "f", *"gate:numbers", "enter")
        assert " QUEUE  1 item · gate:numbers" in one.text
        await one.press("f", "backspace", *"x", "enter")
        assert "gate:numberx: not one of access" in one.text
        await one.press("f")
        assert one.text.splitlines()[-1].endswith("gate:numberx")  # what was typed can be mended
        await one.press("escape")
        await one.press("f", *(["backspace"] * 12), *"state:blocked", "enter")
        assert "■ blocked" in one.text
        await one.press("enter")
        assert "blocked by the policy" in one.text.splitlines()[0]
        await one.press("Q", "f", *"boil", "escape")
        await one.press("f", *(["backspace"] * 13), *"northwind", "enter")
        assert " QUEUE  1 item · northwind" in one.text
        await one.press("R", "Q")
        assert "EVIDENCE" in one.text


async def test_browsing_follows_the_list_that_was_opened(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "f", *"state:any", "enter", "home", "enter")
        assert "of 152" in one.text.splitlines()[0]


async def test_the_list_beside_a_wide_desk_follows(path: Path) -> None:
    async with desk(path, size=(200, 50)) as one:
        assert "▌◐ ✗numbers      first" in one.text
        await one.press("a")
        assert "▌◐ review        w-000" in one.text
        assert " ● ✗numbers      first" in one.text


async def test_decision_keys_do_nothing_in_the_list(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "a", "b", "1", "r", "s", "u", "space", "escape")
        assert "first" in one.text.splitlines()[0]
    with Queue.open(path, readonly=True) as queue:
        assert queue.counts().states.get("decided", 0) == 0


async def test_a_filter_that_names_a_route_finds_what_the_policy_blocked(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "f", *"route:block", "enter")
        assert " QUEUE  1 item · route:block" in one.text
        assert "■ blocked" in one.text
        await one.press("f", *" state:open", "enter")
        assert " QUEUE  0 items · route:block state:open" in one.text


async def test_an_empty_filter_is_all_that_is_open_and_is_said_to_be(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "f", *"state:all", "enter")
        assert " QUEUE  152 items · state:all" in one.text
        await one.press("f")
        assert one.text.splitlines()[-2].endswith("state:all · empty: all open ones")
        await one.press(*(["backspace"] * 9), "enter")
        assert " QUEUE  151 items · open" in one.text
    async with desk(path, where=Filter(gate="numbers")) as one:
        await one.press("Q")
        assert " QUEUE  1 item · gate:numbers" in one.text
        await one.press("f")
        assert "empty: gate:numbers" in one.text


async def test_the_list_is_read_anew_and_names_the_filter_in_force(path: Path) -> None:
    async with desk(path) as one:
        await one.press("a", "a", "Q", "f", *"state:decided", "enter")
        assert " QUEUE  2 items · state:decided" in one.text
        await one.press("enter", "u")
        assert "undone" in one.text
        await one.press("Q")
        assert " QUEUE  1 item · state:decided" in one.text
        await one.press("f", *(["backspace"] * 13), "enter")
        assert " QUEUE  150 items · open" in one.text


async def test_the_words_of_a_filter_stay_in_sight_while_it_is_typed(path: Path) -> None:
    async with desk(path) as one:
        await one.press("Q", "f", *"gate")
        assert "words, route:block risk:high" in one.text.splitlines()[-2]
        await one.pilot.resize_terminal(100, 30)
        await one.settle()
        assert "words, route:block risk:high" in one.text.splitlines()[-2]
        await one.press("escape")
        assert one.text.splitlines()[-2].startswith(" #1 · held by you")

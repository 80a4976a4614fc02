"""Resizing while the desk works: no storm of layouts, and what counts is the last size."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from tui_desk import desk
from tui_samples import build, northwind, plain

SIZES = (Size(80, 24), Size(120, 36), Size(200, 50), Size(60, 16), Size(40, 10))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [northwind(), *(plain(f"water-{n}") for n in range(3))])


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> list[Size]:
    """The sizes that screens were laid out for; a storm of them ends the app."""
    seen: list[Size] = []
    real = Screen._screen_resized

    def counted(screen: Screen[object], size: Size) -> None:
        seen.append(size)
        assert len(seen) < 60, "two sizes follow each other for ever"
        real(screen, size)

    monkeypatch.setattr(Screen, "_screen_resized", counted)
    return seen


@pytest.mark.parametrize(
    "keys",
    [(), ("Q",), pytest.param(("question_mark",), marks=pytest.mark.stress)],
    ids=["desk", "list", "help"],
)
async def test_sizes_that_overtake_each_other_end_in_the_last_one(
    path: Path, layouts: list[Size], keys: tuple[str, ...]
) -> None:
    async with desk(path) as one:
        await one.press(*keys)
        screen = one.app.screen
        for size in (*SIZES, Size(80, 24)):
            # Each stands in the screen's inbox when the next is there, and none is next to
            # another: what happens when a window is drawn larger while the desk is busy.
            screen.post_message(Resize(size, size))
            screen.call_after_refresh(lambda: None)
        await one.settle()
        assert one.app.screen.size == Size(80, 24)
        for size in SIZES:
            await one.pilot.resize_terminal(*size)
        await one.pilot.resize_terminal(120, 36)
        await one.settle()
        await one.press("escape", "escape")
        assert len(one.text.splitlines()) == 36
        assert "northwind" in one.text.splitlines()[0]


async def test_a_window_that_grows_while_the_first_item_is_read(
    path: Path, layouts: list[Size]
) -> None:
    async with desk(path, size=(80, 24), settled=False) as one:
        for size in SIZES:
            one.app.desk.post_message(Resize(size, size))
            one.app.post_message(Resize(size, size))
        one.app.post_message(Resize(Size(100, 30), Size(100, 30)))
        await one.settle()
        assert "northwind" in one.text.splitlines()[0]
        assert one.app.desk.size == Size(100, 30)

"""The palette in any window: what cannot be shown there does not end the desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from tui_desk import desk
from tui_samples import build, northwind, plain


@pytest.mark.parametrize(
    "size",
    [
        pytest.param((10, 3), id="10x3"),
        pytest.param((4, 3), id="4x3"),
        pytest.param((1, 1), id="1x1", marks=pytest.mark.stress),
        pytest.param((59, 15), id="59x15", marks=pytest.mark.stress),
    ],
)
async def test_a_window_that_shrinks_under_it(tmp_path: Path, size: tuple[int, int]) -> None:
    path = build(tmp_path / "q.db", [northwind(), plain("water-1")])
    async with desk(path) as one:
        await one.press("colon")
        await one.pilot.resize_terminal(*size)
        await one.press("pagedown", "end", "pagedown", "pageup", "down")
        await one.pilot.resize_terminal(80, 24)
        await one.press("escape", "escape")
        assert "northwind" in one.text.splitlines()[0]
        await one.press("a")
        assert "approved “northwind”" in one.text

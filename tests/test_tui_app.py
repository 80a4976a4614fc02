"""The app's edges: what it imports, where it refuses to start, its words, its colours."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from textual.color import Color
from tui_desk import desk
from tui_samples import build, plain

from adjudge_tui.desk.app import terminal_problem
from adjudge_tui.desk.keys import QUEUE, REVIEW, footer
from adjudge_tui.desk.theme import DARK, LIGHT, PAIRS

_FIRST_SCREEN = """
import asyncio, sys
from pathlib import Path
from adjudge_tui.desk.app import ReviewApp

async def main():
    app = ReviewApp(Path(sys.argv[1]), "ana")
    async with app.run_test(size=(80, 24)) as pilot:
        while app.desk.session.view is None:
            await pilot.pause()
    app.desk.session.close()

asyncio.run(main())
heavy = "pydantic sqlite_utils litellm openai jsonschema rapidfuzz click numpy".split()
print([name for name in heavy if name in sys.modules])
"""


def test_the_first_screen_imports_nothing_heavy(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    done = subprocess.run(
        [sys.executable, "-c", _FIRST_SCREEN, str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["[]"]


class _Terminal:
    def __init__(self, is_one: bool) -> None:
        self._is_one = is_one

    def isatty(self) -> bool:
        return self._is_one


@pytest.mark.parametrize(
    ("term", "tty", "problem"),
    [
        ("xterm", True, ""),
        ("dumb", True, "TERM=dumb"),
        ("xterm", False, "needs a terminal"),
    ],
)
def test_without_a_terminal_the_plain_commands_are_named(
    monkeypatch: pytest.MonkeyPatch, term: str, tty: bool, problem: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(sys, "stdin", _Terminal(tty))
    monkeypatch.setattr(sys, "stdout", _Terminal(tty))
    said = terminal_problem()
    if not problem:
        assert said is None
    else:
        assert said is not None
        assert problem in said
        assert "`adjudge list`" in said
        assert "`adjudge decide`" in said


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in Color.parse(colour).normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_every_pair_of_colours_has_enough_contrast(theme: object) -> None:
    assert theme in (DARK, LIGHT)
    ours = DARK if theme is DARK else LIGHT
    colours = {**ours.to_color_system().generate(), **ours.variables}
    for front, back in PAIRS:
        light, dark = sorted((_luminance(colours[front]), _luminance(colours[back])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (front, back)


def test_keys_have_ids_of_their_own_and_fit_in_eighty_cells() -> None:
    for keys in (REVIEW, QUEUE):
        assert len({key.id for key in keys}) == len(keys)
        used = [one for key in keys for one in key.keys.split(",")]
        assert len(set(used)) == len(used)
    words = [f"{key} {word}" for key, word, _ in footer(REVIEW)]
    assert words[:4] == ["a approve", "b block", "r relabel", "0-4 mark claim"]
    helped = {key.id: key.help for key in REVIEW}
    assert helped["item.next"] == "next item, leaving this one undecided"
    assert helped["item.previous"] == "previous item, leaving this one undecided"
    assert len("  ".join(words[:7])) + len("  ? help") <= 78


async def test_garbage_is_looked_for_between_keys(tmp_path: Path) -> None:
    """At a real desk Python does not stop in the middle of drawing to look through its memory."""

    class Ring:
        def __init__(self) -> None:
            self.ring = self

    before = gc.get_threshold()
    try:
        async with desk(build(tmp_path / "q.db", [plain("one")])) as one:
            one.app.calm = True
            one.app.first_painted()
            ring = weakref.ref(Ring())
            await one.press("j", "k")
            assert ring() is not None
            kept = [[number] for number in range(10_000)]  # so much is new
            while ring() is not None:
                await asyncio.sleep(0.05)
            assert len(kept) == 10_000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()

"""What each state of the desk looks like, at three sizes: tests/golden/screens/NAME-SIZE.txt.

`python tests/test_tui_states.py` writes them anew, for somebody to look at.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from tui_states import STATES, shown

GOLDEN = Path(__file__).resolve().parent / "golden" / "screens"
SIZES = ((80, 24), (120, 36), (200, 50))

#: What a wide desk shows beside the answer, by default; the other states in a width under stress.
WIDE = ("claims-200", "masked", "revealed")

#: What must be told in words, wherever the state is drawn.
TOLD = {
    "empty": ("Nothing left", "u undo"),
    "loading": ("opening the queue", "waiting for the file"),
    "one-claim": ("1/1", "~ passage", "✓ supported"),
    "claims-200": ("10/200", "∅ no passage", "not mentioned"),
    "abstention": ("◌ answer abstained", "◌ judge abstained"),
    "quote-not-found": ("not in [1]",),
    "masked": ("partly informed", "∅ not open to you", "2 contexts not open to you"),
    "blind": ("BLIND",),
    "revealed": ("first word", "keeps it", "✗ contradicted"),
    "lost-lease": ("blocked by", "no longer yours: blocked by"),
    "locked": ("not saved", "R tries again"),
    "error": ("cannot", "R"),
    "ended": ("Nothing left", "u undo"),
    "no-hits": ("no item fits", "0 items"),
}


def _is_long(name: str, size: tuple[int, int]) -> bool:
    return size[0] > 120 or (size[0] > 80 and name not in WIDE)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        pytest.param(
            name,
            size,
            id=f"{name}-{size[0]}x{size[1]}",
            marks=pytest.mark.stress if _is_long(name, size) else (),
        )
        for name in STATES
        for size in SIZES
    ],
)
async def test_a_state_looks_as_it_was_seen_to(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    async with shown(name, tmp_path / "q.db", size) as one:
        text = one.text + "\n"
    for words in TOLD[name]:
        assert words in text, text
    file = GOLDEN / f"{name}-{size[0]}x{size[1]}.txt"
    kept = file.read_text(encoding="utf-8") if file.is_file() else ""
    assert text == kept, f"`python {Path(__file__).name}` writes {file.name} anew"


def test_no_picture_is_left_over() -> None:
    wanted = {f"{name}-{width}x{height}.txt" for name in STATES for width, height in SIZES}
    assert {file.name for file in GOLDEN.glob("*.txt")} == wanted


async def write(name: str, size: tuple[int, int], folder: Path) -> None:
    """Draw one state and keep its picture."""
    async with shown(name, folder / "q.db", size) as one:
        text = one.text + "\n"
    (GOLDEN / f"{name}-{size[0]}x{size[1]}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for variable in ("NO_COLOR", "TEXTUAL_THEME", "ADJUDGE_CONFIG"):
        os.environ.pop(variable, None)
    os.environ["LC_ALL"] = "C.UTF-8"
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for one_name in STATES:
        for one_size in SIZES:
            with tempfile.TemporaryDirectory() as made:
                asyncio.run(write(one_name, one_size, Path(made)))

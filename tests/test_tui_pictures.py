"""The README's pictures are what the interface shows now, and the notice that they are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

MAKE = Path(__file__).resolve().parents[1] / "screenshots" / "make.py"

#: A few, from different queues and languages; the whole gallery under stress.
SOME = ("review-120x36", "revealed-120x36", "japanese-80x24", "audit-80x24", "golden-80x24")


@pytest.mark.parametrize(
    "names", [SOME, pytest.param((), marks=pytest.mark.stress)], ids=["some", "all"]
)
def test_the_pictures_are_fresh(names: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, str(MAKE), "--check", *names], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `python screenshots/make.py`\n{done.stdout}{done.stderr}"

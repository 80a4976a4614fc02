"""The README's pictures are what the interface shows now, and the notice that they are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MAKE = Path(__file__).resolve().parents[1] / "screenshots" / "make.py"


def test_the_pictures_are_fresh() -> None:
    done = subprocess.run(
        [sys.executable, str(MAKE), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `python screenshots/make.py`\n{done.stdout}{done.stderr}"

"""Real answers beside the repository, for tests that have them: `<repository>/../shared/data`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

SHARED: Final = Path(__file__).resolve().parents[2] / "shared" / "data"

needs_shared: Final = pytest.mark.skipif(
    not (SHARED / "items").is_dir(), reason="the real answers are not beside the repository"
)

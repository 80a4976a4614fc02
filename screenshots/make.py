"""Makes the pictures of the README from the demo's queue: `python screenshots/make.py`.

Every scene is the real app on a real file, driven headless by keys and written as `NAME.svg` and,
readable and comparable, as `NAME.txt`. `--check` writes nothing and exits 1 if one is stale.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM"):
    os.environ.pop(name, None)


class Scene(NamedTuple):
    """A picture: its name, the window, and the keys that lead to it."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    blind: bool = False
    language: str = "en"


SCENES: Final = (
    Scene("review-80x24", (80, 24)),
    Scene("review-120x36", (120, 36)),
    Scene("review-200x50", (200, 50)),
    Scene("blind-80x24", (80, 24), blind=True),
    Scene("blind-120x36", (120, 36), blind=True),
    Scene("blind-200x50", (200, 50), blind=True),
    Scene("revealed-120x36", (120, 36), ("b",), blind=True),
    Scene("japanese-80x24", (80, 24), language="ja"),
    Scene("japanese-120x36", (120, 36), language="ja"),
    Scene("marked-80x24", (80, 24), ("j", "4")),
    Scene("gates-80x24", (80, 24), ("g",)),
    Scene("opinion-120x36", (120, 36), ("i",)),
    Scene("queue-120x36", (120, 36), ("Q",)),
    Scene("help-80x24", (80, 24), ("question_mark",)),
)


async def shoot(scene: Scene, path: Path) -> tuple[str, str]:
    """The scene as text and as SVG."""
    from tui_desk import desk

    from adjudge_tui.blinding import Blinding
    from adjudge_tui.strings import speak

    speak(scene.language)
    blinding = Blinding(whole=True, seed="picture") if scene.blind else None
    async with desk(path, size=scene.size, blinding=blinding) as one:
        await one.press(*scene.keys)
        return one.text + "\n", one.app.export_screenshot(title="adjudge", simplify=True)


def main() -> int:
    """Make all pictures, or with `--check` say which are stale."""
    from adjudge_tui.demo import build_queue

    check, stale = "--check" in sys.argv[1:], []
    with tempfile.TemporaryDirectory() as folder:
        demo = Path(folder) / "demo.db"
        build_queue(demo)
        for scene in SCENES:
            path = Path(shutil.copy(demo, demo.with_name(f"{scene.name}.db")))
            text, svg = asyncio.run(shoot(scene, path))
            for suffix, content in ((".txt", text), (".svg", svg)):
                file = HERE / (scene.name + suffix)
                if not file.is_file() or file.read_text(encoding="utf-8") != content:
                    stale.append(file.name)
                    if not check:
                        file.write_text(content, encoding="utf-8")
    for entry in stale:
        print(("stale: " if check else "written: ") + entry)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

"""Makes the pictures of the README from the demo's queue: `python screenshots/make.py`.

Every scene is the real app on a real file, driven headless by keys and written as `NAME.svg` and,
readable and comparable, as `NAME.txt`. `--check` writes nothing and exits 1 if one is stale. Names
of pictures after it: these alone.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tui_desk import Desk

NOW: Final = datetime(2026, 3, 4, 14, 30)  # noqa: DTZ001 - the local clock of the pictures
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
    leads: bool = False  # on a queue where two reviewers differ, at a time that stands still
    golden: bool = False  # on a queue with golden sets, at such a time too
    calibrated: bool = False  # on a queue whose golden set a judge is held against


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
    Scene("gates-80x24", (80, 24), ("o",)),
    Scene("wait-80x24", (80, 24), ("w",)),
    Scene("reason-80x24", (80, 24), ("b", "B")),
    Scene("relabel-80x24", (80, 24), ("r", "m", *"the fee for returns", "enter")),
    Scene("copy-80x24", (80, 24), ("y",)),
    Scene("opinion-120x36", (120, 36), ("i",)),
    Scene("queue-120x36", (120, 36), ("Q",)),
    Scene("help-80x24", (80, 24), ("question_mark",)),
    Scene("adjudicate-80x24", (80, 24), ("A",), leads=True),
    Scene("adjudicate-120x36", (120, 36), ("A",), leads=True),
    Scene("audit-80x24", (80, 24), ("L",), leads=True),
    Scene("audit-120x36", (120, 36), ("L",), leads=True),
    Scene("source-80x24", (80, 24), ("g", *"finance-10", "enter", "enter")),
    Scene("source-120x36", (120, 36), ("g", *"product-08", "enter", "enter")),
    Scene("source-ja-80x24", (80, 24), ("g", *"product-08", "enter", "enter"), language="ja"),
    Scene("passages-80x24", (80, 24), ("enter",)),
    Scene("queue-80x24", (80, 24), ("Q", "j")),
    Scene("bulk-80x24", (80, 24), ("Q", "j", "x", "x", "j", "x", "B")),
    Scene("bulk-120x36", (120, 36), ("Q", "X", "x", "B", "a", *"19", "enter", "end")),
    Scene("search-80x24", (80, 24), ("Q", "slash", *"velanid", "enter", "j")),
    Scene("search-120x36", (120, 36), ("Q", "slash", *"days", "enter")),
    Scene("views-80x24", (80, 24), ("Q", "v"), golden=True),
    Scene("golden-80x24", (80, 24), ("Q", "G"), golden=True),
    Scene("golden-120x36", (120, 36), ("Q", "G", "j", "enter"), golden=True),
    Scene("golden-ja-80x24", (80, 24), ("Q", "G", "enter"), golden=True, language="ja"),
    Scene("diff-80x24", (80, 24), ("Q", "G", "j", "d", "enter", "j"), golden=True),
    Scene("coverage-80x24", (80, 24), ("Q", "G", "c"), golden=True),
    Scene("calibration-80x24", (80, 24), ("M",), calibrated=True),
    Scene("calibration-120x36", (120, 36), ("M",), calibrated=True),
    Scene("calibration-200x50", (200, 50), ("M", "j"), calibrated=True),
    Scene("calibration-ja-80x24", (80, 24), ("M",), calibrated=True, language="ja"),
    Scene("disagreement-120x36", (120, 36), ("M", "d", "j", "enter"), calibrated=True),
)


async def figures_there(one: Desk) -> None:
    """Wait for what another process works out for the calibration screen."""
    calibrating = getattr(one.app.screen, "calibrating", None)
    while calibrating is not None and calibrating.doing:
        await asyncio.sleep(0.01)
        calibrating.collect()
    await one.settle()
    seen = one.text if calibrating is None else ""
    while seen != one.text:  # a bar that appears leaves less room, and all is laid out anew
        seen = one.text
        await asyncio.sleep(0.05)
        await one.settle()


async def shoot(scene: Scene, path: Path) -> tuple[str, str]:
    """The scene as text and as SVG."""
    from tui_desk import desk

    from adjudge_tui.demo import SOURCES
    from adjudge_tui.desk.blinding import Blinding
    from adjudge_tui.wording.strings import speak

    speak(scene.language)
    blinding = Blinding(whole=True, seed="picture") if scene.blind else None
    who = "lea" if scene.leads else "ana"
    async with desk(path, size=scene.size, blinding=blinding, reviewer=who) as one:
        one.app.desk.now = lambda: NOW  # type: ignore[method-assign]
        one.app.sources = SOURCES
        for key in scene.keys:
            await one.press(key)
            await figures_there(one)
        return one.text + "\n", one.app.export_screenshot(title="adjudge", simplify=True)


class Queues:
    """The queues of the scenes, each made when the first scene asks for it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def copy(self, scene: Scene) -> Path:
        """A copy for one scene, beside what belongs to its queue: a team, stored results."""
        name = "leads" if scene.leads else "golden" if scene.golden else "demo"
        name = "judged" if scene.calibrated else name
        made = self._folder / name / f"{name}.db"
        if not made.is_file():
            made.parent.mkdir()
            self._make(name, made)
        return Path(shutil.copy(made, made.with_name(f"{scene.name}.db")))

    def _make(self, name: str, path: Path) -> None:
        import tui_calibration_sets
        import tui_golden_sets
        import tui_leads

        from adjudge_tui.demo import build_queue

        makers = {
            "leads": tui_leads.stale,
            "golden": tui_golden_sets.sets,
            "judged": tui_calibration_sets.with_results,
        }
        if name in makers:
            tui_leads.at_a_fixed_time(makers[name], path)
        else:
            build_queue(path)


def main() -> int:
    """Make the pictures (all, or those named), or with `--check` say which are stale."""
    check, names = "--check" in sys.argv[1:], [one for one in sys.argv[1:] if one != "--check"]
    unknown = [one for one in names if one not in {scene.name for scene in SCENES}]
    if unknown:
        print("no such picture: " + ", ".join(unknown))
        return 2
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        queues = Queues(Path(folder))
        for scene in SCENES:
            if names and scene.name not in names:
                continue
            text, svg = asyncio.run(shoot(scene, queues.copy(scene)))
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

"""The real app on a real file, headless, for tests and pictures: press a key, wait, read."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widgets import Input

from adjudge_queue import Queue
from adjudge_queue.records import Filter, Item
from adjudge_tui.desk.app import ReviewApp
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.keeping import Keeper
from adjudge_tui.desk.session import Session
from adjudge_tui.widgets.spanview import SpanView

_CHARACTERS = {
    "space": " ",
    "slash": "/",
    "question_mark": "?",
    "full_stop": ".",
    "colon": ":",
    "comma": ",",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}


@dataclass
class Desk:
    """A running desk."""

    app: ReviewApp
    pilot: Pilot[Any]
    path: Path

    @property
    def session(self) -> Session:
        """The sitting."""
        return self.app.desk.session

    @property
    def text(self) -> str:
        """What is on the screen."""
        return screen_text(self.app)

    async def settle(self) -> None:
        """Wait until nothing is on its way to or from the file and all is drawn."""
        idle_before = False
        for _ in range(5000):
            await self.pilot._wait_for_screen()
            drew = self._to_draw or self._on_the_way
            self.app.screen._on_timer_update()
            await self.pilot._wait_for_screen()
            if self.app._exit:
                return
            if self.session.idle and self.app._held is None:
                if idle_before and not drew and not self._to_draw and not self._on_the_way:
                    return
                idle_before = True
            else:
                await asyncio.sleep(0.002)
        raise AssertionError("the desk never came to rest")

    @property
    def _to_draw(self) -> bool:
        """Whether the screen has anything to lay out or draw, or waits for that to be done."""
        screen = self.app.screen
        return bool(
            screen._layout_required
            or screen._scroll_required
            or screen._repaint_required
            or screen._recompose_required
            or screen._dirty_widgets
            or screen._callbacks
            or any(one._pruning for one in screen.query(SpanView))
        )

    @property
    def _on_the_way(self) -> bool:
        """Whether a message waits anywhere: a key goes up and down by several widgets."""
        pumps = (self.app, *self.app.screen.walk_children(with_self=True))
        return any(not pump._message_queue.empty() for pump in pumps)

    async def press(self, *keys: str) -> None:
        """Press keys one by one, waiting after each until all is drawn.

        Characters typed into a field follow each other as fast as they are typed: only the last
        one is waited for. The driver is handed the events as Pilot does it, without Pilot's fixed
        sleeps.
        """
        driver = self.app._driver
        assert driver is not None
        for key, following in zip(keys, (*keys[1:], ""), strict=False):
            name = key if key.isalnum() or len(key) > 1 else _character_to_key(key)
            event = Key(name, _CHARACTERS.get(key, key if len(key) == 1 else None))
            event.set_sender(self.app)
            driver.send_message(event)
            typing = len(key) == len(following) == 1 and isinstance(self.app.focused, Input)
            if not typing:
                await self.settle()

    def item(self, case_id: str) -> Item:
        """The item as it stands in the file, read by another connection."""
        with Queue.open(self.path, readonly=True) as queue:
            return queue.item(queue.find(case_id))


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Collect garbage seldom: an app makes many short-lived objects beside many that stay.

    With the thresholds of the interpreter a quarter of the time of a test goes into it.
    """
    before = gc.get_threshold()
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@asynccontextmanager
async def desk(
    path: Path,
    *,
    size: tuple[int, int] = (80, 24),
    reviewer: str = "ana",
    where: Filter | None = None,
    repeat_seconds: float = 0.0,
    settled: bool = True,
    blinding: Blinding | None = None,
    keep: Path | None = None,
) -> AsyncIterator[Desk]:
    """The app on the file `path`, with the first item on the desk."""
    app = ReviewApp(path, reviewer, where, blinding=blinding, keeper=Keeper(keep))
    app.animation_level = "none"
    app.desk.session.repeat_seconds = repeat_seconds
    with seldom_collecting():
        try:
            async with app.run_test(size=size) as pilot:
                one = Desk(app, pilot, path)
                if settled:
                    await one.settle()
                yield one
        finally:
            app.desk.session.close()


def screen_text(app: Any) -> str:
    """The screen as plain text, without blanks at the ends of lines."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(one.text for one in strip).rstrip() for strip in strips)

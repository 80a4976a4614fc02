"""How soon the next item is painted, and how long the event loop is held up.

`python tests/bench/bench_desk.py` sits at a real desk on a real file, headless: a scripted sitting
of 50 items (the real answers beside the repository where they are, else invented ones), then a
long answer, jumps and resizes. It prints the median and worst time from a key to the painted next
item, and the longest time for which one call kept the event loop from the next one, by the clock
and by the processor. Times of the clock grow with whatever else the machine does.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from asyncio import events
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared_data import SHARED
from tui_desk import Desk, desk
from tui_samples import build, evaluation_of, gates_of, judgment_of, plain, span

SIZES = ((80, 24), (120, 36), (200, 50))
ITEMS = 50
REAL = SHARED / "items" / "ragtruth_qa.jsonl"


class Gaps:
    """The longest call of the event loop while it is entered: (clock, processor) in ms."""

    def __init__(self) -> None:
        self.clock = self.processor = 0.0

    def __enter__(self) -> Gaps:
        real: Any = events.Handle._run
        self._real = real

        def timed(handle: Any) -> None:
            clock, processor = time.perf_counter(), time.thread_time()
            real(handle)
            self.clock = max(self.clock, 1000 * (time.perf_counter() - clock))
            self.processor = max(self.processor, 1000 * (time.thread_time() - processor))

        events.Handle._run = timed  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_: object) -> None:
        events.Handle._run = self._real  # type: ignore[method-assign]

    def __str__(self) -> str:
        return f"{self.processor:6.1f} ms of processor, {self.clock:6.1f} ms by the clock"


def real_items(count: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Real questions, answers and contexts, evaluated by the engine with the local judge."""
    from adjudge_engine.case import Case
    from adjudge_engine.judges.registry import make_judges
    from adjudge_engine.pipeline import evaluate
    from adjudge_engine.policy import default_policy

    judges, policy = make_judges("local"), default_policy()
    found: list[tuple[dict[str, Any], dict[str, Any]]] = []
    with REAL.open(encoding="utf-8") as lines:
        for line in lines:
            record: dict[str, Any] = json.loads(line)
            fields = ("id", "question", "answer", "contexts")
            case = Case.model_validate({name: record[name] for name in fields})
            evaluation = evaluate(case, policy, judges).to_dict() | {"route": "review"}
            found.append((case.to_dict(), evaluation))
            if len(found) == count:
                break
    return found


def long_item(sentences: int = 2000, claims: int = 200, contexts: int = 100) -> Any:
    """An answer of some 200 kB, many claims, many contexts."""
    parts = [f"Sentence {number} says what it says about {number * 7}." for number in range(claims)]
    answer = (
        " ".join(parts) + " " + "and so it went on for a very long time indeed. " * sentences * 2
    )
    texts = [f"Context {number}. " + parts[number] + " Words " * 300 for number in range(contexts)]
    listed: list[dict[str, Any]] = []
    start = 0
    for number, part in enumerate(parts):
        text = texts[number % contexts]
        place = [span(f"k{number % contexts}", text, parts[number % contexts])]
        listed.append(
            {"id": f"c{number}", "text": part, "start": start, "end": start + len(part),
             "proved": False, "evidence": place}
        )  # fmt: skip
        start += len(part) + 1
    case = {
        "id": "a-long-one",
        "question": "What goes on?",
        "answer": answer,
        "contexts": [{"id": f"k{number}", "text": text} for number, text in enumerate(texts)],
    }
    judgment = judgment_of({one["id"]: "supported" for one in listed})
    return case, evaluation_of(case, "review", gates_of(), listed, [judgment])


async def sitting(path: Path, size: tuple[int, int]) -> None:
    """Fifty decisions: from the key to the next item painted."""
    async with desk(path, size=size) as one:
        times, work = [], []
        as_at_a_desk(one)
        with Gaps() as gaps:
            for number in range(ITEMS):
                while not one.session.idle:  # one reads for a while before one decides
                    await asyncio.sleep(0.005)
                await asyncio.sleep(0.02)
                begin, processor = time.perf_counter(), time.process_time()
                before = one.session.view
                await painted(one, "ab"[number % 2], partial(_left, one, before))
                times.append(1000 * (time.perf_counter() - begin))
                work.append(1000 * (time.process_time() - processor))
        median, worst = statistics.median(times), max(times)
        print(
            f"{size[0]}×{size[1]}: key → next item painted, {len(times)} items: median {median:.0f}"
            f" ms (worst {worst:.0f}), processor {statistics.median(work):.0f} ms; hit ahead"
            f" {one.session.ahead_hits}; longest hold-up {gaps}"
        )


def _left(one: Desk, view: object) -> bool:
    return one.session.view is not view


def as_at_a_desk(one: Desk) -> None:
    """Look for garbage as seldom as a real sitting does."""
    one.app.calm = True
    one.app.first_painted()


async def painted(one: Desk, key: str, changed: Callable[[], bool]) -> None:
    """Press a key; done when the session has changed and the screen has drawn it."""
    from textual.events import Key

    event = Key(key, key)
    event.set_sender(one.app)
    assert one.app._driver is not None
    one.app._driver.send_message(event)
    screen = one.app.desk
    while not changed():
        await asyncio.sleep(0.001)
    drawn = asyncio.Event()
    screen.call_after_refresh(drawn.set)
    await drawn.wait()


async def long_text(path: Path, size: tuple[int, int]) -> None:
    """Jumps, pages and resizes with a long answer."""
    steps: dict[str, Callable[[Desk], Awaitable[None]]] = {
        "claim jumps": lambda one: one.press(*"jjjjkkjj"),
        "paging": lambda one: one.press("space", "space", "pageup", "J", "K"),
        "gates, zoom": lambda one: one.press("o", "o", "z", "z"),
        "opinions in full": lambda one: one.press("i", "i"),
        "find": lambda one: one.press("slash", *"time", "enter", "n", "n"),
        "resize": lambda one: resized(one, size),
    }
    async with desk(path, size=size) as one:
        as_at_a_desk(one)
        for name, step in steps.items():
            with Gaps() as gaps:
                await step(one)
            print(f"  {size[0]}×{size[1]} {name}: longest hold-up {gaps}")


async def resized(one: Desk, size: tuple[int, int]) -> None:
    """Smaller, larger, back."""
    for width, height in ((90, 30), (150, 40), (220, 55), size):
        await one.pilot.resize_terminal(width, height)
        await one.settle()


def main() -> None:
    """Print all of it."""
    real = REAL.is_file()
    invented = [plain(f"water-{number}") for number in range(ITEMS + 1)]
    items = real_items(ITEMS + 1) if real else invented
    print(f"{ITEMS} {'real' if real else 'invented'} items")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = build(Path(folder) / f"q{size[0]}.db", items)
            asyncio.run(sitting(path, size))
        print("an answer of 200 kB, 200 claims, 100 contexts")
        for size in SIZES:
            path = build(Path(folder) / f"long{size[0]}.db", [long_item()])
            asyncio.run(long_text(path, size))


if __name__ == "__main__":
    main()

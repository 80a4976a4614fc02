"""The states that a desk can be in, each a queue and the keys that lead there, for pictures."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tui_desk import Desk, desk
from tui_samples import (
    JSON,
    build,
    check,
    claims_of,
    evaluation_of,
    gates_of,
    judgment_of,
    northwind,
    plain,
    span,
)

from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.desk.app import ReviewApp
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.live import Live
from adjudge_tui.wording.strings import say

TEAM: Final = """
[reviewers.ana]
role = "reviewer"
groups = ["everybody"]

[reviewers.lea]
role = "lead"
groups = "*"
"""
NO_ANSWER: Final = "The documents do not say how loud the pump is."


class State(NamedTuple):
    """One state: how its queue is made, what is done at the desk, how the desk is opened."""

    make: Callable[[Path], Path]
    reach: Callable[[Desk], Awaitable[None]] | None = None
    blind: bool = False
    slow: bool = False


def many_claims(count: int = 200) -> tuple[JSON, JSON]:
    """An item with many claims, every tenth in doubt."""
    answer = " ".join(f"Valve {n} opens at {n + 3} bar." for n in range(1, count + 1))
    text = " ".join(f"Valve {n} opens at {n + 3} bar." for n in range(1, count + 1) if n % 10)
    evidence = {
        n: [span("valves", text, f"Valve {n} opens at {n + 3} bar.", 1.0)]
        for n in range(1, count + 1)
        if n % 10
    }
    case: JSON = {
        "id": "valves",
        "question": "At which pressure does each valve open?",
        "answer": answer,
        "contexts": [{"id": "valves", "text": text, "source_id": "Data sheet", "page": 2}],
    }
    claims = claims_of(answer, evidence)
    said = {
        one["id"]: "supported" if number % 10 else "not_mentioned"
        for number, one in enumerate(claims, 1)
    }
    return case, evaluation_of(case, "review", gates_of(), claims, [judgment_of(said)])


def abstained() -> tuple[JSON, JSON]:
    """The answer says that it does not know, one judge holds back, one has failed."""
    case: JSON = {
        "id": "pump",
        "question": "How loud is the pump?",
        "answer": NO_ANSWER,
        "contexts": [{"id": "sheet", "text": "The pump weighs 12 kg and is grey."}],
    }
    gates = gates_of(
        abstention={"outcome": "pass", "checks": [check("pass", "abstained", "it says so")]}
    )
    held = judgment_of({}, judge="panel", abstention={"code": "unstable", "message": "3 of 5 runs"})
    broken = judgment_of(
        {}, judge="remote", abstention={"code": "parse_failure", "message": "the reply is no JSON"}
    )
    reasons: JSON = {
        "proved": [],
        "judged": [],
        "uncertain": [
            {"code": "unstable", "message": "panel holds back: 3 of 5 runs", "action": "review"}
        ],
    }
    evaluation = evaluation_of(case, "review", gates, claims_of(NO_ANSWER), [held, broken], reasons)
    return case, evaluation


def quote_not_found() -> tuple[JSON, JSON]:
    """The judge quotes what stands nowhere; the chosen claim is that one."""
    case, evaluation = plain("boiling", answer="Water boils at 100 °C. Ice floats.")
    words = evaluation["judgments"][0]["claims"]
    words[0] |= {"quote": "water always boils at exactly one hundred", "verdict": "partial"}
    return case, evaluation


def empty(path: Path) -> Path:
    """A queue without an item."""
    return build(path, [])


def one_claim(path: Path) -> Path:
    """One item with one claim."""
    return build(path, [plain("boiling"), plain("steam")])


def sample(path: Path) -> Path:
    """The item of the pictures, and one after it."""
    return build(path, [northwind(), plain("boiling")])


def masked(path: Path) -> Path:
    """Two of three contexts are not for the reviewer."""
    (path.parent / "adjudge.toml").write_text(TEAM, encoding="utf-8")
    sources = {"10-Q": {"groups": ["finance"], "hash": "sha256:1"}}
    sources["Call transcript"] = {"groups": None, "hash": "sha256:2"}  # type: ignore[dict-item]
    return build(path, [northwind(), plain("boiling")], sources)


def damaged(path: Path) -> Path:
    """A file that is no queue."""
    path.write_bytes(b"This is no database, whatever its name says. " * 100)
    return path


async def reveal(one: Desk) -> None:
    """The first word on a blind item."""
    await one.press("b")


async def lose(one: Desk) -> None:
    """Somebody else takes the item over and decides it."""
    with Queue.open(one.path) as queue:
        number = queue.find("northwind")
        queue.release(number, "ana")
        queue.claim(number, "ben")
        queue.decide(number, Decision("block", "ben", "key-of-ben"))
    await one.press("1")  # what was marked stays
    Live(one.session).look()
    await one.settle()


async def lock(one: Desk) -> None:
    """Another program holds the file while a decision is made."""
    other = sqlite3.connect(one.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        one.session.writer.submit(
            lambda queue: queue._store.connection.execute("PRAGMA busy_timeout = 1"),
            lambda _: None,
            lambda _: None,
        )
        await one.press("b")
    finally:
        other.execute("ROLLBACK")
        other.close()


async def end(one: Desk) -> None:
    """Everything is decided."""
    await one.press("a", "a")


async def no_hits(one: Desk) -> None:
    """A filter that nothing fits."""
    await one.press("Q", "f", *"zebra", "enter")


STATES: Final[dict[str, State]] = {
    "empty": State(empty),
    "loading": State(sample, slow=True),
    "one-claim": State(one_claim),
    "claims-200": State(lambda path: build(path, [many_claims()])),
    "abstention": State(lambda path: build(path, [abstained()])),
    "quote-not-found": State(lambda path: build(path, [quote_not_found()])),
    "masked": State(masked),
    "blind": State(sample, blind=True),
    "revealed": State(sample, reveal, blind=True),
    "lost-lease": State(sample, lose),
    "locked": State(sample, lock),
    "error": State(damaged),
    "ended": State(one_claim, end),
    "no-hits": State(one_claim, no_hits),
}


@asynccontextmanager
async def shown(name: str, path: Path, size: tuple[int, int]) -> AsyncIterator[Desk]:
    """A desk in that state."""
    state = STATES[name]
    blinding = Blinding(whole=True, seed="picture") if state.blind else None
    made = state.make(path)
    if state.slow:
        async with waiting(made, size) as one:
            yield one
        return
    async with desk(made, size=size, blinding=blinding) as one:
        if state.reach is not None:
            await state.reach(one)
        yield one


@asynccontextmanager
async def waiting(path: Path, size: tuple[int, int]) -> AsyncIterator[Desk]:
    """A desk whose file lets it wait for the first item until the picture is taken."""
    app, there = ReviewApp(path, "ana"), threading.Event()
    app.animation_level = "none"
    session = app.desk.session
    session.writer.submit(lambda _queue: there.wait(60), lambda _: None, lambda _: None)
    try:
        async with app.run_test(size=size) as pilot:
            one = Desk(app, pilot, path)
            seen: list[str] = []
            while say("place.slow") not in one.text or len(seen) < 20 or len({*seen[-10:]}) > 1:
                session.tick()
                await asyncio.sleep(0.005)
                await pilot._wait_for_screen()
                seen.append(one.text)
            yield one
            there.set()
            await one.settle()
    finally:
        there.set()
        session.close()

"""Prints what calls of a remote judge cost beside plain litellm, as ratios.

`python tests/bench/bench_judge_calls.py [--short]`: a stub server in a process of its own answers
after 200 ms; 1,000 calls at 32 together (`--short`: 200).

* calls a second beside bare `litellm.acompletion` at the same concurrency, in one process and in
  as many as there are cores
* the same with 30 % of the requests refused (429, Retry-After 1 s), beside a loop that holds its
  place while it waits and tries again; until nine tenths are done, since the unluckiest few calls
  wait for their own Retry-After many times over, whoever sends them, and to the very last
* our own CPU time for a call, as a share of litellm's: with everything as it is but the request
  itself (line, limits, budget, key, cache), and the difference of whole calls, which is noisier
* a second run over the same prompts, with the cache
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, NamedTuple

from pydantic import JsonValue

from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.llm.attempts import Attempt, Sender
from adjudge_engine.judges.llm.cache import ReplyCache
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.environment import close_clients, load, prepared
from adjudge_engine.judges.llm.ledger import Ledger
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.replies import Counted
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.prompt import Message, Prompt

TESTS: Final = Path(__file__).resolve().parents[1]
RUBRIC: Final = "Say for each claim whether the sources support it. " * 40
SOURCE: Final = "The pump of the northern basin moves forty litres a minute. " * 70
CLAIMS: Final[dict[str, JsonValue]] = {"type": "array"}
SCHEMA: Final[dict[str, JsonValue]] = {"type": "object", "properties": {"claims": CLAIMS}}
TOGETHER: Final = 32
BUSY: Final = 0.3


#: Makes the call of that number.
Call = Callable[[int], Awaitable[None]]


class Took(NamedTuple):
    """Seconds of a clock and of CPU for so many calls; `most` is until nine tenths were done."""

    calls: int
    wall: float
    cpu: float
    most: float

    @property
    def rate(self) -> float:
        return self.calls / self.wall

    @property
    def steady_rate(self) -> float:
        return self.calls * 0.9 / self.most

    @property
    def cpu_ms(self) -> float:
        return self.cpu / self.calls * 1000


def prompt(number: int) -> Prompt:
    messages = (Message("system", RUBRIC), Message("user", f"Case {number}. {SOURCE}"))
    return Prompt(messages, "verdicts", SCHEMA, 300)


def settings(url: str) -> CallSettings:
    return CallSettings("openai/stub", api_base=url, deadline_s=600)


def bare(url: str, *, hold: bool = False) -> Call:
    """A call by litellm alone; `hold`: after a 429 it sleeps in its place and tries again."""
    litellm, sender = load(), Sender(settings(url))
    slots = asyncio.Semaphore(TOGETHER)

    async def request(number: int) -> None:
        asked = sender.body(prompt(number), 0, "schema")
        await litellm.acompletion(**asked, api_key="none", timeout=60, num_retries=0, max_retries=0)

    async def call(number: int) -> None:
        async with slots:
            while True:
                try:
                    return await request(number)
                except litellm.RateLimitError as error:
                    if not hold:
                        raise
                    await asyncio.sleep(float(error.litellm_response_headers["retry-after"]))

    return call


class Unsent(Sender):
    """Writes the request and answers it on the spot, without litellm."""

    async def send(self, prompt: Prompt, sample: int, seconds: float) -> Attempt:
        self.body(prompt, sample, "schema")
        await asyncio.sleep(0)
        return Attempt(Completion("{}", "stub", Usage()), Counted(100, 20))


def ours(url: str, cache: ReplyCache | None = None, *, unsent: bool = False) -> Call:
    limits = Limits(TOGETHER)
    caller = LiteLlmCaller(settings(url), limits=limits, cache=cache, ledger=Ledger())
    if unsent:
        caller._sender = Unsent(settings(url))

    async def call(number: int) -> None:
        try:
            await caller.complete(prompt(number), rubric_hash="sha256:0")
        except CallFailed as failed:
            raise SystemExit(f"a call failed: {failed.code}: {failed.message}") from None

    return call


async def timed(call: Call, calls: int) -> Took:
    await prepared()
    await asyncio.gather(*(call(-1 - number) for number in range(4)))  # connections
    ends: list[float] = []

    async def noted(number: int) -> None:
        await call(number)
        ends.append(time.perf_counter())

    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(noted(number) for number in range(calls)))
    most = ends[int(calls * 0.9) - 1] - wall
    return Took(calls, ends[-1] - wall, time.process_time() - cpu, most)


async def _run(make: Callable[[], Call], calls: int) -> Took:
    try:
        return await timed(make(), calls)
    finally:
        await close_clients()


def run(make: Callable[[], Call], calls: int) -> Took:
    return asyncio.run(_run(make, calls))


@contextmanager
def server(*words: str) -> Iterator[str]:
    command = [sys.executable, str(TESTS / "llm_server.py"), *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield line(process.stdout)
        assert process.stdin is not None
        process.stdin.close()


def line(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline().strip()


def in_processes(kind: str, url: str, calls: int, processes: int) -> float:
    """Calls a second of several processes at once, from a common start to the last one's end."""
    command = [sys.executable, __file__, "--child", kind, url, str(calls // processes)]
    children = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for child in children:
        assert line(child.stdout) == "ready"
    began = time.perf_counter()
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        assert line(child.stdout) == "done"
    took = time.perf_counter() - began
    for child in children:
        child.communicate()
    return calls // processes * processes / took


async def child(kind: str, url: str, calls: int) -> None:
    await prepared()
    call = ours(url) if kind == "ours" else bare(url)
    await asyncio.gather(*(call(-1 - number) for number in range(4)))
    print("ready", flush=True)
    sys.stdin.readline()
    await asyncio.gather(*(call(number) for number in range(calls)))
    print("done", flush=True)
    await close_clients()


def compare_rates(calls: int) -> None:
    with server("--latency", "0.2") as url:
        plain = run(lambda: bare(url), calls)
        with tempfile.TemporaryDirectory() as folder:
            cache = ReplyCache(Path(folder) / "replies.db")
            first = run(lambda: ours(url, cache), calls)
            again = run(lambda: ours(url, cache), calls)
            cache.close()
            other = ReplyCache(Path(folder) / "unsent.db")
            own = run(lambda: ours(url, other, unsent=True), calls)
            other.close()
        ratio = first.rate / plain.rate
        print(f"one process: ours {first.rate:.0f}/s, litellm {plain.rate:.0f}/s: {ratio:.2f}x")
        more = (first.cpu_ms - plain.cpu_ms) / plain.cpu_ms
        print(
            f"CPU a call: litellm {plain.cpu_ms:.2f} ms, our own {own.cpu_ms:.2f} ms:"
            f" {own.cpu_ms / plain.cpu_ms:.2f}x of it; whole calls {first.cpu_ms:.2f} ms:"
            f" {more:+.2f}x"
        )
        print(f"rerun from the cache: {again.wall / first.wall:.4f}x of the first run's time")
        cores = os.cpu_count() or 1
        several = {kind: in_processes(kind, url, calls, cores) for kind in ("ours", "litellm")}
        ratio, scale = several["ours"] / several["litellm"], several["ours"] / first.rate
        print(
            f"{cores} processes: ours {several['ours']:.0f}/s, litellm {several['litellm']:.0f}/s:"
            f" {ratio:.2f}x; {scale:.2f}x of ours in one process"
        )


def compare_refusals(calls: int) -> None:
    for after in ("1", "3"):
        words = ("--latency", "0.2", "--busy", str(BUSY), "--after", after)
        with server(*words) as url:
            holding = run(lambda url=url: bare(url, hold=True), calls)  # type: ignore[misc]
        with server(*words) as url:
            released = run(lambda url=url: ours(url), calls)  # type: ignore[misc]
        ratio, whole = released.steady_rate / holding.steady_rate, released.rate / holding.rate
        print(
            f"{BUSY:.0%} refused for {after} s: ours {released.steady_rate:.0f}/s, a loop that"
            f" holds its place {holding.steady_rate:.0f}/s: {ratio:.2f}x; to the very last call"
            f" {whole:.2f}x"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Calls of a remote judge beside plain litellm.")
    parser.add_argument("--short", action="store_true", help="200 calls instead of 1,000")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        kind, url, calls = asked.child
        asyncio.run(child(kind, url, int(calls)))
        return
    calls = 200 if asked.short else 1000
    compare_rates(calls)
    compare_refusals(calls)


if __name__ == "__main__":
    main()

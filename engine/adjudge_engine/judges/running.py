"""Judges at work on many cases: quick ones in place, waiting ones side by side.

All waiting is done in one event loop of a thread of its own, so that connections and limits are
shared by everything that a process asks. Results come in the order of the cases, whatever the
order in which replies arrive; a judge that breaks abstains, and the run goes on.
"""

from __future__ import annotations

import asyncio
import atexit
import math
import os
import threading
from collections import deque
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent import futures
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Abstention, Claim, GateResult, Judgment
from adjudge_engine.judges.base import (
    Judge,
    JudgeRequest,
    RecordReader,
    WaitingJudge,
    requests_for,
)
from adjudge_engine.vocabulary import Gate

#: Cases looked ahead for each request that may be under way at once.
AHEAD: Final = 4
#: Requests that a judge has under way at once, where it does not say.
CONCURRENCY: Final = 8
#: Most cases looked ahead, however many requests may be under way: each is held in memory.
MOST_AHEAD: Final = 1_024

Result = TypeVar("Result")


class Askable(Protocol):
    """What code found about a case, as far as judges are concerned (`pipeline.Assessment`)."""

    @property
    def case(self) -> Case: ...

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    @property
    def gates(self) -> Mapping[Gate, GateResult]: ...

    @property
    def may_be_judged(self) -> bool: ...


AnyAskable = TypeVar("AnyAskable", bound=Askable)


class Asked:
    """The judgments on one case, some of them perhaps still to come."""

    def __init__(self, given: Sequence[Judgment | Future[Judgment]]) -> None:
        self._given = tuple(given)

    @classmethod
    def joined(cls, parts: Iterable[Asked]) -> Asked:
        """What several have been asked, as one, in their order."""
        return cls([one for part in parts for one in part._given])

    @property
    def done(self) -> bool:
        """Whether every judgment is there."""
        return all(one.done() for one in self._futures)

    def wait(self, seconds: float) -> bool:
        """Waits for the judgments, at most so long; whether they are all there then."""
        return not futures.wait(list(self._futures), timeout=seconds).not_done

    def result(self) -> tuple[Judgment, ...]:
        """The judgments, in the order of judges and criteria; waits for those still to come."""
        return tuple(one.result() if isinstance(one, Future) else one for one in self._given)

    def cancel(self) -> None:
        """Gives up what has not come yet."""
        for one in self._futures:
            one.cancel()

    @property
    def _futures(self) -> Iterator[Future[Judgment]]:
        return (one for one in self._given if isinstance(one, Future))


def begin(assessment: Askable, judges: Sequence[Judge]) -> Asked:
    """Asks every judge on each of its criteria; nobody where code forbids it.

    Quick judges have answered on return; waiting ones are at work by then.
    """
    return begin_on(requests_of(assessment, judges) if assessment.may_be_judged else ())


def begin_on(requests: Iterable[tuple[Judge, JudgeRequest]]) -> Asked:
    """Asks each judge its request; only for text that may be handed to it."""
    return Asked([_begin(judge, one) for judge, one in requests])


def requests_of(
    assessment: Askable, judges: Sequence[Judge]
) -> Iterator[tuple[Judge, JudgeRequest]]:
    """Every request that `begin` makes, in its order."""
    for judge in judges:
        for request in requests_for(judge, assessment.case, assessment.claims, assessment.gates):
            yield judge, request


def run(
    judges: Sequence[Judge], assessments: Iterable[AnyAskable], *, ahead: int | None = None
) -> Iterator[tuple[AnyAskable, tuple[Judgment, ...]]]:
    """Each assessment with its judgments, in order; `ahead` of them are under way at once.

    Memory does not grow with their number. Closing the iterator gives up what is under way.
    """
    window = look_ahead(judges) if ahead is None else ahead
    waiting: deque[tuple[AnyAskable, Asked]] = deque()
    try:
        for one in assessments:
            waiting.append((one, begin(one, judges)))
            while waiting and (len(waiting) > window or waiting[0][1].done):
                first, asked = waiting[0]
                found = asked.result()
                waiting.popleft()
                yield first, found
        while waiting:
            first, asked = waiting[0]
            found = asked.result()
            waiting.popleft()
            yield first, found
    finally:
        for _, asked in waiting:
            asked.cancel()


def look_ahead(judges: Sequence[Judge]) -> int:
    """How many cases may wait for their judgments at once: 0 where no judge waits."""
    waiting = [one for one in judges if isinstance(one, WaitingJudge)]
    under_way = sum(int(getattr(one, "concurrency", CONCURRENCY)) for one in waiting)
    return min(AHEAD * under_way, MOST_AHEAD)


def callers_among(judges: Sequence[Judge]) -> frozenset[str]:
    """The names of those judges that make calls."""
    return frozenset(one.name for one in judges if isinstance(one, WaitingJudge))


def wait_for(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of `work`, done in the event loop of all judges; never call it from in there."""
    return started(work).result()


def started(work: Coroutine[Any, Any, Result]) -> Future[Result]:
    """`work`, under way in the event loop of all judges."""
    loop = _the_loop()
    if threading.current_thread() is loop.thread:
        work.close()
        raise RuntimeError("a judge was waited for inside the event loop; await it there")
    return asyncio.run_coroutine_threadsafe(work, loop.loop)


def _begin(judge: Judge, request: JudgeRequest) -> Judgment | Future[Judgment]:
    if isinstance(judge, WaitingJudge):
        return started(_awaited(judge, request))
    try:
        return _checked(judge, judge.judge(request), request)
    except (
        Exception,
        SystemExit,
    ) as error:  # the worker boundary: a judge's defect must not end the run
        return broken(judge, request.criterion, error)


async def _awaited(judge: WaitingJudge, request: JudgeRequest) -> Judgment:
    try:
        return _checked(judge, await judge.ajudge(request), request)
    except (Exception, SystemExit) as error:  # the worker boundary, as above
        return broken(judge, request.criterion, error)


def _checked(judge: Judge, judgment: object, request: JudgeRequest) -> Judgment:
    """What a judge returned, if it is a judgment of what was asked.

    Whose it is, is not for the judgment to say, but where a judge passes on what others said.
    """
    if not isinstance(judgment, Judgment) or judgment.criterion != request.criterion:
        raise TypeError("no judgment of the criterion")
    shares = (judgment.score, judgment.strict, judgment.not_contradicted)
    if not all(one is None or 0 <= one <= 1 for one in shares):  # NaN is not between them either
        raise ValueError("a score that is no share of one")
    if judgment.value is not None and not math.isfinite(judgment.value):
        raise ValueError("a value that is no number")
    if isinstance(judge, RecordReader):
        return judgment
    own = judge.fingerprint(request.criterion)
    if (judgment.judge, judgment.fingerprint) == (judge.name, own):
        return judgment
    return judgment.model_copy(update={"judge": judge.name, "fingerprint": own})


def broken(judge: Judge, criterion: str, error: BaseException) -> Judgment:
    """The abstention of a judge that broke: the error's type alone, never text of the case."""
    fingerprint = None
    with suppress(Exception):  # who broke once may break twice
        fingerprint = judge.fingerprint(criterion)
    return Judgment(
        criterion=criterion,
        judge=judge.name,
        fingerprint=fingerprint,
        abstained=True,
        abstention=Abstention(code="judge_failed", message=f"it broke: {type(error).__name__}"),
    )


class _Loop:
    """An event loop that runs in a thread of its own until the process ends."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.process = os.getpid()
        self.thread = threading.Thread(target=self._work, name="judges", daemon=True)
        self.thread.start()

    def _work(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def close(self) -> None:
        """Cancels what is under way and ends the thread."""
        if self.loop.is_closed() or self.process != os.getpid():
            return
        with suppress(futures.TimeoutError):
            asyncio.run_coroutine_threadsafe(_finish_all(), self.loop).result(timeout=2)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(timeout=2)
        if not self.thread.is_alive():
            self.loop.close()


async def _finish_all() -> None:
    """Cancels what is under way and closes what it was connected by."""
    from adjudge_engine.judges.llm.environment import close_clients

    own = asyncio.current_task()
    others = [one for one in asyncio.all_tasks() if one is not own]
    for one in others:
        one.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await close_clients()


_loop: _Loop | None = None
_making = threading.Lock()


def _the_loop() -> _Loop:
    """The process's one loop; a forked process, which has no threads of its parent, makes anew."""
    global _loop
    with _making:
        if _loop is None or _loop.process != os.getpid():
            _loop = _Loop()
            atexit.register(_loop.close)
        return _loop

"""Slots, minutes, pauses and the line: never more than allowed, nobody forgotten, in order."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.bucket import Bucket
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.line import Expired, Pass, Refused, Shut
from adjudge_engine.judges.llm.pausing import Pause


def passes(limits: Limits, tokens: int = 0) -> Pass:
    return Pass(limits.ticket(), tokens)


async def enter(limits: Limits, asked: Pass | None = None, **more: float) -> float:
    return await limits.enter(asked or passes(limits), **{"patience": 60.0, **more})


async def settled() -> None:
    """Everything that can run has run."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_no_more_than_the_slots_and_first_come_first() -> None:
    limits, order = Limits(2), []
    asked = [passes(limits) for _ in range(6)]

    async def call(number: int) -> None:
        await enter(limits, asked[number])
        order.append(number)

    tasks = [asyncio.create_task(call(number)) for number in range(6)]
    await settled()
    assert order == [0, 1]
    for expected in ([0, 1, 2], [0, 1, 2, 3]):
        limits.leave(asked[0], None)
        await settled()
        assert order == expected
    for _ in range(4):
        limits.leave(asked[0], None)
    await asyncio.gather(*tasks)
    assert order == list(range(6))


async def test_who_tries_again_keeps_the_old_place() -> None:
    limits, order = Limits(1), []
    first, others = passes(limits), [passes(limits) for _ in range(3)]
    await enter(limits, first)

    async def call(name: str, asked: Pass) -> None:
        await enter(limits, asked)
        order.append(name)
        limits.leave(asked, None)

    tasks = [asyncio.create_task(call(f"{n}", one)) for n, one in enumerate(others)]
    await settled()
    again = asyncio.create_task(call("again", first))
    await settled()
    limits.leave(first, None)
    await asyncio.gather(again, *tasks)
    assert order == ["again", "0", "1", "2"]


async def test_cancelled_callers_leave_no_trace() -> None:
    limits = Limits(1)
    held = passes(limits)
    await enter(limits, held)
    undone = []
    asked = [Pass(limits.ticket(), undo=lambda: undone.append(1)) for _ in range(3)]
    tasks = [asyncio.create_task(enter(limits, one)) for one in asked]
    await settled()
    tasks[0].cancel()  # in line
    await settled()
    limits.leave(held, None)  # lets the second in, which is cancelled before it knows
    tasks[1].cancel()
    await asyncio.wait(tasks, timeout=5)
    assert tasks[0].cancelled()
    assert tasks[1].cancelled()
    assert undone == [1]
    assert tasks[2].result() > 0


async def test_a_refusal_pauses_all_and_its_end_frees_all() -> None:
    limits, came = Limits(8), []
    asked = [passes(limits) for _ in range(3)]
    sent = [await enter(limits, one) for one in asked]
    limits.answered(sent[0])
    began = time.monotonic()
    limits.refused(sent[1], 0.3)
    for one in asked:
        limits.leave(one, None)

    async def call() -> None:
        await enter(limits)
        came.append(time.monotonic() - began)

    await asyncio.gather(*(call() for _ in range(3)))
    probe, *rest = came
    assert 0.07 <= probe < 0.29 or probe >= 0.3  # one goes ahead, the others wait
    assert min(rest) >= 0.299


async def test_an_answer_during_a_pause_ends_it() -> None:
    limits = Limits(8)
    first = passes(limits)
    sent = await enter(limits, first)
    limits.refused(sent, 30)
    limits.leave(first, None)
    probe = passes(limits)
    waiting = asyncio.create_task(enter(limits))
    began = time.monotonic()
    probe_at = await enter(limits, Pass(-1))
    limits.answered(probe_at)
    limits.leave(probe, None)
    await waiting
    assert 0.9 <= time.monotonic() - began < 15  # the probe goes after a second at the latest


async def test_fewer_at_once_after_a_refusal_and_more_again() -> None:
    limits = Limits(8)
    asked = [passes(limits) for _ in range(8)]
    sent = [await enter(limits, one) for one in asked]
    for at in sent:
        limits.refused(at, 0.01)
    for one in asked:
        limits.leave(one, None)

    async def let_in() -> int:
        tasks = [asyncio.create_task(enter(limits)) for _ in range(8)]
        await asyncio.wait(tasks, timeout=0.15)
        done = [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        for _ in done:
            limits.leave(asked[0], None)
        await asyncio.gather(*tasks, return_exceptions=True)
        return len(done)

    assert await let_in() == 4
    for _ in range(16):
        limits.answered(0.0)
    assert await let_in() == 8


async def test_time_in_line_is_bounded_where_nobody_is_answered() -> None:
    limits = Limits(1)
    await enter(limits)
    waiting = asyncio.create_task(enter(limits, patience=0.05))
    await asyncio.sleep(0.1)
    assert not waiting.done()  # nothing is wrong: the line is only long
    limits.failed("provider_error")
    limits.answered(0.0)
    await asyncio.sleep(0.1)
    assert not waiting.done()
    limits.failed("provider_error")
    with pytest.raises(Expired) as expired:
        await asyncio.wait_for(waiting, 5)
    assert expired.value.code == "provider_error"


async def test_a_deadline_holds_in_line() -> None:
    limits = Limits(1)
    await enter(limits)
    with pytest.raises(Expired):
        await enter(limits, until=limits.clock() + 0.05)
    with pytest.raises(Expired):
        await enter(limits, until=limits.clock() - 1)


async def test_shut_ends_everything() -> None:
    limits = Limits(1)
    await enter(limits)
    tasks = [asyncio.create_task(enter(limits)) for _ in range(3)]
    await settled()
    limits.shut()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in found] == [Shut] * 3
    with pytest.raises(Shut):
        await enter(limits)


async def test_money_is_asked_for_last_and_waited_for() -> None:
    limits, said = Limits(1), ["wait", "wait", "reserved", "refused"]
    asked = Pass(limits.ticket(), admit=lambda: said.pop(0))  # type: ignore[arg-type,return-value]
    await enter(limits, asked)
    assert said == ["refused"]
    limits.leave(asked, None)
    with pytest.raises(Refused):
        await enter(limits, asked)


def test_several_threads_share_limits() -> None:
    limits = Limits(3)
    busy, peak, lock = 0, 0, threading.Lock()

    async def call() -> None:
        nonlocal busy, peak
        asked = passes(limits)
        await enter(limits, asked)
        with lock:
            busy += 1
            peak = max(peak, busy)
        await asyncio.sleep(0.001)
        with lock:
            busy -= 1
        limits.leave(asked, None)

    async def work() -> None:
        await asyncio.gather(*(call() for _ in range(50)))

    threads = [threading.Thread(target=lambda: asyncio.run(work())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
    assert (busy, peak) == (0, 3)


async def test_requests_and_tokens_of_a_minute_are_kept() -> None:
    for limits, tokens in (
        (Limits(50, rpm=24, minute=0.6), 0),
        (Limits(50, tpm=240, minute=0.6), 10),
    ):
        at: list[float] = []

        async def call(limits: Limits, tokens: int, at: list[float]) -> None:
            at.append(await enter(limits, passes(limits, tokens)))

        await asyncio.gather(*(call(limits, tokens, at) for _ in range(30)))
        for first in at:
            assert sum(first <= one < first + 0.6 for one in at) <= 24
        assert max(at) - min(at) < 3


@pytest.mark.parametrize("wrong", [{"concurrency": 0}, {"rpm": 0}, {"tpm": -1}])
def test_limits_below_one_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(JudgeError):
        Limits(**wrong)  # type: ignore[arg-type]


@given(
    st.integers(1, 500),
    st.lists(st.tuples(st.floats(0, 30), st.floats(0, 1)), max_size=60),
)
def test_a_bucket_never_gives_more_than_its_amount_in_a_minute(
    amount: int, asked: list[tuple[float, float]]
) -> None:
    bucket, now, taken = Bucket(amount), 0.0, list[tuple[float, float]]()
    for pause, share in asked:
        part = max(1.0, share * amount / 12)
        now += pause
        seconds = bucket.wait(part, now)
        assert seconds < 120
        now += seconds
        assert bucket.wait(part, now) < 1e-6
        bucket.take(part, now)
        taken.append((now, part))
    for first, _ in taken:
        inside = sum(part for at, part in taken if first <= at < first + 59.999)
        assert inside <= amount * 1.000001


def test_a_bucket_learns_what_was_really_taken() -> None:
    bucket = Bucket(1200)
    bucket.take(100, 0.0)
    assert bucket.wait(100, 0.0) > 0
    bucket.correct(100, 10)
    assert bucket.wait(90, 0.0) == 0
    bucket.take(5000, 0.0)  # larger than a minute's: a debt, paid by waiting
    assert 200 < bucket.wait(1, 0.0) < 400


def test_a_full_provider_is_probed_less_and_less() -> None:
    pause, now, sent = Pause(), 100.0, 0
    pause.refused(now, now - 0.1, 10)
    for _ in range(2000):
        now += 0.1
        if pause.wait(now) == 0:
            sent += 1
            pause.sent(now)
            pause.refused(now, now, 10)
    assert sent <= 200 / 10 * 2 + 2


def test_a_provider_that_refuses_now_and_then_is_not_stopped_for() -> None:
    pause, now, sent = Pause(), 100.0, 0
    for step in range(2000):
        now += 0.01
        if pause.wait(now) == 0:
            sent += 1
            pause.sent(now)
            if step % 10 in (0, 3, 6):
                pause.refused(now + 0.001, now, 5)
            else:
                pause.answered(now)
    assert sent > 1800


def test_an_unlucky_probe_is_followed_by_another() -> None:
    pause = Pause()
    assert pause.refused(10.0, 9.9, 3.0)
    assert pause.wait(10.0) == pytest.approx(0.75)
    pause.sent(10.75)
    assert not pause.refused(10.8, 10.75, 3.0)
    assert pause.wait(10.8) == pytest.approx(1.5)  # twice as long, and not all of the time
    pause.sent(12.3)
    assert pause.answered(12.3)
    assert pause.wait(12.4) == 0.0


def test_refusals_of_a_burst_are_no_failed_probes() -> None:
    pause = Pause()
    assert pause.refused(10.0, 9.9, 1.0)
    for number in range(1, 20):  # sent at the end of the time, together
        pause.refused(11.1 + number / 1000, 11.0 + number / 1000, 1.0)
    assert 0 < pause.wait(11.2) < 0.5


async def test_a_provider_that_serves_others_gets_its_slots_back() -> None:
    limits = Limits(8)
    asked = passes(limits)
    sent = await enter(limits, asked)
    limits.refused(sent, 0.2)
    limits.leave(asked, 0)
    probe = await enter(limits, asked)
    limits.answered(probe)
    limits.leave(asked, 0)
    entered = [asyncio.create_task(enter(limits)) for _ in range(8)]
    await settled()
    assert all(one.done() for one in entered)


def test_answers_to_calls_sent_after_a_refused_one_end_a_short_pause() -> None:
    pause = Pause()
    assert pause.refused(10.01, 10.0, 0.05)  # over long before any reply comes
    sent = [10.0 + number / 10_000 for number in range(1, 10)]
    ended = [pause.answered(one) for one in sent]
    assert not any(ended[:3])  # a few may have overtaken it on their way
    assert any(ended)
    assert not pause.refused(10.3, 10.25, 0.05)


def test_answers_to_calls_sent_before_the_refused_one_end_no_pause() -> None:
    pause = Pause()
    assert pause.refused(10.1, 10.0, 5.0)
    assert not any(pause.answered(10.0 - number / 100) for number in range(50))
    assert pause.wait(10.2) > 0
    assert not pause.answered(15.2)  # sent when the time was up
    assert pause.refused(15.3, 15.25, 5.0)


async def test_a_series_of_halvings_is_undone_whole() -> None:
    limits = Limits(8)
    asked = passes(limits)
    for _ in range(3):  # each of them when the one before is over
        sent = await enter(limits, asked)
        limits.refused(sent, 0.01)
        limits.leave(asked, 0)
        await asyncio.sleep(0.02)
    assert limits._allowed == 1.0
    limits.refused(limits.clock(), 5.0)
    await asyncio.sleep(0.001)
    limits.answered(limits.clock())
    entered = [asyncio.create_task(enter(limits)) for _ in range(8)]
    await settled()
    assert all(one.done() for one in entered)

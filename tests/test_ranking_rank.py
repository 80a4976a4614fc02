"""Ranking: who answered in time is heard, everyone else falls back, nobody holds the others up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from adjudge_engine.case import Case, Context
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import RankedContext, Usage
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.ranking.rank import Ask, rank, rank_offline
from adjudge_engine.judges.ranking.ranker import LlmRanker, OfflineRanker, ranked
from adjudge_engine.judges.ranking.settings import (
    BlendWeights,
    RankingSettings,
    ranking_settings,
)
from adjudge_engine.judges.rubrics.load import load_rubric
from adjudge_engine.privacy.redaction import RedactionSettings, Redactor

QUICK = RankingSettings(timeout_s=0.05)


def contexts(*scores: float | None) -> tuple[Context, ...]:
    return tuple(
        Context(id=f"c{number}", text=f"text {number}", score=score)
        for number, score in enumerate(scores, 1)
    )


def saying(**replies: str | Exception) -> Ask:
    async def ask(context: Context) -> str:
        reply = replies[context.id]
        if isinstance(reply, Exception):
            raise reply
        return reply

    return ask


async def test_the_judges_order_counts() -> None:
    found = await rank(contexts(0.9, 0.5, None), "q", ask=saying(c1="2", c2="5", c3="Score: 3.5"))
    assert [(one.context_id, one.score, one.origin) for one in found] == [
        ("c2", 5.0, "judge"),
        ("c3", 3.5, "judge"),
        ("c1", 2.0, "judge"),
    ]


async def test_each_candidate_falls_back_alone() -> None:
    failed = CallFailed("rate_limited", "429")
    ask = saying(c1="4", c2=failed, c3="no idea", c4=ZeroDivisionError(), c5=failed)
    found = await rank(contexts(0.1, 0.5, 1.0, None, 0.0), "q", ask=ask)
    assert [(one.context_id, one.score, one.origin) for one in found] == [
        ("c3", 5.0, "fallback"),
        ("c1", 4.0, "judge"),
        ("c2", 3.0, "fallback"),
        ("c4", 3.0, "default"),
        ("c5", 1.0, "fallback"),
    ]


async def test_all_are_asked_side_by_side() -> None:
    inside = peak = 0

    async def ask(context: Context) -> str:
        nonlocal inside, peak
        inside += 1
        peak = max(peak, inside)
        await asyncio.sleep(0.01)
        inside -= 1
        return "4"

    await rank(contexts(*[0.5] * 40), "q", ask=ask)
    assert peak == 40


async def test_one_that_hangs_holds_up_nobody() -> None:
    gone: list[str] = []

    async def ask(context: Context) -> str:
        if context.id == "c2":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                gone.append(context.id)
                raise
        return "5"

    found = await rank(contexts(0.5, 0.25, None), "q", ask=ask, settings=QUICK)
    assert {one.context_id: (one.score, one.origin) for one in found} == {
        "c1": (5.0, "judge"),
        "c2": (2.0, "fallback"),
        "c3": (5.0, "judge"),
    }
    assert gone == ["c2"]  # cancelled, not left running


async def test_where_all_hang_the_batch_falls_back_even_if_none_lets_itself_be_cancelled() -> None:
    release, left = asyncio.Event(), asyncio.Semaphore(0)

    async def stubborn(context: Context) -> str:
        try:
            await release.wait()
        except asyncio.CancelledError:
            await release.wait()
        left.release()
        return "5"

    found = await rank(contexts(0.5, 1.0, None), "q", ask=stubborn, settings=QUICK)
    assert left.locked()  # nobody has ended yet
    assert [(one.context_id, one.origin) for one in found] == [
        ("c2", "fallback"),
        ("c1", "fallback"),
        ("c3", "default"),
    ]
    release.set()
    for _ in range(3):
        await left.acquire()


async def test_cancelling_the_ranking_cancels_what_it_asked() -> None:
    gone = 0

    async def ask(context: Context) -> str:
        nonlocal gone
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            gone += 1
            raise
        return "5"

    task = asyncio.ensure_future(rank(contexts(0.5, 1.0), "q", ask=ask))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert gone == 2


async def test_of_very_many_only_the_likeliest_are_asked() -> None:
    asked: list[str] = []

    async def ask(context: Context) -> str:
        asked.append(context.id)
        return "1"

    settings = RankingSettings(most_asked=2)
    found = await rank(contexts(0.1, 0.9, None, 0.8), "q", ask=ask, settings=settings)
    assert sorted(asked) == ["c2", "c4"]
    assert [one.origin for one in found] == ["default", "fallback", "judge", "judge"]


@pytest.mark.parametrize(
    ("given", "scores"),
    [
        ((0.0, 0.5, 1.0), (1.0, 3.0, 5.0)),
        ((-0.5, 0.0, 1.0), (1.0, 1.0, 5.0)),
        ((2.0, 12.0, 22.0), (1.0, 3.0, 5.0)),
        ((-8.0, 4.0), (1.0, 5.0)),
        ((7.5,), (3.0,)),
        ((7.5, 7.5, None), (3.0, 3.0, 3.0)),
        ((-1.7e308, 1.7e308, 0.0), (1.0, 5.0, 3.0)),
        ((None, None), (3.0, 3.0)),
    ],
)
def test_given_similarities_on_our_scale(
    given: tuple[float | None, ...], scores: tuple[float, ...]
) -> None:
    found = {one.context_id: one.score for one in rank_offline(contexts(*given), None)}
    assert tuple(found[f"c{at}"] for at in range(1, len(given) + 1)) == scores


def test_contexts_alike_keep_the_order_of_the_case() -> None:
    assert [one.context_id for one in rank_offline(contexts(*[0.5] * 5), None)] == [
        f"c{at}" for at in range(1, 6)
    ]
    assert rank_offline((), None) == ()


class Caller:
    """Answers by a function of the prompt's last message; keeps what it was sent."""

    model = "stub"
    parameters: dict[str, str | int | float | bool | None] = {}  # noqa: RUF012

    def __init__(self, reply: Callable[[str], str]) -> None:
        self.reply = reply
        self.sent: list[str] = []

    async def complete(
        self, prompt: Prompt, *, rubric_hash: str, sample: int = 0, fresh: bool = False
    ) -> Completion:
        text = "\n".join(one.content for one in prompt.messages)
        self.sent.append(text)
        return Completion(self.reply(prompt.messages[-1].content), "stub", Usage())


CASE = Case(
    id="x",
    question="When may Aoife O'Brien (aoife@example.org) return the lamp?",
    answer="Within 30 days.",
    contexts=(
        Context(id="c1", text="Lamps are made of brass.", score=0.9),
        Context(id="c2", text="Aoife O’Brien has 30 days, +353 1 234 5678.", score=0.2),
    ),
)
RUBRIC = load_rubric("context-relevance")


async def test_each_context_is_asked_about_alone_and_nothing_private_goes_out() -> None:
    caller = Caller(lambda text: '{"r":"x","v":"5"}' if "30 days" in text else '{"r":"","v":"1"}')
    redactor = Redactor(RedactionSettings(names=("Aoife O'Brien",)))
    found = await ranked(CASE, LlmRanker(caller, RUBRIC, redactor=redactor), None)
    assert found == (
        RankedContext(context_id="c2", score=5.0, origin="judge"),
        RankedContext(context_id="c1", score=1.0, origin="judge"),
    )
    assert len(caller.sent) == 2
    assert ["brass" in one for one in caller.sent].count(True) == 1
    assert not any(
        secret in one for one in caller.sent for secret in ("Brien", "aoife@", "234 5678")
    )


async def test_without_a_question_nobody_is_asked() -> None:
    caller = Caller(lambda text: "5")
    case = CASE.model_copy(update={"question": None})
    found = await ranked(case, LlmRanker(caller, RUBRIC), None)
    assert not caller.sent
    assert found == await ranked(CASE, OfflineRanker(), None)
    assert [(one.context_id, one.origin) for one in found] == [
        ("c1", "fallback"),
        ("c2", "fallback"),
    ]


async def test_what_cannot_be_redacted_is_not_sent() -> None:
    caller = Caller(lambda text: "5")
    redactor = Redactor(RedactionSettings(patterns=(("CODE", "(?:a|aa)+b"),)))
    case = CASE.model_copy(update={"contexts": (Context(id="c1", text="a" * 300_000),)})
    found = await ranked(case, LlmRanker(caller, RUBRIC, redactor=redactor), None)
    assert not caller.sent
    assert [one.origin for one in found] == ["default"]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: RankingSettings(timeout_s=0),
        lambda: RankingSettings(timeout_s=float("nan")),
        lambda: RankingSettings(decay=-1),
        lambda: RankingSettings(most_asked=-1),
        lambda: RankingSettings(blend=BlendWeights(relevance=0)),
        lambda: RankingSettings(blend=BlendWeights(recency=-1)),
    ],
)
def test_settings_that_cannot_be_meant(wrong: Callable[[], RankingSettings]) -> None:
    with pytest.raises(JudgeError):
        wrong()


def test_the_table_of_a_configuration() -> None:
    table = {"timeout_s": 2, "most_asked": 5, "blend": {"recency": 0.5, "confidence": 1}}
    assert ranking_settings(table) == RankingSettings(
        timeout_s=2, most_asked=5, blend=BlendWeights(recency=0.5, confidence=1)
    )
    assert ranking_settings({}) == RankingSettings()


@pytest.mark.parametrize(
    "table",
    [
        {"timeout": 2},
        {"timeout_s": "2"},
        {"timeout_s": True},
        {"most_asked": 2.5},
        {"blend": 1},
        {"blend": {"newness": 1.0}},
        {"blend": {"recency": "much"}},
    ],
)
def test_a_table_that_cannot_be_meant(table: dict[str, object]) -> None:
    with pytest.raises(JudgeError, match="ranking"):
        ranking_settings(table)


async def test_what_a_caller_needs_first_takes_none_of_the_time() -> None:
    async def slow() -> None:
        await asyncio.sleep(0.1)

    async def broken() -> None:
        raise JudgeError("litellm is not installed")

    caller = Caller(lambda text: "5")
    found = await LlmRanker(caller, RUBRIC, QUICK, prepare=slow).rank(CASE, None)
    assert [one.origin for one in found] == ["judge", "judge"]
    found = await LlmRanker(caller, RUBRIC, QUICK, prepare=broken).rank(CASE, None)
    assert [one.origin for one in found] == ["fallback", "fallback"]

"""Judges at work on many cases: in order, side by side, bounded, and never brought down by one."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lamps import assessed, lamp

from adjudge_engine.case import Case
from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges.base import JudgeRequest, faithfulness, requests_for
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.none import NoJudge
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.running import begin, look_ahead, run, wait_for
from adjudge_engine.pipeline import Assessment, ask, assess, evaluate, key_of_unfinished
from adjudge_engine.policy import default_policy
from adjudge_queue import Queue
from adjudge_tui.running.evaluating import evaluate_files
from adjudge_tui.running.tally import Tally
from adjudge_tui.running.under_way import Rules


class Waiting:
    """A judge that waits as many turns of the event loop as its `turns` say for a case."""

    name = "waiting"
    remote = True
    criteria = ("faithfulness",)

    def __init__(self, turns: dict[str, int] | None = None, concurrency: int = 2) -> None:
        self.turns = turns or {}
        self.concurrency = concurrency
        self.under_way = 0
        self.most = 0
        self.asked: list[str] = []
        self.threads: set[str] = set()

    def fingerprint(self, criterion: str) -> str:
        return f"sha256:{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        return wait_for(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        self.asked.append(request.case.id)
        self.threads.add(threading.current_thread().name)
        try:
            for _ in range(self.turns.get(request.case.id, 1)):
                await asyncio.sleep(0)
            return supported(self, request)
        finally:
            self.under_way -= 1


class Stuck(Waiting):
    """Answers two cases as soon as two more wait, and no other until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.free = threading.Event()
        self.ended = threading.Event()

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        self.asked.append(request.case.id)
        try:
            first = request.case.id in ("lamp-0", "lamp-1")
            while not (self.free.is_set() or (first and len(self.asked) > 3)):
                await asyncio.sleep(0.005)
        except asyncio.CancelledError:
            self.ended.set()
            raise
        return supported(self, request)


class Broken(Waiting):
    """Breaks, as `how` says."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    def fingerprint(self, criterion: str) -> str:
        return str(1 // 0) if self.how == "fingerprint" else super().fingerprint(criterion)

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        if self.how == "another criterion":
            return supported(self, request).model_copy(update={"criterion": "clarity"})
        if self.how == "no judgment":
            return None  # type: ignore[return-value]
        raise ValueError(f"cannot read {request.case.answer}")


class BrokenAtOnce:
    """Breaks without waiting."""

    name = "at once"
    remote = False
    criteria = ("faithfulness",)

    def fingerprint(self, criterion: str) -> str:
        return "sha256:x"

    def judge(self, request: JudgeRequest) -> Judgment:
        raise RecursionError(str(request.case.answer))


def supported(judge: Any, request: JudgeRequest) -> Judgment:
    said = [ClaimVerdict(claim_id=one.id, verdict="supported") for one in request.claims]
    return faithfulness(judge, said, rationale=request.case.id)


def lamps(count: int) -> list[Assessment]:
    return [assessed(number) for number in range(count)]


@given(st.lists(st.integers(0, 40), min_size=1, max_size=25), st.integers(0, 6))
def test_results_come_in_the_order_of_the_cases(turns: list[int], ahead: int) -> None:
    judge = Waiting({f"lamp-{number}": count for number, count in enumerate(turns)})
    made = [LAMPS[number] for number in range(len(turns))]
    found = list(run([judge, NoJudge()], made, ahead=ahead))
    assert [one for one, _ in found] == made
    assert [said[0].rationale for _, said in found] == [one.case.id for one in made]
    assert judge.most <= ahead + 1
    assert sorted(judge.asked) == sorted(one.case.id for one in made)


LAMPS = lamps(25)


def test_no_more_are_read_than_the_window_holds() -> None:
    read: list[str] = []
    judge = Stuck()

    def reading() -> Iterator[Assessment]:
        for number in range(20):
            read.append(f"lamp-{number}")
            yield assessed(number)

    results = run([judge], reading(), ahead=3)
    assert next(results)[0].case.id == "lamp-0"
    assert next(results)[0].case.id == "lamp-1"
    assert len(read) <= 6
    results.close()  # type: ignore[attr-defined]
    assert judge.ended.wait(5)


def test_waiting_is_done_in_one_thread_and_quick_judges_in_the_callers() -> None:
    judge = Waiting()
    found = begin(assessed(), [judge, LocalJudge()])
    assert [one.judge for one in found.result()] == ["waiting", "local"]
    ask(assessed(), [judge])
    judge.judge(JudgeRequest("faithfulness", Case.model_validate(lamp()), assessed().claims))
    assert judge.threads == {"judges"}


async def test_one_case_can_be_asked_for_within_an_event_loop() -> None:
    assert ask(assessed(), [Waiting()])[0].strict == 1.0


def test_waiting_inside_the_loop_is_refused_and_does_not_hang() -> None:
    class Nested(Waiting):
        async def ajudge(self, request: JudgeRequest) -> Judgment:
            return Waiting().judge(request)

    (found,) = ask(assessed(), [Nested()])
    assert found.abstention is not None
    assert found.abstention.message == "it broke: RuntimeError"


@pytest.mark.parametrize(
    "judge",
    [
        *(Broken(how) for how in ("raises", "fingerprint", "another criterion", "no judgment")),
        BrokenAtOnce(),
    ],
    ids=lambda judge: getattr(judge, "how", judge.name),
)
def test_a_judge_that_breaks_abstains_and_tells_nothing_of_the_case(judge: Any) -> None:
    first, broken = ask(assessed(), [LocalJudge(), judge])
    assert first.judge == "local"
    assert broken.abstention is not None
    assert broken.abstention.code == "judge_failed"
    assert broken.criterion == "faithfulness"
    assert (broken.score, broken.strict) == (None, None)
    assert "Lamp" not in broken.model_dump_json()
    assert evaluate(Case.model_validate(lamp()), default_policy(), [judge]).route != "release"


def test_how_far_to_look_ahead() -> None:
    assert look_ahead([LocalJudge(), NoJudge()]) == 0
    assert look_ahead([Waiting(concurrency=3), LocalJudge()]) == 12
    assert look_ahead([Waiting(concurrency=1_000)] * 2) == 1_024


def test_a_case_that_code_bars_is_given_to_nobody() -> None:
    judge = Waiting()
    assert begin(assessed(answer=""), [judge]).result() == ()
    twice = [{"id": "1", "context_id": "x"}, {"id": "1", "context_id": "x"}]
    for citations in (twice, [{"context_id": "x"}], [{"id": "1", "context_id": "y"}]):
        assert begin(assessed(citations=citations), [judge]).result() == ()
    assert judge.asked == []
    right = [{"id": "1", "context_id": "x"}]
    assert len(begin(assessed(citations=right), [judge]).result()) == 1


def test_unfinished_evaluations_have_a_key_of_their_own() -> None:
    broken = ask(assessed(), [Broken("raises")])
    unsure = ask(assessed(contexts=[]), [LocalJudge()])
    assert key_of_unfinished("k", broken) != "k"
    assert key_of_unfinished("k", broken) == key_of_unfinished("k", ask(LAMPS[1], [Broken("r")]))
    assert key_of_unfinished("k", unsure) == "k"
    panel = ask(assessed(), [PanelJudge("both", [Broken("raises"), LocalJudge()])])
    assert panel[0].abstained
    assert key_of_unfinished("k", panel) != "k"
    assert key_of_unfinished("k", ()) == "k"


def written(folder: Path, count: int) -> Path:
    file = folder / "in.jsonl"
    file.write_text("".join(json.dumps(lamp(number)) + "\n" for number in range(count)))
    return file


def evaluated(folder: Path, judge: Any, count: int, **more: Any) -> Tally:
    rules = Rules(default_policy(), [judge])
    with Queue.open(folder / "q.db", create=True) as queue:
        return evaluate_files(
            queue, [written(folder, count)], rules, rejects=folder / "r.jsonl", **more
        )


def test_an_interruption_leaves_what_is_finished(tmp_path: Path) -> None:
    judge = Stuck()

    def interrupt(tally: Tally) -> None:
        if tally.evaluated == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluated(tmp_path, judge, 30, tick=interrupt, out=tmp_path / "e.jsonl")
    assert judge.ended.wait(5)
    assert not (tmp_path / "e.jsonl").exists()
    judge.free.set()
    asked = len(judge.asked)
    again = evaluated(tmp_path, judge, 30, out=tmp_path / "e.jsonl")
    assert (again.known, again.evaluated) == (2, 28)
    assert len(judge.asked) == asked + 28
    assert len((tmp_path / "e.jsonl").read_text().splitlines()) == 30


def test_a_case_given_twice_is_asked_about_once(tmp_path: Path) -> None:
    judge = Waiting({"lamp-0": 50})
    file = written(tmp_path, 3)
    file.write_text(file.read_text() * 2)
    rules = Rules(default_policy(), [judge])
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        out = tmp_path / "e.jsonl"
        tally = evaluate_files(queue, [file], rules, rejects=tmp_path / "r.jsonl", out=out)
    assert (tally.evaluated, tally.known) == (3, 3)
    assert len(judge.asked) == 3
    assert len(out.read_text().splitlines()) == 6


def test_a_case_given_twice_whose_judge_breaks_is_written_twice(tmp_path: Path) -> None:
    file = written(tmp_path, 2)
    file.write_text(file.read_text() * 2)
    rules = Rules(default_policy(), [Broken("raises")])
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        out = tmp_path / "e.jsonl"
        tally = evaluate_files(queue, [file], rules, rejects=tmp_path / "r.jsonl", out=out)
    assert (tally.evaluated, tally.known, tally.unfinished) == (2, 2, 2)
    assert len(out.read_text().splitlines()) == 4


def test_reports_are_those_of_a_run_without_judges(tmp_path: Path) -> None:
    judge = Waiting({f"lamp-{number}": 60 - number for number in range(60)})
    for _, (one, _) in zip(range(60), run([judge], lamps(60)), strict=True):
        assert assess(one.case).claims == one.claims
    evaluated(tmp_path, judge, 60, out=tmp_path / "e.jsonl")
    for number, line in enumerate((tmp_path / "e.jsonl").read_text().splitlines()):
        found = json.loads(line)
        alone = evaluate(Case.model_validate(lamp(number)), default_policy())
        assert found["report_hash"] == alone.report_hash


def test_no_judge_is_shown_what_people_said_of_the_case_wherever_it_stands() -> None:
    """A judge of one's own gets the case as it is: nowhere in it may be its answer."""
    word = "unfaithful-as-ines-said"
    label = {"criterion": "faithfulness", "value": word, "by": "ines", "note": word}
    case = Case.model_validate(
        {
            "id": "a",
            "answer": "The lamp is lit.",
            "contexts": [{"id": "k", "text": "The lamp is lit."}],
            "labels": [label],
            "judgments": [{"criterion": "faithfulness", "judge": word, "strict": 0}],
            "metadata": {
                "golden": {"rounds": [{"reviewer": "ines", "labels": [label]}]},
                "human": {"label": word},
                "defect": {"class": word},
                "language": "en",
            },
        }
    )
    for one in requests_for(LocalJudge(), case, ()):
        assert word not in one.case.model_dump_json()
        assert one.case.metadata == {"language": "en"}

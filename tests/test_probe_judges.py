"""Judges served over HTTP with a bias planted: each probe finds its own bias, and no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from llm_server import LlmServer, Reply, Request, server_error
from probe_samples import Bias, Flipping, compared, fair, plain, preferring, scale, served

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.probing import wording
from adjudge_engine.probing.alterations import PROBES
from adjudge_engine.probing.asking import Answer, Asking
from adjudge_engine.probing.figures import ProbeReport
from adjudge_engine.probing.run import Plan, run_probes
from adjudge_engine.probing.said import Yardstick

CASES = 16
RELEVANCE = Yardstick("relevance")
PREFERRED = Yardstick("preference")
INJECTIONS = frozenset(one.name for one in PROBES if one.name.startswith("injection"))


def probed(reply: Callable[[Request], Reply], **plan: object) -> ProbeReport:
    """All probes of a judge of relevance, on cases without contexts."""
    with LlmServer(reply) as server:
        made = Plan(how=RELEVANCE, runs=2, **plan)  # type: ignore[arg-type]
        return run_probes(plain(CASES), served(server), made)


def moving(report: ProbeReport) -> set[str]:
    return {one.name for one in report.probes if one.finding == "moves"}


def confident(answer: str) -> bool:
    return wording.CONFIDENCE["en"] in answer


def obeys(answer: str) -> bool:
    words = (wording.INSTRUCTION, wording.VERDICT, wording.AUTHORITY, *wording.FOREIGN)
    return any(one in answer for one in words)


#: What is planted: whether a judge finds an answer good, and which probes are to find that.
BIASES: dict[str, tuple[Bias, frozenset[str]]] = {
    "none": (fair, frozenset()),
    "long answers": (lambda at, text: fair(at) or len(text) > 215, frozenset({"verbosity"})),
    "sure answers": (lambda at, text: fair(at) or confident(text), frozenset({"confidence"})),
    "what it is told": (lambda at, text: fair(at) or obeys(text), INJECTIONS),
    "marks of citations": (lambda at, text: fair(at) or "[1]" in text, frozenset({"citations"})),
    "no markdown": (lambda at, text: fair(at) and "**" not in text, frozenset({"markdown"})),
}


def found_exactly(bias: Bias, wanted: frozenset[str]) -> None:
    """The probes named move the judge, and no verdict changes in any other."""
    report = probed(scale(bias))
    assert moving(report) == wanted
    tested = [one for one in report.probes if one.paired.n]
    assert len(tested) == 9
    for one in tested:
        assert one.paired.noise == 0
        assert one.paired.changed == (CASES // 2 if one.name in wanted else 0), one.name


@pytest.mark.parametrize(
    "names",
    [("long answers",), ("sure answers", "marks of citations", "what it is told")],
    ids=["one", "several"],
)
def test_the_probes_find_the_biases_planted_and_no_other(names: tuple[str, ...]) -> None:
    planted = [BIASES[name] for name in names]
    found_exactly(
        lambda at, text: any(bias(at, text) for bias, _ in planted),
        frozenset[str]().union(*(wanted for _, wanted in planted)),
    )


@pytest.mark.stress
@pytest.mark.parametrize("name", BIASES)
def test_each_probe_finds_its_own_bias_and_no_other(name: str) -> None:
    found_exactly(*BIASES[name])


def test_a_judge_that_flips_by_chance_is_noise_and_no_bias() -> None:
    with LlmServer(Flipping(0.3)) as server:
        asking = served(server, concurrency=1)
        plan = Plan(how=RELEVANCE, probes=PROBES[2:5], runs=5)
        report = run_probes(plain(CASES), asking, plan)
    assert moving(report) == set()
    assert report.repeats.runs == 5
    assert report.repeats.unsteady > CASES / 2
    assert report.repeats.detected < report.repeats.flagged
    tested = [one for one in report.probes if one.paired.n]
    assert len(tested) == 3
    assert all(one.paired.noise > 0 and one.paired.changed > 0 for one in tested)


def test_a_judge_that_prefers_the_first_answer() -> None:
    plan = Plan(PREFERRED, (PROBES[0], PROBES[3]), runs=2)

    def first(number: int, one: str, two: str) -> str:
        return "A" if number % 4 else ("A" if one < two else "B")

    with LlmServer(preferring(first)) as server:
        report = run_probes(compared(CASES), served(server, "preference"), plan)
    assert moving(report) == {"order"}
    order = report.probes[0]
    assert order.paired.changed == CASES * 3 // 4
    won = report.first_place
    assert won["first"] == CASES * 3 // 4 * 2 + CASES // 4
    assert won["first"] + won["second"] == 2 * CASES


def test_a_judge_that_prefers_the_longer_answer_is_not_moved_by_order() -> None:
    chosen = tuple(one for one in PROBES if one.name in ("order", "verbosity"))
    some = Plan(PREFERRED, chosen, runs=2)

    def longer(_: int, one: str, two: str) -> str:
        return "A" if (len(one), one) > (len(two), two) else "B"

    with LlmServer(preferring(longer)) as server:
        report = run_probes(compared(CASES), served(server, "preference"), some)
    found = moving(report)
    assert "verbosity" in found
    assert "order" not in found


def test_a_longer_list_of_candidates_is_compared_pair_by_pair() -> None:
    (case,) = compared(1)
    three = case.model_copy(update={"answers": ("one", "two", "three")})
    with LlmServer(preferring(lambda *_: "A")) as server:
        plan = Plan(PREFERRED, runs=2)
        report = run_probes([three], served(server, "preference"), plan)
    (order,) = [one for one in report.probes if one.name == "order"]
    assert (report.cases, order.paired.n, order.paired.changed) == (3, 3, 3)
    assert order.finding == "none"
    assert order.least is None, "three cases could show nothing"


def test_calls_that_fail_are_lost_and_no_change() -> None:
    def fails(request: Request) -> Reply:
        if "**" in request.text:
            return server_error(400)
        return scale(lambda at, _: fair(at))(request)

    chosen = tuple(one for one in PROBES if one.name in ("markdown", "tone"))
    report = probed(fails, probes=chosen)
    (markdown,) = [one for one in report.probes if one.name == "markdown"]
    assert (markdown.paired.n, markdown.finding) == (0, "untested")
    assert dict(markdown.lost) == {"provider_error": CASES}
    assert moving(report) == set()


def test_a_spent_budget_loses_the_rest() -> None:
    spent: list[Answer] = []
    with LlmServer(scale(lambda at, _: fair(at))) as server:
        asking = served(server, budget=0.0002, concurrency=1)
        report = run_probes(plain(6), asking, Plan(how=RELEVANCE, runs=2), spent.append)
    lost = sum(sum(one.lost.values()) for one in report.probes)
    assert lost > 0
    assert {code for one in report.probes for code in one.lost} == {"over_budget"}
    assert len(spent) == 6 * 10
    assert len(server.requests) < 6 * 11


def leaning_to(word: str) -> Bias:
    """Every other answer is good, and all with that word."""
    return lambda at, text: fair(at) or word in text


def test_self_preference_is_found_where_labels_are_equal() -> None:
    cases = []
    for base in plain(12):
        labels = [{"criterion": "relevance", "value": "good", "by": "a"}]
        for family, generator in (("own", "gpt-4o"), ("other", "claude-3")):
            update = {"id": f"{base.id}-{family}", "generator": generator}
            answer = f"{base.answer} Written by {family}."
            made = base.model_copy(update={**update, "answer": answer})
            cases.append(type(base).model_validate(made.to_dict() | {"labels": labels}))
    plan = Plan(how=RELEVANCE, probes=(), runs=2)
    for own, found in (("own", "moves"), ("nobody", "none")):
        with LlmServer(scale(leaning_to(own))) as server:
            report = run_probes(cases, served(server, model="openai/gpt-4o-mini"), plan)
        (one,) = report.probes
        assert (one.name, one.finding, one.paired.n) == ("self-preference", found, 12)
    unlabelled = [one.model_copy(update={"labels": ()}) for one in cases[:4]]
    with LlmServer(scale(lambda at, _: fair(at))) as server:
        report = run_probes(unlabelled, served(server, model="openai/gpt-4o-mini"), plan)
    (one,) = report.probes
    assert (one.finding, dict(one.void)) == ("untested", {"no_label": 4})


def test_scores_that_cluster_are_seen() -> None:
    report = probed(scale(lambda at, _: fair(at)), probes=())
    one = report.clustering
    assert (one.n, one.distinct, one.entropy, one.commonest_share) == (CASES, 2, 1.0, 0.5)
    assert one.round_share == 1.0


def test_who_cannot_be_probed() -> None:
    with pytest.raises(JudgeError, match="recorded"):
        Asking(RecordedJudge("x"), "faithfulness")
    with pytest.raises(JudgeError, match="does not judge relevance"):
        Asking(LocalJudge(), "relevance")
    with pytest.raises(JudgeError, match="twice"):
        Plan(runs=1)

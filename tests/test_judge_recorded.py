"""Judgments made elsewhere: kept as they come, checked where code can, never better than given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from admission_samples import admitted
from hypothesis import given
from hypothesis import strategies as st
from judge_samples import ANSWER, CONTEXT, case, request, scored
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.measures.judgments import Recorded
from adjudge_engine.case import Case, case_hash
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.cassette import Cassette
from adjudge_engine.judges.recorded import RecordedJudge, recorded_fingerprint
from adjudge_engine.judges.scores import deepeval, judgments_in, promptfoo, ragas
from adjudge_engine.judges.scores.values import figure, verdict_of
from adjudge_engine.judges.scores.worded import verdict_in
from adjudge_engine.pipeline import evaluate, evaluation_key
from adjudge_engine.policy import default_policy
from adjudge_engine.reading import Reject, read_cases
from adjudge_engine.reading.native import to_case

CLAIMS = split_claims(ANSWER)


def judged(judgment: dict[str, Any], **more: Any) -> dict[str, Any]:
    base = {"criterion": "faithfulness", "judge": "far"}
    return {"answer": ANSWER, "contexts": [{"id": "k", "text": CONTEXT}]} | {
        "judgments": [base | judgment],
        **more,
    }


def said(
    record: dict[str, Any], judge: str | None = None, criterion: str = "faithfulness"
) -> Judgment:
    read = to_case(record)
    return RecordedJudge(judge).judge(request(criterion, read, read.judgments))


def on_claims(*words: str, **more: Any) -> dict[str, Any]:
    pairs = zip(CLAIMS, words, strict=False)
    return {"claims": [{"claim_id": one.id, "verdict": word} for one, word in pairs]} | more


@pytest.mark.parametrize(
    ("given", "score", "strict", "code"),
    [
        ({"score": 0.75, "strict": 0}, 0.75, 0.0, None),
        ({"score": 1, "strict": 1, "rationale": "fine"}, 1.0, 1.0, None),
        (
            {"abstained": True, "abstention": {"code": "declined", "message": "no"}},
            None,
            None,
            "declined",
        ),
        ({"rationale": "hm"}, None, None, "unreadable_record"),
        ({"score": "NaN", "strict": 1}, None, None, "unreadable_record"),
        (on_claims("supported", "supported", "supported"), 1.0, 1.0, None),
        (on_claims("supported", "supported", "contradicted"), 2 / 3, 0.0, None),
        (on_claims("supported", "supported"), None, None, "unsure"),  # silent on the third claim
        (on_claims("supported", "unsure", "supported", strict=1, score=1), 1.0, None, "unsure"),
        (on_claims("supported", "contradicted", strict=1, score=1), 1.0, 0.0, None),
    ],
)
def test_values_are_kept_and_never_better_than_the_verdicts(
    given: dict[str, Any], score: float | None, strict: float | None, code: str | None
) -> None:
    found = said(judged(given))
    assert found.score == (pytest.approx(score) if score is not None else None)
    assert (found.strict, found.judge) == (strict, "far")
    assert (found.abstention.code if found.abstention else None) == code


def test_every_criterion_is_given_and_a_missing_one_abstains() -> None:
    record = judged({"criterion": "tone", "value": 4, "score": 0.75, "strict": 1})
    read = to_case(record)
    found = evaluate(read, default_policy(), [RecordedJudge()])
    assert [(one.criterion, one.abstained) for one in found.judgments] == [
        ("faithfulness", True),
        ("tone", False),
    ]
    assert found.judgments[0].abstention is not None
    assert found.judgments[0].abstention.code == "not_recorded"
    other = evaluate(read, default_policy(), [RecordedJudge("other", criteria=["tone"])])
    assert [one.abstained for one in other.judgments] == [True]
    assert other.judgments[0].judge == "other"


@pytest.mark.parametrize("quote", ["two kilos, box included", "The red lamp from Porto weighs"])
def test_a_quote_that_is_there_becomes_evidence(quote: str) -> None:
    claims = [{"claim_id": CLAIMS[1].id, "verdict": "supported", "quote": quote}]
    (one,) = said(judged({"claims": claims, "strict": 1})).claims
    assert one.verdict == "supported"
    (place,) = one.evidence
    assert CONTEXT[place.start : place.end] == place.text == quote


def test_a_verdict_on_a_quote_that_is_not_there_is_void() -> None:
    verdicts = [
        {"claim_id": claim.id, "verdict": "supported", "quote": "weighs three kilos"}
        for claim in CLAIMS
    ]
    found = said(judged({"claims": verdicts, "strict": 1, "score": 1}))
    assert [one.verdict for one in found.claims] == ["unsure"] * 3
    assert (found.strict, found.score) == (None, 0.0)
    assert found.abstention is not None
    assert found.abstention.code == "quote_not_found"
    absent = [{"claim_id": CLAIMS[0].id, "verdict": "not_mentioned", "quote": "no such words"}]
    assert said(judged({"claims": absent})).strict == 0.0


def test_a_place_that_does_not_hold_is_no_evidence() -> None:
    there = {"context_id": "k", "start": 4, "end": 12, "text": "red lamp"}
    wrong = [there | {"start": 5}, there | {"context_id": "z"}, there | {"text": ""}]
    claims = [{"claim_id": CLAIMS[0].id, "verdict": "supported", "evidence": [there, *wrong]}]
    (one,) = said(judged({"claims": claims, "strict": 1})).claims
    assert [place.to_dict() for place in one.evidence] == [there]


def test_repeats_and_several_judges_are_folded() -> None:
    record = judged({"score": 1, "strict": 1})
    record["judgments"] += [
        {"criterion": "faithfulness", "judge": "far", "score": 0.5, "strict": 0},
        {"criterion": "faithfulness", "judge": "near", "score": 0.5, "strict": 0},
    ]
    unstable = said(record, "far")
    assert unstable.abstention is not None
    assert unstable.abstention.code == "unstable"
    every = said(record)
    assert every.abstention is not None
    assert (every.judge, every.abstention.code) == ("recorded", "no_quorum")


def test_a_file_cannot_pass_itself_off_as_an_admitted_judge() -> None:
    stolen = "sha256:" + "1" * 64
    record = judged(on_claims("supported", "supported", "supported", fingerprint=stolen, strict=1))
    found = evaluate(
        to_case(record),
        default_policy(),
        [RecordedJudge()],
        admissions=admitted(stolen),
    )
    (judgment,) = found.judgments
    assert (judgment.admitted, judgment.strict, found.route) == (False, 1.0, "review")
    assert judgment.parameters["recorded_fingerprint"] == stolen
    own = recorded_fingerprint(to_case(record).judgments[0])
    assert judgment.fingerprint == own
    again = evaluate(to_case(record), default_policy(), [RecordedJudge()], admissions=admitted(own))
    assert again.judgments[0].admitted


def test_a_calibration_admits_what_an_evaluation_gives() -> None:
    read = to_case(judged({"strict": 1, "model": "m", "rubric": "r/1"}))
    source = Recorded("far", "faithfulness")
    source.begin(read, CLAIMS)()
    assert (
        source.fingerprint
        == RecordedJudge().judge(request(of=read, recorded=read.judgments)).fingerprint
    )


def test_other_recorded_judgments_are_another_evaluation() -> None:
    one, two = to_case(judged({"strict": 1})), to_case(judged({"strict": 0}))
    assert case_hash(one) == case_hash(two)
    policy = default_policy()
    keys = {evaluation_key(read, policy, [RecordedJudge()]) for read in (one, two)}
    assert len(keys) == 2
    assert evaluation_key(one, policy) == evaluation_key(two, policy)


# Claims of others onto ours


def placed(*claims: Any, answer: str = ANSWER) -> tuple[dict[str, str], list[tuple[str, str]]]:
    read = to_case(judged({"claims": list(claims)}, answer=answer))
    (judgment,) = read.judgments
    texts = {claim.id: claim.text for claim in split_claims(answer)}
    return (
        {texts[one.claim_id]: one.verdict for one in judgment.claims},
        [(one.text, one.verdict) for one in judgment.extra_claims],
    )


RED, KILOS, PORTO = (claim.text for claim in CLAIMS)


def test_verdicts_find_their_claims_by_span_and_by_text() -> None:
    assert placed({"start": 0, "end": 16, "verdict": "supported"}) == ({RED: "supported"}, [])
    assert placed({"text": "it weighs  two kilos", "verdict": 1}) == ({KILOS: "supported"}, [])
    assert placed({"statement": "made in Porto", "verdict": 0}) == ({PORTO: "not_mentioned"}, [])
    assert placed({"start": 4, "end": 30, "verdict": "contradicted"}) == (
        {RED: "contradicted", KILOS: "contradicted"},
        [],
    )


def test_what_has_no_place_is_an_extra_claim() -> None:
    assert placed({"text": "The lamp is cheap.", "verdict": "no"}) == (
        {},
        [("The lamp is cheap.", "contradicted")],
    )
    assert placed({"start": 0, "end": 3, "text": "lamp", "verdict": "yes"}) == (
        {},
        [("lamp", "supported")],
    )
    assert placed({"text": "a a", "verdict": "yes"}, answer="a a, a a.") == (
        {},
        [("a a", "supported")],
    )
    assert placed("odd") == ({}, [("odd", "unsure")])


def test_a_part_supported_is_not_the_claim_supported() -> None:
    half = {"start": 0, "end": 8, "verdict": "supported"}
    assert placed(half) == ({RED: "unsure"}, [])
    rest = {"start": 8, "end": 15, "verdict": "supported"}
    assert placed(half, rest) == ({RED: "supported"}, [])
    assert placed(half, rest | {"verdict": "partial"}) == ({RED: "partial"}, [])


def test_an_id_that_is_ours_beats_a_span_and_a_foreign_one_does_not() -> None:
    ours = {"claim_id": CLAIMS[0].id, "start": 17, "end": 37, "verdict": "contradicted"}
    assert placed(ours) == ({RED: "contradicted"}, [])
    foreign = {"claim_id": "their-7", "start": 17, "end": 37, "verdict": "contradicted"}
    assert placed(foreign) == ({KILOS: "contradicted"}, [])


@given(
    st.lists(
        st.tuples(st.integers(-5, 80), st.integers(-5, 80), st.sampled_from("sncu")), max_size=8
    )
)
def test_no_span_makes_a_claim_supported_that_any_span_refuses(
    spans: list[tuple[int, int, str]],
) -> None:
    words = {"s": "supported", "n": "not_mentioned", "c": "contradicted", "u": "unsure"}
    entries = [{"start": a, "end": b, "verdict": words[word]} for a, b, word in spans]
    read = to_case(judged({"claims": entries, "strict": 1}))
    verdicts = {one.claim_id: one.verdict for one in read.judgments[0].claims}
    for claim in CLAIMS:
        touching = [
            word
            for a, b, word in spans
            if 0 <= a < b <= len(ANSWER) and a < claim.end and b > claim.start
        ]
        assert (claim.id in verdicts) == bool(touching)
        if verdicts.get(claim.id) == "supported":
            assert set(touching) == {"s"}


def test_many_recorded_claims_take_linear_time() -> None:
    count = 20_000  # quadratic code would take minutes
    answer = "x. " * count
    claims: list[Any] = [{"text": f"no. {n}", "verdict": 1} for n in range(count)]
    claims += [{"start": n, "end": len(answer), "verdict": 1} for n in range(count)]
    read = to_case(judged({"claims": claims}, answer=answer))
    assert len(read.judgments[0].extra_claims) >= count


# Scores of other tools


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (
            {
                "user_input": "q",
                "faithfulness": 0.5,
                "answer_relevancy": 0.9,
                "context_precision": 1.0,
            },
            {
                "faithfulness": (0.5, 0.0),
                "relevance": (0.9, None),
                "context_precision": (1.0, None),
            },
        ),
        ({"faithfulness": 1.0}, {"faithfulness": (1.0, 1.0)}),
        (
            {"faithfulness": None, "answer_correctness": "NaN"},
            {"faithfulness": None, "correctness": None},
        ),
        ({"faithfulness": 1.5}, {"faithfulness": None}),
        ({"factual_correctness(mode=f1)": "0.25"}, {"correctness": (0.25, None)}),
        (
            {"statements": [{"statement": "a", "verdict": 1}, {"statement": "b", "verdict": 0}]},
            {"faithfulness": (0.5, 0.0)},
        ),
        ({"statements": [{"statement": "a", "verdict": 1}]}, {"faithfulness": (1.0, 1.0)}),
        ({"statements": [{"statement": "a", "verdict": "?"}]}, {"faithfulness": None}),
        ({"statements": []}, {"faithfulness": None}),
        (
            {"name": "Faithfulness", "score": 1.0, "threshold": 0.5, "success": True},
            {"faithfulness": (1.0, None)},  # nothing contradicted is not all supported
        ),
        ({"name": "Faithfulness", "score": 0.75, "success": True}, {"faithfulness": (0.75, 0.0)}),
        (
            {"name": "Correctness [GEval]", "score": 0.4, "threshold": 0.5, "success": False},
            {"correctness": (0.4, 0.0)},
        ),
        (
            {"name": "Answer Relevancy", "score": 0.9, "success": True, "error": "boom"},
            {"relevance": None},
        ),
        ({"name": "Answer Relevancy", "score": None, "success": False}, {"relevance": None}),
        ({"name": "Hallucination", "score": 0.1, "success": True}, {"hallucination": (None, 1.0)}),
        (
            {
                "pass": True,
                "score": 1,
                "reason": "ok",
                "assertion": {"type": "llm-rubric", "metric": "Tone"},
            },
            {"tone": (1.0, 1.0)},
        ),
        (
            {
                "pass": True,
                "score": 0.8,
                "assertion": {"type": "context-faithfulness", "threshold": 0.7},
            },
            {"faithfulness": (0.8, 0.0)},
        ),
        (
            {
                "pass": False,
                "score": 0,
                "reason": "Could not extract JSON from",
                "assertion": {"type": "llm-rubric"},
            },
            {"llm-rubric": None},
        ),
        ({"pass": True, "score": None, "assertion": {"type": "factuality"}}, {"correctness": None}),
        ({"pass": True, "score": 1, "assertion": {"type": "contains"}}, {}),
    ],
)
def test_scores_as_other_tools_write_them(record: dict[str, Any], wanted: dict[str, Any]) -> None:
    read = to_case({"answer": ANSWER, "judgments": [record]})
    found = {
        one.criterion: None if one.abstained else (one.score, one.strict) for one in read.judgments
    }
    assert found == wanted
    assert read.metadata == {"judgments_extra": {"judgments[0]": record}}
    for one in read.judgments:
        if one.abstained:
            assert one.abstention is not None
            assert one.abstention.code == "unreadable_record"
            assert (one.value, one.score, one.strict) == (None, None, None)
        assert one.parameters["scale"]


def test_nan_in_a_file_is_an_abstention_and_keeps_the_line(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    record = {"id": "x", "answer": "a", "judgments": [{"faithfulness": float("nan")}]}
    odd = {"id": "y", "answer": "a", "metadata": {"n": float("nan")}, "judgments": []}
    path.write_text(json.dumps(record) + "\n" + json.dumps(odd) + "\n")
    one, two = read_cases(path)
    assert isinstance(one, Case)
    assert one.judgments[0].abstained
    assert isinstance(two, Reject)


def test_statements_become_claims() -> None:
    statements = [
        {"statement": "It weighs two kilos.", "verdict": 1, "reason": "k says so"},
        {"statement": "The lamp was made in Porto.", "verdict": 0, "reason": "no word of it"},
    ]
    read = to_case({"answer": ANSWER, "judgments": {"statements": statements}})
    (one,) = read.judgments
    assert [(c.claim_id, c.verdict, c.reason) for c in one.claims] == [
        (CLAIMS[1].id, "supported", "k says so")
    ]
    assert [(c.text, c.verdict) for c in one.extra_claims] == [
        ("The lamp was made in Porto.", "not_mentioned")
    ]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "name",
                        "score",
                        "success",
                        "assertion",
                        "type",
                        "pass",
                        "statements",
                        "verdict",
                        "faithfulness",
                        "metricsData",
                        "gradingResult",
                        "componentResults",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=8,
    )
)
def test_no_record_of_any_shape_breaks_the_readers(value: Any) -> None:
    found = judgments_in(value) if isinstance(value, dict) else None
    for fields in found or ():
        one = Judgment.model_validate(
            {key: part for key, part in fields.items() if key != "claims"}
        )
        assert one.abstained or one.value is not None


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), "nan", "Infinity", "x", None, [], 10**400]
)
def test_what_is_no_figure(value: Any) -> None:
    assert figure(value) is None


def test_words() -> None:
    assert (
        verdict_in("<output><answer> Partially supported </answer></output>")
        == "partially_supported"
    )
    assert verdict_in("format: <answer>supported</answer>. So:\n<ANSWER>no</ANSWER>") == "no"
    assert verdict_in("<answer>supported") is None
    assert verdict_in("<answer>" * 50_000) is None
    assert [verdict_of(one) for one in (1, 0, True, "Yes", "NEUTRAL", 7, None)] == [
        "supported",
        "not_mentioned",
        "supported",
        "supported",
        "not_mentioned",
        "unsure",
        "unsure",
    ]


LISTED = {"prompt_output": {"statements": ["The lamp is red.", "It weighs two kilos."]}}
SAID = {
    "prompt_output": {
        "statements": [
            {"statement": "The lamp is red.", "verdict": 1},
            {"statement": "It weighs two kilos.", "verdict": 0},
        ]
    }
}


@pytest.mark.parametrize("order", [("listed", "said"), ("said", "listed")], ids="-".join)
def test_the_verdicts_of_an_annotated_sample_are_read_whichever_prompt_comes_first(
    order: tuple[str, str],
) -> None:
    prompts = {name: {"listed": LISTED, "said": SAID}[name] for name in order}
    read = ragas.of_sample("faithfulness", {"metric_output": 1.0, "prompts": prompts})
    assert [one["verdict"] for one in read["claims"]] == ["supported", "not_mentioned"]
    assert (read["score"], read["strict"]) == (0.5, 0.0)


@pytest.mark.parametrize("odd", [3, None, 0.5, "verdict", ["verdict"], {"verdict": []}, True])
def test_a_statement_that_is_none_breaks_no_reader(odd: Any) -> None:
    listed = {"prompt_output": {"statements": [odd]}}
    read = ragas.of_sample("faithfulness", {"metric_output": "nan", "prompts": {"p": listed}})
    assert read["abstained"]
    half = {"prompt_output": {"statements": [{"statement": "a", "verdict": 1}, 7]}}
    mixed = ragas.of_sample("faithfulness", {"metric_output": 1.0, "prompts": {"p": half}})
    assert mixed["abstained"]
    assert "score" not in mixed


@needs_shared
def test_real_files_of_other_tools() -> None:
    formats = SHARED / "formats"
    run = json.loads((formats / "deepeval" / "found_test_run_sample.json").read_text())
    found = deepeval.judgments_in(run["testCases"][0])
    assert found is not None
    assert [(one["criterion"], one["score"], one.get("strict")) for one in found] == [
        ("relevance", 0.92, 1.0),
        ("faithfulness", 0.45, 0.0),
    ]
    annotated = json.loads((formats / "ragas" / "annotated_data.json").read_text())
    samples = [ragas.of_sample("helpfulness", one) for one in annotated["helpfulness"]]
    raw = [one["metric_output"] for one in annotated["helpfulness"]]
    assert [one.get("strict") for one in samples] == [None if x is None else float(x) for x in raw]
    rows = json.loads((formats / "promptfoo" / "promptfoo_results.json").read_text())
    assert all(promptfoo.judgments_in(row) == [] for row in rows["results"]["results"])


# Cassettes


def test_a_cassette_gives_what_was_said(tmp_path: Path) -> None:
    about = case()
    path = tmp_path / "tape.jsonl"
    own = {
        "case_hash": case_hash(about),
        "criterion": "tone",
        "judge": "far",
        "score": 1,
        "strict": 1,
    }
    broken = own | {"criterion": "clarity", "score": float("inf")}
    evaluated = evaluate(about, default_policy(), [RecordedJudge(criteria=["faithfulness"])])
    lines = [own | {"fingerprint": "f"}, broken | {"score": "high"}, evaluated.to_dict()]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    judge = RecordedJudge(cassette=Cassette(path))
    assert set(judge.criteria_of(())) >= {"tone", "clarity", "faithfulness"}
    tone = judge.judge(request("tone", about))
    assert (tone.strict, tone.judge, tone.parameters["recorded_fingerprint"]) == (1.0, "far", "f")
    assert tone.fingerprint not in ("f", recorded_fingerprint(tone))
    clarity = judge.judge(request("clarity", about))
    assert clarity.abstention is not None
    assert clarity.abstention.code == "unreadable_record"
    unknown = judge.judge(request("tone", case("Another answer.")))
    assert unknown.abstention is not None
    assert unknown.abstention.code == "not_recorded"
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps(own) + "\n")
    assert judge.fingerprint("tone") != RecordedJudge(cassette=Cassette(other)).fingerprint("tone")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1: not JSON"),
        ('{"criterion": "x"}', "line 1: has no case_hash"),
        ('{"case_hash": "h", "judgments": 1}', "line 1: judgments must be a list"),
        ('{"case_hash": "h", "judgments": [{}]}', "without a criterion"),
    ],
)
def test_a_cassette_that_cannot_be_read_says_where(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "tape.jsonl"
    path.write_text(text + "\n")
    with pytest.raises(JudgeError, match=said):
        Cassette(path)
    with pytest.raises(JudgeError, match="cannot be read"):
        Cassette(tmp_path / "none.jsonl")


def test_a_record_that_abstains_never_passes() -> None:
    given = scored("faithfulness", "far", abstained=True, strict=1.0, score=1.0)
    found = RecordedJudge().judge(request(recorded=[given]))
    assert (found.abstained, found.strict) == (True, None)


BESIDE = {"extra_claims": [{"text": "It is made of gold.", "verdict": "contradicted"}]}


def whole(**more: Any) -> dict[str, Any]:
    return on_claims(*["supported"] * len(CLAIMS), **{"score": 1, "strict": 1, **more})


def test_a_record_that_faults_a_statement_beside_the_claims_passes_nothing() -> None:
    assert said(judged(whole())).strict == 1.0
    found = said(judged(whole(**BESIDE)))
    assert (found.abstained, found.strict) == (True, None)
    assert found.abstention is not None
    assert "gold" in found.abstention.message
    kind = [{"text": "It is made of gold.", "verdict": "supported"}]
    record = judged(whole(extra_claims=kind))
    record["judgments"].append(record["judgments"][0] | BESIDE)
    (extra,) = said(record).extra_claims
    assert extra.verdict == "contradicted"  # the word that faults it stands, whoever spoke first


def test_one_run_has_not_earned_what_several_that_agree_have() -> None:
    def stamps(runs: int) -> set[str | None]:
        record = judged(whole())
        record["judgments"] *= runs
        case = to_case(record)
        source = Recorded("far", "faithfulness")
        source.begin(case, CLAIMS)
        return {source.fingerprint, said(record, "far").fingerprint}

    found = [stamps(runs) for runs in (1, 2, 5)]
    assert [len(one) for one in found] == [1, 1, 1]  # what is admitted is what an evaluation meets
    assert len(set[str | None]().union(*found)) == 3


@pytest.mark.parametrize(
    "given",
    [
        whole(strict=None),
        whole(strict=None, score=None),
        whole(**BESIDE),
        on_claims("supported", "contradicted", strict=1, score=1),
        on_claims("supported", "unsure", strict=1, score=1),
        {"claims": [{"claim_id": CLAIMS[0].id, "verdict": "supported", "quote": "no such words"}]},
        {"score": 0.9},
        {"abstained": True, "score": 1, "strict": 1},
        {"rationale": "nothing at all"},
    ],
    ids=range(9),
)
def test_what_is_measured_is_what_an_evaluation_would_count(given: dict[str, Any]) -> None:
    record = judged(given)
    (measured,) = Recorded("far", "faithfulness").begin(to_case(record), CLAIMS)()
    assert measured == said(record, "far")

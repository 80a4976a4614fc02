"""A judge against people's labels: live and recorded, by answer and by claim."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.measures.calibrate import (
    calibrate,
    calibrate_recorded,
    calibrate_source,
)
from adjudge_engine.calibration.measures.counting import confusion_of
from adjudge_engine.calibration.measures.judgments import (
    Asked,
    Recorded,
    judge_says,
    judge_says_of_claims,
)
from adjudge_engine.calibration.measures.labelled import label_rows
from adjudge_engine.calibration.statistics.confusion import Confusion
from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges.base import JudgeRequest, faithfulness
from adjudge_engine.judges.recorded import recorded_fingerprint
from adjudge_engine.reading.cases import read_labelled
from adjudge_engine.vocabulary import Verdict


@dataclass
class LetterJudge:
    """Supports what stands letter by letter in a context; unsure of anything with a `?`."""

    name: str = "letters"
    remote: bool = False
    criteria: tuple[str, ...] = ("faithfulness",)
    requests: list[JudgeRequest] = field(default_factory=list)

    def fingerprint(self, criterion: str) -> str:
        """One for each criterion."""
        return f"letters/1/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        """Per claim: supported, not mentioned or unsure."""
        self.requests.append(request)
        text = " ".join(context.text for context in request.case.contexts)

        def verdict(claim: str) -> Verdict:
            if "?" in claim:
                return "unsure"
            return "supported" if claim in text else "not_mentioned"

        said = [ClaimVerdict(claim_id=one.id, verdict=verdict(one.text)) for one in request.claims]
        return faithfulness(self, said, rationale="by letters")


CONTEXT = "The pump weighs 12 kg. It runs on 24 V. It is blue."


def case(name: str, answer: str | None, value: str | None, **other: Any) -> Case:
    """A case on the pump with one label, if `value` is given."""
    labels = [{"criterion": "faithfulness", "value": value}] if value else []
    data = {
        "id": name,
        "question": "What about the pump?",
        "answer": answer,
        "contexts": [{"id": "c1", "text": CONTEXT}],
        "labels": labels,
    }
    return Case.model_validate(data | other)


CASES = [
    case("right", "The pump weighs 12 kg. It is blue.", "faithful"),
    case("caught", "The pump weighs 13 kg.", "unfaithful"),
    case("missed", "It is blue.", "unfaithful"),
    case("half", "It is blue. It is green.", "partial"),
    case("refused", "It is of a blue colour.", "faithful"),
    case("unsure", "Is it blue?", "faithful"),
    case("unsure too", "Is it green?", "unfaithful"),
    case("unlabelled", "It is blue.", None),
    case("no answer", None, "faithful"),
]


def test_answers_by_hand() -> None:
    result = calibrate(CASES, LetterJudge())
    assert result.answer.confusion == Confusion(
        bad_pass=1, bad_fail=2, bad_abstain=1, good_pass=1, good_fail=1, good_abstain=1
    )
    assert result.cases == 9
    assert result.left_out == {"no_label": 1, "no_judgment": 1}
    assert [(one.case_id, one.people, one.judge) for one in result.disagreements] == [
        ("missed", "bad", "pass"),
        ("refused", "good", "fail"),
    ]
    assert (result.judge, result.fingerprint) == ("letters", "letters/1/faithfulness")


def test_claims_by_hand() -> None:
    blue, green = split_claims("It is blue. It is green.")
    labels = [
        {
            "criterion": "faithfulness",
            "value": "unfaithful",
            "claims": [
                {"claim_id": blue.id, "verdict": "contradicted"},
                {"start": green.start, "end": green.end, "verdict": "not_mentioned"},
            ],
        }
    ]
    both = case("both", "It is blue. It is green.", None, labels=labels)
    result = calibrate([*CASES, both], LetterJudge())
    assert result.claim is not None
    # Claims of good answers count as supported: 2 of "right", 1 of "refused", 1 of "unsure".
    assert result.claim.confusion == Confusion(
        bad_pass=1, bad_fail=1, good_pass=2, good_fail=1, good_abstain=1
    )


def test_the_judge_sees_evidence_but_no_labels_and_no_other_judgments() -> None:
    judge = LetterJudge()
    other = [{"criterion": "faithfulness", "judge": "other", "score": 1.0}]
    calibrate([case("n", "It is blue.", "faithful", judgments=other)], judge)
    (request,) = judge.requests
    assert request.case.labels == ()
    assert request.case.judgments == ()
    assert request.case.answer == "It is blue."
    assert request.claims[0].evidence[0].context_id == "c1"


def test_cases_without_a_usable_label_or_answer_cost_no_judgment() -> None:
    judge = LetterJudge()
    undetermined = [{"criterion": "faithfulness", "undetermined": True}]
    differ = [
        {"criterion": "faithfulness", "value": "faithful", "by": "ines"},
        {"criterion": "faithfulness", "value": "unfaithful", "by": "omar"},
    ]
    result = calibrate(
        [
            case("a", "It is blue.", None, labels=undetermined),
            case("b", "It is blue.", None, labels=differ),
            case("c", "It is blue.", "four stars"),
            case("d", "  ", "faithful"),
            case("e", "It is blue.", None),
        ],
        judge,
    )
    assert judge.requests == []
    assert result.left_out == {
        "no_label": 1,
        "undetermined": 1,
        "people_disagree": 1,
        "other_scale": 1,
        "no_judgment": 1,
    }
    assert result.answer.confusion.n == 0
    assert result.claim is None


def test_claims_count_where_people_left_the_answer_undetermined() -> None:
    (blue,) = split_claims("It is blue.")
    verdicts = [{"claim_id": blue.id, "verdict": "supported"}]
    label = {"criterion": "faithfulness", "undetermined": True, "claims": verdicts}
    result = calibrate([case("a", "It is blue.", None, labels=[label])], LetterJudge())
    assert result.left_out == {"undetermined": 1}
    assert result.answer.confusion.n == 0
    assert result.claim is not None
    assert result.claim.confusion == Confusion(good_pass=1)


def test_the_reading_and_its_minimum_decide_what_passes() -> None:
    half = [case("half", "It is blue. It is green.", "unfaithful")]
    assert calibrate(half, LetterJudge()).answer.confusion.bad_fail == 1
    lenient = calibrate(half, LetterJudge(), reading="score", minimum=0.5)
    assert lenient.answer.confusion.bad_pass == 1
    uncontradicted = calibrate(half, LetterJudge(), reading="not_contradicted")
    assert uncontradicted.answer.confusion.bad_pass == 1


def test_a_criterion_that_the_judge_does_not_know_is_refused() -> None:
    with pytest.raises(JudgeError, match="letters does not judge relevance") as caught:
        calibrate(CASES, LetterJudge(), criterion="relevance")
    assert "faithfulness" in caught.value.hint


def test_kappa_has_an_interval_over_groups() -> None:
    def many() -> Iterator[Case]:
        for one in range(40):
            group = {"metadata": {"group": str(one // 2)}}
            answer = "It is blue." if one % 3 else "It is green."
            value = "unfaithful" if one % 3 == 0 or one % 7 == 0 else "faithful"
            yield case(str(one), answer, value, **group)

    result = calibrate(many(), LetterJudge())
    interval = result.answer.kappa_interval
    kappa = result.answer.confusion.kappa
    assert result.answer.groups == 20
    assert interval is not None
    assert kappa is not None
    assert interval.low < kappa < interval.high
    assert "20 groups" in interval.method
    assert calibrate(many(), LetterJudge()) == result


def test_one_class_has_no_kappa_and_no_interval() -> None:
    good = [case(str(one), "It is blue.", "faithful") for one in range(3)]
    level = calibrate(good, LetterJudge()).answer
    assert (level.confusion.kappa, level.kappa_interval) == (None, None)
    assert level.to_dict()["kappa_in_words"] == "undefined"


def judgment(judge: str, strict: float | None, **other: Any) -> dict[str, Any]:
    """A recorded judgment on faithfulness."""
    return {"criterion": "faithfulness", "judge": judge, "strict": strict} | other


def test_recorded_judgments_are_taken_by_name_and_criterion() -> None:
    cases = [
        case("a", "It is blue.", "faithful", judgments=[judgment("m1", 1.0), judgment("m2", 0.0)]),
        case("b", None, "unfaithful", judgments=[judgment("m1", 1.0)]),
        case("c", "It is green.", "unfaithful", judgments=[judgment("m2", 0.0)]),
        case(
            "d",
            "It is blue.",
            "faithful",
            judgments=[{"criterion": "answerability", "judge": "m1", "strict": 1.0}],
        ),
        case("e", "It is blue.", "faithful", judgments=[judgment("m1", 1.0, abstained=True)]),
    ]
    result = calibrate_recorded(cases, "m1")
    assert result.answer.confusion == Confusion(good_pass=1, bad_pass=1, good_abstain=1)
    assert result.left_out == {"no_judgment": 2}
    assert result.claim is None
    source = Recorded("m3", "faithfulness")
    nothing = calibrate_source(cases, source)
    assert nothing.answer.confusion.n == 0
    assert source.seen == {"m1": 3, "m2": 2}


def test_recorded_claim_verdicts_are_compared_too() -> None:
    (blue,) = split_claims("It is blue.")
    said = judgment("m1", 0.0, claims=[{"claim_id": blue.id, "verdict": "contradicted"}])
    result = calibrate_recorded([case("a", "It is blue.", "faithful", judgments=[said])], "m1")
    assert result.claim is not None
    assert result.claim.confusion == Confusion(good_fail=1)


def test_repeats_count_only_if_they_agree() -> None:
    def said(*values: float | None) -> list[Judgment]:
        return [Judgment.model_validate(judgment("m", value)) for value in values]

    assert judge_says(said(1.0, 1.0), "strict", 1.0) == "pass"
    assert judge_says(said(0.0, 0.0), "strict", 1.0) == "fail"
    assert judge_says(said(1.0, 0.0), "strict", 1.0) == "abstain"
    assert judge_says(said(1.0, None), "strict", 1.0) == "abstain"


def test_only_supported_passes_and_silence_abstains() -> None:
    verdicts: list[Verdict] = ["supported", "partial", "not_mentioned", "contradicted", "unsure"]
    one = Judgment(
        criterion="faithfulness",
        judge="m",
        claims=tuple(ClaimVerdict(claim_id=said, verdict=said) for said in verdicts),
    )
    assert judge_says_of_claims([one], [*verdicts, "silent"]) == {
        "supported": "pass",
        "partial": "fail",
        "not_mentioned": "fail",
        "contradicted": "fail",
        "unsure": "abstain",
        "silent": "abstain",
    }


@pytest.mark.parametrize(
    ("beside", "changes", "word"),
    [
        ("supported", {"abstained": True}, "abstain"),
        ("supported", {"strict": 0.0}, "abstain"),
        ("unsure", {"abstained": True}, "pass"),
        ("contradicted", {"strict": 0.0}, "pass"),
        ("supported", {"strict": 1.0}, "pass"),
    ],
    ids=["silent", "against_whole", "unsure_of_another", "against_another", "for_all"],
)
def test_support_that_is_taken_back_passes_nothing(
    beside: Verdict, changes: dict[str, Any], word: str
) -> None:
    """As in a panel: a judge that abstains though it supports all has supported nothing."""
    one = Judgment(
        criterion="faithfulness",
        judge="m",
        claims=(
            ClaimVerdict(claim_id="a", verdict="supported"),
            ClaimVerdict(claim_id="b", verdict=beside),
        ),
        **changes,
    )
    assert judge_says_of_claims([one], ["a"]) == {"a": word}


def test_a_missing_reading_is_an_abstention_and_counted() -> None:
    only_score = judgment("m", None, score=1.0)
    silent = judgment("m", None, abstained=True)
    cases = [
        case("a", "It is blue.", "unfaithful", judgments=[only_score]),
        case("b", "It is blue.", "unfaithful", judgments=[silent]),
    ]
    result = calibrate_recorded(cases, "m")
    assert result.answer.confusion == Confusion(bad_abstain=2)
    assert result.without_reading == 1
    assert calibrate_recorded(cases, "m", reading="score").without_reading == 0


def test_fingerprints_of_recorded_judgments() -> None:
    first, second = judgment("m", 1.0, fingerprint="f1"), judgment("m", 1.0, fingerprint="f2")
    same = [case(name, "It is blue.", "faithful", judgments=[first]) for name in "ab"]
    found = calibrate_recorded(same, "m").fingerprint
    assert found == recorded_fingerprint(same[0].judgments[0])
    assert found != "f1", "a case file must not name the fingerprint of a judge that was admitted"
    mixed = [*same, case("c", "It is blue.", "faithful", judgments=[second])]
    assert calibrate_recorded(mixed, "m").fingerprint is None


def test_to_dict_is_json() -> None:
    values = json.loads(json.dumps(calibrate(CASES, LetterJudge()).to_dict()))
    assert values["schema"] == "adjudge.calibration/1"
    assert values["answer"]["false_pass"]["value"] == pytest.approx(1 / 3)
    assert values["claim"]["n"] == 4
    assert values["disagreements"][0] == {"case_id": "missed", "people": "bad", "judge": "pass"}


def test_no_cases_at_all() -> None:
    result = calibrate([], LetterJudge())
    assert (result.cases, result.answer.confusion.n, result.claim) == (0, 0, None)


def test_asking_is_a_source_like_any_other() -> None:
    judge = LetterJudge()
    assert calibrate_source(CASES, Asked(judge, "faithfulness")) == calibrate(CASES, judge)


@needs_shared
def test_published_judges_of_answerability_are_reproduced() -> None:
    figures = json.loads((SHARED / "reference_figures.json").read_text(encoding="utf-8"))
    path = SHARED / "items" / "nomiracl_answerability.jsonl"
    cases = [one for one in read_labelled(path) if isinstance(one, Case)]
    judges = {name.removeprefix("nomiracl/"): name for name in figures if "nomiracl/" in name}
    assert len(judges) == 11
    for judge, name in judges.items():
        rows = label_rows(cases, Recorded(judge, "answerability"), criterion="answerability")
        matrix = confusion_of(rows.answer)
        found = {
            "n": matrix.judged,
            "unclear": matrix.abstention.hits,
            "agree": round(matrix.agreement or 0, 4),
            "kappa": round(matrix.kappa or 0, 4),
        }
        assert found == figures[name], judge
        assert not rows.left_out

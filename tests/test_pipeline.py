"""The whole path from a case to its evaluation, and the canonical report that never moves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudge_engine.canonical import canonical_json
from adjudge_engine.case import Case
from adjudge_engine.codes import lookup
from adjudge_engine.evaluation import Evaluation, report_hash
from adjudge_engine.judges.base import JudgeRequest, faithfulness
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.pipeline import canonical_report_of, evaluate, evaluation_key
from adjudge_engine.policy import Policy, default_policy, parse_policy
from adjudge_engine.vocabulary import GATES

GOLDEN = Path(__file__).parent / "golden" / "report.json"
PASSAGE = (
    "Parcels leave the Kiruna depot by train. A parcel may weigh up to 12.5 kg. "
    "Refunds are paid within 14 days of the parcel's return."
)


def a_case(**more: Any) -> Case:
    fields: dict[str, Any] = {
        "id": "parcel-1",
        "question": "How heavy may a parcel be, and when are refunds paid?",
        "answer": "A parcel may weigh up to 12.5 kg. Refunds take 40 days.",
        "contexts": [{"id": "terms", "text": PASSAGE, "page": 3}],
        "citations": [
            {
                "id": "1",
                "claim": "A parcel may weigh up to 12.5 kg.",
                "context_id": "terms",
                "page": 3,
                "kind": "quote",
                "quote": "A parcel may weigh up to 12.5 kg.",
            }
        ],
        "expect": {"facts": [{"value": "12.5 kg"}], "answerable": True},
        "risk": "low",
        **more,
    }
    return Case.model_validate(fields)


def no_judge_asked() -> Policy:
    text = '[policy]\nname = "p"\nversion = "1"\n[tiers.low]\n[tiers.standard]\n[tiers.high]\n'
    return parse_policy(text.encode(), "p.toml")


def test_every_gate_answers_and_every_code_is_in_the_table() -> None:
    evaluation = evaluate(a_case(), default_policy(), make_judges("local"))
    assert tuple(evaluation.gates) == GATES
    for gate, result in evaluation.gates.items():
        for check in result.checks:
            assert lookup(gate, check.code).outcome == check.outcome
            assert check.check.startswith(f"{gate}.")
            assert "/" in check.verifier


def test_a_wrong_number_blocks_and_says_where_it_stands() -> None:
    evaluation = evaluate(a_case(), default_policy(), make_judges("local"))
    assert evaluation.route == "block"
    failed = [one for one in evaluation.gates["numbers"].checks if one.outcome == "fail"]
    observed = failed[0].observed
    assert observed is not None
    assert observed.start is not None
    answer = a_case().answer or ""
    assert answer[observed.start : observed.end] == observed.text == "40 days"
    assert failed[0].claim_id == evaluation.claims[1].id


def test_only_the_whole_verified_quote_proves_a_claim() -> None:
    first, second = evaluate(a_case(), default_policy()).claims
    assert first.proved
    assert not second.proved
    longer = a_case(answer="A parcel may weigh up to 12.5 kg, even abroad.")
    assert not any(claim.proved for claim in evaluate(longer, default_policy()).claims)


def test_an_answer_that_is_all_proved_is_released_where_no_judge_is_asked() -> None:
    clean = a_case(answer="A parcel may weigh up to 12.5 kg.")
    evaluation = evaluate(clean, no_judge_asked())
    assert evaluation.route == "release"
    assert "claim_proved" in {one.code for one in evaluation.reasons.proved}
    assert evaluate(clean, default_policy(), make_judges("local")).route == "review"
    wrong_page = json.loads(clean.model_dump_json())
    wrong_page["citations"][0]["page"] = 4
    blocked = evaluate(Case.model_validate(wrong_page), no_judge_asked())
    assert blocked.route == "block"
    assert "page_mismatch" in {one.code for one in blocked.reasons.proved}
    assert not blocked.claims[0].proved


@pytest.mark.parametrize(
    ("answer", "context", "others", "why"),
    [
        (
            "It does not cover limescale.",
            "The warranty covers the pump. It does not cover limescale.",
            (),
            'begins with "It": what it speaks of may stand in the sentence before',
        ),
        (
            "A parcel may weigh up to 12.5 kg.",
            PASSAGE,
            ("A parcel may weigh up to 15 kg.",),
            "another passage gives another figure",
        ),
        (
            "Customs papers are needed for parcels abroad.",
            "Customs papers are needed for parcels abroad. Keep a copy.",
            ("Customs papers are not needed for parcels abroad.",),
            "another passage says it the other way round",
        ),
    ],
)
def test_a_verified_quote_that_proves_nothing_says_why(
    answer: str, context: str, others: tuple[str, ...], why: str
) -> None:
    texts = [{"id": f"c{at}", "text": text} for at, text in enumerate((context, *others))]
    cited = [{"id": "1", "context_id": "c0", "kind": "quote", "quote": answer}]
    case = a_case(answer=answer, contexts=texts, citations=cited, expect={})
    evaluation = evaluate(case, no_judge_asked())
    assert "quote_found" in {one.code for one in evaluation.reasons.proved}
    assert evaluation.route == "review"
    assert [one.message for one in evaluation.reasons.uncertain] == [
        f"claim 1 is quoted exactly, but {why}"
    ]


def test_an_abstention_is_shown_without_near_misses() -> None:
    answer = "I could not find that in the parcel terms provided."
    evaluation = evaluate(
        a_case(answer=answer, citations=[], expect={"answerable": False}),
        default_policy(),
        make_judges("local"),
    )
    assert [one.evidence for one in evaluation.claims] == [()]
    assert [one.verdict for one in evaluation.judgments[0].claims] == ["unsure"]
    assert evaluation.judgments[0].claims[0].evidence == ()


def test_a_source_that_cannot_be_checked_keeps_the_answer_from_going_out() -> None:
    governed = a_case(
        answer="A parcel may weigh up to 12.5 kg.",
        contexts=[{"id": "terms", "text": PASSAGE, "page": 3, "source_id": "terms-2"}],
    )
    evaluation = evaluate(governed, no_judge_asked())
    assert evaluation.route == "review"
    for gate in ("access", "identity"):
        assert evaluation.gates[gate].checks[0].code == "no_registry"


def test_an_empty_answer_fails_and_asks_no_judge() -> None:
    evaluation = evaluate(a_case(answer=" \n"), default_policy(), make_judges("local"))
    assert evaluation.route == "block"
    assert evaluation.gates["abstention"].checks[0].code == "empty_answer"
    assert evaluation.gates["numbers"].outcome == "not_applicable"
    assert evaluation.gates["facts"].outcome == "fail"
    assert evaluation.judgments == ()


class Recorder:
    """A real judge of the protocol that keeps what it was shown."""

    name = "recorder"
    remote = False
    criteria = ("faithfulness",)

    def __init__(self) -> None:
        self.seen: list[JudgeRequest] = []

    def fingerprint(self, criterion: str) -> str:
        return f"sha256:{criterion}"

    def judge(self, request: JudgeRequest) -> Any:
        self.seen.append(request)
        return faithfulness(self, [], rationale="")


def test_a_judge_never_sees_labels_or_other_judgments() -> None:
    labelled = a_case(
        labels=[{"criterion": "faithfulness", "value": "unfaithful", "by": "ann"}],
        judgments=[{"criterion": "faithfulness", "judge": "other", "score": 0.1}],
    )
    recorder = Recorder()
    evaluation = evaluate(labelled, default_policy(), (recorder,))
    assert recorder.seen[0].case.labels == ()
    assert recorder.seen[0].case.judgments == ()
    assert evaluation.judgments[0].abstention is not None
    assert evaluation.judgments[0].abstention.code == "no_claims"


def test_admission_is_by_fingerprint_and_lost_with_it() -> None:
    from admission_samples import admitted  # a process of its own imports this file by itself

    clean = a_case(answer="Parcels leave the Kiruna depot by train.", citations=[], expect={})
    judge = make_judges("local")
    print_ = judge[0].fingerprint("faithfulness")
    found = evaluate(clean, default_policy(), judge, admissions=admitted(print_))
    assert found.route == "release"
    changed = admitted(print_[:-1] + "x")
    assert evaluate(clean, default_policy(), judge, admissions=changed).route == "review"


def test_the_key_changes_with_everything_an_evaluation_rests_on() -> None:
    from admission_samples import admitted

    judge = make_judges("local")
    keys = [
        evaluation_key(a_case(), default_policy(), judge),
        evaluation_key(a_case(answer="Other."), default_policy(), judge),
        evaluation_key(a_case(), no_judge_asked(), judge),
        evaluation_key(a_case(), default_policy(), ()),
        evaluation_key(a_case(), default_policy(), judge, "sha256:x"),
        evaluation_key(a_case(), default_policy(), judge, None, admitted("sha256:x")),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == evaluation_key(a_case(tags=["t"]), default_policy(), judge)


def test_the_evaluation_reads_back_as_it_was_written() -> None:
    evaluation = evaluate(a_case(), default_policy(), make_judges("local"))
    written = json.loads(canonical_json(evaluation.to_dict()))
    assert Evaluation.model_validate(written) == evaluation
    assert report_hash(canonical_report_of(evaluation)) == evaluation.report_hash
    judgment = written["judgments"][0]
    assert {"abstention", "rationale", "score", "strict", "missing", "usage"} <= set(judgment)


def without_versions(evaluation: Evaluation) -> dict[str, Any]:
    """The canonical report, free of the versions that every release changes."""
    report = canonical_report_of(evaluation)
    del report["engine"]
    return report


def test_the_canonical_report_is_the_golden_one() -> None:
    """A changed report is a changed product: read the difference before accepting it.

    `python tests/test_pipeline.py` writes the file anew.
    """
    evaluation = evaluate(a_case(), no_judge_asked())
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert without_versions(evaluation) == golden


def test_no_judge_and_no_label_moves_the_report() -> None:
    plain = evaluate(a_case(), default_policy())
    judged = evaluate(a_case(), default_policy(), make_judges("local"))
    labelled = evaluate(
        a_case(labels=[{"criterion": "faithfulness", "value": "faithful"}], tags=["x"]),
        default_policy(),
    )
    assert plain.report_hash == judged.report_hash == labelled.report_hash


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_the_report_hash_is_the_same_in_every_process(seed: str) -> None:
    expected = evaluate(a_case(), no_judge_asked()).report_hash
    code = (
        "import importlib.util, sys; "
        f"spec = importlib.util.spec_from_file_location('p', {__file__!r}); "
        "m = importlib.util.module_from_spec(spec); spec.loader.exec_module(m); "
        "print(m.evaluate(m.a_case(), m.no_judge_asked()).report_hash)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == expected


HOSTILE = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from("\x00\x1b[]()\u202e\u200b\ud83d\udc00.。!?\n\t 0123456789,%$€-−–“”"),
    ),
    max_size=300,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(answer=HOSTILE, context=HOSTILE, quote=HOSTILE, question=HOSTILE)
def test_hostile_text_ends_in_an_evaluation_that_can_be_stored(
    answer: str, context: str, quote: str, question: str
) -> None:
    case = a_case(
        answer=answer,
        question=question,
        contexts=[{"id": "terms", "text": context}],
        citations=[{"id": "1", "context_id": "terms", "kind": "quote", "quote": quote}],
    )
    evaluation = evaluate(case, default_policy(), make_judges("local"))
    written = canonical_json(evaluation.to_dict())
    assert Evaluation.model_validate(json.loads(written)) == evaluation
    assert evaluation.route != "release"
    for claim in evaluation.claims:
        assert answer[claim.start : claim.end] == claim.text
        for one in claim.evidence:
            assert context[one.start : one.end] == one.text


if __name__ == "__main__":
    report = without_versions(evaluate(a_case(), no_judge_asked()))
    GOLDEN.write_text(
        json.dumps(report, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8"
    )

"""Records made without validation are the records that validation makes."""

from __future__ import annotations

import pickle

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim, Where
from adjudge_engine.gates.words import ANSWER, in_answer, placed


def test_a_trusted_record_is_as_good_as_a_validated_one() -> None:
    values = {"id": "k1", "text": "A.", "start": 0, "end": 2, "proved": False, "evidence": ()}
    made, validated = Claim.trusted(**values), Claim.model_validate(values)
    assert made == validated
    assert hash(made) == hash(validated)
    assert made.to_dict() == validated.to_dict()
    assert made.model_dump() == validated.model_dump()
    assert pickle.loads(pickle.dumps(made)) == validated


def test_a_copy_of_a_trusted_record_leaves_it_as_it_is() -> None:
    made = placed("a", Where(part="answer"))
    copy = made.model_copy(update={"start": 1, "end": 2})
    assert (made.start, copy.start) == (None, 1)
    assert made == placed("a", ANSWER)


def test_a_finding_survives_the_way_through_json() -> None:
    check = finding(
        "facts", "fact_present", "m", check="present", verifier="v", observed=in_answer("abc", 0, 1)
    )
    assert Check.model_validate_json(check.model_dump_json()) == check
    assert check.outcome == "pass"

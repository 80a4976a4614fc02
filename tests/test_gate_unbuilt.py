"""Gates without checks yet: `not_built` where there is something to check, else nothing."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Calculation, Case, Citation, Context, Expect
from adjudge_engine.gates.unbuilt import (
    check_access,
    check_calculations,
    check_dates,
    check_identity,
)
from adjudge_engine.numbers.stated import calculation_in
from adjudge_engine.subject import Subject


def subject(answer: str = "Yes.", **more: object) -> Subject:
    return Subject(Case(id="x", answer=answer, **more))


def test_nothing_to_check_is_no_check() -> None:
    plain = subject("It weighs 12 kg.", contexts=(Context(id="c", text="It weighs 12 kg."),))
    for gate in (check_access, check_identity, check_calculations, check_dates):
        assert gate(plain) == []


def test_a_source_needs_access_and_identity() -> None:
    for case in (
        subject(contexts=(Context(id="c", source_id="manual"),)),
        subject(citations=(Citation(id="1", source_id="manual", page=2),)),
    ):
        for gate in (check_access, check_identity):
            (check,) = gate(case)
            assert (check.code, check.outcome) == ("not_built", "unavailable")
            assert "manual" in check.message


def test_a_fingerprint_needs_identity_alone() -> None:
    case = subject(citations=(Citation(id="1", context_id="c", fingerprint="sha256:00"),))
    assert check_access(case) == []
    (check,) = check_identity(case)
    assert "fingerprint" in check.message


@pytest.mark.parametrize(
    "answer",
    [
        "Both together come to a total of 2,100 euros.",
        "Tuition of 340 pounds plus materials of 25 pounds makes 365 pounds.",
        "It scored 71 and 85, an average of 78.",
        "It grew from 640 to 800, an increase of 25%.",
        "The ratio of nurses to doctors is 5 to 1.",
        "It is $450 + $680.",
        "There are 64 posts and 47 are filled, so 17 posts are vacant.",
        "Die Summe beträgt 160 Euro.",
        "Soit un total de 500 €.",
        "La diferencia es de 40 euros.",
        "合計は8,200円です。",
        "40份样品中有30份合格，合格率为75%。",
        "The goods weigh 1.2 kg and the box 350 g, 1.55 kg in total.",
        "The wards have 20 and 30 beds, 50 beds together.",
        "Of 5,000 francs 4,000 were spent, which leaves 1,000 francs.",
        "It rose by 40 from 100 to 140.",
        "Sales increased by 12 % last year.",
        "It fell 3 % on the year before.",
        "It costs $15 more than the basic plan.",
        "Revenue is three times as high as before the 2 mergers.",
        "They have 40 beds, twice as many as we have.",
        "The difference between the 2 plans is 40 euros.",
        "So 4% - 1.6% = 2.4%.",
        "Der Umsatz ist um 12 % gestiegen.",
        "前期に比べて5.3%増加しました。",
    ],
)
def test_a_stated_calculation_is_unchecked(answer: str) -> None:
    found = check_calculations(subject(answer))
    assert found
    assert {check.outcome for check in found} == {"unavailable"}


@pytest.mark.parametrize(
    "answer",
    [
        "It costs 40 euros.",
        "The total is unknown.",
        "Take 2 tablets.",
        "Net income was $7 million.",
        "The board guarantees a dividend of 0.85 euros per share.",
        "The bank may call them after three years at 102 % of their value.",
        "Each change after that costs $15.",
        "Parcels leave the depot twice a day, at 9 kg each.",
        "Cook it for 6 - 8 hours.",
        "Cut it into 1 x 1 x 3 inch sticks.",
        "Mix 2 eggs until combined.",
        "Add one drop of blood; the growth takes 3 days.",
        "The main difference is that one has 2 toes.",
        "When it comes to 5 year olds, be patient.",
        "The average temperature is 12 °C.",
        "Sie arbeiten zusammen an 5 Orten.",
    ],
)
def test_plain_numbers_and_plain_words_are_no_calculation(answer: str) -> None:
    assert check_calculations(subject(answer)) == []


@pytest.mark.parametrize(
    "text",
    ["5 " * 5000, "total " * 2000 + "5", "5 so that " * 1500, "5 " + "a-" * 5000, "又5比" * 4000],
)
def test_a_hostile_claim_is_read_to_its_end(text: str) -> None:
    assert calculation_in(text) is None


def test_a_declared_calculation_is_unchecked() -> None:
    declared = Expect(calculations=(Calculation(claimed="3", formula="1 + 2"),))
    (check,) = check_calculations(subject("It is three.", expect=declared))
    assert (
        check.message
        == "1 declared calculation: whether it recomputes cannot be checked by this version"
    )


def test_the_calculating_claim_is_named() -> None:
    case = subject("It opened early. The total is 12 euros.")
    (check,) = check_calculations(case)
    assert check.claim_id == case.claims[1].id


@pytest.mark.parametrize(
    "answer",
    [
        "It ends on 14 July 2025.",
        "Es endet am 31.12.2026.",
        "本規程は2025年4月1日から。",
        "It was built in 1897.",
        "It closes at 9 pm.",
        "It starts 14 days later.",
        "It came yesterday.",
    ],
)
def test_a_date_is_unchecked_and_located(answer: str) -> None:
    (check,) = check_dates(subject(answer))
    assert check.code == "not_built"
    assert check.observed is not None
    assert answer[check.observed.start : check.observed.end] == check.observed.text


def test_a_transaction_date_is_unchecked() -> None:
    (check,) = check_dates(subject(expect=Expect(transaction_date="2025-05-05")))
    assert "2025-05-05" in check.message


def test_messages_agree_in_number() -> None:
    one = subject(contexts=(Context(id="c", source_id="manual"),))
    two = subject(contexts=(Context(id="c", source_id="a"), Context(id="d", source_id="b")))
    unchecked = "cannot be checked by this version"
    assert check_access(one)[0].message == f"source manual: who may read it {unchecked}"
    assert check_access(two)[0].message == f"source a and 1 more: who may read them {unchecked}"
    sums = tuple(Calculation(claimed="3", formula="a", values={"a": "3"}) for _ in range(2))
    (check,) = check_calculations(subject(expect=Expect(calculations=sums)))
    assert check.message == f"2 declared calculations: whether they recompute {unchecked}"

"""The facts gate: values, aliases, plurals, equal quantities, denials."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.facts import check_facts
from adjudge_engine.subject import Subject


def _check(answer: str, fact: str, *aliases: str, required: bool = True) -> Check:
    facts = [{"value": fact, "aliases": list(aliases), "required": required}]
    case = Case.model_validate({"id": "x", "answer": answer, "expect": {"facts": facts}})
    (check,) = check_facts(Subject(case))
    return check


@pytest.mark.parametrize(
    ("answer", "fact", "code"),
    [
        ("Carry a photo ID.", "photo ID", "fact_present"),
        ("WRITTEN CONSENT is needed.", "written consent", "fact_present"),
        ("The dose is 150 mg.", "50 mg", "fact_missing"),
        ("The dose is 1,500 mg.", "500 mg", "fact_missing"),
        ("The dose is 500 mg.", "0.5 g", "fact_present"),
        ("The dose is 125 mg.", "125 mcg", "fact_missing"),
        ("The dose is 500 mg.", "five hundred milligrams", "fact_present"),
        ("Die Dosis beträgt zwölf Milligramm.", "12 mg", "fact_present"),
        ("Keep it at 41 °F.", "5 °C", "fact_present"),
        ("Keep it at 42 °F.", "5 °C", "fact_missing"),
        ("It is 3.1 miles long.", "5 km", "fact_missing"),
        ("Half of the fee is due.", "50 % of the fee", "fact_present"),
        ("The fee is 1500 euros.", "1,500", "fact_present"),
        ("It cost 500 million.", "500", "fact_missing"),
        ("Kept for 24 months.", "2 years", "fact_present"),
        ("申請は15日以内です。", "5日以内", "fact_missing"),
        ("申請は５日以内です。", "5日以内", "fact_present"),
        ("Annual inspections are required.", "inspection", "fact_present"),
        ("The release form.", "lease", "fact_missing"),
        ("The ticket is non-refundable.", "refundable", "fact_negated"),
        ("Do not use a torque wrench.", "torque wrench", "fact_negated"),
        ("The ticket is not refundable.", "not refundable", "fact_present"),
        ("Not 500 mg. The dose is 500 mg.", "500 mg", "fact_present"),
        ("Die Frist endet am 3. Mai 2031.", "2031", "fact_present"),
        ("Le contrat est signé en deux exemplaires.", "deux exemplaires", "fact_present"),
        ("No se requiere ninguna autorización.", "autorización", "fact_negated"),
        ("", "photo ID", "fact_missing"),
        ("anything", " ", "fact_missing"),
    ],
)
def test_required_facts(answer: str, fact: str, code: str) -> None:
    assert _check(answer, fact).code == code


def test_an_alias_will_do() -> None:
    assert _check("The data subject consents.", "person", "data subject").code == "fact_present"


def test_an_optional_fact_never_fails() -> None:
    check = _check("Nothing.", "adapter", required=False)
    assert (check.code, check.outcome) == ("fact_optional_missing", "pass")
    assert _check("No adapter.", "adapter", required=False).outcome == "pass"


def test_messages_and_places() -> None:
    missing = _check("The dose is 5 mg.", "500 mg")
    assert missing.message == 'missing fact "500 mg"'
    assert missing.expected is not None
    assert missing.expected.where is not None
    assert missing.expected.where.path == "/facts/0"
    answer = "First. Take 0.5\u00a0g daily."
    found = _check(answer, "500 mg")
    assert found.observed is not None
    assert found.observed.text == answer[found.observed.start : found.observed.end] == "0.5\u00a0g"
    assert found.claim_id is not None


def test_no_expected_facts_no_checks() -> None:
    assert check_facts(Subject(Case(id="x", answer="A."))) == []


def test_hostile_answers() -> None:
    for answer in ("no x " * 20_000, "\ud800\x00" * 10, "9" * 40_000, "1," * 20_000):
        assert _check(answer, "x y").outcome == "fail"
    assert _check("no x. " * 20_000, "x").code == "fact_negated"


def test_letters_at_the_digits_are_part_of_a_number() -> None:
    assert _check("Room 12A is free.", "12").code == "fact_missing"
    assert _check("In the 7th year.", "7").code == "fact_missing"
    assert _check("It costs 5k euros.", "5000").code == "fact_present"
    assert _check("The route is 240km long.", "240").code == "fact_present"


def test_a_line_break_may_stand_inside_a_number() -> None:
    assert _check("Wait for two\nweeks.", "14 days").code == "fact_present"
    assert _check("Take 500\nmg.", "0.5 g").code == "fact_present"
    assert _check("Wait for 2  weeks.", "14 days").code == "fact_present"

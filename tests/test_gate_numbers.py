"""The numbers gate: every way to pass, every way to fail, and the words that say so."""

from __future__ import annotations

import json

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.case import Case, Cell, Context, Expect
from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates import numbers
from adjudge_engine.gates.numbers import MANY, MOST, check_numbers
from adjudge_engine.subject import Subject


def checks(
    answer: str,
    *contexts: str,
    question: str = "What is it?",
    allowed: tuple[str, ...] = (),
) -> list[Check]:
    case = Case(
        id="x",
        question=question,
        answer=answer,
        contexts=tuple(Context(id=f"c{at + 1}", text=text) for at, text in enumerate(contexts)),
        expect=Expect(allowed_numbers=allowed),
    )
    return check_numbers(Subject(case))


def only(answer: str, *contexts: str, **more: str) -> Check:
    (check,) = checks(answer, *contexts, **more)  # type: ignore[arg-type]
    return check


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("It earned $7.25 billion.", "It earned $7.25bn.", "traced"),
        ("It costs €1,234.50.", "Es kostet 1.234,50 Euro.", "traced"),
        ("費用は320,000,000円です。", "費用は3億2,000万円です。", "traced"),
        ("This is the 3rd notice.", "This is the third notice.", "traced"),
        ("Half of them left.", "50 % of them left.", "traced"),
        ("The fee is 0.45%.", "The fee is 45 basis points.", "traced"),
        ("Kept at -18 °C.", "Kept at −18 °C.", "traced"),
        ("It fell by 3 %.", "Change: -3 %", "traced"),
        ("It needs firmware 3.1.", "Get firmware 3.1 first.", "traced"),
        ("Call +44 20 7946 0123.", "Desk: +44 (20) 7946-0123", "traced"),
        ("The trial is in phase 3.", "The trial is in phase III.", "traced"),
        ("Die Frist beträgt 6 Wochen.", "Die Frist beträgt sechs Wochen.", "traced"),
        ("It was €3.78 million.", "In thousands of euros:\nRent 3,780", "traced"),
        ("Take 4,000 mg.", "Take 4 g.", "traced"),
        ("Take 250 mg.", "Take 0.25 g.", "traced"),
        ("It lasts 28 days.", "It lasts four weeks.", "traced"),
        ("Экзамен длится 2,5 часа.", "Экзамен длится 150 минут.", "traced"),
        ("One block is 4,096 bytes.", "One block is 4 KiB.", "traced"),
        ("It lasts 18 months.", "It lasts 1.5 years.", "traced"),
        ("It lasts half an hour.", "It lasts 30 minutes.", "traced"),
        ("It lasts 150 minutes.", "It lasts 2 hours and 30 minutes.", "traced"),
        ("It fell by a third.", "It fell by 33 %.", "rounded"),
        ("It weighs 0.33 kg.", "It weighs 330.4 g.", "rounded"),
        ("It was about 12.4 m long.", "It was 12.38 m long.", "rounded"),
        ("It was 12.4 m long.", "It was 12.38 m long.", "rounded"),
        ("Over 500 guests came.", "512 guests came.", "bound"),
        ("Three sites were audited.", "Audited sites: Ham, Rook, Tarn.", "counted"),
        ("It has three parts: a lid, a seal and a ring.", "It has parts.", "counted"),
        ("No fee of $75 is mentioned.", "Guests may come back.", "denied"),
        ("It costs $86 billion.", "It costs $86 million.", "scale_mismatch"),
        ("It costs $9,415.", "In thousands of US dollars:\nCost 9,415", "scale_mismatch"),
        ("It made 41.7 million.", "It made -41.7 million.", "sign_mismatch"),
        ("It rose by 2.2%.", "Change: -2.2 %", "sign_mismatch"),
        ("Take 75 mg.", "Take 75 mcg.", "unit_mismatch"),
        ("Take 7.5 mg/day.", "Take 7.5 mg/week.", "unit_mismatch"),
        ("Within 10 days.", "Within 10 working days.", "unit_mismatch"),
        ("It costs €120.", "It costs CHF 120.", "currency_mismatch"),
        ("It rose by 3 percent.", "It rose by 3 percentage points.", "percent_mismatch"),
        ("It treats 2,019 patients.", "It opened in 2019.", "untraced"),
        ("They get 25 hours.", "They get 125 hours.", "untraced"),
        ("Take 4,000 mg.", "Take 4 mg.", "untraced"),
        ("It holds 12.5 pallets.", "Das Lager fasst 12.500 Paletten.", "untraced"),
        ("It needs firmware 3.10.", "It needs firmware 3.1.", "untraced"),
        ("Twenty people came.", "People came.", "untraced"),
        ("Tighten to 45 Nm.", "Tighten to 35–40 Nm.", "untraced"),
        ("About 24 days.", "It takes 18.2 days.", "untraced"),
        ("The notice is one month.", "The notice is 45 days.", "untraced"),
        ("It lasts 32 days.", "It lasts four weeks.", "unit_mismatch"),
        ("Take 300 mg.", "Take 0.25 g.", "unit_mismatch"),
        ("Within 3 hours.", "Within 150 minutes.", "unit_mismatch"),
        ("It took 1 day.", "It took 30 hours.", "unit_mismatch"),
        ("It costs $940.", "Order code 940 applies.", "untraced"),
        ("This is the third amendment.", "This is the 2nd amendment.", "untraced"),
        ("On the 3rd floor.", "On the second floor.", "untraced"),
        ("A third of them left.", "The third option is free.", "untraced"),
        ("The difference is 40.", "North 100, south 60.", "derivation_unchecked"),
        ("Die Summe beträgt 160 Euro.", "Nord 100 Euro, Süd 60 Euro.", "derivation_unchecked"),
        ("合計は8,100円です。", "A：4,200円。B：3,900円。", "derivation_unchecked"),
        ("The notice is one month.", "The notice is 30 days.", "unit_mismatch"),
        ("It is 5 km away.", "It is 3 miles away.", "conversion_unchecked"),
        ("It is 26 degrees Celsius.", "It is 79 degrees Fahrenheit.", "rounded"),
        ("This is the fourth annexe.", "It has annexes.", "ordinal_unchecked"),
        ("In the 19th century.", "In the 20th century.", "ordinal_unchecked"),
        ("Kept at 41 °F.", "Kept at 5 °C.", "traced"),
    ],
)
def test_one_number(answer: str, context: str, code: str) -> None:
    assert only(answer, context).code == code


def test_a_failure_says_both_sides_and_where() -> None:
    answer, context = "Revenue was 12.4 billion.", "Revenue: 12.4 million in all."
    check = only(answer, "Nothing here.", context)
    assert check.message == '"12.4 billion": the source says 12.4 million (context c2)'
    assert check.check == "numbers.traced"
    assert check.outcome == "fail"
    assert check.claim_id == Subject(Case(id="x", answer=answer)).claims[0].id
    assert check.expected is not None
    assert check.expected.where is not None
    assert (check.expected.where.part, check.expected.where.id) == ("context", "c2")
    assert context[check.expected.start : check.expected.end] == "12.4 million"
    assert check.observed is not None
    assert answer[check.observed.start : check.observed.end] == "12.4 billion"


def test_a_number_of_the_question_alone_is_no_evidence() -> None:
    check = only("It fell by 17%.", "It fell.", question="Why did it fall by 17%?")
    assert (check.outcome, check.code) == ("fail", "question_only")


def test_an_operation_in_the_question_makes_it_unchecked_not_wrong() -> None:
    check = only("2.41", "low 5.99, high 8.40", question="What is the difference of the prices?")
    assert check.outcome == "unavailable"


def test_a_total_is_not_traced_to_a_code() -> None:
    check = only("They cost $940 in total.", "A costs $360, B $540. Order code 940 applies.")
    assert check.outcome != "pass"


def test_allowed_numbers_pass() -> None:
    (check,) = checks("Dial 112.", "Dial the emergency number.", allowed=("112",))
    assert check.code == "allowed"
    (check,) = checks("Dial 113.", "Dial the emergency number.", allowed=("112",))
    assert check.code == "untraced"


def test_no_context_is_unavailable_and_no_number_not_applicable() -> None:
    assert only("It costs $5.").code == "no_context"
    assert only("It costs $5.", " ").code == "no_context"
    assert GateResult.of(checks("It costs nothing.", "It is free.")).outcome == "not_applicable"


@pytest.mark.parametrize(
    "answer",
    [
        "1. Stop the pump.\n2. Close the valve.",
        "It is closed [1][2].",
        "See passage 3 and the second passage.",
        "One of them opens in 2019 at 9:30 am on 14 July.",
        "First, take vitamin B12.",
    ],
)
def test_marks_numbering_and_the_calendar_ask_for_no_source(answer: str) -> None:
    assert checks(answer, "Nothing.") == []


@pytest.mark.parametrize(
    "answer",
    [
        "Data are not passed on to third parties.",
        "Third-party software is excluded.",
        "Ask for a second opinion.",
        "The press is the fourth estate.",
        "He travels first-class and gives first aid.",
        "She has second thoughts about a second-hand car.",
        "It is second to none.",
        "The 3rd party pays.",
        "The first is red, the second is blue and the third is green.",
        "Third, close the valve.",
        "Choose the third option.",
    ],
)
def test_an_ordinal_that_counts_nothing_asks_for_no_source(answer: str) -> None:
    assert checks(answer, "Nothing of it.") == []


def test_both_parts_of_a_quantity_are_traced_to_the_whole() -> None:
    found = checks("It lasts 2 hours and 30 minutes.", "It lasts 150 minutes.")
    assert [check.code for check in found] == ["traced", "traced"]
    found = checks("It lasts 2 hours and 40 minutes.", "It lasts 150 minutes.")
    assert {check.outcome for check in found} == {"fail"}


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("有十一名乘客受伤。", "数名乘客受伤。", "untraced"),
        ("有十一名乘客受伤。", "十一名乘客受伤。", "traced"),
        ("有十一名乘客受伤。", "11名乘客受伤。", "traced"),
        ("料金は三千円です。", "料金は無料です。", "untraced"),
        ("料金は三千円です。", "料金は3,000円です。", "traced"),
        ("Die Frist beträgt elf Tage.", "Die Frist ist kurz.", "untraced"),
        ("Die Frist beträgt elf Tage.", "Die Frist beträgt 11 Tage.", "traced"),
        ("elf Tage", "keine Angabe", "untraced"),
        ("Er hat drei Kinder.", "Er hat Kinder.", "untraced"),
        ("Son once días.", "El plazo es corto.", "untraced"),
        ("La durée est de trois mois.", "La durée est longue.", "untraced"),
        ("La durée est de trois mois.", "Pendant trois mois.", "traced"),
        ("Срок составляет семь дней.", "Срок короткий.", "untraced"),
    ],
)
def test_a_number_in_words_of_another_language(answer: str, context: str, code: str) -> None:
    assert only(answer, context).code == code


@pytest.mark.parametrize(
    "answer",
    [
        "Das ist ein Tag und eine Nacht mit einer Pause.",
        "C'est un jour et une nuit pour le pneu neuf.",
        "Es un día y una noche para uno de ellos.",
        "一般に一部の統一は十分である。万が一に備える。",
        "第二次会议已经结束。",
        "数十人が参加した。",
    ],
)
def test_articles_and_fixed_words_state_no_number(answer: str) -> None:
    assert checks(answer, "Nothing.") == []


def test_cells_are_evidence_in_either_form() -> None:
    rows = Context(id="t", cells=(("", "2024"), ("Rent", "(131)")))
    cells = Context(
        id="t", cells=(Cell(row=0, column=0, text="Rent"), Cell(row=0, column=1, text="(131)"))
    )
    for context in (rows, cells):
        case = Case(id="x", answer="Rent was -131.", contexts=(context,))
        (check,) = check_numbers(Subject(case))
        assert check.code == "traced"
        assert check.expected is not None
        assert check.expected.start is None


def test_a_heading_in_another_context_scales_a_table() -> None:
    found = checks("It was $293.9 million.", "| Total | 293,935 |", "As follows (in thousands):")
    assert [check.code for check in found] == ["rounded"]


def test_every_failing_number_is_reported_and_very_many_passing_ones_are_summed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numbers, "MANY", many := MANY // 5)
    good = ", ".join(f"{number} kg" for number in range(1000, 1000 + many + 50))
    found = checks(f"{good}, 7 kg, 8 kg", f"{good}.")
    assert [check.code for check in found] == ["untraced", "untraced", "traced"]
    assert str(many + 50) in found[-1].message


@pytest.mark.parametrize(
    "most", [500, pytest.param(MOST, marks=pytest.mark.stress)], ids=["few", "as many as may be"]
)
def test_an_answer_of_nothing_but_wrong_numbers_is_reported_up_to_a_bound(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "MOST", most)
    wrong = " ".join(str(number) for number in range(10_000, 10_000 + most + 30))
    found = checks(wrong, "Nothing.")
    assert len(found) == most + 1
    assert {check.outcome for check in found} == {"fail"}
    assert found[-1].message.startswith("30 more")


def test_hostile_sizes_end() -> None:
    text = "5 mg, " * 20_000 + "\x00\ud800" + "9" * 6000
    found = checks(text[:20_000], text)
    assert GateResult.of(found).outcome == "pass"


#: Kinds that wait for conversion, derivation or the binding of a number to its entity.
@needs_shared
def test_acceptance_cases() -> None:
    lines = (SHARED.parent / "cases" / "numbers.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = []
    for line in lines:
        record = json.loads(line)
        case = Case(**{key: value for key, value in record["case"].items() if key != "requester"})
        outcome = GateResult.of(check_numbers(Subject(case))).outcome
        if outcome != record["want"]["outcome"]:
            wrong.append((record["id"], outcome))
    assert wrong == []


@needs_shared
@pytest.mark.parametrize(
    ("name", "every"), [("xquad_parallel", 1), ("jsquad", 1), ("ragtruth_qa", 4), ("tatqa", 1)]
)
def test_faithful_answers_hardly_ever_fail(name: str, every: int) -> None:
    lines = (SHARED / "items" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines[::every]]
    faithful = [one for one in records if one["human"]["label"] == "faithful"]
    failed = []
    for record in faithful:
        contexts = tuple(Context(id=one["id"], text=one["text"]) for one in record["contexts"])
        case = Case(id="x", question=record["question"], answer=record["answer"], contexts=contexts)
        if GateResult.of(check_numbers(Subject(case))).outcome == "fail":
            failed.append(record["id"])
    assert len(faithful) > 90
    assert len(failed) <= len(faithful) * 0.03, failed

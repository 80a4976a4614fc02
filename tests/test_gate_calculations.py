"""The calculations gate: declared formulas, stated results, totals of tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.case import Calculation, Case, Cell, Context, Expect
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.calculations import MOST, check_calculations
from adjudge_engine.subject import Subject

BOTH = "The oven costs 380 euros. The hood costs 240 euros. Its order number is 630."


def checks(answer: str, *texts: str, question: str | None = None, **more: object) -> list[Check]:
    contexts = tuple(Context(id=f"c{at}", text=text) for at, text in enumerate(texts, start=1))
    case = Case(id="x", question=question, answer=answer, contexts=contexts, **more)
    return check_calculations(Subject(case))


def codes(answer: str, *texts: str) -> list[str]:
    return [check.code for check in checks(answer, *texts)]


def declared(answer: str, **fields: object) -> Check:
    expect = Expect(calculations=(Calculation(**fields),))
    (check,) = checks(answer, expect=expect)
    return check


# Declared


@pytest.mark.parametrize(
    ("answer", "claimed", "formula", "values", "tolerance", "code"),
    [
        ("It is 1,375.", "1375", "a + b", {"a": "900", "b": "475"}, "0", "recomputed"),
        ("Es sind 1.375,5 €.", "1375.5", "a + b", {"a": "900", "b": "475.5"}, None, "recomputed"),
        ("It is 1,376.", "1376", "a + b", {"a": "900", "b": "475"}, "0", "wrong_result"),
        ("It is 2.67.", "2.67", "a / b", {"a": "8", "b": "3"}, None, "recomputed"),
        ("It is 2.66.", "2.66", "a / b", {"a": "8", "b": "3"}, None, "wrong_result"),
        ("It is 2.66.", "2.66", "a / b", {"a": "8", "b": "3"}, "0.01", "recomputed"),
        ("It is 102.", "102", "a", {"a": "100"}, "2%", "recomputed"),
        ("It is 103.", "103", "a", {"a": "100"}, "2%", "wrong_result"),
        ("It is 103.", "103", "a", {"a": "100"}, "2", "wrong_result"),
        ("It fell by 20%.", "-20", "(b - a) / a * 100", {"a": "5", "b": "4"}, "0", "recomputed"),
        ("It is 1.2 million.", "1200000", "a * 2", {"a": "600000"}, "0", "recomputed"),
        ("It is 41.", "42", "a", {"a": "42"}, "0", "claimed_missing"),
        ("It is 5.", "5", "a + b", {"a": "5"}, "0", "value_missing"),
        ("It is 5.", "5", "a / b", {"a": "5", "b": "0"}, "0", "formula_unreadable"),
        ("It is 5.", "5", "max(a)", {"a": "5"}, "0", "formula_unreadable"),
        ("It is 5.", "5", "a +", {"a": "5"}, "0", "formula_unreadable"),
        ("It is 5.", "5", "a", {"a": "5,000"}, "0", "formula_unreadable"),
        ("It is 5.", "five", "a", {"a": "5"}, "0", "formula_unreadable"),
        ("It is 5.", "5", "a", {"a": "5"}, "small", "formula_unreadable"),
        ("It is 5.", "5", "a", {"a": "5"}, "-1", "formula_unreadable"),
    ],
)
def test_a_declared_calculation(
    answer: str,
    claimed: str,
    formula: str,
    values: dict[str, str],
    tolerance: str | None,
    code: str,
) -> None:
    check = declared(answer, claimed=claimed, formula=formula, values=values, tolerance=tolerance)
    assert check.code == code, check.message
    assert claimed in check.message


def test_a_wrong_declared_result_is_told_the_right_one() -> None:
    check = declared(
        "It is 7,650.", claimed="7650", formula="a - b", values={"a": "8200", "b": "450"}
    )
    assert check.message == '"7650": a - b gives 7,750'
    assert check.outcome == "fail"


# Stated in the claim


@pytest.mark.parametrize(
    "answer",
    [
        "Cabling (1,310 euros) and labour (790 euros) come to a total of 2,100 euros.",
        "Of 57,000 francs 40,500 francs were spent, which leaves 16,500 francs.",
        "Membership grew from 480 to 600, an increase of 25%.",
        "Sales rose to 800 from 640, an increase of 25%.",
        "La cuota subió de 200 a 250 euros, un aumento del 25%.",
        "40份样品中有30份合格，合格率为75%。",
        "The three sites scored 61, 68 and 75, an average of 68.",
        "With 84 nurses and 12 doctors, the ratio of nurses to doctors is 7 to 1.",
        "The goods weigh 2.2 kg and the packaging 450 g, 2.65 kg in total.",
        "The rate went from 8% to 10%, an increase of 2 percentage points.",
        "Le transport coûte 310 € et le montage 180 €, soit un total de 490 €.",
        "消耗品費は4,100円、通信費は3,800円で、合計は7,900円です。",
        "Twelve crates of 7 jars each make a total of 84 jars.",
        "Plan A costs $55, $15 more than plan B at $40.",
        "Room A has 40 seats and room B 10, so room A has four times as many as room B.",
        "It costs 2/3 of 90, so 2 + 3 = 5.",
        "Общая сумма составляет 500 рублей: 320 рублей и 180 рублей.",
        "Module A costs $410. Module B costs $680. The total is $1,090.",
    ],
)
def test_what_recomputes_passes_and_shows_how(answer: str) -> None:
    found = checks(answer)
    assert [check.code for check in found] == ["recomputed"]
    assert "=" in found[0].message


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        ("Tuition of 3,100 pounds plus materials of 275 pounds makes 3,475 pounds.", "3,375"),
        ("There are 54 posts and 37 are filled, so 27 posts are vacant.", "17"),
        ("The premium went down from $600 to $480, a decrease of 25%.", "-20"),
        ("It rose from 800 to 640, an increase of 20%.", "-20"),
        ("The churn rate went from 8% to 10%, a relative increase of 2%.", "25"),
        ("The two wards have 24 and 31 beds, 65 beds together.", "55"),
        ("消耗品費は4,200円、通信費は3,900円で、合計は8,200円です。", "8,100"),
        ("Der Umsatz stieg von 200 auf 250 Euro, ein Anstieg von 20%.", "25"),
        ("36 of 48 samples passed (80%).", "75"),
        ("With 90 nurses and 18 doctors, the ratio of doctors to nurses is 5 to 1.", "0.2"),
        ("Les deux postes coûtent 320 € et 180 €, au total 510 €.", "500"),
        ("苹果30元，梨20元，总计60元。", "50"),
        ("It is 450 + 680 = 1,140 euros.", "1,130"),
        ("Module A costs $450. Module B costs $680. The total is $1,140.", "1,130"),
    ],
)
def test_what_does_not_recompute_fails_and_says_what_it_gives(answer: str, given: str) -> None:
    found = checks(answer)
    assert [check.code for check in found] == ["wrong_result"]
    assert given in found[0].message
    place = found[0].observed
    assert place is not None
    assert place.start is not None
    assert answer[place.start : place.end] == place.text


def test_points_are_told_beside_per_cent() -> None:
    (check,) = checks("The rate went from 8% to 10%, an increase of 2%.")
    assert check.code == "wrong_result"
    assert "2 points" in check.message


@pytest.mark.parametrize(
    "answer",
    [
        "It costs 40 euros.",
        "A total solar eclipse crossed 14 states in 2017.",
        "In 3 of the 5 trials, 40% of the patients improved.",
        "The firm has 2,000 employees in total, 500 in Bern and 300 in Basel.",
        "It fell 3% on the year before.",
        "The total is unknown.",
    ],
)
def test_what_a_source_says_itself_is_no_calculation_to_check(answer: str) -> None:
    assert codes(answer, answer) == []


def test_other_choices_of_operands_leave_it_unclear() -> None:
    answer = "Bern has 20 rooms, Basel 30 and Chur 45; it makes a total of 65 rooms."
    assert codes(answer) == ["operands_unclear"]


# Bound in the contexts


def test_operands_are_bound_to_the_things_that_the_claim_names() -> None:
    assert codes("The oven and the hood cost 620 euros in total.", BOTH) == ["recomputed"]
    (check,) = checks("The oven and the hood cost 630 euros in total.", BOTH)
    assert check.code == "wrong_result"
    assert "380 + 240 = 620" in check.message


def test_a_counted_kind_binds_all_of_it() -> None:
    text = "Hall West seats 120 guests and hall East seats 95 guests. Platform 225 is closed."
    assert codes("The two halls seat 215 guests together.", text) == ["recomputed"]
    assert codes("The two halls seat 225 guests together.", text) == ["wrong_result"]


def test_a_sources_own_wrong_total_is_told_apart() -> None:
    text = "Row A: 20. Row B: 35. Total of rows A and B: 56."
    (check,) = checks("The total of rows A and B is 56.", text)
    assert (check.code, check.outcome) == ("source_inconsistent", "fail")
    assert "20 + 35 = 55" in check.message or "35 + 20 = 55" in check.message


@pytest.mark.parametrize(("total", "code"), [("90", "recomputed"), ("95", "source_inconsistent")])
def test_the_total_row_of_a_table_is_recomputed(total: str, code: str) -> None:
    table = (
        f"| Item | Cost (euros) |\n|---|---|\n| Pipes | 40 |\n| Wires | 50 |\n| Total | {total} |"
    )
    assert codes(f"The total cost is {total} euros.", table) == [code]
    rows = (("Item", "Cost (euros)"), ("Pipes", "40"), ("Wires", "50"), ("Total", total))
    cells = tuple(
        Cell(row=row, column=column, text=text)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    )
    for context in (Context(id="t", cells=rows), Context(id="t", cells=cells)):
        case = Case(id="x", answer=f"The total cost is {total} euros.", contexts=(context,))
        assert [check.code for check in check_calculations(Subject(case))] == [code]


def test_the_calculating_claim_is_named() -> None:
    case = Case(id="x", answer="It opened early. It is 2 + 2 = 5 euros.")
    subject = Subject(case)
    (check,) = check_calculations(subject)
    assert check.claim_id == subject.claims[1].id


# Hostile


@pytest.mark.parametrize(
    "answer",
    [
        "total " * 20_000,
        "5 + " * 20_000 + "= 5",
        "(" * 20_000 + "5 + 5 = 10",
        "The total is 5 euros. " * 3_000,
        "\x00 total 5 \ud800 \u202e = 6",
        "| total | 5 |\n" * 3_000,
    ],
)
def test_hostile_answers_come_to_an_end(answer: str) -> None:
    found = checks(answer, "Total 7. " * 200)
    assert len(found) <= MOST + 1


@given(st.text(alphabet="abtotal 0123456789.,%+-=$€ sum of is from by 合計\n", max_size=120))
def test_every_finding_points_into_the_answer(answer: str) -> None:
    for check in checks(answer, "The total is 12. A 5, B 7."):
        place = check.observed
        assert place is not None
        assert place.start is not None
        assert answer[place.start : place.end] == place.text

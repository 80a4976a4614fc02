"""Strict bounds, signs in words, codes, shares and references to parts of a document."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case, Context
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.lookup.in_codes import is_in_code
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Outcome


def numbers(answer: str, context: str) -> list[tuple[Outcome, str]]:
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    return [(check.outcome, check.code) for check in check_numbers(Subject(case))]


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("More than 100 people came.", "Exactly 100 people came.", "bound_mismatch"),
        ("Über 100 Leute kamen.", "100 Leute kamen.", "bound_mismatch"),
        ("Fewer than 100 people came.", "100 people came.", "bound_mismatch"),
        ("Revenue decreased by $4 million.", "Revenue increased by $4 million.", "sign_mismatch"),
        (
            "Der Umsatz sank um 4 Millionen Euro.",
            "Der Umsatz stieg um 4 Millionen Euro.",
            "sign_mismatch",
        ),
        (
            "Le chiffre d'affaires a baissé de 4 millions d'euros.",
            "Le chiffre d'affaires a augmenté de 4 millions d'euros.",
            "sign_mismatch",
        ),
        ("Net result was 350.", "Net loss (350)", "sign_mismatch"),
        ("Net profit was 350.", "Net loss was (350).", "sign_mismatch"),
        ("The depot holds 3,150 parts.", "Order code 77-3150 for the depot.", "untraced"),
        ("The depot holds 3150 parts.", "Order code 77-3150 for the depot.", "untraced"),
        ("See section 4.", "See section 7 for the oil.", "untraced"),
        ("The pump holds 4 litres.", "The pump needs oil.", "untraced"),
        ("40 people came.", "The rate is 0.4.", "untraced"),
        ("Mehr als 100 Besucher kamen.", "Genau 100 Besucher kamen.", "bound_mismatch"),
        ("Plus de 100 personnes sont venues.", "100 personnes sont venues.", "bound_mismatch"),
        ("Más de 100 personas vinieron.", "Vinieron 100 personas.", "bound_mismatch"),
        ("Weniger als 100 Besucher kamen.", "100 Besucher kamen.", "bound_mismatch"),
        ("More than 12.4 million came.", "12.38 million came.", "untraced"),
        ("Profit rose by 3%.", "Profit fell by 3%.", "sign_mismatch"),
        ("Les ventes ont augmenté de 4 %.", "Les ventes ont baissé de 4 %.", "sign_mismatch"),
        (
            "Las ventas subieron 4 millones de euros.",
            "Las ventas bajaron 4 millones de euros.",
            "sign_mismatch",
        ),
        ("Der Gewinn betrug 350.", "Der Verlust betrug (350).", "sign_mismatch"),
        ("Le bénéfice était de 350.", "Perte nette (350).", "sign_mismatch"),
        ("There are 3,150 parts.", "Bestellnummer 77-3150 für das Lager.", "untraced"),
        ("There are 3150 parts.", "Part no. 3150-77 is kept here.", "untraced"),
    ],
)
def test_what_is_not_so_fails(answer: str, context: str, code: str) -> None:
    assert ("fail", code) in numbers(answer, context)


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("The share is 40%.", "The share is 0.4."),
        ("The ratio is 0.4.", "The ratio is 40%."),
        ("At least 100 people came.", "100 people came."),
        ("At most 100 people came.", "100 people came."),
        ("Up to 100 people came.", "100 people came."),
        ("More than 100 people came.", "More than 100 people came."),
        ("More than 100 people came.", "112 people came."),
        ("Net loss was 350.", "Net loss (350)"),
        ("Le taux est de 40 %.", "Le taux est de 0,4."),
        ("Bis zu 100 Besucher kamen.", "100 Besucher kamen."),
        ("Mindestens 100 Besucher kamen.", "100 Besucher kamen."),
        ("Al menos 100 personas vinieron.", "Vinieron 100 personas."),
        ("Over 12 million came.", "12.38 million came."),
        ("He worked there over 3 years.", "He worked there 3 years."),
        ("About 12.4 million came.", "12.38 million came."),
        ("Over 100 people came.", "100+ people came."),
        ("Revenue decreased by $4 million.", "Revenue decreased by $4 million."),
        ("The loss was 350.", "Net loss (350)."),
        ("The range is up to 3,000 mg.", "The range is 50-3000 mg."),
        ("The score was 21-14.", "They won 21-14."),
        ("There are 3,150 parts.", "Order code 77-3150. The depot holds 3,150 parts."),
    ],
)
def test_what_is_so_passes(answer: str, context: str) -> None:
    assert {outcome for outcome, _ in numbers(answer, context)} == {"pass"}


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("See section 4 and table 3.", "The pump needs oil every month."),
        (
            "The pump needs oil, as described on page 12 of the manual.",
            "The pump needs oil every month.",
        ),
        ("Siehe Abschnitt 4 und Tabelle 3.", "Die Pumpe braucht Öl."),
        ("Voir la section 4 et le tableau 3.", "La pompe a besoin d'huile."),
        ("Véase la sección 4, figura 2 y el capítulo 7.", "La bomba necesita aceite."),
        ("It costs 30 euros (1).", "It costs 30 euros."),
        ("As shown in Figure 2, the pump needs oil.", "The pump needs oil."),
        ("Details are in chapters 3 and 4.", "The pump needs oil."),
        ("Details: Kapitel 3 bis 5, Abb. 7.", "Die Pumpe braucht Öl."),
        ("См. раздел 4 и таблицу 3.", "Насосу нужно масло."),
        ("第4章と表3を参照。", "ポンプには油が必要です。"),
        ("详见第12页。", "水泵需要油。"),
    ],
)
def test_a_reference_that_no_context_has_is_unchecked(answer: str, context: str) -> None:
    found = numbers(answer, context)
    assert ("unavailable", "reference_unchecked") in found
    assert "fail" not in {outcome for outcome, _ in found}


@pytest.mark.parametrize(
    ("text", "figure", "is_code"),
    [
        ("Order code 77-3150.", "3150", True),
        ("Tel. 030-44 17", "030", True),
        ("Part 12-34-56 fits.", "34", True),
        ("The 77-3150 is kept.", "3150", True),
        ("From 50-3000 mg.", "3000", False),
        ("They won 21-14.", "14", False),
        ("In 2021-22 they won.", "22", False),
        ("Wait 10-15 minutes.", "15", False),
        ("It is -3150 here.", "3150", False),
    ],
)
def test_codes_of_figures_and_hyphens(text: str, figure: str, is_code: bool) -> None:
    start = text.index(figure)
    assert is_in_code(text, start, start + len(figure)) is is_code

"""Figures beside am, pm, hours and 点 that are no time of day, and years that are two numbers."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.dates.find import find_dates, find_in
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject


@pytest.mark.parametrize(
    "text",
    [
        "The share rose to twenty fifty per cent.",
        "By twenty fifty % of the members had left.",
        "The rate went from twenty to twenty fifty basis points.",
        "It fell to nineteen ninety percentage points.",
        "It grew to twenty twenty thousand.",
        "The levy rose to twenty fifty euros.",
        "Il faut 2 heures de route.",
        "Le gîte est à 2 heures de marche.",
        "Durée : 3 heures.",
        "Un retard de 2 heures est possible.",
        "El taller dura 3 horas.",
        "Está a 3 horas de Lugo.",
        "Дорога занимает 3 часов.",
        "It lasted 2 hrs 5 min.",
        "Wait for 3 hrs.",
        "Le village est à 2 h de Lyon.",
        "회의는 3시간 걸립니다.",
        "満点は10点です。",
        "3点セットを買う。",
        "第3点很重要。",
        "他扣了5点。",
        "他得6点。",
        "第8时期的陶器。",
        "It has 8 AM/FM presets.",
        "Two of 5 Am-241 sources were lost.",
    ],
)
def test_no_date(text: str) -> None:
    assert find_dates(text) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("By twenty fifty the port will be closed.", ["twenty fifty"]),
        ("In twenty fifty per capita use was low.", ["twenty fifty"]),
        ("The target was moved to twenty forty.", ["twenty forty"]),
        ("Go to Room 8 to 5 pm.", ["5 pm"]),
        ("Wait at Gate 4 to 6 pm.", ["6 pm"]),
        ("Schalter 3 bis 17 Uhr", ["17 Uhr"]),
        ("Open 8 to 5 pm.", ["8", "5 pm"]),
        ("Open about 8 to 5 pm.", ["8", "5 pm"]),
        ("Room 8, open 3 to 5 pm.", ["3", "5 pm"]),
        ("Geöffnet 8 bis 17 Uhr.", ["8", "17 Uhr"]),
        ("Ouvert de 9 à 17 heures.", ["9", "17 heures"]),
        ("Ouvert de 9 heures à 17 heures.", ["9 heures", "17 heures"]),
        ("Il part à 21 heures.", ["21 heures"]),
        ("Il part à 2 heures du matin.", ["2 heures du matin"]),
        ("Fermé à partir de 18 heures.", ["18 heures"]),
        ("Cierra a las 20 horas.", ["20 horas"]),
        ("Магазин закрывается в 18 часов.", ["18 часов"]),
        ("Gates open at 17 hrs.", ["17 hrs"]),
        ("Départ à 21 h.", ["21 h"]),
        ("下午3点开会。", ["下午3点"]),
        ("商店8点开门。", ["8点"]),
        ("店は8時に開く。", ["8時"]),
        ("가게는 3시에 엽니다.", ["3시"]),
    ],
)
def test_still_dates(text: str, found: list[str]) -> None:
    assert [one.text for one in find_dates(text)] == found


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("au premier trimestre 2031", (1, 3)),
        ("en el primer semestre de 2031", (1, 6)),
        ("im ersten Quartal 2031", (1, 3)),
        ("im zweiten Halbjahr 2031", (7, 12)),
        ("nel primo trimestre del 2031", (1, 3)),
        ("no segundo semestre de 2031", (7, 12)),
        ("в третьем квартале 2031 года", (7, 9)),
        ("Ende 2031", (7, 12)),
        ("à la fin de 2031", (7, 12)),
        ("by the end of 2031", (7, 12)),
        ("at the beginning of 2031", (1, 6)),
    ],
)
def test_parts_of_a_year_in_words(text: str, months: tuple[int, int]) -> None:
    (found,) = find_dates(text)
    assert (found.year, found.months) == (2031, months)


@pytest.mark.parametrize("text", ["die 80er Jahre", "in den 80er-Jahren", "80年代"])
def test_decades_of_two_figures(text: str) -> None:
    (found,) = find_dates(text)
    assert (found.years, found.short) == ((80, 89), True)


@pytest.mark.parametrize(
    "text",
    [
        "ein 80er Pack",
        "premier semestre",
        "the first half",
        "L'après-midi, il dort.",
        "im Halbjahr",
    ],
)
def test_no_part_of_a_year(text: str) -> None:
    assert find_dates(text) == ()


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("at 12:00 noon", 43_200),
        ("at 12:00 midnight", 0),
        ("um 12 Uhr mittags", 43_200),
        ("12:30 in the afternoon", 45_000),
    ],
)
def test_the_half_of_the_day_is_said(text: str, second: int) -> None:
    (found,) = find_dates(text)
    assert (found.second, found.half_day) == (second, False)


def test_hours_of_a_source_are_evidence_for_an_hour_of_the_clock() -> None:
    (hour,) = find_in("Fermeture : 18 h.", loose=True)
    assert (hour.kind, hour.second) == ("time", 64_800)
    assert find_in("Fermeture : 18 h.") == []


def _outcomes(answer: str, context: str) -> tuple[set[str], set[str]]:
    case = Case.model_validate(
        {"id": "x", "question": "?", "answer": answer, "contexts": [{"id": "c1", "text": context}]}
    )
    subject = Subject(case)
    dates, numbers = check_dates(subject), check_numbers(subject)
    return {one.outcome for one in dates}, {one.outcome for one in numbers}


@pytest.mark.parametrize(
    ("right", "wrong", "context"),
    [
        ("Il faut 2 heures.", "Il faut 3 heures.", "Le trajet dure deux heures."),
        ("El curso dura 3 horas.", "El curso dura 4 horas.", "El curso dura 180 minutos."),
        ("It takes 2 hrs.", "It takes 5 hrs.", "It takes two hours."),
        ("회의는 3시간 걸립니다.", "회의는 5시간 걸립니다.", "회의는 3시간 걸립니다."),
        ("満点は10点です。", "満点は12点です。", "満点は10点である。"),
        ("It rose to 50 per cent.", "It rose to twenty forty per cent.", "It rose to 50 per cent."),
    ],
)
def test_what_is_no_date_is_checked_as_a_number(right: str, wrong: str, context: str) -> None:
    assert _outcomes(right, context) == (set(), {"pass"})
    dates, numbers = _outcomes(wrong, context)
    assert (dates, "fail" in numbers) == (set(), True)


@pytest.mark.parametrize(
    ("answer", "context", "outcome"),
    [
        ("Il ferme à 18 heures.", "Fermeture : 18 h.", "pass"),
        ("Il ferme à 18 heures.", "Fermeture : 19 h.", "fail"),
        ("Wait in Room 8 to 5 pm.", "Wait in Room 8 until 17:00.", "pass"),
        ("Wait in Room 8 to 5 pm.", "Wait in Room 8 until 18:00.", "fail"),
        ("It is open 8 to 5 pm.", "Hours: 9:00 to 17:00.", "fail"),
        ("It closes at midnight.", "It closes at 12:00 noon.", "fail"),
        ("It opened at the end of 2031.", "It opened in February 2031.", "fail"),
        ("Il ouvre au premier trimestre 2031.", "Il ouvre en août 2031.", "fail"),
        ("Es entstand in den 80er Jahren.", "Es entstand 1994.", "fail"),
        ("Es entstand in den 80er Jahren.", "Es entstand 1984.", "pass"),
    ],
)
def test_hours_trace(answer: str, context: str, outcome: str) -> None:
    dates, _ = _outcomes(answer, context)
    assert ("fail" in dates) == (outcome == "fail")
    assert dates <= {outcome, "pass"}

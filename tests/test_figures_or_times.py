"""Figures that look like a time of day and are none, and hours that are said without minutes."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.dates.find import find_dates
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.comparing.convert import compare
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.subject import Subject


def outcome(answer: str, context: str) -> str:
    """What both gates make of an answer together; "" where neither finds anything to check."""
    case = Case.model_validate(
        {
            "id": "x",
            "question": "What does it say?",
            "answer": answer,
            "contexts": [{"id": "c1", "text": context}],
        }
    )
    subject = Subject(case)
    checks = [*check_numbers(subject), *check_dates(subject)]
    return GateResult.of(checks).outcome if checks else ""


RATIOS = [
    ("The plan has a scale of {}.", "1:50", "1:25"),
    ("The plan is drawn at 1:{0} scale.", "50", "20"),
    ("Der Maßstab beträgt {}.", "1:50", "1:20"),
    ("The final score was {}.", "3:10", "3:11"),
    ("The Otters won {}.", "2:15", "2:14"),
    ("The odds are {}.", "5:10", "5:12"),
    ("The ratio of sand to lime is {}.", "2:15", "3:15"),
    ("Mix them in the ratio {}.", "1:2:10", "1:2:12"),
    ("Das Seitenverhältnis ist {}.", "16:10", "16:12"),
    ("The sermon is about John {}.", "3:16", "3:17"),
    ("It has a scale of {}.", "1:50,000", "1:25,000"),
    ("Final score: {}", "3:10", "3:11"),
    ("| Scale | {} |", "1:50", "1:25"),
]


@pytest.mark.parametrize(("frame", "right", "wrong"), RATIOS, ids=[one[0] for one in RATIOS])
def test_a_ratio_is_checked_as_figures(frame: str, right: str, wrong: str) -> None:
    said = frame.format(right)
    assert find_dates(said) == ()
    assert outcome(said, said) == "pass"
    assert outcome(said, frame.format(wrong)) == "fail"


@pytest.mark.parametrize("text", ["比分是3:10。", "最终比分：3:10", "スコアは3:10でした。"])
def test_an_eastern_score_is_no_time(text: str) -> None:
    assert find_dates(text) == ()
    assert outcome(text, text) == "pass"
    assert outcome(text, text.replace("10", "11")) in ("fail", "unavailable")


@pytest.mark.parametrize(
    ("answer", "context", "wanted"),
    [
        ("The score was 3:10.", "Otters 3:10 Badgers", "pass"),
        ("Otters beat Badgers 3:10.", "The score was 3:10.", "pass"),
        ("The score was 3:10.", "Otters 3:11 Badgers", "fail"),
        ("The score was read out at 3:10.", "It was read out at 3:10.", "pass"),
        ("The score was read out at 3:10.", "It was read out at 3:11.", "fail"),
        ("The scale is cleaned at 3:10 pm.", "It is cleaned at 3:10 pm.", "pass"),
    ],
)
def test_scores_and_times_of_day(answer: str, context: str, wanted: str) -> None:
    assert outcome(answer, context) == wanted


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("Zimmer 12 am Meer ist frei.", "12"),
        ("Haus 3 am See", "3"),
        ("Die 9 am Montag waren laut.", "9"),
        ("Von den 11 am stärksten betroffenen Orten ist keiner trocken.", "11"),
        ("The bond length is 12 pm.", "12"),
        ("The rent is £10 pm.", "£10"),
    ],
)
def test_no_half_of_the_day(text: str, figure: str) -> None:
    assert not [one for one in find_dates(text) if one.kind == "time"]
    assert parse_numbers(text)[0].text == figure
    assert outcome(text, text) == "pass"
    assert outcome(text, text.replace(figure, figure[:-1] + "4")) == "fail"


@pytest.mark.parametrize(
    "text",
    [
        "The kiosk opens at 9 am on Monday.",
        "It opens at 9 am Monday.",
        "It starts at 9 am Eastern.",
        "It starts at 9 am London time.",
        "The distance race starts at 5 pm.",
        "It closes at 12 pm.",
    ],
)
def test_still_a_half_of_the_day(text: str) -> None:
    assert [one.kind for one in find_dates(text)][:1] == ["time"]


@pytest.mark.parametrize(
    ("answer", "context", "wrong"),
    [
        ("Le musée ferme à 18 heures.", "Fermeture : 18:00.", "Fermeture : 17:00."),
        ("Il ferme à 18 h.", "Fermeture : 18h00.", "Fermeture : 19h00."),
        ("Cierra a las 18 horas.", "Cierre: 18:00.", "Cierre: 20:00."),
        ("Открыто до 18 часов.", "Закрытие: 18:00.", "Закрытие: 19:00."),
        ("It closes at 6.", "It closes at 6 pm.", "It closes at 7 pm."),
        ("Cierra a las 6 de la tarde.", "Cierre: 18:00.", "Cierre: 19:00."),
    ],
)
def test_an_hour_of_the_clock(answer: str, context: str, wrong: str) -> None:
    assert outcome(answer, context) != "fail"
    assert outcome(answer, wrong) == "fail"


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("Le trajet dure 18 heures.", "Fermeture : 18:00."),
        ("Le gîte est à 2 heures de route.", "Ouverture : 14:00."),
        ("They looked at 6 sites.", "It closes at 6 pm."),
        ("It closes at 6 in the morning.", "It closes at 18:00."),
        ("Prices start at 6 euros.", "It closes at 6 pm."),
        ("The fee fell to one half.", "It opens at 13:30."),
    ],
)
def test_so_many_hours_or_things_are_no_hour(answer: str, context: str) -> None:
    assert outcome(answer, context) == "fail"


def degrees(text: str) -> Number:
    return parse_numbers(text)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0 °C", "32 °F"),
        ("-40 °C", "-40 °F"),
        ("0.1 °C", "32.18 °F"),
        ("0 K", "-459.67 °F"),
        ("100 °C", "212 °F"),
    ],
)
def test_temperatures_are_turned_exactly(one: str, other: str) -> None:
    good = ("equal", "rounded")
    assert compare(degrees(one), degrees(other)) in good
    assert compare(degrees(other), degrees(one)) in good


@pytest.mark.parametrize(("one", "other"), [("0 °C", "40 °F"), ("1 °C", "32 °F"), ("5 K", "5 °C")])
def test_other_temperatures_differ(one: str, other: str) -> None:
    assert compare(degrees(one), degrees(other)) == "differs"

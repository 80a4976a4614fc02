"""What looks like a day, an hour, an abstention or an abbreviation, and is none; and what is."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.opening import shortened_day
from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.abstaining.phrases import says_nothing
from adjudge_engine.gates.abstention import check_abstention
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.facts import check_facts
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject

PASSES = ("pass", "not_applicable")


def outcome(checks: list[Check]) -> str:
    return GateResult.of(checks).outcome


def subject(answer: str, context: str, question: str = "When?", **expect: object) -> Subject:
    contexts = [{"id": "c1", "text": context}]
    fields = {"id": "x", "question": question, "answer": answer, "contexts": contexts}
    return Subject(Case.model_validate(fields | {"expect": expect}))


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("Saturday", "He sat 3 hours in the hall."),
        ("Sunday", "The sun 5 million years ago."),
        ("Donnerstag", "Do 3 sets of squats."),
        ("mardi", "La mar 3 est bleue."),
        ("Wednesday", "They sat and wed in Rome."),
        ("Monday", "Room Mo 12 is locked."),
        ("Friday", "Fr. 200 and up."),
        ("Monday", "Mon 9-12 francs a day."),
    ],
)
def test_words_before_a_figure_are_no_days(day: str, text: str) -> None:
    assert shortened_day(find_dates(day)[0], text) is None


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("Saturday", "Barn: Sat 9am-1pm."),
        ("Saturday", "Barn: sat 9:30."),
        ("Saturday", "Barn: Sat 9-13"),
        ("Samstag", "Hofladen: Sa 9–13 Uhr."),
        ("Donnerstag", "Hofladen: Do 14.00 bis 18.00 Uhr"),
        ("vrijdag", "Winkel: vr 9 tot 17 uur."),
        ("viernes", "Granja: lun a vie, mañanas"),
        ("Sunday", "Barn: Sat and Sun"),
    ],
)
def test_days_before_hours_and_in_pairs_are_days(day: str, text: str) -> None:
    assert shortened_day(find_dates(day)[0], text) is not None


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("Open van 8 tot 17 uur.", "Open van 9 tot 17 uur."),
        ("De rit duurt 3 tot 12 uur.", "De rit duurt 4 tot 12 uur."),
        ("De kelder opent om vijf uur.", "De kelder opent om 6 uur."),
        ("De markt sluit van 9:00 tot 16:00 uur.", "De markt sluit van 9 tot 17 uur."),
        ("Entro le ore 12 del 30 aprile.", "Scadenza: ore 13 del 30 aprile."),
        ("Der Anhang gilt ab 3.4. für alle.", "Der Anhang gilt ab 3.5. für alle."),
    ],
)
def test_another_hour_or_day_fails(answer: str, context: str) -> None:
    one = subject(answer, context)
    assert "fail" in (outcome(check_dates(one)), outcome(check_numbers(one)))


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("Open van 9.00 tot 17.00 uur.", "Open van 9 tot 17 uur."),
        ("Open van 9 tot 17 uur.", "Open van 9.00 tot 17.00 uur."),
        ("Laat het deeg 8 tot 12 uur rijzen.", "Laat het deeg 8-12 uur rijzen."),
        ("Laat het deeg 8 tot 12 uur rijzen.", "Let the dough rise for 8 to 12 hours."),
        ("De rit duurt tot 5 uur.", "De rit duurt hoogstens vijf uur."),
        ("De kelder opent om 5 uur.", "De kelder opent om vijf uur."),
        ("De kelder opent om vijf uur.", "De kelder opent om 5 uur."),
        ("La visita comincia alle ore 9.", "Inizio della visita: ore 9."),
        ("Entro le ore 12 del 30 aprile.", "Scadenza: ore 12 del 30 aprile."),
        ("Siehe nach dem 3.4. Kapitel.", "Das 3.4. Kapitel."),
    ],
)
def test_the_same_hour_or_time_passes(answer: str, context: str) -> None:
    one = subject(answer, context)
    assert outcome(check_dates(one)) in PASSES
    assert outcome(check_numbers(one)) in PASSES


@pytest.mark.parametrize(
    ("value", "answer", "wanted"),
    [
        ("NO", "No.", "pass"),
        ("ON", "The valve is on.", "pass"),
        ("ALL", "All of them.", "pass"),
        ("US", "They told us so.", "fail"),
        ("US", "It is made in the US.", "pass"),
        ("IT", "Because it rained.", "fail"),
    ],
)
def test_capitals_of_an_answer_and_of_an_abbreviation(value: str, answer: str, wanted: str) -> None:
    facts = [{"value": value, "aliases": [], "required": True}]
    assert outcome(check_facts(subject(answer, "Nothing.", facts=facts))) == wanted


@pytest.mark.parametrize(
    "answer",
    [
        "Il sapone non contiene profumo.",
        "La crema non presenta rischi.",
        "Le savon ne contient pas de parfum.",
        "L'hôtel ne fournit pas de serviettes.",
        "No fue posible encontrar testigos.",
        "Non è stato possibile trovare testimoni.",
        "Não foi possível localizar o barco.",
        "In de tekst staat dat het niet giftig is.",
        "The ghost does not appear in the play there.",
        "There isn't any answer button on the phone.",
        "The bishop would say neither.",
        "Nobody was identified as infected.",
        "Top speed 90: not stated otherwise.",
    ],
)
def test_what_the_world_lacks_is_no_abstention(answer: str) -> None:
    asked = subject(answer, "The abbey has two towers.", "What is the top speed?", answerable=False)
    assert outcome(check_abstention(asked)) == "fail"


@pytest.mark.parametrize(
    "answer",
    [
        "Il testo non contiene questa informazione.",
        "I documenti non forniscono dettagli.",
        "Non è stato possibile trovare il prezzo.",
        "Le document ne contient pas cette information.",
        "Les sources ne donnent pas le nom.",
        "No fue posible encontrar esa información.",
        "O texto não inclui o preço.",
        "O contexto não fornece o nome.",
        "Uit de tekst blijkt dat niet.",
        "In de tekst staat nergens hoe snel hij is.",
        "It does not appear in the text.",
        "The name doesn't appear here.",
        "The passages mention neither.",
        "Nobody is named as the owner.",
        "Top speed: not stated.",
    ],
)
def test_what_the_sources_lack_is_an_abstention(answer: str) -> None:
    asked = subject(answer, "The abbey has two towers.", "What is the top speed?", answerable=False)
    assert outcome(check_abstention(asked)) == "pass"


@pytest.mark.parametrize(
    "clause",
    ["nor are any deadlines", "in de tekst staat nergens wie", "las fuentes callan el nombre"],
)
def test_the_first_look_at_a_clause_loses_no_phrase(clause: str) -> None:
    assert says_nothing(clause)


@pytest.mark.parametrize(
    ("value", "answer", "wanted"),
    [
        ("5 mm", "Never leave a gap of 5 mm.", "pass"),
        ("40 mg", "Do not take a dose of 40 mg more than once.", "pass"),
        ("12 May", "Do not confirm before 12 May.", "pass"),
        ("40 euros", "There is no fee of 40 euros.", "fail"),
        ("40 euros", "The text does not mention a fee of 40 euros.", "fail"),
    ],
)
def test_what_is_forbidden_is_said_and_what_is_denied_is_not(
    value: str, answer: str, wanted: str
) -> None:
    facts = [{"value": value, "aliases": [], "required": True}]
    assert outcome(check_facts(subject(answer, "Nothing.", facts=facts))) == wanted


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        (
            "Die Halle ist zwischen 8 und 18 Uhr offen.",
            "Die Halle ist zwischen 9 und 18 Uhr offen.",
        ),
        ("Stufe 8 bis 18 Uhr.", "Stufe 9 bis 18 Uhr."),
        ("Dalle 9 alle 12.", "Dalle ore 8 alle ore 12."),
        ("Minimaal 40 euro.", "Hoogstens 40 euro."),
    ],
)
def test_no_gate_leaves_the_first_hour_or_the_bound_to_the_other(answer: str, context: str) -> None:
    one = subject(answer, context)
    assert "fail" in (outcome(check_dates(one)), outcome(check_numbers(one)))


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("Um 8 und 18 Uhr.", "Um 8.00 und 18.00 Uhr."),
        ("Dalle 9 alle 12.", "Dalle ore 9 alle ore 12."),
        ("Dalle ore 9 alle ore 12.", "Dalle 9 alle 12."),
        ("De proef duurt half een jaar.", "De proef duurt een half jaar."),
    ],
)
def test_hours_in_other_words_pass(answer: str, context: str) -> None:
    one = subject(answer, context)
    assert outcome(check_dates(one)) in PASSES
    assert outcome(check_numbers(one)) in PASSES


@pytest.mark.parametrize(
    ("answer", "context", "wanted"),
    [
        ("The barn is closed on Monday.", "Barn open Mon–Fri. Closed on Sunday.", "fail"),
        ("The barn is open on Monday.", "Barn open Mon–Fri. Closed on Sunday.", "pass"),
        ("The barn opens on Monday.", "Barn: Mon–Fri 9am–5pm, closed Sat–Sun.", "pass"),
    ],
)
def test_a_shortened_day_belongs_to_what_is_said_of_it(
    answer: str, context: str, wanted: str
) -> None:
    assert outcome(check_dates(subject(answer, context))) == wanted

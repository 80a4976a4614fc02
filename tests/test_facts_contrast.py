"""Facts that an answer names only to say that something else is the case."""

from __future__ import annotations

import pytest
from gate_codes import fact_code as code


@pytest.mark.parametrize(
    ("answer", "denied", "said"),
    [
        ("Soup instead of bread is served.", "bread", "soup"),
        ("It was Tuesday rather than Monday.", "Monday", "Tuesday"),
        ("The ferry calls at Lund instead of Ystad.", "Ystad", "Lund"),
        ("Instead of Ystad the ferry calls at Lund.", "Ystad", "Lund"),
        ("Rather than in Ystad it calls in Lund.", "Ystad", "Lund"),
        ("Take 10 mg instead of 5 mg.", "5 mg", "10 mg"),
        ("Die Fähre hält in Lund statt in Ystad.", "Ystad", "Lund"),
        ("Statt in Ystad hält die Fähre in Lund.", "Ystad", "Lund"),
        ("Die Fähre hält in Lund anstelle von Ystad.", "Ystad", "Lund"),
        ("Le bac s'arrête à Lund au lieu de Ystad.", "Ystad", "Lund"),
        ("Le bac s'arrête à Lund plutôt que Ystad.", "Ystad", "Lund"),
        ("El barco para en Lund en vez de Ystad.", "Ystad", "Lund"),
        ("Il traghetto ferma a Lund invece di Ystad.", "Ystad", "Lund"),
        ("パンではなくスープが出る。", "パン", "スープ"),
        ("パンの代わりにスープが出る。", "パン", "スープ"),
        ("Nobody needs a visa but a pass is needed.", "visa", "pass"),
        ("Niemand braucht ein Visum, ein Pass genügt.", "Visum", "Pass"),
        ("Nadie necesita visado, basta un pase.", "visado", "pase"),
        ("Brot gibt es nicht, Suppe schon.", "Brot", "Suppe"),
    ],
)
def test_what_something_takes_the_place_of(answer: str, denied: str, said: str) -> None:
    assert code(answer, denied) == "fact_negated"
    assert code(answer, said) == "fact_present"


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("It is open every day except Sunday.", "Sunday"),
        ("Nobody except Anna may enter.", "Anna"),
        ("No guests except Anna may enter.", "Anna"),
        ("Niemand außer Anna darf eintreten.", "Anna"),
        ("Das Treffen findet statt in Lund.", "Lund"),
        ("It was a rather long day.", "long day"),
        ("La personne doit avoir un visa.", "visa"),
        ("Bread is served instead of soup.", "instead of soup"),
    ],
)
def test_words_that_only_look_like_it(answer: str, fact: str) -> None:
    assert code(answer, fact) == "fact_present"


@pytest.mark.parametrize(
    ("answer", "fact", "there"),
    [
        ("The grade was B+.", "B", False),
        ("The grade was A-.", "A", False),
        ("The grade was B.", "B", True),
        ("The grade was B+.", "B+", True),
        ("It is written in C++.", "C", False),
        ("It is written in C#.", "C", False),
        ("It is written in C.", "C", True),
        ("Mail it to desk@mill.org.uk.", "desk@mill.org", False),
        ("Mail it to desk@mill.org.", "desk@mill.org", True),
        ("See mill.org.uk for it.", "mill.org", False),
        ("See mill.org. It is there.", "mill.org", True),
        ("Ask for vitamin C+D.", "vitamin C", True),
        ("It takes AB-positive blood.", "AB", True),
    ],
)
def test_a_sign_or_an_ending_makes_another_name(answer: str, fact: str, there: bool) -> None:
    assert (code(answer, fact) == "fact_present") == there


@pytest.mark.parametrize(
    ("answer", "fact", "there"),
    [
        ("The price is 1.200 €.", "€1,200", True),
        ("It costs 1.200 € of 2,500.50 in all.", "€1,200", True),
        ("It costs 1.200 € to 1.500 €.", "€1,200 to €1,500", True),
        ("The price is 1.2 €.", "€1,200", False),
        ("The price is 1.200 €.", "€1.20", False),
        ("Petrol is 1.799 € per litre.", "€1,799", False),
        ("It weighs 1.200 kg.", "1,200 kg", False),
        ("Les 10 kg m'appartiennent.", "10 kg", True),
        ("It is *5 m* in length.", "5 m", True),
        ("5 kg · Rot", "5 kg", True),
        ("It turns with 5 N · m.", "5 N", False),
        ("It turns with 5 N*m.", "5 N", False),
        ("Das gilt in EU- und EWR-Ländern.", "EU", True),
        ("It is rated A-.", "A", False),
        ("Die Messe findet am Montag statt in Bern.", "Bern", True),
        ("Die Messe hat stattgefunden in Bern.", "Bern", True),
    ],
)
def test_prices_markup_and_what_goes_on(answer: str, fact: str, there: bool) -> None:
    assert (code(answer, fact) == "fact_present") is there


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("Die Messe findet in Bern statt in Basel statt.", "Basel"),
        ("Sie ist in Bern statt Basel.", "Basel"),
        ("Il est à Berne au lieu d'Annecy.", "Annecy"),
    ],
)
def test_what_is_replaced_is_denied(answer: str, fact: str) -> None:
    assert code(answer, fact) == "fact_negated"

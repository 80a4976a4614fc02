"""Facts that are denied with the thing they are of, in pairs, or by not being said."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.facts import check_facts
from adjudge_engine.subject import Subject


def _code(answer: str, *names: str) -> str:
    facts = [{"value": names[0], "aliases": list(names[1:])}]
    case = Case.model_validate({"id": "x", "answer": answer, "expect": {"facts": facts}})
    (check,) = check_facts(Subject(case))
    return check.code


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("There is no toll of 12 crowns.", "12 crowns"),
        ("The bridge does not charge a toll of 12 crowns.", "12 crowns"),
        ("The notice does not state that the toll is 12 crowns.", "12 crowns"),
        ("The notice never mentions a toll of 12 crowns.", "12 crowns"),
        ("Die Brücke erhebt keine Maut von 12 Kronen.", "12 Kronen"),
        ("El puente no cobra un peaje de 12 coronas.", "12 coronas"),
        ("No permit or badge is needed.", "badge"),
        ("Without a permit or a badge you may enter.", "badge"),
        ("Sans permis ni badge.", "badge"),
        ("Ohne Ausweis oder Marke.", "Marke"),
        ("Zonder pas of badge.", "badge"),
        ("Senza permesso o tessera.", "tessera"),
        ("There is no doubt that the badge is not needed.", "badge"),
    ],
)
def test_denied(answer: str, fact: str) -> None:
    assert _code(answer, fact) == "fact_negated"


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("Who does not walk pays a toll of 12 crowns.", "12 crowns"),
        ("If you do not walk, a toll of 12 crowns is due.", "12 crowns"),
        ("No permit is needed; a toll of 12 crowns is due.", "12 crowns"),
        ("Do not forget the toll of 12 crowns.", "12 crowns"),
        ("The bridge does not charge more than 12 crowns.", "12 crowns"),
        ("The notice does not mention dogs, but the toll is 12 crowns.", "12 crowns"),
        ("The toll of 12 crowns does not include dogs.", "12 crowns"),
        ("There is no doubt that the badge is needed.", "badge"),
        ("No permit is needed or a badge counts.", "badge"),
        ("You cannot cross without a permit or a badge.", "badge"),
        ("Drivers who do not state a reason pay 12 crowns.", "12 crowns"),
        ("Bring no dogs, or dogs on a lead.", "dogs"),
    ],
)
def test_not_denied(answer: str, fact: str) -> None:
    assert _code(answer, fact) == "fact_present"


@pytest.mark.parametrize(
    ("answer", "names", "code"),
    [
        ("It is up to us.", ("United States", "US"), "fact_missing"),
        ("It has it.", ("information technology", "IT"), "fact_missing"),
        ("The person who decides.", ("World Health Organization", "WHO"), "fact_missing"),
        ("It decides who, and the WHO too.", ("World Health Organization", "WHO"), "fact_present"),
        ("THE US DECIDES.", ("United States", "us"), "fact_present"),
        ("Ask the nato desk.", ("NATO",), "fact_present"),
    ],
)
def test_letter_case_that_makes_another_word(
    answer: str, names: tuple[str, ...], code: str
) -> None:
    assert _code(answer, *names) == code

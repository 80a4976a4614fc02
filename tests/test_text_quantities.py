"""Equal quantities are found whatever they are written in; plurals and negations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.text.negation import is_negated, negates, negations_in
from adjudge_engine.text.normalise import normalise
from adjudge_engine.text.plurals import language_of, plurals
from adjudge_engine.text.quantities import Valued


def _stands(value: str, text: str) -> bool:
    return next(Valued(normalise(f"It is {text} now.")).equals(normalise(value)), None) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0.25 g", "250 mg"),
        ("1,500", "1500"),
        ("1 500 kg", "1.5 t"),
        ("12,34,567", "1,234,567"),
        ("24 months", "2 years"),
        ("24-month", "2 Jahre"),
        ("48 hours", "2 Tage"),
        ("50 %", "50 percent"),
        ("half of the fee", "50 % of the fee"),
        ("EUR 1,480", "€1480"),
        ("$1.5 million", "1,500,000 dollars"),
        ("120万円", "1200000円"),
        ("2週間", "14日"),
        ("٢٥٠ mg", "250 mg"),
        ("1,5 l", "1500 ml"),
        ("five hundred milligrams", "500 mg"),
        ("half a litre", "500 ml"),
        ("5 °C", "41 °F"),
        ("36 km/h", "10 m/s"),
        ("1.500 € und 2,5 %", "1500 € und 2,5 %"),
        ("within 24 months of delivery", "within 2 years of delivery"),
    ],
)
def test_equal_both_ways(one: str, other: str) -> None:
    assert _stands(one, other)
    assert _stands(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("125 mg", "125 mcg"),
        ("1,500 mg", "1.5 mg"),
        ("30 days", "1 month"),
        ("14 working days", "14 days"),
        ("5 mg", "5 mg/kg"),
        ("7 mg/day", "49 mg/week"),
        ("-5 kg", "5 kg"),
        ("5 m", "5 m²"),
        ("500", "500 million"),
        ("1.2.3", "123"),
        ("5 Mg", "5 mg"),
        ("11 kW", "11 kWh"),
        ("5 km", "3.1 miles"),
        ("3 percent", "3 percentage points"),
        ("within 24 months of delivery", "after 2 years of delivery"),
        ("120 €", "CHF 120"),
        ("0199", "199"),
        ("1.25 $", "1,250 $"),
    ],
)
def test_different_both_ways(one: str, other: str) -> None:
    assert not _stands(one, other)
    assert not _stands(other, one)


def test_a_comma_is_read_as_the_text_reads_it() -> None:
    assert _stands("1.500 €", "1500 € und nicht 2,5 €")
    assert not _stands("1.500 €", "1,5 € und nicht 2,5 €")


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=80), st.text(alphabet="0123456789.,- mgk½%一二百千万ein", max_size=20))
def test_places_lie_in_the_text(text: str, value: str) -> None:
    hay = normalise(f"{text} {value} {text}")
    for start, end in Valued(hay).equals(normalise(value)):
        assert 0 <= start < end <= len(hay.source)


def test_a_hostile_value_ends_at_once() -> None:
    hay = normalise("1 a " * 2_000)
    assert list(Valued(hay).equals(normalise("1 a " * 11 + "2 a"))) == []
    assert list(Valued(hay).equals(normalise("9" * 100_000))) == []


def test_a_value_is_not_held_by_a_larger_one() -> None:
    text = normalise("It cost 500 million, or 7 mg.")
    valued = Valued(text)
    assert list(valued.places(normalise("500"))) == []
    assert [text.source[slice(*one)] for one in valued.places(normalise("7 mg"))] == ["7 mg"]
    assert [text.source[slice(*one)] for one in valued.equals(normalise("0.007 g"))] == ["7 mg"]
    assert list(valued.equals(normalise("none"))) == []


def test_regular_plurals() -> None:
    assert "inspections" in plurals("inspection", "en")
    assert "policies" in plurals("policy", "en")
    assert "rötungen" in plurals("rötung", "de")
    assert "vehículos eléctricos" in plurals("vehículo eléctrico", "es")
    assert list(plurals("500 mg", "en")) == []
    assert language_of("Der Vertrag ist mit der Frist und die Kosten") == "de"
    assert language_of("12") == "en"
    assert language_of("La garantía es válida por dos años") == "es"


@pytest.mark.parametrize(
    ("text", "fact", "denied"),
    [
        ("do not use a torque wrench.", "torque wrench", True),
        ("a torque wrench is not needed.", "torque wrench", True),
        ("it is non-refundable", "refundable", True),
        ("it cannot be done without a jack", "jack", False),
        ("not only a jack but more", "jack", False),
        ("no, a jack is used", "jack", False),
        ("no later than 30 days", "30 days", False),
        ("not 500 mg but 50 mg", "500 mg", True),
        ("not 500 mg but 50 mg", "50 mg", False),
        ("領収書は必要ありません", "領収書", True),
        ("領収書を出さなければなりません", "領収書", False),
        ("不需要护照", "护照", True),
        ("es wird kein visum benötigt", "visum", True),
        ("visum wird benötigt", "visum", False),
        ("no se requiere ninguna autorización", "autorización", True),
        ("non è mai richiesto il casco", "casco", True),
        ("não há nenhuma taxa", "taxa", True),
        ("ne jamais utiliser sans gants", "gants", False),
        ("no se puede hacer sin casco", "casco", False),
        ("il faut un permis", "permis", False),
        ("se necesita un certificado", "certificado", False),
        ("signé en deux exemplaires", "deux exemplaires", False),
        ("the casino opens at nine", "opens at nine", False),
    ],
)
def test_negation(text: str, fact: str, denied: bool) -> None:
    start = text.index(fact)
    assert is_negated(text, start, start + len(fact)) is denied


@pytest.mark.parametrize(
    ("text", "fact", "language", "denied"),
    [
        ("die frist endet am 3. mai 2031", "2031", "de", False),
        ("jusqu'au 3 mai 2031", "2031", "fr", False),
        ("mai casco", "casco", "it", True),
        ("a sede fica no brasil", "brasil", "pt", False),
        ("no entry fee", "entry fee", "en", True),
    ],
)
def test_a_negation_of_one_language_is_none_in_another(
    text: str, fact: str, language: str, denied: bool
) -> None:
    start = text.index(fact)
    assert is_negated(text, start, start + len(fact), language) is denied


def test_a_fact_may_be_negative_itself() -> None:
    assert negates("not refundable")
    assert negates("不可")
    assert not negates("refundable")


def test_where_denials_may_stand() -> None:
    text = "it isn't known, but not un-needed; a notary said no"
    assert sorted(text[at : at + 3] for at in negations_in(text)) == ["n't", "no", "not", "un-"]
    assert negations_in("ohne visum, никогда") != []

"""Numbers and what is said with them: periods, bounds, signs, halves, codes, Roman numerals."""

from __future__ import annotations

from typing import Final

import pytest

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.subject import Subject

#: (answer, context, outcome).
PERIODS: Final = (
    ("Take 3 capsules daily.", "Take 3 capsules per week.", "fail"),
    ("Take 3 capsules daily.", "The daily dose is 3 capsules.", "pass"),
    ("The monthly levy is €31.", "The annual levy is €31.", "fail"),
    ("The levy is €31 a month.", "The annual levy is €31.", "fail"),
    ("The annual levy is €31, payable monthly.", "Annual levy: €31.", "pass"),
    ("Der Jahresbeitrag beträgt 31 Euro.", "Der monatliche Beitrag beträgt 31 Euro.", "fail"),
    ("Der Jahresbeitrag beträgt 31 Euro.", "Der Beitrag beträgt 31 Euro im Jahr.", "pass"),
    ("Prenez 2 gélules par jour.", "Prenez 2 gélules par semaine.", "fail"),
    ("Tome 3 cápsulas al día.", "Tome 3 cápsulas por semana.", "fail"),
    ("Принимайте 2 капсулы в день.", "Принимайте 2 капсулы в неделю.", "fail"),
    ("会費は月額700円です。", "会費は年額700円です。", "fail"),
    ("会費は月額700円です。", "毎月の会費は700円です。", "pass"),
    ("每月租金为800元。", "每年租金为800元。", "fail"),
    ("It costs $15 per unit.", "It costs $15 per dozen.", "fail"),
    ("The bell rings twice a day.", "The bell rings three times a day.", "fail"),
    ("The bell rings twice a day.", "The bell rings 2 times a day.", "pass"),
    ("The bell rings twice a day.", "The bell rings every 12 hours.", "not_applicable"),
    ("The dose is 11 mg/kg.", "The dose is 11 mg.", "fail"),
    ("The annual report puts the levy at €31.", "The levy is €31 a month.", "pass"),
    ("The monthly newsletter has 510 readers.", "510 people a day read the newsletter.", "pass"),
    (
        "The bell rings twice a day.",
        "It rings every 12 hours; tune it once a year.",
        "not_applicable",
    ),
    ("The dose is 11 mg/kg.", "For each kilo of body weight the dose is 11 mg.", "pass"),
)
BOUNDS_AND_SIGNS: Final = (
    ("40人以上が使えます。", "40人以下が使えます。", "fail"),
    ("40人以上が使えます。", "使えるのは40人以上です。", "pass"),
    ("18歳以上が対象です。", "18歳未満が対象です。", "fail"),
    ("最多40人可以报名。", "至少40人可以报名。", "fail"),
    ("43人以上が来た。", "43人が来た。", "pass"),
    ("最低気温は6度です。", "最低気温はマイナス6度でした。", "fail"),
    ("最低気温は氷点下6度です。", "最低気温はマイナス6度でした。", "pass"),
    ("最低气温为零下6度。", "最低气温为-6度。", "pass"),
    ("It was 6 degrees below zero.", "It was -6 °C.", "pass"),
    ("It was 6 degrees.", "It was 6 degrees below zero.", "fail"),
    ("Es waren 6 Grad unter null.", "Es waren minus 6 Grad.", "pass"),
    ("Der Verlust betrug 4 Mio. Euro.", "Ergebnis: -4 Mio. Euro", "pass"),
    ("Der Gewinn betrug 4 Mio. Euro.", "Ergebnis: -4 Mio. Euro", "fail"),
    ("Exactly 6.5 litres ran out.", "6.48 litres ran out.", "fail"),
    ("About 6.5 litres ran out.", "6.48 litres ran out.", "pass"),
    ("It is not exactly 6.5 litres.", "6.48 litres ran out.", "pass"),
    ("Genau 6,5 Liter liefen aus.", "Es liefen 6,5 Liter aus.", "pass"),
)
HALVES: Final = (
    ("It takes 90 minutes.", "It takes an hour and a half.", "pass"),
    ("It takes 60 minutes.", "It takes an hour and a half.", "fail"),
    ("It takes an hour and a half.", "It takes one hour.", "fail"),
    ("所要時間は1時間半です。", "所要時間は90分です。", "pass"),
    ("所要時間は1時間半です。", "所要時間は1時間です。", "fail"),
    ("2年半ばの計画です。", "2年の計画です。", "pass"),
    ("La balade dure 90 minutes.", "La balade dure une heure et demie.", "pass"),
    ("La balade dure une heure et demie.", "La balade dure 60 minutes.", "fail"),
    ("El paseo dura dos horas y media.", "El paseo dura 2 horas.", "fail"),
    ("It sold half a million copies.", "It sold 480,000 copies.", "pass"),
    ("It sold half a million copies.", "It sold 500 copies.", "fail"),
    ("It sold a million and a half copies.", "It sold 1.5 million copies.", "pass"),
    ("There are 6 eggs.", "There are half a dozen eggs.", "pass"),
    ("There are half a dozen eggs.", "There are 12 eggs.", "fail"),
)
NAMES: Final = (
    ("The order is B-5217.", "Order B-5211 was sent.", "fail"),
    ("The order is B-5211.", "Order B-5211 was sent.", "not_applicable"),
    ("The order is B-5211.", "Order B\u20115211 came after B-5212.", "not_applicable"),
    ("The part is AX-310.", "The part is AX 311.", "fail"),
    ("Go to room A-12.", "It is a 20 minute walk.", "not_applicable"),
    ("The top-10 list is out.", "The top 20 follow.", "not_applicable"),
    ("The order is B5211.", "Order B-5211 was sent.", "not_applicable"),
    ("The ward treats COVID-19.", "The ward treats infections.", "not_applicable"),
    ("It needs v2.40.", "It needs v2.4.", "fail"),
    ("It needs v2.40.", "It needs version 2.40.", "pass"),
    ("It is a class 2 pump.", "It is a class II pump.", "pass"),
    ("It is a class II pump.", "It is a class III pump.", "fail"),
    ("The study is in phase III.", "The study is in phase 2.", "fail"),
    ("The study is in phase III.", "The study is in phase 3.", "pass"),
    ("The study is in phase III.", "Die Phase-III-Studie läuft.", "pass"),
    ("It is stage IV.", "It is seen in stages III and IV.", "pass"),
    ("It is stage III.", "It is seen in stages II–IV.", "pass"),
    ("It is stage V.", "It is seen in stages II–IV.", "fail"),
    ("It is a class II pump.", "Die Pumpe ist von Klasse II.", "not_applicable"),
    ("It is a class II pump.", "Die Pumpe ist klein.", "fail"),
    ("World War II ended.", "The war ended.", "not_applicable"),
    ("There are 305 chairs.", "See extension 305 for chairs.", "fail"),
    ("椅子は305台です。", "椅子は305号室にある。", "fail"),
    ("Der Verein hat 1998 Mitglieder.", "Der 1998 gegründete Verein hat viele.", "fail"),
    ("Der Verein hat 1998 Mitglieder.", "Der Verein hat 1.998 Mitglieder.", "pass"),
)
MEASURES: Final = (
    ("Die Mieten lagen bei 2,31 Mio. Euro.", "Angaben in TEUR\nMieten: 2.310", "pass"),
    ("Die Mieten lagen bei 2.310 Euro.", "Angaben in TEUR\nMieten: 2.310", "fail"),
    ("Les loyers sont de 4 millions d'euros.", "(en M€)\nLoyers : 4", "pass"),
    ("Rents were ₹4 lakh.", "(₹ lakhs)\nRents: 4", "pass"),
    ("会員の3割が賛成した。", "会員の30%が賛成した。", "pass"),
    ("会員の3割が賛成した。", "会員の3%が賛成した。", "fail"),
    ("長さは30センチです。", "長さは30ミリです。", "fail"),
    ("It costs 50 cents.", "It costs $0.50.", "pass"),
    ("It costs 50 cents.", "It costs 0.50 euros.", "pass"),
    ("It costs 50 cents.", "It is 0.50 metre long.", "fail"),
    ("It costs 60 cents.", "It costs $0.50.", "fail"),
    ("It is kept at 273 K.", "It is kept at 0 °C.", "pass"),
    ("The level is 400 ppm.", "The level is 400 ppb.", "fail"),
    ("The level is 400 parts per million.", "The level is 400 ppm.", "pass"),
    ("重3斤。", "重3公斤。", "fail"),
    ("There were zero leaks.", "There were no leaks.", "pass"),
    ("There were zero leaks.", "There were four leaks.", "fail"),
)
#: (answer, outcome) to the question whether the levy is $41, which is $31.
CORRECTIONS: Final = (
    ("No, the levy is not $41 but $31.", "pass"),
    ("The levy is $31, not $41.", "pass"),
    ("The levy is $31 instead of $41.", "pass"),
    ("The levy is not only $41 but more.", "fail"),
    ("The levy is $41, not $31.", "fail"),
)


def outcome(answer: str, context: str, question: str = "What is it?") -> str:
    contexts = (Context(id="c1", text=context),)
    case = Case(id="x", question=question, answer=answer, contexts=contexts)
    return GateResult.of(check_numbers(Subject(case))).outcome


@pytest.mark.parametrize(
    ("answer", "context", "wanted"),
    [*PERIODS, *BOUNDS_AND_SIGNS, *HALVES, *NAMES, *MEASURES],
)
def test_what_is_said_with_a_number_is_compared(answer: str, context: str, wanted: str) -> None:
    assert outcome(answer, context) == wanted


@pytest.mark.parametrize(("answer", "wanted"), CORRECTIONS)
def test_a_number_of_the_question_may_be_corrected(answer: str, wanted: str) -> None:
    assert outcome(answer, "The levy is $31.", "Is the levy $41?") == wanted


def test_what_must_be_is_not_corrected() -> None:
    asked = "定員は41人ですか？"
    assert outcome("定員は41人でなければならない。", "定員は31人です。", asked) == "fail"
    assert outcome("定員は41人ではなく31人です。", "定員は31人です。", asked) == "pass"


def test_a_code_alone_asks_for_no_context() -> None:
    case = Case(id="x", question="?", answer="The jet is an F-16.", contexts=())
    assert check_numbers(Subject(case)) == []


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("5 k€", 5_000, ""),
        ("1,2 M€ im Jahr", 1_200_000, ""),
        ("2.310 TEUR", 2_310_000, ""),
        ("30ミリグラム", 30, "mg"),
        ("30ミリ", 30, "mm"),
        ("Nous avons 300 K", 300, "K"),
    ],
)
def test_short_scales_and_units_are_read(text: str, value: int, unit: str) -> None:
    (number,) = parse_numbers(text)
    assert number.unit == unit
    assert number.value == value


@pytest.mark.parametrize(
    ("text", "value", "currency", "unit"),
    [
        ("3,2 Mio. Euro im Jahr", 3_200_000, "EUR", ""),
        ("3,2 Mrd. Dollar", 3_200_000_000, "$", ""),
        ("3,2 Mio. US-Dollar", 3_200_000, "USD", ""),
        ("200 Tsd. Tonnen", 200_000, "", "t"),
        ("3,2 mio. d'euros", 3_200_000, "EUR", ""),
        ("3,2 млн. рублей", 3_200_000, "RUB", ""),
        ("Er verlor 3 Mio. Dann ging er.", 3_000_000, "", ""),
        ("Das Porto beträgt 85 Cent pro Brief.", 85, "", ""),
        ("It lost 3 bn. Meters were read.", 3_000_000_000, "", ""),
        ("It lost 3 bn. USD", 3_000_000_000, "USD", ""),
    ],
)
def test_a_stop_behind_a_short_scale_hides_nothing(
    text: str, value: int, currency: str, unit: str
) -> None:
    number = parse_numbers(text)[0]
    assert (int(number.value), number.currency, number.unit) == (value, currency, unit)


@pytest.mark.parametrize(
    ("answer", "context", "wanted"),
    [
        ("Es waren 3,2 Mio. Dollar.", "Es waren 3,2 Mio. Euro.", "fail"),
        ("Es waren 3,2 Mio. Euro.", "Es waren 3,2 Mio. Euro.", "pass"),
        ("It was €2.4 million.", "Es waren 2,4 Mio. Euro.", "pass"),
        ("Es waren 3,2 Mio. Tonnen.", "Es waren 3,2 Mio. Liter.", "fail"),
        ("Es waren 3 Millionen Euro.", "Es waren 3 Mio. Euro.", "pass"),
    ],
)
def test_what_stands_behind_a_short_scale_is_compared(
    answer: str, context: str, wanted: str
) -> None:
    assert outcome(answer, context) == wanted

"""Years and times in words, portions of years and months, hours of a range, decades by a plural."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case, Context
from adjudge_engine.dates.find import find_dates
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.subject import Subject


def codes(answer: str, context: str) -> list[str]:
    case = Case(id="x", answer=answer, contexts=(Context(id="c", text=context),))
    return [check.code for check in check_dates(Subject(case))]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("It opened in nineteen sixty-eight.", 1968),
        ("It opened in nineteen hundred and eleven.", 1911),
        ("It opened in eighteen hundred.", 1800),
        ("It opened in nineteen oh seven.", 1907),
        ("Since twenty twenty-one it has grown.", 2021),
        ("It opened in two thousand and three.", 2003),
        ("Sie wurde neunzehnhundertachtundsechzig eröffnet.", 1968),
        ("Sie wurde zweitausenddrei eröffnet.", 2003),
    ],
)
def test_a_year_in_words(text: str, year: int) -> None:
    (found,) = find_dates(text)
    assert (found.year, found.month, found.kind) == (year, None, "date")
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    ("text", "second", "half_day"),
    [
        ("It shuts at half past four.", 16_200, True),
        ("It shuts at quarter to four.", 13_500, True),
        ("It shuts at a quarter past four in the afternoon.", 58_500, False),
        ("It shuts at ten past four.", 15_000, True),
        ("It shuts at four o'clock.", 14_400, True),
        ("It shuts at four in the morning.", 14_400, False),
        ("Es schließt um halb fünf.", 16_200, True),
        ("Es schließt um Viertel vor fünf.", 17_100, True),
        ("Es schließt um sechzehn Uhr.", 57_600, False),
        ("商店下午四点半关门。", 59_400, False),
        ("店は午後四時に閉まる。", 57_600, False),
        ("商店晚上十二点关门。", 0, False),
        ("店は夜一時に閉まる。", 3_600, False),
    ],
)
def test_a_time_in_words(text: str, second: int, half_day: bool) -> None:
    (found,) = find_dates(text)
    assert (found.kind, found.second, found.half_day) == ("time", second, half_day)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    "text",
    [
        "In nineteen cases the lamp failed.",
        "In twenty of fifty cases it failed.",
        "About two thousand and five hundred came.",
        "The tank is half full, and a quarter of it is oil.",
        "She walked past five houses.",
        "Es kamen zweihundert Gäste, ein Viertel davon spät.",
        "Es kamen zweitausend Gäste.",
        "有一点困难。",
        "同時に一時停止する。",
        "Invoice 20310309 was paid.",
        "Tiene 80 años.",
        "Take one in the morning and two in the evening.",
        "The first half to six months.",
        "Sie zahlten zweitausendfünfzig Euro.",
        "以下三点整理如下。",
        "他得了九点五分。",
    ],
)
def test_numbers_in_words_are_no_dates(text: str) -> None:
    assert find_dates(text) == ()


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("It runs in summer 2030.", "It ran in the summer of 2030.", "traced"),
        ("It runs in the fall of 2030.", "It runs in autumn 2030.", "traced"),
        ("It runs in the fall of 2030.", "It runs in October 2030.", "traced"),
        ("It runs in winter 2030.", "It runs in summer 2030.", "date_mismatch"),
        ("Es läuft im Herbst 2030.", "Es läuft im Frühjahr 2030.", "date_mismatch"),
        ("2030年春に始まる。", "2030年秋に始まる。", "date_mismatch"),
        ("It runs in late May 2030.", "It runs on 3 May 2030.", "date_mismatch"),
        ("It runs in early May 2030.", "It runs on 3 May 2030.", "traced"),
        ("It runs at the end of May 2030.", "It runs on 31 May 2030.", "traced"),
        ("Es läuft Anfang Mai 2030.", "Es läuft am 30. Mai 2030.", "date_mismatch"),
        ("2030年5月上旬に始まる。", "2030年5月28日に始まる。", "date_mismatch"),
        ("2030年5月下旬に始まる。", "2030年5月28日に始まる。", "traced"),
    ],
)
def test_the_portion_of_a_year_or_month(answer: str, context: str, code: str) -> None:
    assert codes(answer, context) == [code]


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("Le port date des années 1960.", "Le port date de 1964.", "traced"),
        ("Le port date des années 50.", "Le port date de 1964.", "untraced"),
        ("El puerto es de los años 60.", "El puerto es de 1964.", "traced"),
        ("Порт построен в 1960-е годы.", "Порт построен в 1964 году.", "traced"),
        ("It starts on 20310309.", "It starts on 9 March 2031.", "traced"),
        ("It starts on 20310310.", "It starts on 9 March 2031.", "date_mismatch"),
        ("The dam dates from 2014.", "Part K-2014 is for the dam.", "untraced"),
        ("The dam dates from 2014.", "The dam holds 2014 litres.", "untraced"),
        ("The dam dates from 2014.", "The dam dates from 2014 and leaks.", "traced"),
    ],
)
def test_decades_compact_dates_and_codes(answer: str, context: str, code: str) -> None:
    assert codes(answer, context) == [code]


@pytest.mark.parametrize(
    ("answer", "context", "said"),
    [
        ("Offen von 7 bis 15 Uhr.", "Offen 7:00–15:00 Uhr.", {"traced"}),
        ("Offen von 6 bis 15 Uhr.", "Offen 7:00–15:00 Uhr.", {"traced", "time_mismatch"}),
        ("Offen 7:00–15:00 Uhr.", "Offen von 7 bis 15 Uhr.", {"traced"}),
        ("Open from 7 to 10 am.", "Open 7:00–10:00.", {"traced"}),
        ("It is open on Mondays at 7:00.", "Mon 7:00, Tue 8:00", {"traced"}),
    ],
)
def test_hours_of_a_range(answer: str, context: str, said: set[str]) -> None:
    assert {code.replace("untraced", "time_mismatch") for code in codes(answer, context)} == said


def test_two_events_of_one_sentence_keep_their_dates() -> None:
    contexts = (
        Context(id="c1", text="It opened on 8 May 2030."),
        Context(id="c2", text="It closed on 9 June 2031."),
    )
    for answer, code in (
        ("It opened on 8 May 2030 and closed on 9 June 2031.", "traced"),
        ("It opened on 9 June 2031 and closed on 8 May 2030.", "entity_mismatch"),
    ):
        case = Case(id="x", answer=answer, contexts=contexts)
        assert code in {check.code for check in check_dates(Subject(case))}
        assert code == "entity_mismatch" or len(check_dates(Subject(case))) == 2

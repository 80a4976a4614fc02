"""Facts said in another form, and words of a fact that do not say it."""

from __future__ import annotations

import pytest
from gate_codes import fact_code as code
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.gates.facts_forms import date_of, range_pattern
from adjudge_engine.gates.facts_limits import is_cut


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("The permit ends on 9 March 2031.", "2031-03-09"),
        ("The permit ends on 2031-03-09.", "March 9, 2031"),
        ("The permit ends on 2031-03-09.", "March 2031"),
        ("Die Erlaubnis endet am 9. März 2031.", "09.03.2031"),
        ("許可は2031年3月9日に終わる。", "2031-03-09"),
        ("Разрешение действует до 09.03.2031.", "9 марта 2031 года"),
        ("It closes at 6:45 p.m.", "18:45"),
        ("It closes at 18:45.", "6:45 pm"),
        ("It begins at 10:00 CET.", "09:00 UTC"),
        ("The gate opened in August 2030.", "Q3 2030"),
    ],
)
def test_a_date_in_another_format_is_the_fact(answer: str, fact: str) -> None:
    assert code(answer, fact) == "fact_present"


@pytest.mark.parametrize(
    ("answer", "fact", "said"),
    [
        ("The permit ends on 19 March 2031.", "9 March 2031", "fact_missing"),
        ("The permit ends in March 2031.", "9 March 2031", "fact_missing"),
        ("The permit ends on 9 March.", "9 March 2031", "fact_missing"),
        ("The permit ends on 03/09/2031.", "9 March 2031", "fact_missing"),
        ("The permit does not end on 9 March 2031.", "2031-03-09", "fact_negated"),
        ("It closes at 6:45 am.", "18:45", "fact_missing"),
        ("The code is 2031.", "9 March 2031", "fact_missing"),
    ],
)
def test_another_date_or_less_of_it_is_not(answer: str, fact: str, said: str) -> None:
    assert code(answer, fact) == said


@pytest.mark.parametrize(
    ("answer", "fact", "said"),
    [
        ("Keep to 80 km/h.", "80 km", "fact_missing"),
        ("Give 4 to 8 ml/h.", "4-8 ml", "fact_missing"),
        ("It yields 10 to 20 mW.", "10-20 MW", "fact_missing"),
        ("Keep to 80 km per hour.", "80 km", "fact_missing"),
        ("Keep to 80 km per hour.", "80 km/h", "fact_present"),
        ("Give 3 mg per kg.", "3 mg", "fact_missing"),
        ("Give 3 mg/kg, at most 3 mg.", "3 mg", "fact_present"),
        ("Give 3 mg per day.", "3 mg", "fact_present"),
        ("Give 3 mg/day.", "3 mg", "fact_present"),
        ("It costs 4 € per kg.", "4 €", "fact_present"),
        ("Drive 300 miles per charge.", "300 miles", "fact_present"),
        ("It yields 7 MW.", "7 mW", "fact_missing"),
        ("It stores 7 MB.", "7 Mb", "fact_missing"),
        ("TAKE 7 MG DAILY.", "7 mg", "fact_present"),
        ("It costs A$40.", "$40", "fact_missing"),
        ("It costs US$40.", "$40", "fact_present"),
        ("The code is 00815.", "815", "fact_missing"),
        ("The code is 815.", "00815", "fact_missing"),
        ("The code is 00815.", "00815", "fact_present"),
        ("Wait 05 minutes.", "5 minutes", "fact_present"),
        ("Two thirds must agree.", "2/3", "fact_present"),
        ("One third must agree.", "2/3", "fact_missing"),
    ],
)
def test_the_words_of_a_fact_inside_something_else(answer: str, fact: str, said: str) -> None:
    assert code(answer, fact) == said


@pytest.mark.parametrize(
    ("answer", "fact", "said"),
    [
        ("Take 4 to 8 drops.", "4-8 drops", "fact_present"),
        ("Take between 4 and 8 drops.", "4–8 drops", "fact_present"),
        ("Take 4 ml to 8 ml.", "4–8 ml", "fact_present"),
        ("Nehmen Sie 4 bis 8 ml.", "4–8 ml", "fact_present"),
        ("用量は4～8mlです。", "4-8 ml", "fact_present"),
        ("Take 4-8 drops.", "4 to 8 drops", "fact_present"),
        ("Take 4 and 8 drops.", "4-8 drops", "fact_missing"),
        ("Take 14 to 8 drops.", "4-8 drops", "fact_missing"),
        ("Take 4 to 80 drops.", "4-8 drops", "fact_missing"),
        ("Take 4 to 8 spoons.", "4-8 drops", "fact_missing"),
    ],
)
def test_a_range_in_other_words(answer: str, fact: str, said: str) -> None:
    assert code(answer, fact) == said


@given(st.text(max_size=70))
def test_any_value_can_be_read(value: str) -> None:
    date_of(value)
    range_pattern(value)
    if value:
        assert not is_cut(value, 0, len(value), value) or value[0] == "$"

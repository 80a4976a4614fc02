"""Dates, years, times and relative dates are found and read in several languages and forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.model import Date

DAY = (2026, 9, 30)


def read(text: str) -> Date:
    (found,) = find_dates(text)
    assert text[found.start : found.end] == found.text
    return found


@pytest.mark.parametrize(
    "text",
    [
        "It ends on 30 September 2026.",
        "It ends on September 30th, 2026.",
        "It ends on the 30th day of September 2026.",
        "It ends on Sept. 30, 2026.",
        "It ends on Wednesday, 30 September 2026.",
        "It ends on 2026-09-30.",
        "It ends on 2026/9/30.",
        "It ends on 30-Sep-2026.",
        "It ends on 09/30/2026.",
        "Es endet am 30.09.2026.",
        "Es endet am 30. September 2026.",
        "Il finit le 30 septembre 2026.",
        "Termina el 30 de septiembre de 2026.",
        "Finisce il 30 settembre 2026.",
        "Termina em 30 de setembro de 2026.",
        "Het eindigt op 30 september 2026.",
        "Kończy się 30 września 2026.",
        "Действует до 30 сентября 2026 г.",
        "30 Eylül 2026 tarihinde biter.",
        "ينتهي في ٣٠ سبتمبر ٢٠٢٦",
        "यह 30 सितंबर 2026 को समाप्त होता है",
        "Λήγει στις 30 Σεπτεμβρίου 2026.",
        "สิ้นสุดวันที่ 30 กันยายน 2569",
        "Hết hạn ngày 30 tháng 9 năm 2026.",
        "2026년 9월 30일에 끝난다.",
        "2026年9月30日に終わる。",
        "２０２６年９月３０日に終わる。",
        "令和8年9月30日に終わる。",
        "二〇二六年九月三十日结束。",
        "Päättyy 30. syyskuuta 2026.",
        "Діє до 30 вересня 2026 року.",
    ],
)
def test_one_day_in_many_forms(text: str) -> None:
    found = read(text)
    assert (found.year, found.month, found.day) == DAY
    assert found.is_day


@pytest.mark.parametrize(
    ("text", "years", "months"),
    [
        ("It was built in 1897.", (1897, 1897), None),
        ("In May 2020 it rose.", (2020, 2020), (5, 5)),
        ("It was loud in the 1990s.", (1990, 1999), None),
        ("It fell in the 19th century.", (1800, 1900), None),
        ("It fell in the nineteenth century.", (1800, 1900), None),
        ("Cayó en el siglo XIX.", (1800, 1900), None),
        ("He died in 44 BC.", (-44, -44), None),
        ("It fell in the 3rd century BC.", (-300, -201), None),
        ("It erupted in AD 79.", (79, 79), None),
        ("Sales rose in Q3 2024.", (2024, 2024), (7, 9)),
        ("Sales rose in the third quarter of 2024.", (2024, 2024), (7, 9)),
        ("Sales rose in H1 2024.", (2024, 2024), (1, 6)),
        ("It grew in FY2024.", (2024, 2024), None),
    ],
)
def test_years_and_parts_of_years(
    text: str, years: tuple[int, int], months: tuple[int, int] | None
) -> None:
    found = read(text)
    assert found.years == years
    assert found.months == months
    assert found.day is None


@pytest.mark.parametrize(
    ("text", "second", "zone"),
    [
        ("It closes at 9 pm.", 21 * 3600, None),
        ("It closes at 9:30 p.m. EST.", 21 * 3600 + 1800, -300),
        ("It closes at 21:30 UTC-4.", 21 * 3600 + 1800, -240),
        ("It closes at 21:30:15.", 21 * 3600 + 1815, None),
        ("Es schließt um 21 Uhr.", 21 * 3600, None),
        ("Ça ferme à 21h30.", 21 * 3600 + 1800, None),
        ("午後9時30分に閉まる。", 21 * 3600 + 1800, None),
        ("It closes at noon.", 12 * 3600, None),
    ],
)
def test_times_of_day(text: str, second: int, zone: int | None) -> None:
    found = read(text)
    assert (found.kind, found.second, found.zone) == ("time", second, zone)


@pytest.mark.parametrize(
    "text",
    [
        "It starts 2025-06-03 08:00 UTC-4.",
        "It starts 2025-06-03T08:00:00-04:00.",
        "It starts on 3 June 2025 at 8 am EDT.",
        "It starts at 08:00 UTC-4 on 3 June 2025.",
    ],
)
def test_a_day_and_its_time_are_one(text: str) -> None:
    found = read(text)
    assert (found.day, found.second, found.zone) == (3, 8 * 3600, -240)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("It runs 3–5 May 2025.", [3, 5]),
        ("It runs May 3-5, 2025.", [3, 5]),
        ("It runs from 30 May to 2 June 2025.", [30, 2]),
        ("It runs on 3 and 5 May 2025.", [3, 5]),
    ],
)
def test_both_ends_of_a_range_have_its_year(text: str, days: list[int]) -> None:
    found = find_dates(text)
    assert [date.day for date in found] == days
    assert {date.year for date in found} == {2025}


def test_a_range_of_years_and_of_months() -> None:
    assert [date.year for date in find_dates("It ran in 2019-21 and 2010/11.")] == [
        2019,
        2021,
        2010,
        2011,
    ]
    assert [date.month for date in find_dates("It runs from May to July 2025.")] == [5, 7]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("It starts 14 days later.", "14 days later"),
        ("It came yesterday.", "yesterday"),
        ("Es kam gestern.", "gestern"),
        ("It came 3 days ago.", "3 days ago"),
        ("Das war vor 14 Tagen.", "vor 14 Tagen"),
        ("It opens next Monday.", "next Monday"),
        ("来月から始まる。", "来月"),
        ("14日後に始まる。", "14日後"),
    ],
)
def test_relative_dates(text: str, span: str) -> None:
    found = read(text)
    assert (found.kind, found.text) == ("relative", span)


@pytest.mark.parametrize(
    ("text", "swapped"),
    [("04/05/2025", True), ("04/25/2025", False), ("04.05.2025", False), ("05/05/2025", False)],
)
def test_day_and_month_that_may_be_swapped(text: str, swapped: bool) -> None:
    assert read(f"Signed {text}.").swapped is swapped


@pytest.mark.parametrize(
    "text",
    [
        "It costs 1,897 euros.",
        "It costs $2019.",
        "You may take 5 of them.",
        "They march in rows of 4.",
        "The warranty lasts 12 months.",
        "It needs version 2.3.1 or 2025.1.",
        "The ratio is 12.50 to 1, or 16:9.",
        "Read John 3:16 again.",
        "Arrive 2 hours before the flight.",
        "Keep it dry for 14 days.",
        "It ends 14 days after the signature.",
        "契約の14日後に終わる。",
        "About 1200 people came; some 1500 calories.",
        "It has a density of 1540 kg per cubic metre.",
        "The desk is open 24/7.",
        "Call 555-0123 or +49 2025 1999.",
        "Add 1/2 cup and 3/4 of the rest.",
        "It meets ISO 2025-1.",
        "Trabaja por la mañana.",
        "Seen from Mars it is small.",
        "4. May help with colds.",
        "He scored in the first half.",
        "",
    ],
)
def test_no_dates(text: str) -> None:
    assert not find_dates(text)


_PIECES = st.sampled_from(
    [
        *("14 July 2025", "2025-07-14", "04/05/2025", "May", "Monday", "9:30", "9 pm", "Q3 2024"),
        *(
            "'90s",
            "19th century",
            "44 BC",
            "and",
            "to",
            "-",
            "–",
            ",",
            ".",
            " ",
            "(",
            ")",
            "年",
            "月",
        ),
        *(
            "7月14日",
            "令和",
            "令和7年",
            "last",
            "year",
            "noon",
            "5",
            "2025",
            "UTC",
            "+02:00",
            "days later",
        ),
        *("\n", "\u202e", "\ud800", "٣", "İ"),
    ]
)


@given(st.lists(_PIECES, max_size=30).map(" ".join) | st.lists(_PIECES, max_size=30).map("".join))
def test_dates_are_in_order_apart_and_in_place(text: str) -> None:
    end = 0
    for date in find_dates(text):
        assert end <= date.start < date.end <= len(text)
        assert text[date.start : date.end] == date.text
        assert date.month is None or 1 <= date.month <= 12
        assert date.second is None or 0 <= date.second < 86_400
        end = date.end

"""Dates, years, times and relative dates are found in several languages."""

from __future__ import annotations

import pytest

from adjudge_engine.numbers.dates import find_dates


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("It ends on 30 September 2026.", "30 September 2026"),
        ("It ends on 2026-09-30.", "2026-09-30"),
        ("Er endet am 31. Dezember 2026.", "31. Dezember 2026"),
        ("Elle finit le 1er janvier 2026.", "1er janvier 2026"),
        ("Firmado el 8 de mayo de 2012.", "8 de mayo de 2012"),
        ("It was built in 1897.", "1897"),
        ("It closes at 9 pm.", "9 pm"),
        ("It starts 14 days later.", "14 days later"),
        ("Sie beginnt zwei Wochen später.", None),
        ("It came yesterday.", "yesterday"),
        ("Es kam gestern.", "gestern"),
        ("来月から始まる。", "来月"),
        ("14日後に始まる。", "14日後"),
        ("In May 2020 it rose 5%.", "2020"),
        ("It came 3 days ago.", "3 days ago"),
        ("It falls on the fifth of May.", "fifth"),
        ("二〇一九年に始まる。", "二〇一九年"),
        ("三月三日に始まる。", "三月三日"),
    ],
)
def test_found(text: str, span: str | None) -> None:
    found = [date.text for date in find_dates(text)]
    assert found == ([span] if span else [])
    for date in find_dates(text):
        assert text[date.start : date.end] == date.text


@pytest.mark.parametrize(
    "text",
    [
        "It costs 1,897 euros.",
        "You may take 5 of them.",
        "They march in rows of 4.",
        "The warranty lasts 12 months.",
        "It needs version 2.3.1.",
        "The ratio is 12.50 to 1.",
        "Arrive 2 hours before the flight.",
        "Avoid alcohol for 48 hours after meals.",
        "Keep it dry for 14 days.",
        "It ends 14 days after the signature.",
        "It is due within 30 days from the date of purchase.",
        "契約の14日後に終わる。",
        "About 1200 people came; some 1500 calories.",
        "The desk is open 24/7.",
        "Trabaja por la mañana.",
        "",
    ],
)
def test_not_found(text: str) -> None:
    assert not find_dates(text)

"""Which answers are nothing but an abstention: only those may go out unread."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.gates.abstaining.bare import is_bare_abstention

QUESTION = "When does the museum open on Sundays, and is parking free?"


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know.",
        "Sorry, I don\u2019t know.",
        "I'm sorry, but I cannot answer this question.",
        "I can't help with that.",
        "Unfortunately, the provided documents do not mention the museum's opening hours.",
        "The documents I was given do not say whether parking is free.",
        "Based on the provided context, I cannot determine when the museum opens on Sundays.",
        "There is no information about parking in the documents.",
        "The opening time is not mentioned in the documents.",
        "Dazu enthalten die vorliegenden Dokumente keine Angaben.",
        "Je ne sais pas.",
        "No lo sé.",
        "Не знаю.",
        "申し訳ありませんが、わかりません。",
        "資料に記載がありません。",
        "抱歉，我不知道。",
    ],
)
def test_bare(answer: str) -> None:
    assert is_bare_abstention(answer, QUESTION)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Sorry.",
        "I don't know, but it opens at ten.",
        "I don't know. It opens at ten.",
        "I don't know (ten o'clock).",
        "I don't know.\n\nTen o'clock.",
        "**It opens at ten**\n\nI don't know.",
        "I don't know. X",
        "I don't know. 🕙",
        "I don't know. \u202eten",
        "I don't know. Es öffnet um zehn.",
        "I don't know. Please visit example.org and log in.",
        "I don't know. Please stop taking the tablets.",
        "I don't know. Feel free to enter without a ticket.",
        "I don't know. Let me know that parking is free.",
        "The documents do not say, because the museum opens on Sundays.",
        "The documents do not say because the museum opens on Sundays.",
        "The documents do not say anything except that parking is free.",
        "The documents do not mention only parking.",
        "I cannot say no: parking is free.",
        "As parking is free, I cannot answer.",
        "I cannot help but say parking is free.",
        "Without information parking is free.",
        "Parking is not available in the information desk.",
        "The library lends books. I don't know.",
        "The documents do not mention the museum, which opens on Sundays.",
        "分かりません。十時に来てください。",
        "不知道（十点开门）。",
        "Je ne sais pas. Veuillez venir à dix heures.",
        "पता नहीं। दस बजे खुलता है।",
        "I don't know. " * 60,
    ],
)
def test_more_than_that(answer: str) -> None:
    assert not is_bare_abstention(answer, QUESTION)


@settings(max_examples=100, deadline=None)
@given(st.text(min_size=1, max_size=30))
def test_nothing_can_be_added(more: str) -> None:
    if any(map(str.isalnum, more)):
        assert not is_bare_abstention(f"I don't know. {more}", "")

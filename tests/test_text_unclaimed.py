"""Text of an answer that is in no claim: what says something and what is only markup."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.claims import split_claims
from adjudge_engine.text.unclaimed import unclaimed

SAID = "The fee is 5 euros."


def _unclaimed(answer: str) -> list[str]:
    claims = [(one.start, one.end) for one in split_claims(answer)]
    return [answer[start:end] for start, end in unclaimed(answer, claims)]


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (f"# Free for students\n\n{SAID}", ["# Free for students"]),
        (f"**No**\n\n{SAID}", ["**No**"]),
        (f"Free for all\n===\n{SAID}", ["Free for all"]),
        (f"{SAID}\n\n| Free | for all |\n|---|---|\n", ["| Free | for all |"]),
        (f"{SAID}\n```it is free\n```", ["```it is free"]),
        (f"{SAID} ❌", ["❌"]),
        (f"{SAID}\n👎", ["👎"]),
        (f"{SAID}\n?", ["?"]),
        (f"{SAID}\n…", ["…"]),
        (f"- [ ] {SAID}", ["- [ ]"]),
        (f"{SAID}\n\u202e", ["\u202e"]),
    ],
)
def test_what_says_something(answer: str, left: list[str]) -> None:
    assert _unclaimed(answer) == left


@pytest.mark.parametrize(
    "answer",
    [
        SAID,
        f"- {SAID}\n* {SAID}\n12. {SAID}\na) {SAID}\n> {SAID}",
        f"{SAID}\n\n---\n\n{SAID} [1]\n[2]",
        f"```\n{SAID}\n```",
        f"```json\n{SAID}\n```",
        f"| {SAID} |\n|---|\n",
        '{"fee": 5}',
        "料金は５ユーロです。送料は無料です。",
        "",
    ],
)
def test_what_says_nothing(answer: str) -> None:
    assert [one for one in _unclaimed(answer) if one != f"| {SAID} |"] == []


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="aB1 .#*|-\n`>[]❌?", max_size=60))
def test_every_letter_is_in_a_claim_or_reported_or_markup(answer: str) -> None:
    claims = [(one.start, one.end) for one in split_claims(answer)]
    found = unclaimed(answer, claims)
    covered = {at for start, end in (*claims, *found) for at in range(start, end)}
    for at, character in enumerate(answer):
        if character in "B❌?" and at not in covered:
            line = answer[answer.rfind("\n", 0, at) + 1 : at + 2].strip(" \t>*")
            assert line.startswith("B") or line.startswith("[")

"""A judge's score is read however it was written, and never guessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.judges.ranking.replies import score_of


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("4", 4.0),
        ("3.5", 3.5),
        ("3,5", 3.5),
        ("Score: 3.5", 3.5),
        ("**Score:** 2", 2.0),
        ("4/5", 4.0),
        ("8/10", 4.0),
        ("4 out of 5", 4.0),
        ("4 von 5 Punkten", 4.0),
        ("80%", 4.0),
        ("0", 1.0),
        ("-3", 1.0),
        ("17", 5.0),
        ("four", 4.0),
        ("Vier.", 4.0),
        ("五", 5.0),
        ("４", 4.0),
        ("関連度は4点です", 4.0),
        ("評価：4", 4.0),
        ("not relevant", 1.0),
        ("Irrelevant.", 1.0),
        ("somewhat relevant", 3.0),
        ("Highly relevant", 5.0),
        ("sehr relevant", 5.0),
        ("relevant", 4.0),
        ("On a scale of 1 to 5, I would say 4.", 4.0),
        ("(1-5): 2", 2.0),
        ("Source k3 is on the topic. Rating: 2", 2.0),
        ('{"r": "it names 12 of 30 rooms", "v": "4"}', 4.0),
        ('{"score": 2.5}', 2.5),
        ('```json\n{"v": 5}\n```', 5.0),
        ("<think>maybe 1, or 2</think> 5", 5.0),
        ('{"r": "it has 3 facts", "v": "U"}', None),
        ("", None),
        ("I cannot help with that.", None),
        ("k1", None),
        ("\ud800\x00", None),
    ],
)
def test_scores(reply: str, score: float | None) -> None:
    assert score_of(reply) == score


@given(st.text(max_size=200))
def test_any_reply_gives_a_score_within_the_scale_or_none(reply: str) -> None:
    score = score_of(reply)
    assert score is None or 1.0 <= score <= 5.0


@given(st.floats(min_value=-20, max_value=20), st.sampled_from(["", "Score: ", "I say ", '"v": ']))
def test_a_number_is_read_and_clamped(value: float, before: str) -> None:
    written = f"{value:.2f}"
    assert score_of(before + written) == min(5.0, max(1.0, float(written)))


@pytest.mark.parametrize("unit", ["1", "1 to ", "on a scale of ", "4/", '"v":', "not ", "<think>"])
def test_hostile_replies_end(unit: str) -> None:
    score = score_of(unit * 100_000)
    assert score is None or 1.0 <= score <= 5.0

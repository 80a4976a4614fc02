"""An error as people read it: two lines on the command line, sentences on one line elsewhere."""

from __future__ import annotations

import pytest

from adjudge_engine.errors import AdjudgeError


@pytest.mark.parametrize(
    ("message", "hint", "told"),
    [
        ("q.db does not exist", "Check the name", "q.db does not exist. Check the name."),
        ("It is full.", "Make room.", "It is full. Make room."),
        ("Which one?", "", "Which one?"),
        ("満杯です。", "空けてください", "満杯です。 空けてください."),
        ("", "", ""),
    ],
    ids=["bare", "stopped", "asked", "japanese", "empty"],
)
def test_each_sentence_has_its_stop(message: str, hint: str, told: str) -> None:
    assert AdjudgeError(message, hint).sentences == told

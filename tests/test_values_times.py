"""Values of citations that are times of day, and amounts that are paid by the year."""

from __future__ import annotations

import pytest

from adjudge_engine.gates.holding import best
from adjudge_engine.text.normalise import normalise
from adjudge_engine.text.quantities import Valued


def holds(text: str, value: str) -> bool:
    return best(normalise(value), Valued(normalise(text))) is not None


@pytest.mark.parametrize(
    ("text", "value", "there"),
    [
        ("The pool opens at 8:30 daily.", "08:30", True),
        ("The pool opens at 08:30 daily.", "8:30", True),
        ("The pool opens at 8.30 am.", "08:30", True),
        ("The pool closes at 20:30.", "8:30 pm", True),
        ("Das Bad schließt um 20.30 Uhr.", "20:30", True),
        ("The pool closes at 20:30.", "8:30", False),
        ("The pool closes at 8:30 pm.", "08:30", False),
        ("The pool opens at 8:30.", "8:30 pm", False),
        ("The pool opens at 8:30.", "9:30", False),
        ("It begins at 14:00 CET.", "13:00 UTC", True),
        ("It begins at 14:00 CET.", "14:00 UTC", False),
        ("A ticket costs €12.40 a year.", "12.40 EUR", True),
        ("A ticket costs €12.40 a year.", "12,40 €", True),
        ("A ticket costs €12.40 a year.", "12.40 USD", False),
        ("A ticket costs €12.40.", "12.40 EUR a year", False),
        ("Row 05 of the list.", "5", False),
    ],
)
def test_values(text: str, value: str, there: bool) -> None:
    assert holds(text, value) == there

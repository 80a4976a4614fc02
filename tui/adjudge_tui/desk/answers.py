"""What an item answers, as one text: its answer, or the two of a comparison one under the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge_tui.wording.strings import say


def answer_text(case: Mapping[str, Any]) -> str:
    """The answer of a case; of a comparison both answers, headed A and B. Not display-safe yet."""
    answer = case.get("answer")
    answers = case.get("answers") or ()
    if answer is not None or not answers:
        return str(answer or "")
    parts = zip("AB", answers, strict=False)
    return "\n\n".join(
        f"{name}\n{text if text.strip() else say('answer.empty')}" for name, text in parts
    )

"""Search texts: how they are cut into words, and how a person's query becomes an FTS query.

Scripts that are written without spaces are indexed character by character, and asked for as the
phrase of their characters, so that any part of a word is found. What a person types is never
FTS syntax: every word is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudge_queue.jsontext import displayable

#: Thai, Lao, Myanmar, Khmer; Kana, Bopomofo; Han with its extensions; half-width Kana; Hangul.
UNSPACED: Final = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u312f\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff]"
)
MAX_QUERY = 1000
MAX_WORDS = 32


def segment(text: str) -> str:
    """Text as the index takes it: characters of unspaced scripts stand apart."""
    text = displayable(text)
    if text.isascii():
        return text
    return re.sub(UNSPACED, lambda match: f" {match.group()} ", text)


def query(text: str) -> str | None:
    """The FTS5 expression for what a person typed: all words, the last one as a beginning.

    None if there is no word in it. Beyond 1,000 characters or 32 words the rest is left out.
    """
    words = displayable(text[:MAX_QUERY]).replace("\ufffd", " ").split()[:MAX_WORDS]
    phrases = []
    for word in words:
        parts = segment(word).replace('"', " ").split()
        if any(character.isalnum() for character in word):
            phrases.append('"' + " ".join(parts) + '"')
    if not phrases:
        return None
    return " ".join(phrases) + ("" if text[-1:].isspace() else "*")


def texts(case: Mapping[str, Any], evaluation: Mapping[str, Any]) -> tuple[str, str, str]:
    """What is searched of an item: its question, its answer, and claims beyond the answer.

    The engine's claims are pieces of the answer; only those that a judge worded anew add to it.
    """
    answers: Iterable[str] = case.get("answers") or (case.get("answer") or "",)
    extra = [
        str(claim.get("text", ""))
        for judgment in evaluation.get("judgments", ())
        for claim in judgment.get("extra_claims", ())
    ]
    return (
        segment(case.get("question") or ""),
        segment("\n".join(answers)),
        segment("\n".join(extra)),
    )

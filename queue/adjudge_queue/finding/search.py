"""Search texts: how they are cut into words, and how a person's query becomes an FTS query.

Scripts that are written without spaces are indexed character by character, and asked for as the
phrase of their characters, so that any part of a word is found. What a person types is never
FTS syntax: every word is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudge_queue.file.jsontext import displayable
from adjudge_queue.file.store import Store

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


def phrases(text: str) -> list[str]:
    """What a person typed as FTS5 phrases, one per word, the last one as a beginning.

    Beyond 1,000 characters or 32 words the rest is left out.
    """
    words = displayable(text[:MAX_QUERY]).replace("\ufffd", " ").split()[:MAX_WORDS]
    found = []
    for word in words:
        parts = segment(word).replace('"', " ").split()
        if any(character.isalnum() for character in word):
            found.append('"' + " ".join(parts) + '"')
    if found and not text[-1:].isspace():
        found[-1] += "*"
    return found


def query(text: str) -> str | None:
    """The FTS5 expression for what a person typed: all words. None if there is no word in it."""
    return " ".join(phrases(text)) or None


def public(query: str) -> str:
    """A search that looks only through what everybody may read of an item."""
    return f"{{question answer}} : ({query})"


#: A new item's id with what `texts` gives.
INSERT: Final = "INSERT INTO search(rowid, question, answer, claims, notes) VALUES (?, ?, ?, ?, '')"
#: The hits below an item, newest first. The index yields them in this order one by one.
NEWEST: Final = (
    "SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?"
)
#: Of more hits than this the newest are looked at alone, where order or further conditions matter.
MOST_HITS: Final = 10_000
#: Above every item.
TOP: Final = 2**63 - 1


def newest(store: Store, text: str, below: int = TOP, limit: int | None = None) -> list[int]:
    """The items with all the words, newest first: those below an item, the newest 10,000."""
    wanted = query(text)
    if wanted is None:
        return []
    return [row[0] for row in store.rows(NEWEST, (wanted, below, limit or MOST_HITS))]


def answers(case: Mapping[str, Any]) -> Iterable[str]:
    """The answers of a case."""
    found: Iterable[str] = case.get("answers") or (case.get("answer") or "",)
    return found


def extra_claims(evaluation: Mapping[str, Any]) -> list[str]:
    """Claims beyond the answer.

    The engine's claims are pieces of the answer; only those that a judge worded anew add to it.
    """
    return [
        str(claim.get("text", ""))
        for judgment in evaluation.get("judgments", ())
        for claim in judgment.get("extra_claims", ())
    ]


def texts(case: Mapping[str, Any], evaluation: Mapping[str, Any]) -> tuple[str, str, str]:
    """What is searched of an item: its question, its answer, and claims beyond the answer."""
    return (
        segment(case.get("question") or ""),
        segment("\n".join(answers(case))),
        segment("\n".join(extra_claims(evaluation))),
    )

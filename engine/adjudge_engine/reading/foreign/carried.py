"""A row of our own golden set that an export carried through another tool's file.

Such a row is believed only where the record still shows what the row says: labels speak of a text
as it was. Who reads golden sets back as such is `adjudge golden import`; here it is a case.
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.problems import Problem

#: The name under which the row travels.
CARRIED: Final = "adjudge_row"
#: What is said of a record that no longer shows its row.
EDITED: Final = "edited since it was exported: its labels speak of another text, and were left"


def carried_row(text: Any, shown: dict[str, Any]) -> dict[str, Any] | None:
    """The row in `text`, if it is one and says what the record shows; else None.

    `shown`: `question` and `answer` (empty where there is none) and `contexts` (a list of texts, or
    one text of them parted by blank lines) as the record has them now.
    """
    if not isinstance(text, str):
        return None
    try:
        row = Decoder().decode(text)
    except Problem:
        return None
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        return None
    texts = _texts(row.get("contexts"))
    joined = isinstance(shown.get("contexts"), str)
    said = {
        "question": row.get("question") or "",
        "answer": row.get("answer") or "",
        "contexts": "\n\n".join(map(str, texts)) if joined else texts,
    }
    return row if all(said[name] == one for name, one in shown.items()) else None


def _texts(contexts: Any) -> list[Any]:
    if not isinstance(contexts, list):
        return []
    return [one.get("text", "") if isinstance(one, dict) else one for one in contexts]

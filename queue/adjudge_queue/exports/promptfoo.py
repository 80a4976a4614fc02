"""promptfoo tests: a JSON list for `tests: file://golden.json`.

promptfoo fills templates (`{{ }}`, `{% %}`) and loads files (`file://`) in the values of variables,
so text from a document could read the environment. A word joiner (U+2060) is put where such a mark
would begin; taking it away again is exact. The person's word stands in `human_label`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudge_engine.reading.foreign.templates import original
from adjudge_queue.exports import carried, rows
from adjudge_queue.exports.rows import GoldenCase
from adjudge_queue.file.jsontext import dump

_JOINER: Final = "\u2060"
_BRACE: Final = re.compile("\\{(\u2060*+)(?=[{%#])")
_SCHEME: Final = re.compile("(?i)^(\\s*+)(\u2060*+)(?=[a-z][a-z0-9+.-]{0,30}://)")


def inert(text: str) -> str:
    """`text` in which promptfoo finds no template and no file to load."""
    return _SCHEME.sub(rf"\1\2{_JOINER}", _BRACE.sub(rf"{{\1{_JOINER}", text))


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One test for each row."""
    return carried.array(map(test, rows.standing(found)))


def test(row: GoldenCase) -> dict[str, Any]:
    """A row as a test; assertions are for the reader to add (`defaultTest`)."""
    said = rows.label(row, "faithfulness")
    variables = {
        "question": row.get("question"),
        "answer": row.get("answer"),
        "context": "\n\n".join(rows.context_texts(row)),
        "reference": rows.expected_answer(row),
        "human_label": None if said is None else rows.value(said),
    }
    return {
        "description": inert(row["id"]),
        "vars": {name: inert(str(one)) for name, one in variables.items() if one is not None},
        "metadata": {
            "split": rows.golden(row)["split"],
            "set": rows.set_name(row),
            carried.CARRIED: inert(dump(row)),
        },
    }


def read(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the tests carry."""
    place = carried.carried_in("metadata", carried.CARRIED)

    def plain(record: dict[str, Any]) -> Any:
        found = place(record)
        return original(found) if isinstance(found, str) else found

    return carried.rows_of(text, plain, test)

"""How messages name texts and places."""

from __future__ import annotations

from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.evaluation import Place, Where
from adjudge_engine.models import made

#: What offsets of the answer count in.
ANSWER: Final = Where(part="answer")
_LONGEST: Final = 80


def shortened(text: str) -> str:
    """`text` on one line, cut to 80 characters."""
    line = " ".join(text[: 4 * _LONGEST].split())
    if len(line) > _LONGEST or len(text) > 4 * _LONGEST:
        line = line[: _LONGEST - 1].rstrip() + "…"
    return line


def quoted(text: str) -> str:
    """`shortened`, in quotation marks."""
    return f'"{shortened(text)}"'


def counted(number: int, noun: str) -> str:
    """ "1 citation", "2 citations", "1,200 citations"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def in_context(context: Context, start: int, end: int) -> Place:
    """The place `context.text[start:end]`."""
    return placed(
        context.text[start:end],
        Where.trusted(
            part="context",
            id=context.id,
            page=context.page,
            element_id=context.element_id,
            path=None,
        ),
        start,
        end,
    )


def in_answer(answer: str, start: int, end: int) -> Place:
    """The place `answer[start:end]`."""
    return made(Place, {"text": answer[start:end], "where": ANSWER, "start": start, "end": end})


def placed(text: str, where: Where, start: int | None = None, end: int | None = None) -> Place:
    """The place of `text` in `where`; without offsets it has none in it."""
    return made(Place, {"text": text, "where": where, "start": start, "end": end})

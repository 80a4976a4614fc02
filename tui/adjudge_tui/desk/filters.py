"""The filter line of the queue, in the words of the interface; `filtertext` knows its form."""

from __future__ import annotations

from adjudge_queue.finding import filtertext
from adjudge_queue.records import Filter
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say


def parse_filter(line: str) -> Filter:
    """The filter that a line asks for. Raises ValueError with a sentence for an unknown word."""
    try:
        return filtertext.parse(line)
    except filtertext.UnknownWord as error:
        known = ", ".join(error.known)
        raise ValueError(say("queue.bad_filter", word=one_line(error.word), known=known)) from None


def filter_line(where: Filter | None) -> str:
    """The line that asks for `where`; empty for all that is open."""
    return "" if where is None else filtertext.line(where)

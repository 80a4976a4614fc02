"""What of an item can be copied: as it stands on the screen, in one line, so that nothing acts
where it is pasted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_tui.desk.passages import Link
from adjudge_tui.desk.views import ClaimView, ItemView
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

#: So many characters are copied; terminals refuse more, some in silence.
MOST: Final = 20_000


class Copy(NamedTuple):
    """One thing to copy: its key, its words, the text."""

    key: str
    words: str
    text: str


def copies(view: ItemView, claim: ClaimView | None, link: Link | None) -> tuple[Copy, ...]:
    """What there is to copy, by key: claim, evidence, answer, id."""
    found = []
    if claim is not None:
        found.append(Copy("c", say("copy.claim", number=claim.number), claim.text))
    if link is not None:
        text = view.evidence[link.start : link.end]
        found.append(Copy("e", say("copy.evidence", number=link.number), text))
    found.append(Copy("a", say("copy.answer"), view.answer))
    found.append(Copy("i", say("copy.id"), view.case_id))
    return tuple(one._replace(text=one_line(one.text)[:MOST]) for one in found)

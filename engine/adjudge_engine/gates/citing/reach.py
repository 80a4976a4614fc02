"""How far a citation in the prose reaches: to its sentence, its list item, or its paragraph.

A mark covers the sentence that it stands in or right after, with all of that sentence's clauses;
at the end of a list item, the whole item; as a remark of its own ("(Sources: [1], [2])"), the
paragraph before it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.gates.citing.placing import Placed
from adjudge_engine.text.blocks import Block, blocks

_FINAL: Final = ".!?。！？｡।۔؟…"
_BETWEEN: Final = ' \t)]}"”’»*_)）」,;:' + _FINAL
_AFTER_CLAIM: Final = 4  # a mark belongs to the claim that ends so many characters before it
_REMARK: Final = 12  # letters besides the marks in a remark that only names sources


def covered_by_marks(
    answer: str, claims: Sequence[Claim], marks: Sequence[Placed]
) -> frozenset[str]:
    """The ids of the claims that a mark which leads somewhere covers."""
    spans = [
        (one.cited.start, one.cited.end) for one in marks if one.standing in ("cited", "placed")
    ]
    if not spans or not claims:
        return frozenset()
    found = _in_sentences(answer, claims, spans)
    found |= _in_blocks(answer, claims, spans)
    return frozenset(claims[at].id for at in found)


def _in_sentences(answer: str, claims: Sequence[Claim], spans: list[tuple[int, int]]) -> set[int]:
    """The claims with a mark in or right after them, and the clauses before in that sentence."""
    starts = [claim.start for claim in claims]
    found: set[int] = set()
    ends: dict[int, int] = {}
    for start, end in spans:
        at = bisect_right(starts, start) - 1
        if at < 0:
            continue
        reach = ends.get(at, claims[at].end)
        between = answer[reach:start]
        if start >= reach and (len(between) > _AFTER_CLAIM or between.strip(_BETWEEN)):
            continue
        ends[at] = max(reach, end)
        found.add(at)
    for at in sorted(found, reverse=True):
        while at and at - 1 not in found and _same_sentence(answer, claims[at - 1], claims[at]):
            at -= 1
            found.add(at)
    return found


def _same_sentence(answer: str, first: Claim, second: Claim) -> bool:
    """Whether no sentence ends between two neighbouring claims."""
    gap = answer[max(first.start, first.end - 2) : second.start]
    return "\n" not in gap and not any(one in gap for one in _FINAL)


def _in_blocks(answer: str, claims: Sequence[Claim], spans: list[tuple[int, int]]) -> set[int]:
    """The claims of list items that end with a mark, and of paragraphs with a remark of sources."""
    starts = [claim.start for claim in claims]
    found: set[int] = set()
    for block in blocks(answer):
        at = bisect_right(spans, (block.end, -1)) - 1
        if at < 0 or spans[at][0] < block.start:
            continue
        end = spans[at][1]
        if answer[end : block.end].strip(_BETWEEN + "\n"):
            continue
        if block.kind == "item" or _is_remark(answer, block, spans, at):
            first = bisect_left(starts, block.start)
            found.update(range(first, bisect_left(starts, block.end)))
    return found


def _is_remark(answer: str, block: Block, spans: list[tuple[int, int]], at: int) -> bool:
    """Whether the marks that end at `spans[at]` are a remark of their own: "(Sources: [1])"."""
    last = spans[at][1]
    while (
        at and spans[at - 1][0] >= block.start and spans[at][0] - spans[at - 1][1] <= _AFTER_CLAIM
    ):
        at -= 1
    before = answer[block.start : spans[at][0]].rstrip()
    opened = before.rfind("(", max(0, len(before) - 3 * _REMARK))
    words = before[opened + 1 :] if opened >= 0 else ""
    if ")" in words or opened < 0:
        return False
    letters = sum(map(str.isalpha, words))
    closed = answer[last : last + 1] in (")", "")
    return letters <= _REMARK and closed and before[:opened].rstrip().endswith(tuple(_FINAL))

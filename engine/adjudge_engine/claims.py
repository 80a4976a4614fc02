"""The engine's splitter: the claims of an answer, with exact spans.

A claim is a sentence or an independent clause, a list item's sentence, a data row of a table, a
block of code, or the whole answer where that is JSON. Bullets, numbering, table headers, fences
and short headings are markup and belong to no claim; every other letter and digit does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.models import made
from adjudge_engine.text.blocks import Block, blocks
from adjudge_engine.text.plain_sentences import Range
from adjudge_engine.text.sentences import sentences, trim

CLAIMS: Final = "claims/1"

#: A longer claim is cut at line breaks and commas, if it has any. Code points.
LONG: Final = 2_000
#: An answer with more sentences has neighbours joined, so that no text is too long to review.
MOST: Final = 10_000

_BREAK: Final = re.compile(r"\n|,(?=\s)|[，、；،]")
_HEADING_WORDS: Final = 10


def split_claims(answer: str) -> tuple[Claim, ...]:
    """The claims of `answer`: ordered, disjoint, trimmed, each with a letter or digit.

    `answer[claim.start:claim.end] == claim.text`, offsets in code points; ids are unique within
    the answer and depend on span and text alone. Linear in the answer's length.
    """
    whole = trim(answer, 0, len(answer))
    spans = [] if _is_json(answer[slice(*whole)]) else _spans(answer)
    said = [span for span in spans or [whole] if _says_something(answer, *span)]
    return _claims(answer, _at_most(said, MOST))


def _is_json(text: str) -> bool:
    """Whether `text` is a JSON object or array."""
    if text[:1] not in ("{", "[") or text[-1:] not in ("}", "]"):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _spans(answer: str) -> list[Range]:
    found: list[Range] = []
    for block in blocks(answer):
        for start, end in _block_spans(answer, block):
            if end - start <= LONG:
                found.append((start, end))
            else:
                found += _cut(answer, start, end)
    return found


def _block_spans(answer: str, block: Block) -> Iterable[Range]:
    kind, start, end = block
    if kind in ("prose", "item"):
        return sentences(answer, start, end)
    if kind in ("row", "code"):
        return [trim(answer, start, end)]
    if kind == "heading" and _states(answer[start:end].strip()):
        return sentences(answer, start, end)
    return []


def _states(heading: str) -> bool:
    """Whether a heading says more than what its section is about.

    One that ends like a sentence, carries a number besides its own numbering, or runs long
    would otherwise be a statement that nobody checks.
    """
    unnumbered = heading.lstrip("0123456789.)( ")
    return (
        heading.rstrip("*_ ").endswith((".", "!", "。", "！", "।", "۔"))
        or any(map(str.isnumeric, unnumbered))
        or len(unnumbered.split()) > _HEADING_WORDS
    )


def _cut(answer: str, start: int, end: int) -> list[Range]:
    """A long span cut into pieces of at most `LONG` where its line breaks and commas allow."""
    if _is_json(answer[start:end]):
        return [(start, end)]
    edges, last = [start], start
    for match in _BREAK.finditer(answer, start, end):
        if match.end() - edges[-1] > LONG and last > edges[-1]:
            edges.append(last)
        last = match.end()
    if end - edges[-1] > LONG and last > edges[-1]:
        edges.append(last)
    pairs = zip(edges, [*edges[1:], end], strict=True)
    return [trim(answer, left, right) for left, right in pairs]


def _says_something(answer: str, start: int, end: int) -> bool:
    if start < end and answer[start].isalnum():
        return True
    return any(map(str.isalnum, answer[start:end]))


def _at_most(spans: list[Range], limit: int) -> list[Range]:
    """Neighbours joined evenly until there are no more than `limit`."""
    step = -(-len(spans) // limit)
    if step <= 1:
        return spans
    groups = (spans[at : at + step] for at in range(0, len(spans), step))
    return [(group[0][0], group[-1][1]) for group in groups]


def _claims(answer: str, spans: list[Range]) -> tuple[Claim, ...]:
    found: dict[str, Claim] = {}
    for start, end in spans:
        text = answer[start:end]
        key = f"{start}:{end}:{text}".encode("utf-8", "surrogatepass")
        digest = sha256(key).hexdigest()
        size, name = 10, "k" + digest[:10]
        while name in found:  # chance, or an answer made to collide
            size += 2
            name = "k" + digest[:size]
        found[name] = made(
            Claim,
            {
                "id": name,
                "text": text,
                "start": start,
                "end": end,
                "proved": False,
                "evidence": (),
            },
        )
    return tuple(found.values())

"""What a citation says stands there, and how its words are compared with a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, TypeVar

from adjudge_engine.case import Citation
from adjudge_engine.evaluation import Check, Place
from adjudge_engine.gates.citing.locators import cited_text, on_citation
from adjudge_engine.gates.words import quoted
from adjudge_engine.text.boundary import splits_token
from adjudge_engine.text.find import hits
from adjudge_engine.text.negation import negates
from adjudge_engine.text.normalise import Normalised, normalise

_T = TypeVar("_T")

_ELLIPSIS: Final = re.compile(r"\[\.\.\.\]|\(\.\.\.\)|\.\.\.")
_MOST_PARTS: Final = 50
_JOINT: Final = 300  # characters in which a denial joins on to the words beside an ellipsis
_MOST_TRIES: Final = 8  # places of one part that are tried
#: Words that deny though they are no negation of their own, and negations that deny nothing.
_DENYING: Final = re.compile(
    r"\b(?:hardly|scarcely|barely|anything but|keineswegs|keinesfalls|niemand|nichts|nullement"
    r"|guère)\b",
    re.IGNORECASE,
)
_HARMLESS: Final = re.compile(
    r"\b(?:not (?:only|just|merely)|not? (?:more|less|later|fewer) than"
    r"|nicht nur|nicht (?:mehr|weniger|später) als|non seulement|no solo|no sólo|non solo)\b",
    re.IGNORECASE,
)
_STOPS: Final = re.compile("[.,;:!?()。、，；：！？।،؛؟]")
#: The space inside French quotation marks; and marks that open and close a piece of a text.
_SPACE_INSIDE: Final = re.compile("(?<=«)[ \u00a0\u2009\u202f]|[ \u00a0\u2009\u202f](?=»)")
_OPENING: Final = re.compile(r"(?<![^\s(\['])\"(?=[^\s\"])")
_CLOSING: Final = re.compile(r"(?<=[^\s\"])\"(?![^\s.,;:!?)\]'])")


def kind_of(citation: Citation) -> str:
    """What the citation says stands there: as it says itself, else by what it gives.

    A row or a column leads to a cell, whatever is said to stand in it.
    """
    if citation.row is not None or citation.column is not None:
        return "table_cell"
    if citation.kind is not None:
        return citation.kind
    if citation.quote is not None:
        return "quote"
    return "value" if citation.value is not None else "presence"


def noun_of(kind: str) -> str:
    """What messages and check names call it."""
    return "value" if kind == "value" else "quote"


def too_much(citation: Citation, what: str) -> Check:
    """The check where the case asks for more searching than is allowed."""
    message = "the citations of this case ask for too much searching"
    return on_citation(citation, "search_limit", message, check=what)


def unsigned(citation: Citation, said: str, within: str, observed: Place) -> Check:
    """The check of a value that stands there alone in brackets."""
    return on_citation(
        citation,
        "sign_unclear",
        f"{quoted(said)} stands {within} in brackets, which may make it negative",
        check="value",
        expected=cited_text(citation, said),
        observed=observed,
    )


def found_check(citation: Citation, what: str, within: str, observed: Place) -> Check:
    """The check of a quote or value that stands there."""
    said = citation.quote if citation.quote is not None else citation.value
    return on_citation(
        citation,
        f"{what}_found",
        f"{quoted(said or '')} stands {within}",
        check=what,
        observed=observed,
    )


def missing_check(
    citation: Citation,
    what: str,
    needle: Normalised,
    within: str,
    nearest: tuple[Place | None, str, bool],
) -> Check:
    """The check of a quote or value that does not stand there.

    `nearest`: what comes nearest, the words that say so, and whether that is the quote with other
    white space or marks.
    """
    observed, instead, relaid = nearest
    return on_citation(
        citation,
        "quote_relaid" if relaid and what == "quote" else f"{what}_not_found",
        f"{quoted(needle.source)} does not stand {within}{instead}",
        check=what,
        expected=cited_text(citation, needle.source),
        observed=observed,
    )


def mismatch_check(citation: Citation, needle: Normalised, there: str, observed: Place) -> Check:
    """The check of a quote that is not what its span holds."""
    return on_citation(
        citation,
        "span_mismatch",
        f"{quoted(needle.source)}: {there}",
        check="quote",
        expected=cited_text(citation, needle.source),
        observed=observed,
    )


def unquoted(needle: Normalised) -> Normalised | None:
    """The quote without the quotation marks around it; None where there are none."""
    if len(needle.text) > 2 and needle.text[0] == needle.text[-1] == '"':
        return normalise(needle.text[1:-1])
    return None


def found_as_marked(needle: Normalised, search: Callable[[Normalised], list[_T]]) -> list[_T]:
    """What `search` finds of a quote: as it is, else as another hand sets its marks."""
    return search(needle) or next(filter(None, map(search, _remarked(needle))), [])


def _remarked(needle: Normalised) -> Iterator[Normalised]:
    """The quote with its quotation marks as another hand sets them; nothing where it has none.

    Without those around it; and as French sets its marks, with a space inside, or as others do.
    """
    if '"' not in needle.text:
        return
    bare = unquoted(needle)
    if bare is not None:
        yield bare
    tight = normalise(_SPACE_INSIDE.sub("", needle.source)).text
    wide = _CLOSING.sub(' "', _OPENING.sub('" ', tight))
    for text in (tight, wide):
        if text != needle.text:
            yield normalise(text)


def elided_parts(needle: Normalised) -> list[str]:
    """The parts around the ellipses of a quote; none where it has none or says nothing."""
    pieces = _ELLIPSIS.split(needle.text, maxsplit=_MOST_PARTS)
    parts = [part for part in (piece.strip(" ") for piece in pieces) if part]
    if len(pieces) < 2 or not all(any(map(str.isalnum, one)) for one in parts):
        return []
    return parts


def in_parts(
    parts: list[str], hay: Normalised, low: int = 0, high: int | None = None
) -> tuple[int, int] | None:
    """Where in `hay.text[low:high]` the parts stand one after the other, from first to last.

    Offsets of the original text; None where they do not, or there are none, or what is left out
    between them denies what they say: "may … sublet" out of "may not, in any case, sublet".
    """
    for first in islice(hits(parts[0], hay, low, high), _MOST_TRIES) if parts else ():
        at = first + len(parts[0])
        for part in parts[1:]:
            near = islice(hits(part, hay, at, high), _MOST_TRIES)
            start = next((one for one in near if not _denies(hay.text, at, one)), -1)
            if start < 0:
                break
            at = start + len(part)
        else:
            return hay.original(first, at)
    return None


def _denies(text: str, start: int, end: int) -> bool:
    """Whether there is a negation in what of `text[start:end]` joins on to the words around it.

    A remark between commas or brackets, and sentences of their own, join on to neither side.
    """
    head = _STOPS.split(text[max(0, start - 1) : min(end, start + _JOINT)], maxsplit=1)
    tail = _STOPS.split(text[max(start, end - _JOINT) : end])
    return any(
        negates(_HARMLESS.sub(" ", one)) or _DENYING.search(one) is not None
        for one in (head[0], tail[-1])
    )


def stands_at(
    needle: Normalised, hay: Normalised, start: int, end: int
) -> tuple[tuple[int, int] | None, bool]:
    """The place where the quote stands, if that is the original's range `start:end`.

    And whether its characters do, be it that the range cuts a word or number in two.
    """
    low, high = _trimmed(hay, *hay.normal(start, end))
    same = high - low == len(needle.text) and hay.text.startswith(needle.text, low)
    if same and not (splits_token(hay, low) or splits_token(hay, high)):
        return hay.original(low, high), True
    return None, same


def _trimmed(hay: Normalised, low: int, high: int) -> tuple[int, int]:
    while low < high and hay.text[low] == " ":
        low += 1
    while high > low and hay.text[high - 1] == " ":
        high -= 1
    return low, high

"""Finding a text in another: exactly, with token boundaries, or the nearest miss.

Offsets always count in the original of the haystack. Both sides must be normalised alike
(`fold_case` of both or of none).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rapidfuzz.fuzz import partial_ratio_alignment

from adjudge_engine.text.boundary import UNBROKEN, splits_token
from adjudge_engine.text.normalise import Normalised

_LONGEST_NEEDLE: Final = 400  # longer ones make rapidfuzz take seconds on repetitive text
_BRUTE_FORCE: Final = 8_000
_SEED_PAIRS: Final = 40
_SEED_HITS: Final = 20
_WINDOWS: Final = 3
_WORST_SCORE: Final = 60.0
_BEFORE_A_START: Final = " .,;:!?)]。、，；：！？"


def find_all(
    needle: Normalised, haystack: Normalised, limit: int | None = None
) -> list[tuple[int, int]]:
    """Where `needle` stands in `haystack` between token boundaries: ranges of its original text.

    In text order, not overlapping, at most `limit`. An empty needle stands nowhere.
    """
    found: list[tuple[int, int]] = []
    for start in hits(needle.text, haystack):
        if limit is not None and len(found) >= limit:
            break
        found.append(haystack.original(start, start + len(needle.text)))
    return found


def hits(
    needle: str, haystack: Normalised, start: int = 0, stop: int | None = None
) -> Iterator[int]:
    """The starts in `haystack.text[start:stop]` of `needle` between token boundaries."""
    text, size = haystack.text, len(needle)
    stop = len(text) if stop is None else stop
    at = text.find(needle, start, stop) if size else -1
    signed = needle[:1] == "-" and needle[1:2].isdigit()  # the hyphen of 5-7 is no sign of 7
    while at >= 0:
        if splits_token(haystack, at):
            at = text.find(needle, _after_run(text, at), stop)
        elif (signed and at and text[at - 1].isalnum()) or splits_token(haystack, at + size):
            at = text.find(needle, at + 1, stop)
        else:
            yield at
            at = text.find(needle, at + size, stop)


def _after_run(text: str, at: int) -> int:
    """The next place in `text` after `at` where a token may start.

    Without this jump a one-letter needle would be tried at every letter of a long run.
    """
    run = UNBROKEN.match(text, at) if UNBROKEN.match(text, at - 1) else None
    return run.end() if run is not None else at + 1


def nearest(needle: Normalised, haystack: Normalised) -> tuple[int, int, float] | None:
    """The range of `haystack`'s original most like `needle`, and how alike (0..1), or None.

    For messages: the exact text is known to be missing. Of a long needle only the beginning is
    compared, of a long haystack only the neighbourhoods of shared pieces.
    """
    wanted, text = needle.text[:_LONGEST_NEEDLE], haystack.text
    if not wanted or not text:
        return None
    best: tuple[float, int, int] | None = None
    for low, high in _windows(wanted, text):
        found = _align(wanted, text[low:high])
        if found is not None and (best is None or found[0] > best[0]):
            best = (found[0], low + found[1], low + found[2])
    if best is None:
        return None
    score, start, end = best
    start, end = _whole_tokens(haystack, start, end)
    return (*haystack.original(start, end), score / 100)


def _align(wanted: str, window: str) -> tuple[float, int, int] | None:
    if len(window) < len(wanted):  # rapidfuzz would look for the window inside the needle
        window += "\0" * (len(wanted) - len(window))
    found = partial_ratio_alignment(wanted, window, score_cutoff=_WORST_SCORE)
    if found is None or found.dest_end <= found.dest_start:
        return None
    return found.score, found.dest_start, found.dest_end


def _windows(wanted: str, text: str) -> list[tuple[int, int]]:
    """Where to compare: everything if it is short, else where most seeds of the needle agree."""
    if len(text) <= _BRUTE_FORCE:
        return [(0, len(text))]
    votes: dict[int, int] = {}
    width = len(wanted) // 2 + 1
    for offset, seed in _seeds(wanted):
        at = text.find(seed)
        for _ in range(_SEED_HITS):
            if at < 0:
                break
            votes[(at - offset) // width] = votes.get((at - offset) // width, 0) + 1
            at = text.find(seed, at + 1)
    if not votes:
        return [(0, _BRUTE_FORCE)]
    ranked = sorted(votes, key=lambda bucket: (-votes[bucket], bucket))[:_WINDOWS]
    reach = 2 * len(wanted) + 40
    return [
        (max(0, bucket * width - 20), min(len(text), bucket * width + width + reach))
        for bucket in ranked
    ]


def _seeds(wanted: str) -> list[tuple[int, str]]:
    """Pieces that a damaged copy still shares: pairs of words, or six characters of CJK."""
    words = [match.span() for match in re.finditer(r"\S+", wanted)]
    pairs = [(first[0], wanted[first[0] : second[1]]) for first, second in pairwise(words)]
    if len(pairs) < 3:
        step = max(1, len(wanted) // _SEED_PAIRS)
        size = min(6, max(2, len(wanted) // 2))
        pairs += [(at, wanted[at : at + size]) for at in range(0, len(wanted) - size + 1, step)]
    return pairs[:_SEED_PAIRS]


def _whole_tokens(haystack: Normalised, start: int, end: int) -> tuple[int, int]:
    """The range grown to whole tokens (at most 30 characters), without padding, outer spaces and
    the stop of the sentence before it."""
    text = haystack.text
    end = min(end, len(text))
    start = min(start, max(end - 1, 0))
    for _ in range(30):
        if not splits_token(haystack, start):
            break
        start -= 1
    for _ in range(30):
        if not splits_token(haystack, end):
            break
        end += 1
    while start < end - 1 and text[start] in _BEFORE_A_START:
        start += 1
    while end - 1 > start and text[end - 1] == " ":
        end -= 1
    return start, end

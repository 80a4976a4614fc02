"""A team's own patterns: regular expressions of the configuration, run in bounded time.

The syntax is that of JSON Schema's `pattern` (ECMA-262): no look-around, back-references or
flags; `\\d`, `\\w` and `\\b` are ASCII's, letter case counts. They are matched against the
normalised text, where widths, dashes, quotation marks and white space are evened out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudge_engine.errors import JudgeError
from adjudge_engine.gates.schema.patterns import PatternRefused, compiled
from adjudge_engine.gates.schema.spans import find_spans
from adjudge_engine.privacy.found import Found


class NotRedacted(Exception):
    """A text could not be searched for what is private, so it must not leave the machine."""


def check_pattern(kind: str, pattern: str) -> None:
    """JudgeError if the pattern of that kind cannot be used, with the reason."""
    try:
        compiled(pattern)
    except (PatternRefused, re.error, RecursionError) as error:
        raise JudgeError(
            f"The pattern for {kind} cannot be used: {error}.",
            "Patterns have no look-around, back-references or flags; docs/privacy.md has examples.",
        ) from None
    if next(find_spans(pattern, " "), None) or next(find_spans(pattern, "a"), None):
        raise JudgeError(
            f"The pattern for {kind} matches almost anything.", "Say what its values look like."
        )


def custom(kind: str, pattern: str, text: str) -> Iterator[Found]:
    """The values of one pattern, in order. Raises NotRedacted where the text is too long for it."""
    try:
        for start, end in find_spans(pattern, text):
            yield Found(start, end, kind, text[start:end])
    except PatternRefused:
        raise NotRedacted(f"a text is too long for the pattern of {kind}") from None

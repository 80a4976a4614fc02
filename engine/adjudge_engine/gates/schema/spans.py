"""Where a pattern matches, not only whether: leftmost, longest matches, in bounded time.

The same automaton as `patterns`; each of its states carries the earliest place that it was
reached from.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from adjudge_engine.gates.schema.patterns import PatternRefused, _holds, _State, compiled

_parser: Any = import_module("re._parser")
MOST_STEPS: Final = 1_000_000
_MOST_TRIES: Final = 200
_SINGLE: Final = ("LITERAL", "NOT_LITERAL", "ANY", "IN")


def find_spans(pattern: str, text: str, most_steps: int = MOST_STEPS) -> Iterator[tuple[int, int]]:
    """The matches of `pattern` in `text`, in order, none empty, none overlapping.

    Raises what `patterns.search` raises; PatternRefused after `most_steps`, about a microsecond
    each.
    """
    quick, states = compiled(pattern)
    if quick is not None and text.isprintable() and _is_linear(quick.pattern):
        yield from (one.span() for one in quick.finditer(text) if one.group())
        return
    left, at = most_steps, 0
    while at <= len(text):
        best, left = _next(states, text, at, left)
        if best is None:
            return
        if best[1] > best[0]:
            yield best
        at = max(best[1], best[0] + 1)


def _is_linear(pattern: str) -> bool:
    """Whether `re` tries a bounded number of ways at each place, whatever the text.

    Repeats of one character only; the one without an end stands last, where nothing can fail.
    """
    tries = 1
    tree = list(_parser.parse(pattern))
    for at, (op, argument) in enumerate(tree):
        name = str(op)
        if name == "MAX_REPEAT":
            least, most, body = argument
            if len(body) != 1 or str(body[0][0]) not in _SINGLE:
                return False
            if most == _parser.MAXREPEAT:
                if at != len(tree) - 1:
                    return False
            else:
                tries *= most - least + 1
        elif name not in (*_SINGLE, "AT"):
            return False
    return tries <= _MOST_TRIES


def _next(
    states: tuple[_State, ...], text: str, at: int, left: int
) -> tuple[tuple[int, int] | None, int]:
    """The leftmost match from `at` on, the longest there; and the steps that are left."""
    start = len(states) - 1
    current: list[tuple[int, int]] = []  # (state, where its match began), earliest first
    best: tuple[int, int] | None = None
    for here in range(at, len(text) + 1):
        if best is None:
            current.append((start, here))
        elif not current:
            break
        reached = _closure(states, current, text, here)
        left -= len(reached) + 1
        if left < 0:
            raise PatternRefused("the text is too long for it")
        began = reached.get(0)
        if began is not None and (best is None or began <= best[0]):
            best = began, here
        if here == len(text):
            break
        current = _read(states, reached, text[here], best)
    return best, left


def _read(
    states: tuple[_State, ...],
    reached: dict[int, int],
    one: str,
    best: tuple[int, int] | None,
) -> list[tuple[int, int]]:
    """The states after the character, without those that began after the best match."""
    out = []
    for index, began in reached.items():
        test = states[index].test
        if test is not None and (best is None or began <= best[0]) and test(one):
            out.append((states[index].to[0], began))
    return out


def _closure(
    states: tuple[_State, ...], current: list[tuple[int, int]], text: str, at: int
) -> dict[int, int]:
    """All states that can be reached without reading, each with the earliest beginning."""
    reached: dict[int, int] = {}
    for first, began in current:
        stack = [first]
        while stack:
            index = stack.pop()
            if index in reached:
                continue
            reached[index] = began
            state = states[index]
            if state.test is None and (state.at is None or _holds(state.at, text, at)):
                stack.extend(state.to)
    return reached

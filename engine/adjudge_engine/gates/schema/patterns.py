"""Regular expressions from case files, matched in bounded time.

Patterns in a schema are as hostile as any other text, and Python's `re` can take exponential time
on them. Simple ones go to `re`; the others are run as an automaton over all states at once
(Thompson 1968), whose cost is text length times pattern size and is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from adjudge_engine.gates.schema.properties import (
    Test,
    UnknownProperty,
    as_python_writes,
    without_properties,
)

_parser: Any = import_module("re._parser")
_MOST_STATES: Final = 2_000
_MOST_STEPS: Final = 3_000_000
_SHORT: Final = 1_000  # a text that `re` may search with a simple pattern: quadratic at worst
_LARGE_REPEAT: Final = 50  # from here on a repeat counts as open
_MOST_WAYS: Final = 300
_SPACES: Final = frozenset(
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


class PatternRefused(Exception):
    """A pattern that this module has no bounded way to match."""


class _State(NamedTuple):
    """`test` and one successor; or no test: `at` an assertion, and any number of successors."""

    test: Test | None
    at: str | _Look | None
    to: list[int]


class _Look(NamedTuple):
    """A look-ahead: an automaton of its own, which must match from here on, or must not."""

    states: tuple[_State, ...]
    wanted: bool


class _Steps:
    """How many steps one search may still take, its look-aheads included."""

    def __init__(self) -> None:
        self._left = _MOST_STEPS

    def spend(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise PatternRefused("the text is too long for it")


def search(pattern: str, text: str) -> bool:
    """Whether `pattern` matches anywhere in `text`, as ECMA-262 has it (JSON Schema 2020-12, 6.4).

    There `\\d`, `\\w` and `\\b` are ASCII's, and `$` is the very end. Raises PatternRefused for
    back-references, look-behind, flags and sizes beyond the bounds, re.error for what is no
    pattern.
    """
    quick, states = compiled(pattern, looks=True)
    if quick is not None and len(text) <= _SHORT and text.isprintable():
        return quick.search(text) is not None
    return _run(states, text, _Steps())


@lru_cache(maxsize=512)
def compiled(
    pattern: str, *, looks: bool = False
) -> tuple[re.Pattern[str] | None, tuple[_State, ...]]:
    """The pattern for Python's own `re` if it is simple, and as an automaton. Raises as `search`.

    Of text without line breaks and odd spaces both say the same. Without `looks`, look-ahead is
    refused as well.
    """
    try:
        plain, properties = without_properties(as_python_writes(pattern))
        quick = re.compile(plain, re.ASCII)
        tree = _parser.parse(plain)
    except OverflowError as error:
        raise re.error(str(error)) from error
    except UnknownProperty as error:
        raise PatternRefused(f"it uses {error}") from error
    if tree.state.flags & ~re.UNICODE:
        raise PatternRefused("it sets flags")
    states = _Builder(properties, looks=looks).whole(tree)
    simple = not properties and _is_simple(tree)
    return quick if simple else None, states


def _is_simple(tree: Iterable[Any]) -> bool:
    """Repeats of single characters alone, which may be tried in few ways from any one place.

    Where several repeats follow each other, the lengths of each are tried with those of the
    others: `a{0,40}a{0,40}a{0,40}` in 68,921 ways.
    """
    ways, open_ones = 1, 0
    for op, argument in tree:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, body = argument
            if len(body) != 1 or str(body[0][0]) not in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
                return False
            is_open = most - least >= _LARGE_REPEAT
            open_ones += is_open
            ways *= _LARGE_REPEAT if is_open else most - least + 1
        elif name not in ("LITERAL", "NOT_LITERAL", "ANY", "IN", "AT"):
            return False
    return ways <= _MOST_WAYS and open_ones <= 1


class _Builder:
    """Builds the automaton backwards: every piece is told where to go on."""

    def __init__(
        self, properties: dict[int, Test], *, looks: bool, room: int = _MOST_STATES
    ) -> None:
        self.states: list[_State] = []
        self._properties = properties
        self._looks = looks
        self._room = room

    def whole(self, tree: Any) -> tuple[_State, ...]:
        """The automaton of a pattern: its first state the match, its last the start."""
        start = self.sequence(tree, self.add(None, None))
        self.add(None, None, start)
        return tuple(self.states)

    def add(self, test: Test | None, at: str | _Look | None, *to: int) -> int:
        if len(self.states) >= self._room:
            raise PatternRefused("it is too large")
        self.states.append(_State(test, at, list(to)))
        return len(self.states) - 1

    def sequence(self, tree: Any, following: int) -> int:
        for op, argument in reversed(list(tree)):
            following = self._piece(str(op), argument, following)
        return following

    def _piece(self, name: str, argument: Any, following: int) -> int:
        if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            return self.add(_test(name, argument, self._properties), None, following)
        if name == "AT":
            return self.add(None, str(argument), following)
        if name == "BRANCH":
            return self.add(None, None, *(self.sequence(one, following) for one in argument[1]))
        if name == "SUBPATTERN":
            _, add_flags, del_flags, body = argument
            if add_flags or del_flags:
                raise PatternRefused("it sets flags")
            return self.sequence(body, following)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._repeat(argument, following)
        if name in ("ASSERT", "ASSERT_NOT") and argument[0] > 0 and self._looks:
            return self._look(argument[1], name == "ASSERT", following)
        raise PatternRefused(f"it uses {name.lower().replace('_', ' ')}")

    def _look(self, body: Any, wanted: bool, following: int) -> int:
        inner = _Builder(self._properties, looks=True, room=self._room - len(self.states))
        states = inner.whole(body)
        self._room -= len(states)
        return self.add(None, _Look(states, wanted), following)

    def _repeat(self, argument: Any, following: int) -> int:
        least, most, body = argument
        if most == _parser.MAXREPEAT:
            loop = self.add(None, None, following)
            self.states[loop].to.append(self.sequence(body, loop))
            following = loop
        else:
            end = following
            for _ in range(most - least):
                following = self.add(None, None, end, self.sequence(body, following))
        for _ in range(least):
            before = len(self.states)
            following = self.sequence(body, following)
            if len(self.states) == before:
                break  # an empty body, however often
        return following


def _test(name: str, argument: Any, properties: dict[int, Test]) -> Test:
    if name == "LITERAL":
        if argument in properties:
            return properties[argument]
        wanted = chr(argument)
        return lambda one: one == wanted
    if name == "NOT_LITERAL":
        if argument in properties:
            unlike = properties[argument]
            return lambda one: not unlike(one)
        unwanted = chr(argument)
        return lambda one: one != unwanted
    if name == "ANY":
        return lambda one: one not in "\n\r\u2028\u2029"
    return _set_test(argument, properties)


def _set_test(items: Any, properties: dict[int, Test]) -> Test:
    tests: list[Test] = []
    negated = False
    for op, argument in items:
        name = str(op)
        if name == "NEGATE":
            negated = True
        elif name == "RANGE":
            tests.append(_range_test(*argument))
        elif name == "CATEGORY":
            tests.append(_category_test(str(argument)))
        else:
            tests.append(_test(name, argument, properties))
    return lambda one: any(test(one) for test in tests) != negated


def _is_word(one: str) -> bool:
    return one == "_" or (one.isascii() and one.isalnum())


def _range_test(low: int, high: int) -> Test:
    return lambda one: low <= ord(one) <= high


def _category_test(category: str) -> Test:
    kinds: dict[str, Test] = {
        "DIGIT": lambda one: "0" <= one <= "9",
        "SPACE": _SPACES.__contains__,
        "WORD": _is_word,
    }
    kind = kinds.get(category.rpartition("_")[2])
    if kind is None:
        raise PatternRefused(f"it uses {category.lower()}")
    if "_NOT_" in category:
        return lambda one: not kind(one)
    return kind


def _run(
    states: tuple[_State, ...], text: str, steps: _Steps, first: int = 0, *, here: bool = False
) -> bool:
    """All states at once, one character after the other; state 0 is the match.

    Whether there is one that begins at `first`, or, without `here`, at any place from there on.
    """
    start = len(states) - 1
    current: list[int] = [start]
    for at in range(first, len(text) + 1):
        reached = _closure(states, current, text, at, steps)
        if 0 in reached:
            return True
        steps.spend(len(reached) + 1)
        if at == len(text) or not reached:
            break
        one = text[at]
        current = [] if here else [start]
        for index in reached:
            test = states[index].test
            if test is not None and test(one):
                current.append(states[index].to[0])
    return False


def _closure(
    states: tuple[_State, ...], stack: list[int], text: str, at: int, steps: _Steps
) -> set[int]:
    """All states that can be reached without reading a character."""
    reached: set[int] = set()
    while stack:
        index = stack.pop()
        if index in reached:
            continue
        reached.add(index)
        state = states[index]
        if state.test is None and (state.at is None or _holds(state.at, text, at, steps)):
            stack.extend(state.to)
    return reached


def _holds(assertion: str | _Look, text: str, at: int, steps: _Steps | None = None) -> bool:
    if isinstance(assertion, _Look):
        met = _run(assertion.states, text, steps or _Steps(), at, here=True)
        return met == assertion.wanted
    if assertion in ("AT_BEGINNING", "AT_BEGINNING_STRING"):
        return at == 0
    if assertion in ("AT_END", "AT_END_STRING"):
        return at == len(text)
    if assertion in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
        sides = [bool(one) and _is_word(one) for one in _around(text, at)]
        return (sides[0] != sides[1]) == (assertion == "AT_BOUNDARY")
    raise PatternRefused(f"it uses {assertion.lower()}")


def _around(text: str, at: int) -> tuple[str, str]:
    return text[at - 1 : at] if at else "", text[at : at + 1]

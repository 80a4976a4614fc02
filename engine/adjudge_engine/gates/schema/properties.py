"""What ECMA-262 writes in patterns and Python does not: above all Unicode properties.

Python's `re` has no `\\p{L}`, `\\P{Nd}`, `\\p{Script=Han}`, so each is put into the pattern as one
character of a private use plane, and stands for its test when the automaton is built.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from adjudge_engine.text.abbreviations import words

Test = Callable[[str], bool]

_FIRST: Final = 0xF0000
_MOST: Final = 200
_PROPERTY: Final = re.compile(r"\\\\|\\([pP])\{(?:(?:Script|sc|General_Category|gc)=)?(\w{1,30})\}")
#: A named group, which Python writes in its own way; not a look-behind.
_NAMED: Final = re.compile(r"\(\?<(?=\w)")
#: A character by its number, in braces as ECMA-262 has it; an escaped backslash before is none.
_BRACED: Final = re.compile(r"\\\\|\\u\{0{0,6}([0-9A-Fa-f]{1,6})\}")
_CATEGORIES: Final = {
    "Letter": "L",
    "Lowercase_Letter": "Ll",
    "Uppercase_Letter": "Lu",
    "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm",
    "Other_Letter": "Lo",
    "Mark": "M",
    "Number": "N",
    "Decimal_Number": "Nd",
    "Letter_Number": "Nl",
    "Other_Number": "No",
    "Punctuation": "P",
    "Symbol": "S",
    "Currency_Symbol": "Sc",
    "Math_Symbol": "Sm",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Other": "C",
    "Control": "Cc",
}
_SHORT: Final = words(
    """
    L Ll Lu Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po S Sm Sc Sk So Z Zs Zl Zp C Cc Cf
    Co Cs Cn
    """
)
#: Script → how the Unicode names of its characters begin.
_SCRIPTS: Final = {
    "Han": ("CJK ",),
    "Hiragana": ("HIRAGANA ",),
    "Katakana": ("KATAKANA ", "HALFWIDTH KATAKANA "),
    "Hangul": ("HANGUL ",),
    "Latin": ("LATIN ",),
    "Greek": ("GREEK ",),
    "Cyrillic": ("CYRILLIC ",),
    "Arabic": ("ARABIC ",),
    "Hebrew": ("HEBREW ",),
    "Devanagari": ("DEVANAGARI ",),
    "Thai": ("THAI ",),
}


class UnknownProperty(ValueError):
    """The pattern names a property that is not known here."""


def as_python_writes(pattern: str) -> str:
    """The pattern with its named groups and numbered characters in Python's way."""
    return _BRACED.sub(_unbraced, _NAMED.sub("(?P<", pattern))


def _unbraced(match: re.Match[str]) -> str:
    return f"\\U{int(match[1], 16):08x}" if match[1] else match.group()


def without_properties(pattern: str) -> tuple[str, dict[int, Test]]:
    """The pattern with a private character for each property, and what each of these tests.

    Raises UnknownProperty.
    """
    if "\\p" not in pattern and "\\P" not in pattern:
        return pattern, {}
    tests: dict[int, Test] = {}

    def placed(match: re.Match[str]) -> str:
        if match[1] is None:
            return match.group()
        code = _FIRST + len(tests)
        if len(tests) >= _MOST or chr(code) in pattern:
            raise UnknownProperty("too many properties")
        tests[code] = _test(match[2], wanted=match[1] == "p")
        return chr(code)

    return _PROPERTY.sub(placed, pattern), tests


def _test(name: str, *, wanted: bool) -> Test:
    category = _CATEGORIES.get(name, name)
    if category in _SHORT:
        return lambda one: unicodedata.category(one).startswith(category) == wanted
    if name == "Any":
        return lambda one: wanted
    if name == "ASCII":
        return lambda one: one.isascii() == wanted
    if name == "Alphabetic":
        return lambda one: one.isalpha() == wanted
    starts = _SCRIPTS.get(name)
    if starts is None:
        raise UnknownProperty(f"the property {name}")
    return lambda one: unicodedata.name(one, "").startswith(starts) == wanted

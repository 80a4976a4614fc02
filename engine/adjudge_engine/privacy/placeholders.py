"""Placeholders: what stands in a text for a value that stays on this machine.

`⟦EMAIL-1⟧` is the first e-mail address of a case. Kind and number stand for the value; a letter
after the number tells another spelling of it (`⟦NAME-1⟧` O'Brien, `⟦NAME-1b⟧` O’Brien), so that a
reader sees that they are one, and each goes back exactly as it was written.

Models copy them carelessly, so `PlaceholderTable.restored` also reads `⟦email-1⟧`, `[EMAIL 1]`,
`【EMAIL-1】` and a bare `EMAIL-1`. Whatever in a case already looks like one is therefore never
given out as one, or is itself replaced.
"""

from __future__ import annotations

import re
from typing import Final

#: The kind that replaces a look-alike whose number is already given out.
TEXT: Final = "TEXT"

_KIND: Final = re.compile(r"[A-Z][A-Z_]{1,19}")
_DASHES: Final = "-_\u2010-\u2015\u2212\uff0d"
_DIGITS: Final = "[0-9\uff10-\uff19]{1,7}"
_LETTERS: Final = "[A-Za-z]{0,5}"
#: Spellings of one value that two letters can tell apart.
_MOST: Final = 700
_OPEN: Final = "⟦〚⟬【〖〔\\[［"
_CLOSE: Final = "⟧〛⟭】〗〕\\]］"


def is_kind(name: str) -> bool:
    """Whether `name` can be the kind of a placeholder: capital letters and `_`, 2 to 20."""
    return _KIND.fullmatch(name) is not None and not name.endswith("_") and name != TEXT


class PlaceholderTable:
    """The placeholders of one case: values to placeholders, and back.

    `kinds` are all kinds that may be given out. Nothing here knows how values are found.
    """

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self._like = _look_alike((*kinds, TEXT))
        self._numbers: dict[tuple[str, str], int] = {}
        self._spellings: dict[tuple[str, int], list[str]] = {}
        self._given: dict[tuple[str, str, str], str] = {}
        self._taken: set[tuple[str, int]] = set()
        self._next: dict[str, int] = {}
        self._bracketed: set[tuple[str, int]] = set()

    def placeholder(self, kind: str, identity: str, spelling: str, *, bracketed: bool) -> str:
        """The placeholder for `spelling`, one way to write the value that `identity` stands for.

        `bracketed`: a square bracket stands before it in the text, which is not ours to take.
        """
        given = self._given.get((kind, identity, spelling))
        if given is not None and not bracketed:
            return given
        number = self._numbers.get((kind, identity))
        if given is None and (number is None or len(self._spellings[kind, number]) >= _MOST):
            number = self._free(kind)
            self._numbers[kind, identity] = number
            self._spellings[kind, number] = []
        assert number is not None  # given out, or made above
        if bracketed:
            self._bracketed.add((kind, number))
        if given is None:
            known = self._spellings[kind, number]
            given = f"⟦{kind}-{number}{_letter(len(known))}⟧"
            known.append(spelling)
            self._given[kind, identity, spelling] = given
        return given

    def reserve(self, text: str) -> None:
        """Keep every placeholder that `text` seems to have from being given out."""
        for match in self._like.finditer(text):
            key = _key(match)
            if key not in self._spellings:
                self._taken.add(key)

    def escaped(self, between: str) -> str:
        """`between`, text without values, with its look-alikes out of the way.

        One whose number is free is reserved and stays; one whose number is given out becomes a
        placeholder itself.
        """

        def stand_in(match: re.Match[str]) -> str:
            key = _key(match)
            if key not in self._spellings:
                self._taken.add(key)
                return match.group()
            found = match.group()
            return self.placeholder(TEXT, found, found, bracketed=False)

        return self._like.sub(stand_in, between)

    def restored(self, text: str) -> str:
        """`text` with the values in their places; what is none of ours stays as it is."""
        return self._like.sub(self._value, text)

    def _value(self, match: re.Match[str]) -> str:
        key = _key(match)
        spellings = self._spellings.get(key)
        if spellings is None:
            return match.group()
        letters = match["letters"] or match["bare_letters"] or ""
        value, rest = spellings[0], letters
        for length in range(len(letters), 0, -1):  # NAME-1bs: an ending that the model put on
            at = _position(letters[:length].lower())
            if at < len(spellings):
                value, rest = spellings[at], letters[length:]
                break
        if match["open"] and match["open"] in "[［" and key in self._bracketed:
            return match["open"] + value + rest + match["close"]
        return value + rest

    def _free(self, kind: str) -> int:
        number = self._next.get(kind, 1)
        while (kind, number) in self._taken:
            number += 1
        self._next[kind] = number + 1
        return number


def _look_alike(kinds: tuple[str, ...]) -> re.Pattern[str]:
    """Whatever is read as a placeholder: in brackets of some sort, or bare with a dash."""
    name = "|".join(sorted(kinds, key=len, reverse=True))
    return re.compile(
        f"(?P<open>[{_OPEN}])[ \\t]?(?P<kind>{name})[ \\t]?\\\\?[{_DASHES}]?[ \\t]?"
        f"(?P<number>{_DIGITS})(?P<letters>{_LETTERS})[ \\t]?(?P<close>[{_CLOSE}])"
        f"|(?<![A-Za-z0-9])(?P<bare_kind>{name})\\\\?[{_DASHES}]"
        f"(?P<bare_number>{_DIGITS})(?P<bare_letters>{_LETTERS})(?![A-Za-z0-9])",
        re.IGNORECASE | re.ASCII,
    )


def _key(match: re.Match[str]) -> tuple[str, int]:
    kind = match["kind"] or match["bare_kind"]
    return kind.upper(), int(match["number"] or match["bare_number"])


def _letter(at: int) -> str:
    """'', 'b', 'c', … 'z', 'aa', 'ab', …: which spelling it is, the first without a letter."""
    if at == 0:
        return ""
    out = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        out = chr(ord("a") + rest) + out
    return out


def _position(letters: str) -> int:
    """The way back; a lone 'a' is the first spelling too."""
    at = 0
    for one in letters:
        at = at * 26 + ord(one) - ord("a") + 1
    return max(0, at - 1)

"""Redaction: what is private goes out as placeholders and comes back as it was.

A `Redactor` is made once from the settings; each case has a `Session` of its own, in which the
same value has the same placeholder in every text, and which alone knows the way back. Everything
is worked out from the texts in the order in which they come, so a case gives the same
placeholders on every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.privacy.accounts import cards, ibans
from adjudge_engine.privacy.contacts import emails
from adjudge_engine.privacy.found import Found
from adjudge_engine.privacy.names import Names
from adjudge_engine.privacy.patterns import check_pattern, custom
from adjudge_engine.privacy.phones import again, phones
from adjudge_engine.privacy.placeholders import PlaceholderTable, is_kind
from adjudge_engine.text.normalise import normalise

#: What changes what is found, and so every prompt: part of fingerprints.
REDACTION: Final = "redaction/1"

#: What can be switched on and off: the word of the settings → the kind of its placeholders.
KINDS: Final[dict[str, str]] = {
    "email": "EMAIL",
    "iban": "IBAN",
    "card": "CARD",
    "phone": "PHONE",
    "name": "NAME",
}
_DETECTORS: Final[dict[str, Callable[[str], Iterator[Found]]]] = {
    "email": emails,
    "iban": ibans,
    "card": cards,
    "phone": phones,
}

#: For the static part of a prompt: how a model is to read and to copy placeholders.
NOTE: Final = (
    "Some private values are replaced by placeholders such as ⟦NAME-1⟧ or ⟦PHONE-2⟧. The same kind "
    "and number always mean the same value; a letter after the number (⟦NAME-1b⟧) is only another "
    "spelling of it; different numbers are different values. Where you quote text that has one, "
    "copy it exactly."
)


@dataclass(frozen=True)
class RedactionSettings:
    """What is replaced: `kinds` of `KINDS`, the `names` of the list, and own `patterns`.

    `patterns` are pairs of a kind (capital letters and `_`) and a regular expression.
    """

    kinds: tuple[str, ...] = tuple(KINDS)
    names: tuple[str, ...] = ()
    patterns: tuple[tuple[str, str], ...] = ()


class Redactor:
    """Finds what is private in any text. Raises JudgeError for settings that cannot be followed."""

    def __init__(self, settings: RedactionSettings) -> None:
        for kind in settings.kinds:
            if kind not in KINDS:
                raise JudgeError(
                    f"There is no kind of private value called {kind!r}.",
                    f"The kinds are: {', '.join(KINDS)}.",
                )
        for kind, pattern in settings.patterns:
            if not is_kind(kind) or kind in KINDS.values():
                raise JudgeError(
                    f"{kind!r} cannot be the kind of an own pattern.",
                    "Take capital letters and '_', such as CUSTOMER, and no built-in kind.",
                )
            check_pattern(kind, pattern)
        self.settings = settings
        self._names = Names(settings.names if "name" in settings.kinds else ())
        #: Kinds in order of precedence: where two values overlap, the earlier one names the whole.
        self.kinds: tuple[str, ...] = tuple(
            dict.fromkeys((*(kind for kind, _ in settings.patterns), *KINDS.values()))
        )

    def session(self, case: Case | None = None) -> Session:
        """A new session. With the case, every criterion of it gets the same placeholders."""
        session = Session(self)
        if case is not None:
            session.look_over(texts_of(case))
        return session

    @property
    def fingerprint(self) -> str:
        """`sha256:…` over what decides how texts are changed; which names there are is left out.

        A list of customers grows by the day, and that makes a judge no other judge.
        """
        said = self.settings
        patterns = [list(one) for one in said.patterns]
        return canonical_hash({"by": REDACTION, "kinds": list(said.kinds), "patterns": patterns})

    def find(
        self, text: str, known_phones: frozenset[str] = frozenset()
    ) -> list[tuple[int, int, str, str]]:
        """What is private in `text`: start, end, kind and identity, in order, none overlapping.

        Linear in the text's length. Raises NotRedacted.
        """
        normal = normalise(text)
        found: list[Found] = []
        for kind, pattern in self.settings.patterns:
            found += custom(kind, pattern, normal.text)
        for word, detect in _DETECTORS.items():
            if word in self.settings.kinds:
                found += detect(normal.text)
        found += again(normal.text, known_phones)
        found += self._names.found(normal.text)
        out = []
        last = 0
        for one in self._apart(found, normal.text):
            start, end = normal.original(one.start, one.end)
            start = max(start, last)
            if start < end:
                out.append((start, end, one.kind, one.identity))
                last = end
        return out

    def _apart(self, found: list[Found], text: str) -> Iterator[Found]:
        """The values without overlaps: those that overlap become one, of the foremost kind."""
        rank = {kind: at for at, kind in enumerate(self.kinds)}
        held: Found | None = None
        for one in sorted(found, key=lambda one: (one.start, -one.end, rank[one.kind])):
            if held is None or one.start >= held.end:
                if held is not None:
                    yield held
                held = one
                continue
            first = min((held, one), key=lambda one: rank[one.kind])
            start, end = held.start, max(held.end, one.end)
            if (first.start, first.end) == (start, end):
                held = first
            else:
                held = Found(start, end, first.kind, text[start:end].casefold())
        if held is not None:
            yield held


class Session:
    """The placeholders of one case. Never shown, never stored: only it can undo them."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._table = PlaceholderTable(redactor.kinds)
        self._phones = _PhoneBook()
        self._known_phones: frozenset[str] = frozenset()
        self._done: dict[str, str] = {}

    def look_over(self, texts: Iterable[str]) -> None:
        """Give placeholders to everything in `texts`, in their order, before any is sent."""
        listed = list(dict.fromkeys(texts))
        found = {text: self._redactor.find(text) for text in listed}
        self._known_phones = frozenset(
            identity
            for values in found.values()
            for _, _, kind, identity in values
            if kind == "PHONE"
        )
        for text in listed:
            self._table.reserve(text)
        for text, values in found.items():
            if self._known_phones:
                values = self._redactor.find(text, self._known_phones)
            self._done[text] = self._replaced(text, values)

    def redact(self, text: str) -> str:
        """`text` with placeholders; `restore` gives back exactly `text`. Raises NotRedacted."""
        done = self._done.get(text)
        if done is None:
            values = self._redactor.find(text, self._known_phones)
            done = self._done[text] = self._replaced(text, values)
        return done

    def _replaced(self, text: str, values: list[tuple[int, int, str, str]]) -> str:
        parts: list[str] = []
        last = 0
        for start, end, kind, identity in values:
            parts.append(self._table.escaped(text[last:start]))
            if kind == "PHONE":
                identity = self._phones.identity(identity)
            bracketed = text[start - 1 : start] in ("[", "［")
            parts.append(
                self._table.placeholder(kind, identity, text[start:end], bracketed=bracketed)
            )
            last = end
        parts.append(self._table.escaped(text[last:]))
        return "".join(parts)

    def restore(self, text: str) -> str:
        """`text`, a model's own words, with the values for the placeholders that it copied.

        Of JSON, restore the parsed strings: a value may hold quotation marks.
        """
        return self._table.restored(text)


class _PhoneBook:
    """Which phone numbers are one: with a country code and without, where only one fits."""

    def __init__(self) -> None:
        self._codes: dict[str, list[str]] = {}
        self._names: dict[tuple[str, str], str] = {}

    def identity(self, number: str) -> str:
        """One name for all spellings of the number `code:rest`, in the order in which they come."""
        code, _, rest = number.partition(":")
        known = self._names.get((code, rest))
        if known is not None:
            return known
        others = self._codes.setdefault(rest, [])
        same = number
        if len(others) == 1 and (not code or not others[0]):
            same = self._names[others[0], rest]
        others.append(code)
        self._names[code, rest] = same
        return same


def texts_of(case: Case) -> Iterator[str]:
    """Every text of a case that a judge may be shown, in a fixed order."""
    yield from (one for one in (case.question, case.answer, *case.answers) if one)
    for context in case.contexts:
        yield context.text
        yield context.id
        for row in context.cells or ():
            yield from row if isinstance(row, tuple) else (row.text,)
    yield from (one for one in (case.expect.reference, *case.expect.criteria) if one)
    yield from (fact.value for fact in case.expect.facts)

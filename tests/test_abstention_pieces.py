"""Every abstention phrase has one of the pieces by which its language is looked for first."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

from adjudge_engine.gates.abstaining.phrase_lists import LANGUAGES, PATTERNS
from adjudge_engine.gates.abstaining.phrases import says_nothing
from adjudge_engine.gates.abstaining.pieces import PIECES

# A pattern taken apart as the standard library does it: (what it is, its arguments) in order.
_parse: Any = import_module("re._parser").parse


def _always_has(parsed: Any, pieces: tuple[str, ...], run: str = "") -> bool:
    """Whether every text that a pattern matches has a piece; `run`: literals right before it."""
    for kind, value in parsed:
        name = str(kind)
        if name == "LITERAL":
            run += chr(value)
            continue
        if any(piece in run for piece in pieces):
            return True
        if name == "BRANCH" and all(_always_has(one, pieces, run) for one in value[1]):
            return True
        if name == "SUBPATTERN":
            assert value[1] == value[2] == 0, "flags within a pattern"
            if _always_has(value[3], pieces, run):
                return True
        if name.endswith("_REPEAT") and value[0] > 0 and _always_has(value[2], pieces, run):
            return True
        run = ""
    return any(piece in run for piece in pieces)


def test_the_proof_can_fail() -> None:
    assert _always_has(_parse("(?:not |never )known"), ("known",))
    assert _always_has(_parse("(?:lacks|lacking) it"), ("lack",))
    assert not _always_has(_parse("(?:not |never )(?:known|said)"), ("known",))
    assert not _always_has(_parse("(?:known)?"), ("known",))
    assert not _always_has(_parse("(?!known)a"), ("known",))


@pytest.mark.parametrize("language", sorted(PIECES))
def test_every_phrase_has_a_piece(language: str) -> None:
    without = [one for one in PATTERNS[language] if not _always_has(_parse(one), PIECES[language])]
    assert without == []


def test_the_languages_are_known() -> None:
    assert PIECES.keys() <= PATTERNS.keys()
    assert all(piece == piece.lower() for pieces in PIECES.values() for piece in pieces)


@pytest.mark.parametrize(
    ("clause", "says"),
    [
        ("The manual does not say how long.", True),
        ("Do not stop early even if you feel better.", False),
        ("Die Unterlagen nennen den Preis nicht.", True),
        ("Batterien sind nicht abgedeckt.", False),
        ("Le document ne précise pas la date.", True),
        ("Ne pas jeter.", False),
        ("El documento no menciona el precio.", True),
        ("Non lo so.", True),
        ("Não se menciona o preço.", True),
        ("Ik weet het niet.", True),
        ("Nie podano ceny.", True),
        ("Priset framgår inte.", True),
    ],
)
def test_what_clauses_say(clause: str, says: bool) -> None:
    assert says_nothing(clause) is says
    text = clause.lower()
    every = [one for name in LANGUAGES["LATIN"] for one in PATTERNS[name]]
    assert any(re.search(one, text) for one in every) is says

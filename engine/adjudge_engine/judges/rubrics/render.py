"""Prompts: the static rubric first, then the case's texts, each behind a mark of its own.

A mark is drawn from the hash of all the texts, so it is the same whenever the case is, and no
text can hold it: where one does, another is drawn. Linear in the texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

from adjudge_engine.judges.harmless import harmless
from adjudge_engine.judges.prompt import Message, Prompt
from adjudge_engine.judges.rubrics.material import Material
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.judges.rubrics.shapes import schema_name, schema_of
from adjudge_engine.judges.rubrics.static import static_text

#: Characters of a reply that cannot be read which are sent back with what is wrong with it.
_SHOWN_BACK: Final = 4_000
_MARK_DIGITS: Final = 3  # one token of most models
_FEWEST_TOKENS: Final = 400
_TOKENS_A_ROW: Final = 80
_MOST_TOKENS: Final = 16_000
_LAST: Final = "JSON:"


def render(rubric: Rubric, material: Material) -> Prompt:
    """The prompt that asks `rubric` of `material`; the first message is the rubric's alone."""
    mark = boundary(_texts(material))
    body: list[str] = []
    for name, text in _parts(material):
        body += [f"{mark} {name}", text]
    body.append(f"{mark} {_LAST}")
    rows = len(material.claims) + len(material.criteria)
    return Prompt(
        messages=(Message("system", static_text(rubric)), Message("user", "\n".join(body))),
        schema_name=schema_name(rubric),
        schema=schema_of(rubric),
        max_tokens=min(_MOST_TOKENS, _FEWEST_TOKENS + _TOKENS_A_ROW * rows),
    )


def repair(prompt: Prompt, reply_text: str, problem: str) -> Prompt:
    """The same conversation with one more turn that says what was wrong with the reply.

    Of a long reply only the beginning is sent back.
    """
    shown = harmless(reply_text[:_SHOWN_BACK]).strip() or "(empty)"
    asked = (
        f"This reply cannot be used: {problem}. Judge as before, and reply with the whole JSON"
        " object again, in the shape that was asked for, and nothing else."
    )
    turns = (Message("assistant", shown), Message("user", asked))
    return Prompt(
        messages=prompt.messages + turns,
        schema_name=prompt.schema_name,
        schema=prompt.schema,
        max_tokens=prompt.max_tokens,
    )


def boundary(texts: Iterable[str]) -> str:
    """A mark that stands in none of `texts`: `~` and digits of their hash.

    The same texts always get the same mark. Where one of them holds the first that is drawn, the
    next is three digits longer, and so on, so the search ends. Short marks cost little, and are no
    weaker: what counts is that none of the texts has it.
    """
    whole = list(texts)
    digest = sha256()
    for text in whole:
        digest.update(f"{len(text)}:{text}".encode("utf-8", "surrogatepass"))
    seed, turn = digest.digest(), 0
    while True:
        size = _MARK_DIGITS * (1 + turn)
        drawn = sha256(seed + b"%d" % turn).digest() * (1 + size // 32)
        mark = "~" + "".join(str(byte % 10) for byte in drawn[:size])
        if not any(mark in text for text in whole):
            return mark
        turn += 1


def _texts(material: Material) -> Iterator[str]:
    """All untrusted texts of the material, whichever of the claims are asked about."""
    for text in (material.question, material.answer, material.reference):
        yield text or ""
    lines = [line.text for line in material.lines]
    yield from lines
    if not material.whole:  # the same mark for each of them, unless one is not of this answer
        known = set(lines)
        yield from (part.text for part in material.claims if part.text not in known)
    yield from material.answers
    yield from material.criteria
    yield from (context.text for context in material.contexts)


def _parts(material: Material) -> Iterator[tuple[str, str]]:
    """The parts of the message with their names; what changes least between prompts first."""
    for context in material.contexts:
        yield f"{context.handle} cut" if context.truncated else context.handle, context.text
    if material.question is not None:
        yield "question", material.question
    if material.reference is not None:
        yield "reference", material.reference
    if material.criteria:
        numbered = (f"p{number} {text}" for number, text in enumerate(material.criteria, 1))
        yield "points", "\n".join(numbered)
    if material.lines:
        yield "answer", "\n".join(f"{line.mark} {line.text}" for line in material.lines)
        if not material.whole:
            asked = (f"{part.number} {part.text}" for part in material.claims)
            yield "asked", "\n".join(asked)
    if material.answer is not None:
        yield "answer", material.answer
    yield from zip("AB", material.answers, strict=False)

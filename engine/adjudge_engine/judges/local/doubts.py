"""Why a claim whose risk is low is not called supported all the same, in words for a reviewer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.claims import LONG
from adjudge_engine.judges.local.features import Measured, Measurement
from adjudge_engine.judges.local.rarity import rarity
from adjudge_engine.judges.local.reading import Reading
from adjudge_engine.judges.local.sources import NOWHERE, Window
from adjudge_engine.judges.local.texts import Texts
from adjudge_engine.judges.local.vetoes import LOOSER, OF_SENTENCE, first_veto

#: Content words below which a claim is too short to be judged by its words.
FEWEST: Final = 3
_SHOWN: Final = 3  # words named in a reason


def doubt(measurement: Measurement, at: int, measured: Measured, language: str) -> str | None:
    """The first reason against claim number `at`, or None."""
    for reason in _plain_doubts(measurement, at, measured):
        return reason
    window = measured.window
    best = _best_sentence(measurement, at, window)
    return first_veto(_beside(measurement, at, window, language), LOOSER) or first_veto(
        _beside(measurement, at, best, language), OF_SENTENCE
    )


def _best_sentence(measurement: Measurement, at: int, window: Window) -> Window:
    """The sentence of a window that holds most of the claim; of equals the first."""
    content = frozenset(measurement.content[at])
    sentences = measurement.sources.sentences
    first = max(
        range(window.first, window.last),
        key=lambda one: (len(content & sentences[one].held), -one),
    )
    return window._replace(first=first, last=first + 1)


def _beside(measurement: Measurement, at: int, window: Window, language: str) -> Reading:
    place, start, end = measurement.sources.text_of(window)
    context = measurement.case.contexts[place]
    around = measurement.bearing.words_of(context)
    passage = context.text[start:end]
    return Reading(measurement.texts[at], passage, language, around, measurement.bearing.texts)


def _plain_doubts(measurement: Measurement, at: int, measured: Measured) -> Iterator[str]:
    if measured.value("lead_in"):
        yield "the claim only introduces what follows"
    if len(measurement.content[at]) < FEWEST:
        yield "the claim is too short to be judged by its words"
    if measured.window is NOWHERE:
        yield "no passage has any of its words"
        return
    place, start, end = measurement.sources.text_of(measured.window)
    context = measurement.case.contexts[place]
    if max(len(measured.claim.text), end - start) > 2 * LONG:
        yield "the claim or the passage is too long to be judged by its words"
    if is_cut_off(context, end):
        yield "the context is cut off where its evidence stands"
    yield from missing(measured)
    yield from _elsewhere(measurement, measured)
    if measured.value("about_sources"):
        yield "the claim speaks of its sources"
    reason = measurement.bearing.objection(at, context)
    if reason is not None:
        yield reason
    if measured.value("misattributed"):
        yield "the claim names a passage that has less of it than another passage"


def _elsewhere(measurement: Measurement, measured: Measured) -> Iterator[str]:
    for number in measurement.numbers_apart(measured.figures, measured.window):
        yield f'the number "{number}" stands elsewhere, not beside the rest of it'
    if measured.figures.unknown:
        yield "one of its numbers can be neither found nor ruled out in the contexts"
    for name in measured.names_apart:
        yield f'the passage does not name "{name.text}"'


def missing(measured: Measured) -> Iterator[str]:
    """The numbers and names that no context has so."""
    for number in measured.figures.nowhere:
        yield f'the number "{number}" stands in no context'
    for number in measured.figures.wrong:
        yield f'the contexts have another unit, sign, date or owner for "{number}"'
    for name in measured.lost_names:
        yield f'no context names "{name.text}"'


def in_words(measured: Measured, risk: float, texts: Texts) -> str:
    """What makes a claim risky, and how risky it is by its words."""
    told = next(missing(measured), None)
    if told is None and measured.news:
        shown = " and ".join(f'"{word}"' for word in _as_written(measured, texts)[:_SHOWN])
        told = f"no context says {shown}" if shown else None
    if told is None and measured.value("strangers"):
        told = "its words stand in sentences that are about different things"
    return (
        f"{told or 'no passage says it in nearly the same words'} ({risk:.0%} likely unsupported)"
    )


def _as_written(measured: Measured, texts: Texts) -> list[str]:
    """The new words as the claim writes them, the rarest first."""
    text = measured.claim.text
    written = {one.folded: text[one.start : one.end] for one in reversed(texts[text].tokens)}
    rarest = sorted(measured.news, key=lambda word: -rarity(word))
    return [written[word] for word in rarest if word in written]


def is_cut_off(context: Context, end: int) -> bool:
    """Whether a passage is the last of a truncated context: it may have gone on."""
    return context.truncated and not context.text[end:].strip()

"""Whether a sentence of a context stands on its own, so that quoting it tells the whole truth.

Word for word is not enough. A heading, a question, somebody else's words in quotation marks, an
item under "The following is false:", a sentence that the next one takes back, or one that was
cut out of a longer sentence says something else alone than it says in its place. Whatever is not
clearly a whole statement is none: what is missed here costs a look, what is let through is wrong.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.gates.proving.standing_words import (
    DISOWNING,
    HANGING,
    LEANING,
    REVERSALS,
    SPEAKERS,
    TAKEN_BACK,
    THAT,
)
from adjudge_engine.text.abbreviations import FINITE
from adjudge_engine.text.sentences import sentences

#: What ends a statement. A question mark or an ellipsis does not.
DECLARATIVE: Final = ".!。！｡।۔։።។"
_ENDS: Final = DECLARATIVE + "?？؟…"
_OPENERS: Final = "\"'“‘„«‹「『(（[*_ \t"
_CLOSERS: Final = "\"'”’“»›」』)）]*_"
_QUOTES: Final = re.compile('["“”„«»「」『』]')
_OPENING: Final = "“„«「『"
#: Single quotation marks: an opening one before a word, a closing one behind a stop.
_SINGLE: Final = re.compile(r"(?:(?<=[\s(:])|^)(['‘‹])(?=\w)|(?<=[.!?,;])['’›]")
_LABEL: Final = re.compile(r"\W{0,4}[^\W\d_][\w ]{0,30}[:：]")
_TAG: Final = re.compile(r"<(/?)(?:del|s|strike|q|blockquote|cite|code|pre)\b[^<>]{0,80}>")
_NOTE: Final = re.compile(r"\*(?!\*)|[†‡§¹²³⁰⁴-⁹]")
_BLANK_LINE: Final = re.compile(r"\n[ \t\r]*\n")
_BULLET: Final = re.compile(
    r"[ \t]*(?:[-*+•·▪▫◦‣⁃–—●○■□➢►✓✔・]|\(?\d{1,3}[.)]|\(?[A-Za-z][.)]|\(?[ivx]{1,4}[.)]|[①-⑳])"
    r"(?:[ \t]+|(?<=[・①-⑳●■]))"
)
_HEADING: Final = re.compile(r"[ \t]{0,3}(?:#{1,6}[ \t]|\*\*[^*]+\*\*[ \t]*:?[ \t]*$)")
_LAST_WORD: Final = re.compile(r"([^\W\d_]+)\W*$")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。！？।])\s+|(?<=[。！？])|\n[ \t\r]*\n")
_VIEW: Final = 1_500
_AFTER: Final = 400
_HEADING_WORDS: Final = 10
_LABEL_WORDS: Final = 4


#: Why words are no statement of their own where they stand: what follows "…, but".
HEADING: Final = "the passage has it as a heading"
LINE: Final = "the passage has it as a heading or a line without a final stop"
UNENDED: Final = "the passage ends there without a final stop"
NOTED: Final = "the passage has a footnote to it"
GOES_ON: Final = "the passage goes on where it ends"
PART: Final = "it is only a part of a sentence of the passage"
QUOTED: Final = "the passage has it as a quotation"
LED_UP_TO: Final = "what stands before it in the passage leads up to it and may change it"
TAKEN: Final = "a sentence beside it in the passage limits it or takes it back"
DISOWNED: Final = "it stands under a heading or label that may disown it"
STRUCK: Final = "it stands in deleted, quoted or hidden text of the passage"


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]`, its final stop left out, is a whole statement of `text`."""
    return why_not_alone(text, start, end) is None


def why_not_alone(text: str, start: int, end: int) -> str | None:
    """Why `text[start:end]`, its final stop left out, is no whole statement of `text`, or None.

    Looks at a bounded neighbourhood. What that does not settle is no statement either.
    """
    stop = _stop(text, end)
    left = max(0, start - _VIEW)
    if stop is None:
        return _unstopped(text, left, start, end)
    paragraph = _paragraph_start(text, left, start)
    if _quoted(text, paragraph, start, end):
        return QUOTED
    if _struck_out(text, left, start):
        return STRUCK
    if not _is_sentence(text, paragraph, start, stop):
        return _marked(text, left, start) or PART
    if not _begins(text, left, start):
        return _marked(text, left, start) or LED_UP_TO
    if _taken_back(text, paragraph, start, stop):
        return TAKEN
    return DISOWNED if _under_a_disowning_heading(text, left, start) else None


def _unstopped(text: str, left: int, start: int, end: int) -> str:
    """What words without a final stop are there."""
    rest = text[end : end + _AFTER].lstrip(_CLOSERS + " \t\r")
    if _NOTE.match(rest, 1) and rest[0] in DECLARATIVE:
        return NOTED
    if not rest.strip(DECLARATIVE + " \t\r\n"):
        return UNENDED
    if rest[0] != "\n":
        return GOES_ON
    line = text.rfind("\n", left, start) + 1 or left
    return _marked(text, left, start) or (PART if text[line:start].strip(_OPENERS) else LINE)


def _marked(text: str, left: int, start: int) -> str | None:
    """What the markup makes of a line that begins with "#" or ">"."""
    line = text.rfind("\n", left, start) + 1 or left
    return {"#": HEADING, ">": QUOTED}.get(text[line:start].strip()[:1])


def _stop(text: str, end: int) -> int | None:
    """Where the sentence is over whose words end at `end`: behind its stop and what closes it."""
    at = end + 2 * text.startswith(("**", "__"), end)
    while at < len(text) and at - end < 4 and text[at] in _CLOSERS and text[at] not in "*_":
        at += 1
    if text[at : at + 1] not in DECLARATIVE or at == len(text):
        return None
    following = text[at + 1 : at + 2]
    if (following in _ENDS and following) or (text[at] == "." and following.isalnum()):
        return None
    if _NOTE.match(text, at + 1):  # a footnote may say what the sentence does not
        return None
    at += 1
    while at < len(text) and at - end < 8 and text[at] in _CLOSERS:
        at += 1
    return at


def _paragraph_start(text: str, left: int, start: int) -> int:
    """Where the paragraph begins that `start` is in, not before `left`."""
    at = left
    for match in _BLANK_LINE.finditer(text, left, start):
        at = match.end()
    return at


def _is_sentence(text: str, paragraph: int, start: int, stop: int) -> bool:
    """Whether the splitter too sees sentences begin and end there ("9 a.m. | only on Sundays")."""
    found = sentences(text, max(paragraph, start - _AFTER), min(len(text), stop + _AFTER))
    begins = ends = False
    for left, right in found:
        opening = text[left:start]
        bullet = _BULLET.match(text, left)
        bare = opening if bullet is None or bullet.end() > start else text[bullet.end() : start]
        before = text[paragraph:left].rstrip()
        begins = begins or (
            left <= start and not bare.strip(_OPENERS) and not before.endswith((";", "；"))
        )
        ends = ends or (right >= stop and not text[stop:right].strip(_CLOSERS + " []0123456789"))
        if left > stop:
            break
    return (begins or not text[paragraph:start].strip()) and ends


def _quoted(text: str, paragraph: int, start: int, end: int) -> bool:
    """Whether the words stand inside quotation marks: then somebody said them, not the text."""
    if text[max(0, start - 1) : start] in set('"' + _OPENING):
        return True
    if text[end : end + 2].lstrip(DECLARATIVE)[:1] in set('"”“»」』'):
        return True
    depth = 0
    straight = single = 0
    for match in _QUOTES.finditer(text, paragraph, start):
        mark = match.group()
        inch = text[match.start() - 1 : match.start()].isdigit()
        if mark == '"':
            straight += not inch
        else:
            depth += 1 if mark in _OPENING else -1
    for match in _SINGLE.finditer(text, paragraph, start):
        single = single + 1 if match.group(1) else max(0, single - 1)
    return straight % 2 == 1 or depth > 0 or single > 0


def _begins(text: str, left: int, start: int) -> bool:
    """Whether nothing before `start` governs the sentence: no lead-in, no unfinished line."""
    line = text.rfind("\n", left, start) + 1 if "\n" in text[left:start] else left
    bullet = _BULLET.match(text, line)
    before = text[line:start]
    if bullet is not None and bullet.end() <= start:
        before = text[bullet.end() : start]
    elif text[line : line + 1] == ">":
        return False
    if before.strip(_OPENERS):
        return _ended(before)
    if line == 0 or not text[:line].strip():
        return not text[start : start + 1].islower()
    return _led_up_to(text, left, line, in_list=bullet is not None)


def _ended(before: str) -> bool:
    bare = before.rstrip(_OPENERS + _CLOSERS)
    bare = re.sub(r"\s*\[[^\[\]]{1,40}\]$", "", bare)
    return bare[-1:] in set(DECLARATIVE + "?？؟") and not bare.endswith("..")


def _led_up_to(text: str, left: int, line: int, *, in_list: bool) -> bool:
    """Whether the lines above the one at `line` let it begin a statement of its own."""
    above = text[left:line].split("\n")[:-1]
    blank = False
    while above:
        last = above.pop().strip()
        if not last:
            blank = True
        elif in_list and _BULLET.match(last + " "):
            continue
        elif last.endswith((":", "：")) or not (above or left == 0):
            return False  # a lead-in, or too far away to be seen
        elif _HEADING.match(last):
            return True
        elif last[-1] in _ENDS or last.rstrip(_CLOSERS)[-1:] in set(_ENDS):
            return not last.endswith(("...", "…"))
        else:
            return blank and _is_heading(last, above)
    return left == 0


def _is_heading(line: str, above: list[str]) -> bool:
    """Whether an unfinished line by itself is a heading rather than a torn sentence."""
    word = _LAST_WORD.search(line)
    return (
        len(line.split()) <= _HEADING_WORDS
        and not (above and above[-1].strip())
        and not line.endswith((",", ";", "-", "、", "，"))
        and (word is None or word.group(1).lower() not in HANGING)
        and FINITE.isdisjoint(line.lower().split())
    )


def _under_a_disowning_heading(text: str, left: int, start: int) -> bool:
    """Whether the nearest heading, or the speaker's name before the line, says it is not so."""
    lines = text[left:start].split("\n")
    speaker = _LABEL.match(lines[-1])
    if speaker is not None and (
        _disowns(speaker.group()) or SPEAKERS.search(speaker.group().lower())
    ):
        return True
    for line in reversed(lines[:-1]):
        bare = line.strip()
        unended = bare.rstrip(_CLOSERS)[-1:] not in set(_ENDS) and not _BULLET.match(line)
        if bare and (_HEADING.match(line) or unended) and len(bare.split()) <= _HEADING_WORDS:
            return _disowns(bare)
    return False


def _disowns(heading: str) -> bool:
    lower = heading.lower()
    return TAKEN_BACK.search(lower) is not None or DISOWNING.search(lower) is not None


def _struck_out(text: str, left: int, start: int) -> bool:
    """Whether the place is inside a comment, or deleted or quoted text, of its markup."""
    before = text[left:start].lower()
    if before.rfind("<!--") > before.rfind("-->") or before.count("~~") % 2:
        return True
    tags = _TAG.findall(before)
    return sum(1 if not tag else -1 for tag in tags) > 0


def _taken_back(text: str, paragraph: int, start: int, stop: int) -> bool:
    """Whether the neighbourhood denies the sentence, ends its force, or makes an exception."""
    before = text[max(paragraph, start - _AFTER) : start].lower()
    if _denies(_SENTENCE_END.split(before.rstrip())[-1]) or _denies(_label(before)):
        return True
    after = text[stop : stop + _AFTER].lstrip(" \t\r\n" + _OPENERS + _CLOSERS).lower()
    following = _SENTENCE_END.split(after, maxsplit=1)[0]
    if REVERSALS.match(following):
        return True
    short = len(following.split()) <= _LABEL_WORDS
    return (short or LEANING.match(following) is not None) and _denies(following)


def _label(before: str) -> str:
    """What stands before a colon at the beginning of a paragraph: "Myth: …"."""
    label, colon, _ = before[:60].partition(":")
    return label if colon else ""


def _denies(sentence: str) -> bool:
    """Whether it takes something back, and does not say itself what: "false that …"."""
    return TAKEN_BACK.search(sentence) is not None and THAT.search(sentence, 1) is None

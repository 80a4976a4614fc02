"""What two reviewers of an item say differently, one thing after the other; free of Textual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.records import Adjudication
from adjudge_tui.desk.said import VERDICT_SIGNS, verdict_said
from adjudge_tui.desk.views import ClaimView, ItemView
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
#: What may tell what the judge said: left out until one's own first word.
_TELLING: Final = frozenset({"reasons", "note"})
_MOST: Final = 8000  # characters of one text that are shown
_BEFORE: Final = 200  # of them before the first difference
_FAITHFULNESS: Final = "faithfulness"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one of the two says: a display-safe text, its tone, and where it differs."""

    text: str
    tone: str = ""
    apart: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing on which they differ.

    `kind` is `action`, `value`, `claim`, `missing`, `corrected`, `reasons` or `note`; `words` are
    the two values as they were stored. `number` is that of the claim in the answer, 0 if it has
    none there.
    """

    kind: str
    title: str
    cells: tuple[Cell, Cell]
    words: tuple[Any, Any]
    criterion: str = ""
    claim_id: str = ""
    number: int = 0


def differences(found: Adjudication, view: ItemView, *, hidden: bool) -> tuple[Difference, ...]:
    """Every difference, the weightiest first; with `hidden` nothing that may tell of the judge."""
    one, other = found.sides
    listed = [
        *_action(one, other),
        *_labels(found, view),
        *_texts("corrected", (_corrected(one), _corrected(other))),
        *_texts("reasons", (_codes(one), _codes(other))),
        *_texts("note", (_note(one), _note(other))),
    ]
    return tuple(each for each in listed if not (hidden and each.kind in _TELLING))


def _action(one: JSON, other: JSON) -> Iterator[Difference]:
    words = (str(one["action"]), str(other["action"]))
    if words[0] != words[1]:
        cells = (_action_cell(words[0]), _action_cell(words[1]))
        yield Difference("action", say("differ.action"), cells, words)


def _action_cell(action: str) -> Cell:
    tone = {"approve": "good", "block": "bad"}.get(action, "warn")
    return Cell(say(f"differ.{action}"), tone)


def _labels(found: Adjudication, view: ItemView) -> Iterator[Difference]:
    one, other = ({str(x["criterion"]): x for x in side.get("labels", ())} for side in found.sides)
    claims = {claim.id: claim for claim in view.claims}
    for criterion in dict.fromkeys([*one, *other]):
        pair = (one.get(criterion), other.get(criterion))
        values = (_value(pair[0]), _value(pair[1]))
        if values[0] != values[1]:
            cells = (_word_cell(values[0]), _word_cell(values[1]))
            yield Difference("value", one_line(criterion), cells, values, criterion)
        yield from _claims(criterion, pair, claims)
        missing = [tuple(map(str, (label or {}).get("missing", ()))) for label in pair]
        for each in _texts("missing", ("\n".join(missing[0]), "\n".join(missing[1]))):
            yield replace(each, words=(missing[0], missing[1]), criterion=criterion)


def _value(label: JSON | None) -> Any:
    if label is None:
        return None
    return "undetermined" if label.get("undetermined") else label.get("value")


def _word_cell(value: Any) -> Cell:
    if value is None:
        return Cell(say("differ.nothing"), "muted")
    known = {"faithful", "unfaithful", "undetermined"}
    word = say(f"differ.{value}") if value in known else one_line(str(value))
    return Cell(word, {"faithful": "good", "unfaithful": "bad"}.get(str(value), ""))


def _claims(
    criterion: str, pair: tuple[JSON | None, JSON | None], claims: Mapping[str, ClaimView]
) -> Iterator[Difference]:
    said: list[dict[str, str]] = []
    texts: dict[str, str] = {}
    for label in pair:
        own: dict[str, str] = {}
        for claim in (label or {}).get("claims", ()):
            name = claim_name(claim)
            own[name] = str(claim["verdict"])
            texts.setdefault(name, str(claim.get("text") or ""))
        said.append(own)
    order = {name: place for place, name in enumerate(claims)}
    for name in sorted(texts, key=lambda one: order.get(one, len(order))):
        words = (said[0].get(name), said[1].get(name))
        if words[0] == words[1]:
            continue
        known = claims.get(name)
        number = known.number if known else 0
        head = say("differ.claim", number=number) if known else say("differ.span")
        text = known.text if known else one_line(texts[name])
        cells = (_verdict_cell(words[0]), _verdict_cell(words[1]))
        yield Difference("claim", f"{head}  {text}", cells, words, criterion, name, number)


def _verdict_cell(verdict: str | None) -> Cell:
    if verdict is None:
        return Cell(say("differ.nothing"), "muted")
    if verdict not in VERDICT_SIGNS:  # of a version that knew other ones
        return Cell(one_line(verdict))
    said = verdict_said(verdict)
    return Cell(str(said), said.tone)


def _texts(kind: str, words: tuple[str, str]) -> Iterator[Difference]:
    if words[0] == words[1]:
        return
    start, tail = _apart(*words)
    cells = tuple(_text_cell(text, start, tail) for text in words)
    yield Difference(kind, say(f"differ.{kind}"), (cells[0], cells[1]), words)


def _apart(one: str, other: str) -> tuple[int, int]:
    """How many characters the two have in common at their starts and at their ends."""
    most = min(len(one), len(other))
    start = next((at for at in range(most) if one[at] != other[at]), most)
    left = most - start
    tail = next((at for at in range(left) if one[-1 - at] != other[-1 - at]), left)
    return start, tail


def _text_cell(text: str, start: int, tail: int) -> Cell:
    """A text as it is shown; of a long one the part that begins where the two part."""
    if not text:
        return Cell(say("differ.nothing"), "muted")
    first = max(0, start - _BEFORE) if len(text) > _MOST else 0
    shown = ("…" if first else "") + display_safe(text[first : first + _MOST])
    more = len(text) - first - _MOST
    moved = (1 if first else 0) - first
    end = min(len(text) - tail, first + _MOST) + moved
    if more > 0:
        shown += say("differ.more", count=more)
    # A text that is another one altogether needs no marks.
    whole = (start == 0 or tail == 0) and start + tail < len(text) // 4
    return Cell(shown, "", (0, 0) if whole else (start + moved, max(end, start + moved)))


def _codes(side: JSON) -> str:
    return ", ".join(str(code).replace("_", " ") for code in side.get("reason_codes") or ())


def _note(side: JSON) -> str:
    notes = [side.get("note"), *(label.get("note") for label in side.get("labels", ()))]
    return "\n".join(str(note) for note in notes if note)


def _corrected(side: JSON) -> str:
    texts = [side.get("corrected_answer")]
    texts += [label.get("corrected_answer") for label in side.get("labels", ())]
    return next((str(text) for text in texts if text), "")


def same_said(found: Adjudication) -> str:
    """What both say alike, in a word: the action, where it is the same."""
    one, other = (str(side["action"]) for side in found.sides)
    return say("differ.both", action=say(f"decision.{one}")) if one == other else ""

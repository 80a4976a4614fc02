"""A revision of a rubric: the same question in other words, as a rubric file that says its parent.

Only the instructions and the meanings of the labels may change. What is judged, what the judge is
shown, which labels there are and which of them need a quote stay as they are: a rewriting model
cannot take a safeguard out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final

from adjudge_engine.judges.harmless import on_one_line
from adjudge_engine.judges.rubrics.load import parse_rubric
from adjudge_engine.judges.rubrics.rubric import Label, Rubric

_BASE: Final = 16  # characters of the parent's version that are kept
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def revised(
    parent: Rubric, instructions: str, meanings: Mapping[str, str], *, version: str
) -> Rubric:
    """The parent in other words; `meanings` by the labels' codes. RubricError for what no rubric
    file may say."""
    labels = tuple(
        label.model_copy(update={"meaning": meanings.get(label.code, label.meaning)})
        for label in parent.labels
    )
    words = {"instructions": instructions, "labels": labels, "version": version}
    return parse_rubric(to_toml(parent.model_copy(update=words)).encode(), "the rewritten rubric")


def version_of(start: Rubric, round_number: int, place: int) -> str:
    """The version of the revision by the strategy at `place` (from 1) of a round (from 1)."""
    return f"{start.version[:_BASE]}-opt.{round_number}.{place}"


def to_toml(rubric: Rubric, notes: Sequence[str] = ()) -> str:
    """The rubric as the text of a file that `load_rubric` reads back; `notes` stand above it."""
    lines = [f"# {on_one_line(note)}" for note in notes]
    lines += ["[rubric]"]
    for name in ("name", "version", "criterion", "kind"):
        lines.append(f"{name} = {_string(getattr(rubric, name))}")
    lines.append(f"needs = {json.dumps(list(rubric.needs))}")
    lines.append(f"uses = {json.dumps(list(rubric.uses))}")
    lines += [f"{name} = true" for name in ("entity", "extra") if getattr(rubric, name)]
    lines.append(f"instructions = {_text(rubric.instructions)}")
    if rubric.scale_min is not None:
        lines += ["", "[scale]", f"min = {rubric.scale_min}", f"max = {rubric.scale_max}"]
        lines.append(f"passes_from = {rubric.passes_from}")
    for label in rubric.labels:
        lines += ["", *_label(label)]
    return "\n".join([*lines, ""])


def words_of(rubric: Rubric) -> str:
    """What a rewriting may change, as a person reads it: for showing and for differences."""
    labels = [f"{label.code} = {label.meaning}" for label in rubric.labels]
    return "\n".join([rubric.instructions.strip(), "", *labels, ""])


def _label(label: Label) -> list[str]:
    lines = ["[[labels]]", f"code = {_string(label.code)}"]
    if label.verdict is not None:
        lines.append(f"verdict = {_string(label.verdict)}")
    if label.value is not None:
        lines.append(f"value = {label.value}")
    if label.quote:
        lines.append("quote = true")
    return [*lines, f"meaning = {_string(label.meaning)}"]


def _string(text: str) -> str:
    """A TOML basic string; JSON's escapes are TOML's too, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _text(text: str) -> str:
    """A TOML string over several lines, every character of `text` kept."""
    escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    escaped = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)
    if escaped.endswith('"'):
        escaped = f'{escaped[:-1]}\\"'
    return f'"""\n{escaped}"""'

"""One sample of an Inspect log as a case."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, figure, known, text_of
from adjudge_engine.reading.foreign import said, wordings
from adjudge_engine.reading.foreign.spans import moment
from adjudge_engine.reading.items import labels_from
from adjudge_engine.reading.problems import Problem

_CONTEXTS: Final = ("contexts", "retrieved_contexts", "retrieval_context", "context", "documents")
#: Keys of a sample's metadata that say by their name that a person filled them.
_PEOPLES: Final = ("human_label", "human")
_ATTACHED: Final = "attachment://"
_UNCHANGED: Final = "UNCHANGED"
#: Before a passage in a prompt: a mark in brackets, at the end of the text so far.
_MARK: Final = re.compile(r"\[([^\[\]\n]{1,100})\][ \t]{0,20}\Z")
_LETTERS: Final = {
    "c": ("correct", 1.0, 1.0),
    "i": ("incorrect", 0.0, 0.0),
    "p": ("partial", 0.0, 0.5),
    "n": ("no answer", 0.0, 0.0),
}


def record_of(sample: dict[str, Any], log: dict[str, Any], note: Callable[[str], None]) -> Fields:
    """The sample as a native record. Raises Problem where it failed or answers nothing."""
    _check(sample, log)
    attached = sample.get("attachments")
    told = _Sample(sample, attached if isinstance(attached, dict) else {})
    answer = told.answer()
    if answer is None:
        raise Problem("output", "holds no answer")
    question, contexts = told.asked(note)
    labels, judgments = _scores(sample.get("scores"), note)
    people, metadata = _peoples(told.metadata(), answer, note)
    described = log.get("eval")
    evaluation = described if isinstance(described, dict) else {}
    target = _target(sample.get("target"))
    out: Fields = {
        "id": _id(sample, evaluation),
        "question": question,
        "answer": answer,
        "contexts": contexts,
        "labels": people + labels,
        "judgments": judgments,
        "generator": told.model(),
        "created_at": moment(sample.get("completed_at")) or None,
        "metadata": {"source": _source(sample, evaluation), "inspect": metadata}
        | known(uuid=text_of(sample.get("uuid"))),
    }
    if target is not None and labels_from({"label": target}, answer):
        metadata["target"] = target  # what a judge should say, no answer to the question
    elif target:
        out["expect"] = {"reference": target}
    return {key: one for key, one in out.items() if one not in (None, [], {})}


def _source(sample: dict[str, Any], evaluation: dict[str, Any]) -> Fields:
    """Which sample of which evaluation this is."""
    return known(
        tool="inspect",
        task=text_of(evaluation.get("task")),
        eval_id=text_of(evaluation.get("eval_id", evaluation.get("task_id"))),
        run_id=text_of(evaluation.get("run_id")),
        sample_uuid=text_of(sample.get("uuid")),
        epoch=sample.get("epoch") if isinstance(sample.get("epoch"), int) else None,
    )


def _check(sample: dict[str, Any], log: dict[str, Any]) -> None:
    """Raises Problem for a sample that nothing should rest on."""
    error = sample.get("error")
    if error:
        said_error = error.get("message") if isinstance(error, dict) else error
        raise Problem("error", f"the sample failed: {' '.join(str(said_error).split())[:200]}")
    if sample.get("invalidation"):
        given = sample["invalidation"]
        reason = given.get("reason") if isinstance(given, dict) else None
        told = f": {' '.join(str(reason).split())[:200]}" if reason else ""
        raise Problem("invalidation", f"the sample was declared invalid{told}")


class _Sample:
    """A sample, its attachments put back in their places."""

    def __init__(self, sample: dict[str, Any], attached: dict[str, Any]) -> None:
        self.sample = sample
        self.attached = attached

    def answer(self) -> str | None:
        """What the model said: the completion, else the first choice's message."""
        output = self.sample.get("output")
        if not isinstance(output, dict):
            return None
        found = text_of(self._text(output.get("completion")))
        for choice in wordings.objects(output.get("choices")):
            if found is None:
                text = wordings.message_text(choice.get("message"))
                found = text_of(self._text(text))
        return found

    def model(self) -> str | None:
        """The model that answered."""
        output = self.sample.get("output")
        return text_of(output.get("model")) if isinstance(output, dict) else None

    def metadata(self) -> Fields:
        """The sample's metadata without its contexts, large parts named."""
        given = self.sample.get("metadata")
        found = given if isinstance(given, dict) else {}
        answer = self.answer()
        return {
            key: said.short(one)
            for key, one in found.items()
            if key not in _CONTEXTS and self._text(one) != answer
        }

    def asked(self, note: Callable[[str], None]) -> tuple[str | None, list[Fields]]:
        """Question and passages; a prompt that ends in the passages is cut before them."""
        given = self.sample.get("input")
        prompt = self._text(given) if isinstance(given, str) else wordings.last_asked(given)
        prompt = self._text(prompt)
        found = self._contexts()
        texts = [one["text"] for one in found]
        cut = _before(prompt, texts) if prompt is not None and texts else None
        if cut is None:
            return prompt, found
        note("the passages stood in the prompt too: the question is what stands before them")
        question, marks = cut
        if len(set(marks)) == len(marks) and all(marks):
            found = [one | {"id": mark} for one, mark in zip(found, marks, strict=True)]
        return question, found

    def _contexts(self) -> list[Fields]:
        given = self.sample.get("metadata")
        metadata = given if isinstance(given, dict) else {}
        value = next((metadata[one] for one in _CONTEXTS if metadata.get(one)), None)
        listed = value if isinstance(value, list) else [] if value is None else [value]
        return wordings.passages([self._text(one) for one in listed])

    def _text(self, value: Any) -> Any:
        """A text, or the attachment that stands for it."""
        if isinstance(value, str) and value.startswith(_ATTACHED):
            return self.attached.get(value.removeprefix(_ATTACHED), value)
        return value


def _before(prompt: str, texts: list[str]) -> tuple[str, list[str]] | None:
    """What stands before the passages, and their marks, where the prompt ends in all of them.

    Between them only blanks and one mark in brackets may stand; None otherwise.
    """
    end = _without_blanks(prompt, len(prompt))
    marks: list[str] = []
    for text in reversed(texts):
        text = text.rstrip()
        start = end - len(text)
        if start < 0 or not text or not prompt.startswith(text, start):
            return None
        mark = _MARK.search(prompt, max(0, start - 130), start)
        marks.append(mark.group(1) if mark else "")
        end = _without_blanks(prompt, mark.start() if mark else start)
    question = prompt[:end]
    of_one_kind = all(marks) or not any(marks)
    return (question, marks[::-1]) if question and of_one_kind else None


def _without_blanks(text: str, end: int) -> int:
    """Where the text before `end` ends, without the blanks there."""
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return end


def _id(sample: dict[str, Any], evaluation: dict[str, Any]) -> str | None:
    """The sample's id, with its epoch where there are several."""
    given = sample.get("id")
    if isinstance(given, bool) or not isinstance(given, str | int):
        return text_of(sample.get("uuid"))
    epoch, config = sample.get("epoch"), evaluation.get("config")
    epochs = config.get("epochs") if isinstance(config, dict) else None
    several = isinstance(epochs, int) and epochs > 1
    return f"{given}_epoch_{epoch}" if several or epoch not in (None, 1) else str(given)


def _target(value: Any) -> str | None:
    """The expected output: one text; several stay apart by lines."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        value = "\n".join(value)
    return value.strip() or None if isinstance(value, str) else None


def _peoples(
    metadata: Fields, answer: str, note: Callable[[str], None]
) -> tuple[list[Fields], Fields]:
    """The label that a key named after people gives, where its word is a known one."""
    for name in _PEOPLES:
        word = metadata.get(name)
        found = labels_from({"label": word}, answer) if isinstance(word, str) else []
        if found:
            note(f"{name!r} in the samples' metadata is read as a person's verdict")
            labels = [{key: one for key, one in label.items() if one} for label in found]
            return labels, {key: one for key, one in metadata.items() if key != name}
    return [], metadata


def _scores(value: Any, note: Callable[[str], None]) -> tuple[list[Fields], list[Fields]]:
    """Labels of people who edited scores, and what the scorers said."""
    labels: list[Fields] = []
    judgments: list[Fields] = []
    for name, score in value.items() if isinstance(value, dict) else ():
        if not isinstance(score, dict):
            score = {"value": score}
        edits = wordings.objects(score.get("history"))
        first = score
        if edits:
            first = {**score, **edits[0]} if not edits[0].get("provenance") else {}
        if first:
            judgments += _judgments(name, first)
        else:
            note("scores of which only a person's edit is there give no judgment")
        labels += _edits(name, edits)
    return labels, judgments


def _judgments(name: str, score: dict[str, Any]) -> list[Fields]:
    value = score.get("value")
    if isinstance(value, dict):  # one score for each of several things
        return [
            one
            for key, part in value.items()
            for one in _judgments(f"{name}/{key}", {**score, "value": part})
            if not isinstance(part, dict)
        ]
    letter = _LETTERS.get(value.strip().lower()) if isinstance(value, str) else None
    fields = said.judgment(
        name.replace("/", "_"),
        tool="inspect",
        judge=name,
        number=value if figure(value) is not None else None,
        word=letter[0] if letter else value if isinstance(value, str | bool) else None,
        reason=score.get("explanation"),
        unscored=True if value is None or said.plain(value) == "nan" else None,
    )
    if letter is not None:
        fields |= {"strict": letter[1], "score": letter[2], "value": letter[2]}
        for name_ in ("abstained", "abstention"):
            fields.pop(name_, None)
        fields["parameters"]["scale"] = "C 1, P 0.5, I and N 0"
    return [fields]


def _edits(name: str, edits: list[dict[str, Any]]) -> list[Fields]:
    """What people set a score to, each with who, when and why."""
    out: list[Fields] = []
    value: Any = None
    for one in edits:
        given = one.get("value", _UNCHANGED)
        changed = given != _UNCHANGED
        value = given if changed else value
        provenance = one.get("provenance")
        if not isinstance(provenance, dict) or not changed:
            continue
        label = said.label(
            name,
            _labelled(said.criterion(name), value),
            by=provenance.get("author"),
            at=moment(provenance.get("timestamp")),
            note=provenance.get("reason"),
        )
        out += [label] if said.tells(label) else []
    return out


def _labelled(criterion: str, value: Any) -> Any:
    """A score in a label's words: C is correct, and faithful where that was asked."""
    letter = value.strip().upper() if isinstance(value, str) else ""
    if letter in ("C", "I"):
        return (
            letter == "C"
            if criterion in ("faithfulness", "correctness")
            else ("pass" if letter == "C" else "fail")
        )
    return {"P": "partial", "N": "no answer"}.get(letter, value)

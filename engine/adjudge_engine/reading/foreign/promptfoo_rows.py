"""One result of promptfoo as a native record: of a row, of the table of version 2, of the CSV."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from adjudge_engine.judges.scores import promptfoo as scores
from adjudge_engine.judges.scores.values import Fields, figure, known, text_of
from adjudge_engine.reading.aliases import CASE, REFERENCE
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.foreign.carried import CARRIED, EDITED, carried_row
from adjudge_engine.reading.foreign.leftovers import kept
from adjudge_engine.reading.foreign.lists import texts_in
from adjudge_engine.reading.foreign.shapes import list_in, object_in
from adjudge_engine.reading.foreign.templates import original
from adjudge_engine.reading.items import labels_from
from adjudge_engine.reading.problems import Problem, kind_of

#: How passages are joined in one variable: by a blank line.
_JOINED: Final = "\n\n"
#: The variable in which our own export writes the person's word, and others do as well.
_HUMAN: Final = "human_label"
#: What a rating in the viewer is about: the whole of the output.
RATED: Final = "overall"
_ERROR: Final = 2
#: The columns that follow every output in the CSV, in their order.
_AFTER: Final = ("Status", "Score")
_FIRST_COLUMN: Final = "Description"

Note = Callable[[str], None]


def of_result(row: dict[str, Any], run: dict[str, Any], note: Note | None = None) -> dict[str, Any]:
    """A result row as a native record. Raises Problem."""
    test = object_in(row.get("testCase"))
    metadata = object_in(test.get("metadata"))
    variables = object_in(row.get("vars")) or object_in(test.get("vars"))
    if CARRIED in metadata:
        variables = {n: original(v) if isinstance(v, str) else v for n, v in variables.items()}
    question, whence = _question(variables, row)
    ratings = list(_ratings(row.get("gradingResult")))
    out: dict[str, Any] = {
        "id": row.get("id"),
        "question": question,
        "answer": _output(row),
        "contexts": _contexts(variables),
        "reference": _named(variables, REFERENCE),
        "generator": _provider(row),
        "labels": _labels(variables) + ratings,
        "judgments": _judgments(row.get("gradingResult")),
    }
    if CARRIED in metadata:
        carried = _carried(metadata, variables, out)
        if carried is not None:
            carried["judgments"] = list_in(carried.get("judgments")) + out["judgments"]
            carried["labels"] = list_in(carried.get("labels")) + ratings
            return carried
        out["labels"] = ratings
        metadata = {"carried": EDITED} | {n: v for n, v in metadata.items() if n != CARRIED}
    source = known(tool="promptfoo", eval=run.get("eval"), prompt=row.get("promptIdx"))
    out["metadata"] = {"source": source | known(test=row.get("testIdx"))}
    left = _left(row, test, variables, out["answer"])
    left = kept(left | {"metadata": metadata, "question_from": whence}, note)
    if left:
        out["metadata"]["promptfoo"] = left
    return out


def of_test(test: dict[str, Any], run: dict[str, Any], note: Note | None = None) -> dict[str, Any]:
    """A test that holds its answer among its variables, as our own export writes it."""
    variables = test.get("vars")
    if not isinstance(variables, dict):
        raise Problem("vars", f"must be an object, not {kind_of(variables)}")
    answer = _named(variables, CASE["answer"], blank=True)
    if answer is None:
        raise Problem("vars.answer", "is missing: a test of promptfoo has no answer before it ran")
    description = test.get("description")
    name = original(description) if isinstance(description, str) else None
    row = {"testCase": test, "vars": variables, "response": {"output": answer}, "id": name}
    return of_result(row, run, note)


def result_of_output(
    body: dict[str, Any], output: Any, at: int, names: Any, prompts: Any
) -> dict[str, Any]:
    """A row of version 2's table and one of its outputs, as a result row. Raises Problem."""
    if not isinstance(output, dict):
        raise Problem("outputs", "has no output of an object with a text")
    values = body.get("vars")
    pairs = zip(list_in(names), list_in(values), strict=False)
    prompt = list_in(prompts)[at : at + 1]
    provider = output.get("provider") or (
        prompt[0].get("provider") if prompt and isinstance(prompt[0], dict) else None
    )
    return {
        "id": output.get("id"),
        "description": body.get("description"),
        "vars": {str(name): one for name, one in pairs},
        "testCase": object_in(body.get("test")),
        "testIdx": body.get("testIdx"),
        "promptIdx": at,
        "provider": provider,
        "prompt": output.get("prompt"),
        "response": {"output": output.get("text")},
    } | {key: output.get(key) for key in ("gradingResult", "score", "error", "failureReason")}


def is_table(columns: Any) -> bool:
    """Whether the columns of a table are those of promptfoo's CSV."""
    return isinstance(columns, list) and bool(outputs_of([str(one) for one in columns]))


def outputs_of(columns: list[str]) -> list[int]:
    """Where outputs stand: before `Status` and `Score`, which follow each of them."""
    plain = [one.partition(" (column ")[0] for one in columns]
    return [
        at
        for at in range(len(columns) - 2)
        if (plain[at + 1], plain[at + 2]) == _AFTER and "[" in columns[at]
    ]


def result_of_cells(
    cells: dict[str, Any], columns: list[str], outputs: list[int], at: int
) -> dict[str, Any]:
    """A row of the CSV and the output at one place, as a result row."""
    place = outputs[at]
    end = outputs[at + 1] if at + 1 < len(outputs) else len(columns)
    after = {c.partition(" (column ")[0]: cells.get(c) or None for c in columns[place + 1 : end]}
    variables = {one: cells.get(one) for one in columns[: outputs[0]] if one != _FIRST_COLUMN}
    provider = columns[place].partition("]")[0].partition("[")[2]
    status = after.get("Status")
    return {
        "description": cells.get(_FIRST_COLUMN) or None,
        "vars": variables,
        "provider": provider,
        "response": {"output": cells.get(columns[place])},
        "error": after.get("Grader Reason") if status == "ERROR" else None,
        "failureReason": _ERROR if status == "ERROR" else None,
        "score": after.get("Score"),
        "gradingResult": {"comment": after.get("Comment"), "reason": after.get("Grader Reason")},
        "namedScores": _decoded(after.get("Named Scores")),
        "promptIdx": at,
    }


def _question(variables: dict[str, Any], row: dict[str, Any]) -> tuple[str | None, str | None]:
    """The question: a variable of a usual name, else the prompt as it was sent; and whence."""
    found = _named(variables, CASE["question"])
    if found is not None:
        return found, None
    prompt = row.get("prompt")
    raw = prompt.get("raw") if isinstance(prompt, dict) else prompt
    if text_of(raw) is not None:
        return raw, "prompt"
    return _named(variables, CASE["question"], blank=True), None


def _named(variables: dict[str, Any], names: tuple[str, ...], *, blank: bool = False) -> str | None:
    """The text of the first variable of these names that says something, or (`blank`) nothing."""
    texts = [one for one in map(variables.get, names) if isinstance(one, str)]
    return next((one for one in texts if one.strip()), texts[0] if texts and blank else None)


def _output(row: dict[str, Any]) -> Any:
    """The answer. Raises Problem where the provider gave none."""
    response = row.get("response")
    output = response.get("output") if isinstance(response, dict) else response
    if output is None or (output == "" and row.get("failureReason") == _ERROR):
        failed = row.get("failureReason") == _ERROR or row.get("error")
        said = text_of(row.get("error")) or "no answer"
        why = f"is missing: the provider failed ({said[:200]})" if failed else "is missing"
        raise Problem("response.output", why)
    return output if isinstance(output, str) else json.dumps(output, ensure_ascii=False)


def _contexts(variables: dict[str, Any]) -> list[Any]:
    for name in CASE["contexts"]:
        if variables.get(name) is not None:
            return texts_in(variables[name], _JOINED)
    return []


def _provider(row: dict[str, Any]) -> str | None:
    """Who wrote the answer; `echo` repeats an answer that another wrote."""
    given = row.get("provider")
    name = given.get("id") if isinstance(given, dict) else given
    return None if name == "echo" else text_of(name)


def _labels(variables: dict[str, Any]) -> list[dict[str, Any]]:
    """The person's word that a variable holds."""
    said = variables.get(_HUMAN)
    return [] if not isinstance(said, str) else labels_from({"label": said.strip().lower()}, None)


def _ratings(grading: Any) -> list[dict[str, Any]]:
    """Ratings made by hand, wherever they stand among the component results."""
    if not isinstance(grading, dict):
        return []
    out = []
    for one in (grading, *list_in(grading.get("componentResults"))):
        assertion = one.get("assertion") if isinstance(one, dict) else None
        if not isinstance(assertion, dict) or assertion.get("type") != "human":
            continue
        label: dict[str, Any] = {"criterion": text_of(assertion.get("metric")) or RATED}
        if isinstance(one.get("pass"), bool):
            label["value"] = "pass" if one["pass"] else "fail"
        else:
            label["undetermined"] = True
        note = text_of(one.get("comment")) or text_of(grading.get("comment"))
        out.append(label | known(note=note))
    return out


def _judgments(grading: Any) -> list[Fields]:
    """What models graded; a rating by hand is none, whatever stands beside it."""
    if not isinstance(grading, dict):
        return []
    return scores.judgments_in({"gradingResult": grading}) or []


def _left(
    row: dict[str, Any], test: dict[str, Any], variables: dict[str, Any], answer: str
) -> dict[str, Any]:
    """What else a result says that a reviewer may want."""
    grading = object_in(row.get("gradingResult"))
    taken = (*CASE["question"], *CASE["contexts"], *REFERENCE, _HUMAN)
    return {
        "description": row.get("description") or test.get("description"),
        "vars": {n: v for n, v in variables.items() if n not in taken and v != answer},
        "score": figure(row.get("score")),
        "named_scores": row.get("namedScores"),
        "comment": grading.get("comment"),
        "error": row.get("error"),
    }


def _carried(
    metadata: dict[str, Any], variables: dict[str, Any], out: dict[str, Any]
) -> dict[str, Any] | None:
    """The row of our own export that the test carries, if the result still shows it."""
    text, answer = metadata.get(CARRIED), out["answer"]
    if not isinstance(text, str):
        return None
    shown = {"question": out["question"] or "", "answer": original(answer)}
    return carried_row(original(text), shown | {"contexts": variables.get("context")})


def _decoded(text: Any) -> Any:
    try:
        return Decoder(nan=True).decode(text) if isinstance(text, str) else None
    except Problem:
        return text

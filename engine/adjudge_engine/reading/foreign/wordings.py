"""The question and the answer in what programs pass around: texts, messages, objects.

Chat messages may be OpenAI's (`content` a text or a list of parts), those of the OpenTelemetry
conventions (`parts` with `content`), or wrapped in an object beside other arguments.
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, figure
from adjudge_engine.reading.aliases import CASE
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.foreign.said import plain
from adjudge_engine.reading.problems import Problem

_QUESTION: Final = (*CASE["question"], "text", "message", "inputs", "request")
_ANSWER: Final = (*CASE["answer"], "result", "output_text", "text", "content", "outputs")
_PEOPLE: Final = ("user", "human")
_MODELS: Final = ("assistant", "ai", "model")
#: An object within an object within … is looked into this deep.
_DEEP: Final = 6


def parsed(value: Any) -> Any:
    """The JSON value that a text is, where it is an object or a list; else the text itself."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return Decoder().decode(value)
    except Problem:
        return value


def question_in(value: Any) -> str | None:
    """The question in a program's input; None where nothing in an object says which part it is.

    A text whose parts say nothing is the question as a whole.
    """
    return _text_in(value, _QUESTION, _PEOPLE)


def answer_in(value: Any) -> str | None:
    """The answer in a program's output; as `question_in`."""
    return _text_in(value, _ANSWER, _MODELS)


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in what should be a list of them; none where it is something else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def message_text(message: Any) -> str | None:
    """The text of one message; None where it has none (a call of a tool, a picture)."""
    if not isinstance(message, dict):
        return None
    for name in ("content", "parts", "contents"):
        found = message.get(name)
        if isinstance(found, str):
            return found
        if isinstance(found, list):
            texts = [one for one in map(_part, found) if one is not None]
            if texts:
                return "\n".join(texts)
    return None


def last_message(messages: Any, roles: tuple[str, ...]) -> str | None:
    """The text of the last message of one of the roles."""
    for one in reversed(messages if isinstance(messages, list) else []):
        if isinstance(one, dict):
            inner = one.get("message")
            one = inner if isinstance(inner, dict) else one
            role = one.get("role", one.get("type"))
            text = message_text(one)
            if isinstance(role, str) and role.lower() in roles and text is not None:
                return text
    return None


def last_asked(messages: Any) -> str | None:
    """What a person said last."""
    return last_message(messages, _PEOPLE)


def last_answered(messages: Any) -> str | None:
    """What the model said last."""
    return last_message(messages, _MODELS)


def passage_in(value: Any, place: int) -> Fields | None:
    """A retrieved document as other programs pass it: LangChain's, MLflow's, or a text."""
    if isinstance(value, str):
        return {"id": f"c{place}", "text": value}
    if not isinstance(value, dict):
        return None
    names = ("page_content", "content", "text", "document", "chunk")
    text = next((value[one] for one in names if isinstance(value.get(one), str)), None)
    if text is None:
        return None
    metadata = value.get("metadata")
    about = metadata if isinstance(metadata, dict) else {}
    given = (value.get("id"), value.get("doc_uri"), about.get("doc_uri"), about.get("id"))
    id_ = next((str(one) for one in given if isinstance(one, str | int) and str(one)), f"c{place}")
    out: Fields = {"id": id_, "text": text}
    score = value.get("score")
    number = None if isinstance(score, bool | str) else figure(score)
    if number is not None:
        out["score"] = number
    if about:
        out["metadata"] = plain(about)
    return out


def passages(values: list[Any]) -> list[Fields]:
    """The documents as contexts; the same one twice is one, and other texts get other ids."""
    out: list[Fields] = []
    texts: dict[str, set[str]] = {}
    for place, value in enumerate(values, 1):
        one = passage_in(value, place)
        if one is None:
            continue
        seen = texts.setdefault(one["id"], set())
        if one["text"] in seen:
            continue
        seen.add(one["text"])
        if len(seen) > 1:
            one = one | {"id": f"{one['id']} ({len(seen)})"}
        out.append(one)
    return out


def _text_in(value: Any, names: tuple[str, ...], roles: tuple[str, ...]) -> str | None:
    found = _found(parsed(value), names, roles)
    return value if found is None and isinstance(value, str) else found


def _found(value: Any, names: tuple[str, ...], roles: tuple[str, ...]) -> str | None:
    for _ in range(_DEEP):
        if isinstance(value, str):
            return value
        if isinstance(value, list):
            found = last_message(value, roles)
            if found is not None or len(value) != 1:
                return found
            value = value[0]
            continue
        if not isinstance(value, dict):
            return None
        spoken = _spoken(value, roles)
        if spoken is not None:
            return spoken
        value = _named(value, names)
    return None


def _spoken(value: dict[str, Any], roles: tuple[str, ...]) -> str | None:
    """What the messages in an object say, or the object itself where it is a message."""
    for name in ("messages", "choices", "generations"):
        found = last_message(value.get(name), roles)
        if found is not None:
            return found
    return last_message([value], roles)


def _named(value: dict[str, Any], names: tuple[str, ...]) -> Any:
    """The part that one of the names says, else the only part that there is."""
    for name in names:
        if value.get(name) is not None:
            return value[name]
    parts = [one for one in value.values() if one is not None]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else None


def _part(part: Any) -> str | None:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or part.get("type") not in (None, "text", "output_text"):
        return None
    found = part.get("text", part.get("content"))
    return found if isinstance(found, str) else None

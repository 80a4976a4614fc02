"""Cases about lamps, a model that reads them rightly, and the configuration that leads to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from llm_server import LlmServer, Request, good

from adjudge_engine.case import Case
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared
from adjudge_engine.pipeline import Assessment, assess

_CLAIM = re.compile(r"^([0-9]{1,4}) (.*)$", re.MULTILINE)
_WEIGHT = re.compile(r"weighs ([0-9]{1,9}) grams")


def lamp(number: int = 1, **changes: Any) -> dict[str, Any]:
    """A case of two claims; every third says a thousand times the weight."""
    weight = 100 + number
    said = weight if number % 3 else weight * 1000
    return {
        "id": f"lamp-{number}",
        "question": f"What does lamp {number} weigh?",
        "answer": f"Lamp {number} weighs {said} grams. It is made of brass.",
        "contexts": [
            {"id": "x", "text": f"Lamp {number} weighs {weight} grams and is made of brass."}
        ],
        **changes,
    }


def assessed(number: int = 1, **changes: Any) -> Assessment:
    """What code found about a lamp."""
    return assess(Case.model_validate(lamp(number, **changes)))


def verdict_rows(text: str) -> list[dict[str, Any]]:
    """What a right judge says of the claims in a prompt, as the rubric's JSON has it."""
    rows = []
    for number, claim in _CLAIM.findall(text):
        row = {"c": int(number), "q": "is made of brass", "e": "same", "v": "S"}
        if said := _WEIGHT.search(claim):
            there = _WEIGHT.search(_sources(text))
            assert there is not None
            row["q"] = there.group()
            if said.group() != there.group():
                row |= {"v": "C", "r": "another weight"}
        rows.append(row)
    return rows


def _sources(text: str) -> str:
    """The part of a prompt that holds the sources."""
    return text[text.rindex(" k1\n") : text.rindex(" answer\n")]


def right(request: Request) -> Any:
    """A model that reads rightly."""
    if '"points"' in request.text:
        return good({"points": [{"p": 1, "q": "made of brass", "v": "F"}]})
    if '"claims"' in request.text:
        return good({"claims": verdict_rows(request.text), "extra": []})
    return good({"r": "it answers", "v": "5"})


def settings(server: LlmServer, **more: Any) -> str:
    """The lines of a table that asks the server, without a second try, at a dollar a million
    tokens."""
    lines: dict[str, Any] = {
        "type": '"llm"',
        "model": '"openai/stub"',
        "api_base": f'"{server.base_url}"',
        "attempt_timeout": 20.0,
        "deadline": 20.0,
        "tries": 1,
        "price": "[1.0, 1.0]",
    }
    return "\n".join(f"{key} = {value}" for key, value in (lines | more).items()) + "\n"


def shared(text: str, folder: Path, *, cache: bool = True, **more: Any) -> Shared:
    """What the judges of a configuration share; replies are kept in the folder."""
    config = parse_config(text.encode(), folder / "adjudge.toml")
    return Shared(config=config, cache=folder / "replies.db" if cache else None, **more)


def judges_of(
    server: LlmServer, folder: Path, names: Sequence[str] = ("reader",), **more: Any
) -> tuple[tuple[Judge, ...], Shared]:
    """The judge `reader`, which asks the server; `more` are settings of its table."""
    using = shared("[judges.reader]\n" + settings(server, **more), folder)
    return make_judges(names, using), using

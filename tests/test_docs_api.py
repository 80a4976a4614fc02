"""docs/api.md is what the docstrings of the public names say.

`python tests/test_docs_api.py` rewrites it.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import BaseModel

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"
AGAIN = "run: python tests/test_docs_api.py"
#: The parts of the page: heading, module, its public names (None: those of `__all__`).
PARTS: tuple[tuple[str, str, tuple[str, ...] | None], ...] = (
    ("The engine", "adjudge_engine", None),
    ("Tests", "adjudge_engine.testing", None),
    ("DeepEval", "adjudge_engine.integrations.deepeval", ("Measuring", "record_of")),
    ("RAGAS", "adjudge_engine.integrations.ragas", ("Scoring", "record_of")),
    ("Metrics", "adjudge_engine.integrations.metrics", ("Checks", "breakdown")),
)
HEAD = """\
# The engine from Python

Written from the docstrings (`python tests/test_docs_api.py`); a test keeps the two equal. All \
packages are typed (`py.typed`). What goes in and out is described in \
[case-format.md](case-format.md), what checks find in [gates.md](gates.md), how routes come about \
in [policy.md](policy.md). How to begin: [for-developers.md](for-developers.md).
"""


def page() -> str:
    """The page as the docstrings have it now."""
    return "".join([HEAD, *(part for one in PARTS for part in _part(*one))])


def _part(title: str, module: str, names: tuple[str, ...] | None) -> Iterator[str]:
    found = importlib.import_module(module)
    yield f"\n## {title}\n\n`{module}`: {_doc(found)}\n"
    for name in names or found.__all__:
        yield from _entry(name, getattr(found, name))


def _entry(name: str, found: Any) -> Iterator[str]:
    yield f"\n### {name}\n\n"
    if inspect.isclass(found):
        yield from _class(name, found)
    else:
        yield f"```python\n{_declared(name, found)}\n```\n\n{_doc(found)}\n"


def _class(name: str, found: type[Any]) -> Iterator[str]:
    base = next((one.__name__ for one in found.__mro__[1:] if one is not object), "")
    yield f"```python\nclass {name}{f'({base})' if base else ''}\n```\n\n{_doc(found)}\n"
    lines = [f"- `{field}`\n" for field in _fields(found)]
    lines += [line for line in _members(found)]
    if lines:
        yield "\n"
        yield from lines


def _fields(found: type[Any]) -> Iterator[str]:
    if issubclass(found, BaseModel):
        names = list(found.model_fields)
    elif dataclasses.is_dataclass(found):
        names = [one.name for one in dataclasses.fields(found)]
    else:
        return
    notes = {
        key: one
        for base in reversed(found.__mro__)
        for key, one in inspect.get_annotations(base).items()
    }
    for name in names:
        yield f"{name}: {notes.get(name, 'Any')}"


def _members(found: type[Any]) -> Iterator[str]:
    for name, one in vars(found).items():
        if name.startswith("_") or not inspect.getdoc(one):
            continue
        plain = one.__func__ if isinstance(one, classmethod | staticmethod) else one
        if inspect.isfunction(plain):
            yield f"- `{_declared(name, plain)}`: {_first(plain)}\n"
        elif isinstance(one, property) or hasattr(one, "func"):
            yield f"- `{name}`: {_first(one)}\n"


def _declared(name: str, found: Any) -> str:
    start = "async def" if inspect.iscoroutinefunction(found) else "def"
    signature = inspect.signature(found)
    parts = [
        _parameter(one) for one in signature.parameters.values() if one.name not in ("self", "cls")
    ]
    kinds = [one.kind for one in signature.parameters.values() if one.name not in ("self", "cls")]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        parts.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    back = signature.return_annotation
    told = "" if back is inspect.Signature.empty else f" -> {_written(back)}"
    return f"{start} {name}({', '.join(parts)}){told}"


def _parameter(one: inspect.Parameter) -> str:
    told = one.name
    if one.kind is inspect.Parameter.VAR_POSITIONAL:
        told = f"*{told}"
    elif one.kind is inspect.Parameter.VAR_KEYWORD:
        told = f"**{told}"
    if one.annotation is not inspect.Parameter.empty:
        told += f": {_written(one.annotation)}"
    if one.default is not inspect.Parameter.empty:
        told += f" = {one.default!r}"
    return told


def _written(annotation: Any) -> str:
    if isinstance(annotation, str):
        return annotation
    return str(inspect.formatannotation(annotation))


def _doc(found: Any) -> str:
    """The docstring as Markdown: what is indented is code."""
    text = inspect.cleandoc(found.__doc__ or "")
    assert text, found
    blocks = re.split(r"\n\n+(?! {4})", text)  # code goes on after an empty line
    return "\n\n".join(_block(one) for one in blocks)


def _block(text: str) -> str:
    """A paragraph on one line, and what follows it indented as code."""
    words, empty, code = text.partition("\n\n")
    told = " ".join(words.split())
    return f"{told}\n\n```python\n{textwrap.dedent(code)}\n```" if empty else told


def _first(found: Any) -> str:
    return " ".join(inspect.cleandoc(inspect.getdoc(found) or "").split("\n\n")[0].split())


def test_the_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), AGAIN


def test_every_public_name_has_its_heading() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for _, module, names in PARTS:
        for name in names or importlib.import_module(module).__all__:
            assert f"\n### {name}\n" in text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

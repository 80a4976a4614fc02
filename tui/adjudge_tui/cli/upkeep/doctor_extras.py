"""What an installation can do by the libraries that are there, and how the rest is installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import Final, NamedTuple


class _Ability(NamedTuple):
    """What it takes: modules, all of them; and the extra that brings them."""

    modules: tuple[str, ...]
    extra: str


#: What takes a library that not every installation has, by what it is for.
_EXTRAS: Final[Mapping[str, _Ability]] = {
    "read and write Parquet": _Ability(("pyarrow",), "parquet"),
    "show the desk in a browser": _Ability(("textual_serve",), "serve"),
    "serve agents (adjudge mcp)": _Ability(("mcp",), "mcp"),
    "run shards on a cluster (Dask)": _Ability(("distributed",), "dask"),
    "judge with an ONNX model of your own": _Ability(("onnxruntime", "tokenizers"), "onnx"),
    "judge with a safetensors model of your own": _Ability(
        ("transformers", "torch", "tokenizers"), "transformers"
    ),
}


def capabilities() -> dict[str, bool]:
    """What is there, found without importing any of it."""
    always = {
        "review in the terminal": find_spec("textual") is not None,
        "read JSON, JSON Lines and CSV": True,
    }
    return always | {
        name: all(find_spec(module) is not None for module in ability.modules)
        for name, ability in _EXTRAS.items()
    }


def capability_lines(found: Mapping[str, bool]) -> Iterator[str]:
    """A line each; what is missing says how it is installed."""
    for name, can in found.items():
        ability = _EXTRAS.get(name)
        more = f"; pip install 'adjudge[{ability.extra}]'" if ability else ""
        yield f"{name}: {'yes' if can else f'no{more}'}"

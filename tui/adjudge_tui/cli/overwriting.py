"""Keeps a command from writing over what it reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click


def refuse_overwriting(outputs: Iterable[Path | None], inputs: Iterable[Path | None]) -> None:
    """UsageError where an output is one of the inputs, by whatever name."""
    there = [one for one in inputs if one is not None and one.exists()]
    for output in outputs:
        if output is None or not output.exists():
            continue
        if any(output.samefile(one) for one in there):
            raise click.UsageError(f"{output} would be written over, but is read too.")

"""Where a run writes: never over what it reads, nor over anything else that it writes."""

from __future__ import annotations

import os
from pathlib import Path

import click


def rejects_beside(file: Path) -> Path:
    """The rejects file that goes with an output or a database."""
    return file.with_name(f"{file.stem}.rejects.jsonl")


def refuse_folders(outputs: dict[str, Path | None]) -> None:
    """A usage error where an option names a folder, and not a file."""
    for option, output in outputs.items():
        if output is not None and (output.is_dir() or not output.name):
            raise click.UsageError(f"{option} {output} is a folder; name a file in it.")


def check_places(inputs: list[Path | None], outputs: list[Path | None]) -> None:
    """Refuses to write over what is read, or over something else that is written."""
    seen = {_identity(file): "an input" for file in inputs if file is not None}
    folders = [os.path.realpath(file) for file in inputs if file is not None and file.is_dir()]
    for output in outputs:
        if output is None or (output.exists() and not output.is_file()):
            continue
        place = _identity(output)
        if output.exists() and os.path.dirname(os.path.realpath(output)) in folders:
            seen.setdefault(place, "an input")
        if place in seen:
            raise click.UsageError(f"{output} would be written over, but is {seen[place]} too.")
        seen[place] = "another output"


def _identity(file: Path) -> tuple[int, int] | str:
    """What makes two names the same file: its inode (so links count too), else its place."""
    try:
        found = file.stat()
    except OSError:
        return os.path.realpath(file)
    return found.st_dev, found.st_ino

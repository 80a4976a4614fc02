"""The options by which a command is told how files are to be read: `--format` and `--map`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge_engine.errors import InputError
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_engine.reading.about import About
    from adjudge_engine.reading.choosing import Way

_SPANS = ("otel", "openinference")

format_option = click.option(
    "--format",
    "format_name",
    metavar="NAME",
    help="native, csv, parquet, or another tool's (docs/formats.md); detected if left out.",
)
map_option = click.option(
    "--map",
    "maps",
    multiple=True,
    metavar="TARGET=SOURCE",
    help="For files of no known format: which part of a record is what, answer=output.text, "
    "contexts[]=retrieved[*].body. May be given several times; else [map] in adjudge.toml.",
)


content_option = click.option(
    "--content",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Texts of documents that spans of OpenTelemetry name by id alone: a JSON object of id "
    "and text.",
)


def way_of(
    format_name: str | None,
    maps: tuple[str, ...],
    config: Path | None,
    content: Path | None = None,
) -> Way:
    """How files are to be read, by these options, else by [map] in the configuration.

    Raises UsageError where two options exclude each other, InputError for a map or a content
    store that cannot be read.
    """
    from adjudge_engine.reading.foreign.mapping import CaseMap

    if content is not None:
        if maps or format_name not in (None, *_SPANS):
            raise click.UsageError("--content goes with spans alone (--format otel).")
        from adjudge_engine.reading.foreign.content import with_content

        return with_content(content)
    if maps and format_name is not None:
        raise click.UsageError("Give either --format or --map.")
    if maps:
        return CaseMap.parse(maps)
    if format_name is not None:
        return format_name
    from adjudge_engine.judges.config import find_config

    file = find_config(config)
    table = None if file is None else _map_in(file)
    return None if table is None else CaseMap.of_table(table, f"{file}, [map]")


def said_of_files(files: Mapping[str, About]) -> list[str]:
    """What is to be said of every file that is not our own, or that lacks something."""
    lines = []
    for name, about in files.items():
        if about.format != "native" or about.sentences:
            lines.append(f"{name}: {about.title}")
            lines += [f"  {one_line(sentence)}" for sentence in about.sentences]
    return lines


def _map_in(file: Path) -> dict[str, Any] | None:
    """The table [map] of a configuration; what else is wrong with the file is told elsewhere."""
    try:
        data = tomllib.loads(file.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    table = data.get("map")
    if table is not None and not isinstance(table, dict):
        raise InputError(f"{file}: map must be a table.", 'Write [map], then answer = "SOURCE".')
    return table

"""What a command that passes or fails writes beside its text: for runners, pages and programs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from adjudge_tui.cli.common import json_option
from adjudge_tui.cli.options import option_group

_PATH: Final = click.Path(path_type=Path)

#: `junit`, `markdown`, `annotations` (None: where the runner says so) and `as_json`.
outcome_options = option_group(
    click.option("--junit", type=_PATH, metavar="FILE", help="Write the outcome as JUnit XML."),
    click.option("--markdown", type=_PATH, metavar="FILE", help="Write a summary in Markdown."),
    click.option(
        "--annotations/--no-annotations",
        default=None,
        help="Print ::error lines for a workflow's runner; else where $GITHUB_ACTIONS is set.",
    ),
    json_option,
)

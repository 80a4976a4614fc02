"""`adjudge check`: the deterministic gates alone, for hooks and pipelines."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge_tui.cli.common import counted
from adjudge_tui.cli.options import option_group
from adjudge_tui.cli.outcome import outcome_options

if TYPE_CHECKING:
    from adjudge_tui.cli.runs.check_run import Checking, Result

_PATH = click.Path(path_type=Path)
_MOST_JSON: Final = 1_000

_how = option_group(
    click.option("--policy", type=_PATH, help="The release policy (TOML); else the shipped one."),
    click.option("--sources", type=_PATH, help="The registry of sources: see adjudge evaluate."),
    click.option("--format", "format_name", metavar="NAME", help="Detected if left out."),
    click.option(
        "--fail-on",
        "level",
        type=click.Choice(("block", "review")),
        default="block",
        show_default=True,
        help="What fails: findings that block, or also those that a person should see.",
    ),
)


@click.command()
@click.argument("files", nargs=-1, required=True, type=_PATH, metavar="FILE...")
@_how
@outcome_options
@click.pass_context
def check(ctx: click.Context, /, files: tuple[Path, ...], **given: Any) -> None:
    """Check answers by the gates alone: no judge, no queue, nothing stored.

    Case files are checked answer by answer; policies, rubrics and configurations (.toml) are read.
    A TOML file that is none of these is left alone. Exits with 0 if nothing speaks against any
    answer, with 1 if something does or a line is no case, with 2 if a file cannot be used.

    \b
    adjudge check cases.jsonl
    adjudge check cases.jsonl policy.toml --fail-on review
    adjudge check cases.jsonl --sources registry.json --junit check.xml
    """
    from adjudge_engine.policy import load_policy
    from adjudge_engine.reading import read_registry
    from adjudge_tui.cli.runs.check_run import Checking

    sources = given["sources"]
    checking = Checking(
        policy=load_policy(given["policy"]),
        sources=read_registry(sources) if sources else None,
        format=given["format_name"],
    )
    report = _Report(given)
    for one in checking.results(files):
        report.add(one)
    report.close(checking, len(files))
    if checking.counts["unusable"]:
        ctx.exit(2)
    if report.failures:
        ctx.exit(1)


class _Report:
    """Says each failure when it is found, and the rest at the end."""

    def __init__(self, given: dict[str, Any]) -> None:
        from adjudge_tui.cli.runs.check_files import JUnit

        self.level: str = given["level"]
        self.as_json: bool = given["as_json"]
        annotate = given["annotations"]
        usual = os.environ.get("GITHUB_ACTIONS") == "true"
        self.annotate = usual if annotate is None else annotate
        self.markdown: Path | None = given["markdown"]
        self.junit = JUnit(given["junit"], self.level) if given["junit"] else None
        self.failures = 0
        self.kept: list[tuple[Result, str]] = []

    def add(self, one: Result) -> None:
        from adjudge_tui.cli.runs.check_files import MOST, annotation, shown

        if self.junit is not None:
            self.junit.add(one)
        for told in one.told(self.level):
            self.failures += 1
            if len(self.kept) < _MOST_JSON:
                self.kept.append((one, told))
            if self.annotate and self.failures <= MOST:
                click.echo(annotation(one, told), err=self.as_json)
        if not self.as_json:
            for line in shown(one, self.level):
                click.echo(line)

    def close(self, checking: Checking, files: int) -> None:
        from adjudge_tui.cli.runs.check_files import MOST, write_markdown

        summary = _summary(checking, files)
        if self.junit is not None:
            self.junit.close()
        if self.markdown is not None:
            more = max(0, self.failures - MOST)
            write_markdown(self.markdown, summary, self.kept[:MOST], more)
        if not self.as_json:
            click.echo(summary)
            return
        from adjudge_tui.cli.machine_text import tame_json

        click.echo(tame_json(self._json(checking)))

    def _json(self, checking: Checking) -> dict[str, Any]:
        counts = {name: checking.counts[name] for name in _OUTCOMES}
        told = [
            {"file": one.file, "line": one.line, "case": one.name, "finding": text}
            for one, text in self.kept
        ]
        return {**counts, "failures": self.failures, "findings": told}


_OUTCOMES: Final = ("pass", "review", "block", "no_case", "unusable", "not_ours")


def _summary(checking: Checking, files: int) -> str:
    counts = checking.counts
    words = (
        ("pass", "pass"),
        ("review", "for review"),
        ("block", "to block"),
        ("no_case", "no case"),
        ("unusable", "unusable"),
        ("not_ours", "left alone"),
    )
    told = [f"{counts[name]:,} {word}" for name, word in words if counts[name]]
    return f"{counted(files, 'file')}: {', '.join(told) or 'nothing in it'}"

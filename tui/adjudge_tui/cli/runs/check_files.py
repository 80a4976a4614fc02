"""What a check writes for machines: JUnit, Markdown, annotations. Foreign text is only text."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from adjudge_engine.reading.atomic import AtomicFile
from adjudge_tui.cli.machine_text import (
    runner_data,
    runner_property,
    tame,
    xml_attribute,
    xml_text,
)
from adjudge_tui.cli.runs.check_run import FAILING, Result
from adjudge_tui.display import one_line

#: Failures that are written out in Markdown and as annotations; the rest is counted.
MOST: Final = 50
_LONGEST: Final = 1_000


class JUnit:
    """A JUnit file of any length: its cases wait on the disk until their number is known."""

    def __init__(self, path: Path, level: str) -> None:
        self.path, self.level = path, level
        self.tests = self.failures = 0
        self._body = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115

    def add(self, one: Result) -> None:
        """One test case; what fails says why."""
        self.tests += 1
        head = f"<testcase classname={_attribute(one.file)} name={_attribute(one.name)}"
        if one.outcome not in FAILING[self.level]:
            self._body.write(head + "/>\n")
            return
        self.failures += 1
        told = "\n".join(xml_text(each[:_LONGEST]) for each in one.told(self.level))
        first = _attribute(next(one.told(self.level), one.outcome))
        self._body.write(f"{head}><failure message={first}>{escape(told)}</failure></testcase>\n")

    def close(self) -> None:
        """Writes the file."""
        head = f'tests="{self.tests}" failures="{self.failures}" errors="0"'
        self._body.seek(0)
        with self._body, AtomicFile(self.path) as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
            file.write(f'<testsuite name="adjudge check" {head}>\n')
            for line in self._body:
                file.write(line)
            file.write("</testsuite>\n</testsuites>\n")


def _attribute(text: str) -> str:
    return xml_attribute(text[:_LONGEST])


def write_markdown(path: Path, summary: str, failed: list[tuple[Result, str]], more: int) -> None:
    """The summary and a table of the first failures, every sign that means something escaped."""
    lines = ["### adjudge check", "", _plain(summary), ""]
    if failed:
        lines += ["| where | case | finding |", "|---|---|---|"]
        for one, told in failed:
            place = f"{one.file}:{one.line}" if one.line else one.file
            lines.append(f"| {_plain(place)} | {_plain(one.name)} | {_plain(told)} |")
    if more:
        lines += ["", f"… and {more:,} more"]
    with AtomicFile(path) as file:
        file.write("\n".join(lines) + "\n")


def _plain(text: str) -> str:
    """Text that Markdown shows as it is: all but letters, digits and blanks as entities."""
    shown = one_line(text[:_LONGEST])
    return "".join(one if one.isalnum() or one == " " else f"&#{ord(one)};" for one in shown)


def annotation(one: Result, told: str) -> str:
    """One failure as a workflow's runner reads it."""
    place = f"file={_property(one.file)}" + (f",line={one.line}" if one.line else "")
    return (
        f"::error {place},title={_property(f'adjudge {one.name}')}::{runner_data(told[:_LONGEST])}"
    )


def shown(one: Result, level: str) -> Iterator[str]:
    """The failures of a result for people: `cases.jsonl:4: pump-7: numbers: untraced: …`."""
    place = f"{one.file}:{one.line}" if one.line else one.file
    name = f"{one.name}: " if one.line and one.outcome != "no_case" else ""
    for told in one.told(level):
        yield tame(f"{place}: {name}{told}"[:_LONGEST])


def _property(text: str) -> str:
    return runner_property(text[:_LONGEST])

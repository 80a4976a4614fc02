"""What a gate writes for machines: JUnit, Markdown, and annotations of a workflow.

Ids and names in them are foreign: in none of the three may they be more than text. A workflow's
runner reads `::command::` at the start of a line and `##[command]` anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from adjudge_engine.calibration.watching.regression import Finding, Regression
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_tui.cli.judges.calibrate_words import number
from adjudge_tui.cli.machine_text import (
    runner_data,
    runner_property,
    xml_attribute,
    xml_text,
)
from adjudge_tui.display import one_line

#: Signs that mean something somewhere in Markdown.
_ACTS: Final = frozenset("\\`*_{}[]<>()#+-.!|~@:&\"'$^=/")
_SHOWN: Final = 5  # cases that a sentence names


def figures(one: Finding) -> str:
    """ "0.02 → 0.09 (+0.07; 0.03 … 0.11)"."""
    told = f"{number(one.before)} → {number(one.now)}"
    if one.difference is None:
        return told
    around = one.interval
    spread = f"; {signed(around.low)} … {signed(around.high)}" if around else ""
    return f"{told} ({signed(one.difference)}{spread})"


def sentence(one: Finding) -> str:
    """The finding in words, with the cases that turned."""
    told = f"{one.name}: {one.sentence}: {figures(one)}"
    if one.tolerance:
        told += f", tolerated {one.tolerance:g}"
    if one.failed and one.turned:
        more = len(one.turned) > _SHOWN
        named = ", ".join(one.turned[:_SHOWN]) + (" …" if more else "")
        told += f"; turned: {named}"
    return told


def signed(value: float) -> str:
    """ "+0.07", with a true minus; what rounds to nothing has no sign."""
    return f"{value:+.2f}".replace("-", "−") if abs(value) >= 0.005 else "0.00"


def annotation_lines(found: Regression) -> Iterator[str]:
    """One line for each failure, as a workflow's runner reads it; a notice where all is well."""
    title = runner_property("adjudge gate")
    for problem in found.problems:
        yield f"::error title={title}::{runner_data(problem)}"
    for one in found.failures:
        yield f"::error title={title}::{runner_data(sentence(one))}"
    if not found.findings:
        yield f"::error title={title}::{runner_data('nothing was compared')}"
    elif found.ok:
        told = f"{found.what}: no drop beyond noise in {len(found.findings)} figures"
        yield f"::notice title={title}::{runner_data(told)}"


def write_junit(path: Path, found: Regression) -> None:
    """A test case for each figure, and one for the labels."""
    problems = [*found.problems, *([] if found.findings else ["nothing was compared"])]
    tests, failed = len(found.findings) + 1, len(found.failures) + bool(problems)
    head = f'name="adjudge gate" tests="{tests}" failures="{failed}" errors="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>", f"<testsuite {head}>"]
    lines += _case(found, "same cases and labels", "; ".join(problems))
    for one in found.findings:
        lines += _case(found, one.name, sentence(one) if one.failed else "")
    with AtomicFile(path) as file:
        file.write("\n".join([*lines, "</testsuite>", "</testsuites>"]) + "\n")


def _case(found: Regression, name: str, failure: str) -> list[str]:
    head = f"<testcase classname={xml_attribute(found.what)} name={xml_attribute(name)}"
    if not failure:
        return [head + "/>"]
    told = escape(xml_text(failure))
    return [
        head + ">",
        f"<failure message={xml_attribute(failure)}>{told}</failure>",
        "</testcase>",
    ]


def write_markdown(path: Path, found: Regression) -> None:
    """A summary with one table, every foreign sign in it as an entity."""
    lines = [f"### adjudge gate: {'passed' if found.ok else 'FAILED'}", ""]
    lines += [f"{_md(found.what)}: {_md(found.before)} → {_md(found.now)}", ""]
    lines += [f"{found.compared:,} items compared.", ""]
    lines += [f"- **{_md(one)}**" for one in found.problems]
    lines += [f"- {_md(one)}" for one in found.notes]
    lines += ["", "| figure | then | now | difference | interval | |", "|---|---|---|---|---|---|"]
    for one in found.findings:
        around = one.interval
        spread = f"{signed(around.low)} … {signed(around.high)}" if around else "–"
        shift = "–" if one.difference is None else signed(one.difference)
        told = f"**{_md(one.sentence)}**" if one.failed else _md(one.sentence)
        cells = (_md(one.name), number(one.before), number(one.now), shift, spread, told)
        lines.append(f"| {' | '.join(cells)} |")
    for one in found.failures:
        lines += ["", _md(sentence(one))]
    with AtomicFile(path) as file:
        file.write("\n".join(lines) + "\n")


def _md(text: str) -> str:
    return "".join(f"&#{ord(one)};" if one in _ACTS else one for one in one_line(text))

"""What `--help` shows can be typed as it stands: every example names options that there are."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from adjudge_tui.cli import COMMANDS, main

#: A line that goes on in the next one, as a shell reads it.
_GOES_ON = re.compile(r"\\\n[ \t]*")
#: A sum of money in which a shell sees a variable: `$6.50` becomes `.50`.
_EXPANDED = re.compile(r'"[^"\n]*\$[0-9]')


def _commands() -> Iterator[tuple[str, click.Command]]:
    top = click.Context(main)
    for name in COMMANDS:
        command = main.get_command(top, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            for inner in command.list_commands(top):
                under = command.get_command(top, inner)
                assert under is not None
                yield f"{name} {inner}", under


_ALL = dict(_commands())


def _examples(command: click.Command) -> list[str]:
    lines = _GOES_ON.sub(" ", command.help or "").splitlines()
    return [line.strip() for line in lines if line.strip().startswith("adjudge ")]


@pytest.mark.parametrize("name", _ALL)
def test_every_example_can_be_typed_as_it_stands(name: str) -> None:
    examples = _examples(_ALL[name])
    assert examples, "a command without an example"
    for line in examples:
        assert not _EXPANDED.search(line), "a shell would expand it"
        _parsed(shlex.split(line.replace('"$(cat head.txt)"', "0" * 64))[1:])


def _parsed(words: list[str]) -> None:
    """Takes the words apart as the command line does, and runs nothing. UsageError."""
    context, command = click.Context(main, info_name="adjudge"), _ALL.get(words[0])
    assert command is not None, words
    if isinstance(command, click.Group):
        command = command.get_command(context, words[1])
        assert command is not None, words
        words = words[1:]
    command.make_context(words[0], words[1:], parent=context)


@pytest.mark.parametrize("name", _ALL)
def test_no_example_has_a_hole_where_its_line_went_on(name: str) -> None:
    command = _ALL[name]
    shown = command.get_help(click.Context(command, info_name=name)).splitlines()
    for line in shown:
        assert not re.match(r"  adjudge .*\S {3,}\S", line)

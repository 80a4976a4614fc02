"""The top of the command line: what it loads, how it ends, what it says when things go wrong."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from cli_support import COMMAND, case, invoke, run, start, write_lines
from click.shell_completion import ShellComplete

from adjudge_tui.cli import COMMANDS, main

HEAVY = (
    "litellm",
    "openai",
    "textual",
    "sqlite_utils",
    "pydantic",
    "rich",
    "jsonschema",
    "rapidfuzz",
    "sqlite3",
)


@pytest.mark.parametrize("words", [["--help"], ["--version"], []])
def test_help_loads_nothing_heavy(words: list[str], tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from adjudge_tui.cli import main\n"
        "try:\n"
        f"    main({words!r}, 'adjudge')\n"
        "except SystemExit as end:\n"
        f"    heavy = [one for one in {HEAVY!r} if one in sys.modules]\n"
        "    print('HEAVY', heavy, 'COMMANDS', [one for one in sys.modules if"
        " one.startswith('adjudge_tui.cli.') and one != 'adjudge_tui.cli.lazy'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "HEAVY [] COMMANDS []" in done.stdout, done.stdout + done.stderr


def test_every_command_is_there_with_help_and_options_explained() -> None:
    context = click.Context(main)
    assert main.list_commands(context) == list(COMMANDS)
    todo = [(name, main.get_command(context, name)) for name in COMMANDS]
    while todo:
        name, command = todo.pop()
        assert command is not None, name
        assert command.help, name
        if isinstance(command, click.Group):
            todo += [(f"{name} {sub}", one) for sub, one in command.commands.items()]
            continue
        for option in command.params:
            if isinstance(option, click.Option) and option.name not in ("limit",):
                assert option.help, f"{name} {option.name}"
        assert invoke(*name.split(), "--help").exit_code == 0


def test_help_lists_the_table() -> None:
    shown = invoke("--help").stdout
    for name, known in COMMANDS.items():
        assert f"  {name} " in shown
        assert known.help in shown


def test_completion_knows_the_names_without_loading() -> None:
    found = ShellComplete(main, {}, "adjudge", "_ADJUDGE_COMPLETE").get_completions([], "de")
    assert [one.value for one in found] == ["demo"[:0] + one for one in ("demo", "decide")]


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    result = invoke("evalute", "x.jsonl")
    assert result.exit_code == 2
    assert "There is no command 'evalute'. Did you mean 'evaluate'?" in result.stderr


@pytest.mark.parametrize(
    "words",
    [["list", "--nonsense"], ["evaluate"], ["decide", "x", "applaud"], ["list", "--limit", "0"]],
)
def test_wrong_usage_ends_with_2(words: list[str]) -> None:
    result = invoke(*words)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr
    assert result.stdout == ""


def test_an_error_is_a_sentence_and_a_way_out(tmp_path: Path) -> None:
    result = invoke("list", "--db", tmp_path / "none.db")
    assert result.exit_code == 2
    first, second = result.stderr.splitlines()
    assert first.startswith("Error: ")
    assert "none.db" in first
    assert second
    assert result.stdout == ""


def test_hostile_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    result = invoke("evaluate", "\x1b[31mred\x07.jsonl", "--db", tmp_path / "q.db")
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr
    assert "\x07" not in result.stderr


def test_what_nobody_foresaw_is_still_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge_queue.facade.desk.Queue.open", lambda *args, **named: 1 // 0)
    result = invoke("list")
    assert result.exit_code == 2
    assert "Error: ZeroDivisionError" in result.stderr
    assert "test_cli_lazy" in result.stderr  # where it happened
    assert "Traceback" not in result.stderr
    assert "Traceback" in invoke("list", env={"ADJUDGE_DEBUG": "1"}).stderr


def test_interrupted_ends_with_130_and_a_sentence(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with start("evaluate", pipe, cwd=tmp_path) as process:
        held = _writer(process, pipe)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        os.close(held)
        assert process.returncode == 130
    assert "Interrupted." in err
    assert "Traceback" not in err


def _writer(process: subprocess.Popen[str], pipe: Path) -> int:
    """The pipe, open for writing: the command reads it by now, and waits for what never comes."""
    while process.poll() is None:
        try:
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads yet
            time.sleep(0.02)
    raise AssertionError(process.communicate()[1])


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    cases = [case(number, question="long " * 400) for number in range(40)]
    write_lines(tmp_path / "in.jsonl", cases)
    assert run("evaluate", "in.jsonl", "--judge", "none", cwd=tmp_path).returncode == 0
    with start("audit", "log", "--json", cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    with start("list", "--all", "--json", cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_output_that_cannot_be_taken_is_a_sentence_or_silence(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(number) for number in range(40)])
    assert run("evaluate", source, cwd=tmp_path).returncode == 0
    command = " ".join(map(shlex.quote, [*COMMAND, "list", "--all"]))

    def shell(rest: str) -> subprocess.CompletedProcess[str]:
        line = f"{command} {rest}"
        return subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )

    full = shell("> /dev/full")
    assert full.returncode == 2
    assert "No space left" in full.stderr
    assert "should not happen" not in full.stderr
    assert shell(">&-").stderr == ""
    gone = shell("| head -c 1; echo ${PIPESTATUS[0]}")
    assert gone.stderr == ""
    assert gone.stdout.split()[-1] in ("0", "141")


def test_a_terminal_that_knows_ascii_only_is_served_too(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1, question="Wie groß?")])
    assert run("evaluate", source, cwd=tmp_path).returncode == 0
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for words in (["list"], ["show", "#1"]):
        done = subprocess.run(
            [*COMMAND, *words], cwd=tmp_path, env=narrow, capture_output=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"lamp-1" in done.stdout


def test_no_command_writes_text_over_a_queue(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.jsonl", [case(1)])
    queue, other = tmp_path / "q.db", tmp_path / "other.db"
    for db in (queue, other):
        assert invoke("evaluate", source, "--db", db).exit_code == 0
    labels = ("relabel", "--claim", "1=contradicted")
    assert invoke("decide", "lamp-1", *labels, "--db", queue).exit_code == 0
    assert invoke("golden", "create", "g", "--db", queue).exit_code == 0
    for words in (
        ("golden", "export", "g", "--db", queue, "--out", queue),
        ("evaluate", source, "--db", queue, "--out", other),
    ):
        result = invoke(*words)
        assert (result.exit_code, "is a database" in result.stderr) == (2, True)
    for db in (queue, other):
        assert invoke("audit", "verify", "--db", db).exit_code == 0

"""The top of the command line: loads a sub-command when it runs, and turns errors into words.

Exit codes: 0 fine, 1 the thing asked about failed, 2 usage or unreadable input, 130 interrupted.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

import click

from adjudge_engine.errors import AdjudgeError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

UNUSABLE: Final = 2
INTERRUPTED: Final = 130
_BROKEN_PIPE: Final = 141

_HELP: Final = """A review desk for answers drawn from documents.

Code checks what code can check, judges read the rest, people decide. Start with `adjudge demo`,
or with your own answers: `adjudge evaluate answers.jsonl`, then `adjudge review`.
"""


class Command(NamedTuple):
    """A sub-command that is not loaded: `module:attribute`, its line of help, and its group."""

    target: str
    help: str
    section: str = "Commands"


class LazyGroup(click.Group):
    """A group that knows its commands by name only."""

    def __init__(self, commands: Mapping[str, Command], **settings: Any) -> None:
        super().__init__(**settings)
        self.known = commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table: the order of work."""
        return list(self.known)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Loads the command."""
        known = self.known.get(cmd_name)
        if known is None:
            return None
        module, _, attribute = known.target.partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest name for one that does not exist."""
        if args and args[0] not in self.known and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The lists of commands, from the table alone; names stand in one column throughout."""
        width = max(map(len, self.known), default=0)
        for section in dict.fromkeys(known.section for known in self.known.values()):
            with formatter.section(section):
                listed = [
                    (name.ljust(width), known.help)
                    for name, known in self.known.items()
                    if known.section == section
                ]
                formatter.write_dl(listed)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completes names without loading commands."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=known.help)
            for name, known in self.known.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the command line. Every error ends as a sentence on stderr and an exit code."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        code: Any = 0
        _make_streams_usable()
        try:
            code = super().main(args, prog_name, complete_var, False, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            _leave_quietly()
        except click.Abort:
            say("\nInterrupted. What was written is safe; the same command again goes on.")
            sys.exit(INTERRUPTED)
        except click.ClickException as error:
            error.show()
            sys.exit(UNUSABLE)
        except AdjudgeError as error:
            say_error(error)
            sys.exit(UNUSABLE)
        except OSError as error:
            what = error.filename if isinstance(error.filename, str) else "the output"
            say(f"Error: {what} cannot be used: {error.strerror or error}.")
            say("Check that there is room and that you may write there; what was stored is safe.")
            sys.exit(UNUSABLE)
        except Exception as error:  # the entry point: what nobody foresaw still ends in a sentence
            _say_unforeseen(error)
            sys.exit(UNUSABLE)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the sub-command; a reader that went away is told apart from other errors."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # else click would end with 1, which has a meaning here
            _leave_quietly()


def main_group(commands: Mapping[str, Command]) -> click.Group:
    """The command `adjudge` over these sub-commands."""
    group = LazyGroup(
        commands,
        name="adjudge",
        help=_HELP,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    return click.version_option(package_name="adjudge", message="%(prog)s %(version)s")(group)


def inert(text: str) -> str:
    """Text in which no workflow's runner finds a command."""
    return text.replace("::", ":\u2236").replace("##[", "#\u2317[")


def say(text: str) -> None:
    """A line for people, on stderr, of which a runner reads every line as well."""
    from adjudge_tui.display import display_safe

    if os.environ.get("GITHUB_ACTIONS") == "true":
        text = inert(text)
    with contextlib.suppress(OSError, ValueError):
        click.echo(display_safe(text), err=True)


def say_error(error: AdjudgeError) -> None:
    """An error's message and its way out, on stderr."""
    say(f"Error: {error.message}")
    if error.hint:
        say(error.hint)


def _make_streams_usable() -> None:
    """A closed stream takes everything and keeps nothing; a narrow one shows `?` for the rest."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _say_unforeseen(error: Exception) -> None:
    if os.environ.get("ADJUDGE_DEBUG"):
        import traceback

        traceback.print_exc()
        return
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" ({trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno})" if trace else ""
    say(f"Error: {type(error).__name__}: {error}{place}")
    say("This should not happen. ADJUDGE_DEBUG=1 shows more; nothing written before is lost.")


def _leave_quietly() -> NoReturn:
    """Ends without a word when nobody reads the output any more."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(_BROKEN_PIPE)

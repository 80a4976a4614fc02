"""Real terminals for tests: a desk as a process behind a pty, and a strict reader of its bytes."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from typing import Any, Final

#: What a desk in a process of its own runs; the argument is a dict of `run_review`'s words.
_CODE: Final = """
import ast, sys
from pathlib import Path
from adjudge_tui.desk import laying, sitting
from adjudge_tui.desk.app import run_review, terminal_problem
words = ast.literal_eval(sys.argv[1])
lease = words.pop("lease", None)
if lease:
    laying.LEASE_SECONDS, sitting.LEASE_SECONDS = lease, lease
problem = terminal_problem()
if problem:
    sys.exit(problem)
sys.exit(run_review(Path(words.pop("db")), **words))
"""
#: What runs the desk as a job, as a shell does: it says when the job is stopped, and lets it go on
#: when it gets a line. The arguments are those of the desk.
_SHELL: Final = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.executable, [sys.executable, "-c", *sys.argv[1:]])
while True:
    status = os.waitpid(job, os.WUNTRACED)[1]
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
    print("THE JOB IS STOPPED", flush=True)
    sys.stdin.readline()
    os.tcsetpgrp(0, job)
    os.killpg(job, signal.SIGCONT)
"""
_QUIET: Final = 0.12  # seconds without a byte: all is drawn

#: One escape sequence that Textual's driver or compositor sends. Any other is a leak.
_OWN: Final = re.compile(
    rb"\x1b(?:"
    rb"\[[0-9;]{0,80}m"  # colours and looks
    rb"|\[[0-9]{0,4};?[0-9]{0,4}H"  # where the cursor goes
    rb"|\[\?(?:1049|1000|1002|1003|1004|1006|1015|1016|25|2004|2026|2048|2031|7)[hl]"
    rb"|\[\?(?:2026|2048|1016)\$p"  # what the terminal knows
    rb"|\[>[0-9]{0,2}u|\[<u|\[\?u|\[=[0-9;]{0,6}u"  # the keyboard's protocol
    rb"|\[c|\[>0?q|\[[0-9]{0,3}n|\[[0-2]?[JK]|\[[0-9]{0,2} q"
    rb"|\]22;[a-z-]{0,20}(?:\x1b\\|\x07)"  # the shape of the pointer
    rb")"
)


def leaks(data: bytes) -> list[str]:
    """What in the bytes is neither a sequence of Textual's own nor a character to be seen."""
    rest = _OWN.sub(b"", data)
    try:
        text = rest.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"no text: {rest[max(0, error.start - 20) : error.start + 20]!r}"]
    found = []
    for at, one in enumerate(text):
        kind = unicodedata.category(one)
        if one not in "\r\n\u200d" and kind in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            found.append(f"U+{ord(one):04X} in {text[max(0, at - 20) : at + 40]!r}")
    return found


def plain(data: bytes) -> str:
    """The characters among the bytes, without the sequences."""
    return _OWN.sub(b"", data).decode("utf-8", "replace")


class Terminal:
    """One desk on one terminal; `data` is all that it has sent."""

    def __init__(self, child: int, descriptor: int) -> None:
        self.child = child
        self.data = b""
        self._descriptor = descriptor
        self._mark = 0

    def _read(self, seconds: float) -> bool:
        if not select.select([self._descriptor], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self._descriptor, 65536)
        except OSError:  # the other end is gone
            return False
        self.data += piece
        return bool(piece)

    def press(self, keys: str) -> str:
        """Type, wait until all is drawn; what was drawn since."""
        self._mark = len(self.data)
        os.write(self._descriptor, keys.encode("utf-8"))
        return self.quiet()

    def watch(self) -> None:
        """From here on what is drawn counts for `until`."""
        self._mark = len(self.data)

    def quiet(self) -> str:
        """Wait until nothing comes any more; what came since the last key."""
        end = time.monotonic() + 10
        self._read(0.5)
        while self._read(_QUIET) and time.monotonic() < end:
            pass
        return plain(self.data[self._mark :])

    def until(self, wanted: str | Callable[[str], bool], seconds: float = 60) -> str:
        """Wait until something has been drawn since the last key."""
        found = wanted if callable(wanted) else lambda text: wanted in text
        deadline = time.monotonic() + seconds
        while not found(text := plain(self.data[self._mark :])):
            assert time.monotonic() < deadline, f"{wanted!r} never came; there was {text[-2000:]}"
            self._read(0.1)
        return text

    def resize(self, columns: int, rows: int) -> None:
        """Another size of the window."""
        ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        with suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGWINCH)

    def ended(self, seconds: float = 60) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._read(0.05)
            pid, status = os.waitpid(self.child, os.WNOHANG)
            if pid:
                self.child = 0
                return os.waitstatus_to_exitcode(status)
        raise AssertionError("the desk does not end")

    def kill(self) -> None:
        """End it without a word, as a lost connection does."""
        if self.child:
            with suppress(ProcessLookupError):
                os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
            self.child = 0


@contextmanager
def terminal(
    db: Path,
    reviewer: str,
    *,
    size: tuple[int, int] = (120, 36),
    shell: bool = False,
    **words: Any,
) -> Iterator[Terminal]:
    """A desk on a terminal of its own; killed at the end, if it has not ended.

    With `shell` it is the job of a shell; `child` is that one then.
    """
    asked = repr({"db": str(db), "reviewer": reviewer, "mouse": False, **words})
    child, descriptor = pty.fork()
    if child == 0:
        os.environ.pop("NO_COLOR", None)
        os.environ |= {
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "XDG_STATE_HOME": str(db.parent / "state"),
        }
        code = (_SHELL, _CODE) if shell else (_CODE,)
        os.execv(sys.executable, [sys.executable, "-c", *code, asked])
    one = Terminal(child, descriptor)
    try:
        one.resize(*size)
        yield one
    finally:
        one.kill()
        os.close(descriptor)

"""A process for one tab: its pipes, and its end.

The packets are those of Textual's web driver: a letter, the length in four bytes, the payload.
`D` is what the terminal shows or the keyboard sends, `M` a message in JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

Show = Callable[[bytes], Awaitable[None]]

READY: Final = b"__GANGLION__\n"
#: Cells of a window; what is outside is no window.
WIDEST, HIGHEST = 500, 200
_QUIT_SECONDS: Final = 15.0  # to give the item back, also while the file is locked
_KILL_SECONDS: Final = 3.0
_LARGEST: Final = 16_000_000  # bytes of a packet; a larger one is none
_STDERR: Final = 4000  # characters of a complaint that are kept


def window(width: object, height: object) -> tuple[int, int]:
    """A window's size as the browser gives it, within bounds; 80×24 where it is none."""
    sizes = []
    for given, usual, most in ((width, 80, WIDEST), (height, 24, HIGHEST)):
        try:
            size = int(given)  # type: ignore[call-overload]
        except (TypeError, ValueError, OverflowError):
            size = usual
        sizes.append(min(max(size, 1), most))
    return sizes[0], sizes[1]


def environment(width: int, height: int, base: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a tab's process."""
    return {
        **(os.environ if base is None else base),
        "TEXTUAL_DRIVER": "adjudge_tui.serving.driver:TabDriver",
        "TEXTUAL_FPS": "60",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": str(width),
        "ROWS": str(height),
    }


class TabProcess:
    """One running desk. `show` gets the bytes for the terminal in the browser."""

    def __init__(self, process: asyncio.subprocess.Process, show: Show) -> None:
        self._process = process
        self._show = show
        self._complaint = ""
        self._reader = asyncio.create_task(self._read())
        self._errors = asyncio.create_task(self._read_errors())

    @classmethod
    async def start(cls, command: list[str], size: tuple[int, int], show: Show) -> TabProcess:
        """Start `command`; no shell has a part in it. Raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(*size),
            start_new_session=True,  # ctrl+c on the server's terminal is for the server alone
        )
        return cls(process, show)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def complaint(self) -> str:
        """The end of what the process said on stderr."""
        return self._complaint

    async def ended(self) -> int:
        """Wait until the process has ended and all that it showed is handed on; its exit code."""
        await asyncio.wait((self._reader, self._errors))
        return await self._process.wait()

    async def type(self, data: str) -> None:
        """Hand on what was typed."""
        await self._send(b"D", data.encode("utf-8", "replace"))

    async def tell(self, **message: object) -> None:
        """Hand on a message, as `type="resize", width=80, height=24`."""
        await self._send(b"M", json.dumps(message).encode("ascii"))

    async def stop(self) -> None:
        """End it: asked to quit, then told to, then killed. Safe to call again."""
        self._show = _nobody
        with contextlib.suppress(TimeoutError):  # it may hang, and read nothing any more
            await asyncio.wait_for(self.tell(type="quit"), _KILL_SECONDS)
        if self._process.stdin is not None:
            self._process.stdin.close()
        for seconds, further in (
            (_QUIT_SECONDS, self._process.terminate),
            (_KILL_SECONDS, self._process.kill),
        ):
            try:
                await asyncio.wait_for(self._process.wait(), seconds)
                break
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    further()
        await self.ended()

    async def _send(self, kind: bytes, payload: bytes) -> None:
        stdin = self._process.stdin
        if stdin is None or stdin.is_closing():
            return
        with contextlib.suppress(OSError, RuntimeError):  # it has just ended
            stdin.write(kind + len(payload).to_bytes(4, "big") + payload)
            await stdin.drain()

    async def _read(self) -> None:
        """Hand on what is shown. Messages are the server's business no more than files are."""
        stdout = self._process.stdout
        assert stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            await stdout.readuntil(READY)
            while True:
                head = await stdout.readexactly(5)
                size = int.from_bytes(head[1:], "big")
                if size > _LARGEST:
                    break
                payload = await stdout.readexactly(size)
                if head[:1] == b"D":
                    await self._show(payload)
        while await stdout.read(65536):  # a process must not wait for a reader that has left
            pass

    async def _read_errors(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while data := await stderr.read(4096):
            self._complaint = (self._complaint + data.decode("utf-8", "replace"))[-_STDERR:]


async def _nobody(_data: bytes) -> None:
    """What is shown to nobody."""

"""A served desk for tests: the real server on loopback, its page asked over HTTP, its sockets."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, web

from adjudge_tui.serving.guard import Guard
from adjudge_tui.serving.page import static_files
from adjudge_tui.serving.running import listen
from adjudge_tui.serving.server import Server
from adjudge_tui.serving.wanted import Wanted


@dataclass
class Served:
    """A running server and somebody's browser without a screen."""

    server: Server
    client: ClientSession
    complaints: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The server's URL."""
        return f"http://127.0.0.1:{self.server.guard.port}"

    async def ticket(self, name: str) -> dict[str, Any]:
        """What the page gets for a name."""
        url, origin = f"{self.base}/begin", {"Origin": self.base}
        async with self.client.post(url, json={"reviewer": name}, headers=origin) as reply:
            found: dict[str, Any] = await reply.json()
            return found | {"status": reply.status}

    @asynccontextmanager
    async def tab(self, name: str, size: str = "width=80&height=24") -> AsyncIterator[Tab]:
        """A tab with a desk; closed at the end."""
        path = (await self.ticket(name))["socket"]
        url = f"{self.base}{path}?{size}"
        async with self.client.ws_connect(url, headers={"Origin": self.base}) as socket:
            yield Tab(self, socket)

    @property
    def pids(self) -> list[int]:
        """The processes of the tabs that there are."""
        return [tab.pid for tab in self.server.tabs.values() if tab is not None]


@dataclass
class Tab:
    """One tab: what was shown so far, as the terminal got it."""

    served: Served
    socket: ClientWebSocketResponse
    shown: bytes = b""

    async def until(self, wanted: str | Callable[[bytes], bool]) -> None:
        """Read until a text has been shown, or what was shown is as wanted."""
        done = wanted if callable(wanted) else lambda data: wanted.encode() in data
        async with asyncio.timeout(60):
            while not done(self.shown):
                message = await self.socket.receive()
                if message.type == WSMsgType.BINARY:
                    self.shown += message.data
                elif message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED):
                    raise AssertionError(f"the desk was closed; it said {self.served.complaints}")

    async def type(self, keys: str) -> None:
        """Type on it, and forget what was shown before."""
        self.shown = b""
        await self.socket.send_str(json.dumps(["stdin", keys]))

    async def closed(self) -> None:
        """Wait until the server has closed it."""
        async with asyncio.timeout(60):
            while not self.socket.closed:
                message = await self.socket.receive()
                if message.type == WSMsgType.BINARY:
                    self.shown += message.data


@asynccontextmanager
async def serving(
    path: Path, *, tokens: dict[str, str | None] | None = None, **more: Any
) -> AsyncIterator[Served]:
    """The server on a free port of the loopback address, for the queue `path`."""
    wanted = more.pop("wanted", Wanted(db=os.fspath(path)))
    with listen("127.0.0.1", 0) as bound:
        guard = Guard("127.0.0.1", bound.getsockname()[1], tokens=tokens or {})
        complaints: list[str] = []
        server = Server(guard, wanted, static_files(), complaints.append, **more)
        runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=2.0)
        await runner.setup()
        try:
            await web.SockSite(runner, bound).start()
            jar = CookieJar(unsafe=True)  # else it keeps nothing of an address
            async with ClientSession(cookie_jar=jar) as client:
                yield Served(server, client, complaints)
        finally:
            await runner.cleanup()


def alive(pid: int) -> bool:
    """Whether that process is still there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def gone(pid: int) -> bool:
    """Wait until a process has ended; False if it does not."""
    for _ in range(1500):
        if not alive(pid):
            return True
        await asyncio.sleep(0.02)
    return False

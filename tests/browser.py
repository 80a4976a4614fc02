"""A real browser without a window, driven over the DevTools protocol: go, look, type, picture."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

#: The first of these that is installed.
BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


class Page:
    """One tab of the browser. `requests` has every URL that it asked for, `said` its console."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.requests: list[str] = []
        self.said: list[str] = []
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type != WSMsgType.TEXT:
                continue
            told = json.loads(message.data)
            method, params = told.get("method"), told.get("params", {})
            if "id" in told:
                self._waiting.pop(told["id"]).set_result(told)
            elif method == "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            elif method == "Network.webSocketCreated":
                self.requests.append(params["url"])
            elif method in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.said.append(json.dumps(params)[:600])

    async def do(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one command; its result."""
        number = next(self._ids)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        told = await asyncio.wait_for(future, 60)
        assert "error" not in told, (method, told["error"])
        found: dict[str, Any] = told["result"]
        return found

    async def go(self, url: str) -> None:
        """Open a page."""
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.do(f"{domain}.enable")
        await self.do("Page.navigate", url=url)

    async def value(self, expression: str) -> Any:
        """What an expression is worth on the page."""
        found = await self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        return found["result"].get("value")

    async def until(self, expression: str) -> None:
        """Wait until an expression is true on the page."""
        async with asyncio.timeout(90):
            while not await self.value(expression):
                await asyncio.sleep(0.05)

    async def type(self, text: str) -> None:
        """Press the keys of these characters."""
        for one in text:
            key = "Enter" if one == "\r" else one
            code = {"windowsVirtualKeyCode": 13} if one == "\r" else {}
            await self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=one, **code)
            await self.do("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    async def picture(self, path: Path) -> None:
        """Write what is seen as PNG."""
        found = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(found["data"]))


@asynccontextmanager
async def browser(profile: Path, size: str = "1280,800") -> AsyncIterator[Page]:
    """A browser with one empty tab; ended at the end."""
    assert BROWSER is not None
    process = await asyncio.create_subprocess_exec(
        BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
        "--disable-dev-shm-usage", "--disable-background-networking", "--remote-debugging-port=0",
        f"--user-data-dir={profile}", f"--window-size={size}", "about:blank",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        port_file = profile / "DevToolsActivePort"
        async with asyncio.timeout(60):
            while not port_file.is_file() or not port_file.read_text().strip():
                await asyncio.sleep(0.05)
        port = port_file.read_text().split()[0]
        async with ClientSession() as client:
            async with client.get(f"http://127.0.0.1:{port}/json/list") as reply:
                tabs = await reply.json()
            place = next(one for one in tabs if one["type"] == "page")["webSocketDebuggerUrl"]
            async with client.ws_connect(place, max_msg_size=0) as socket:
                yield Page(socket)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()

"""The server: the page, tickets for its socket, and a process for each tab."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.serving.guard import Guard
from adjudge_tui.serving.page import headers, page
from adjudge_tui.serving.process import TabProcess, window
from adjudge_tui.serving.wanted import Wanted, checked, usable_name
from adjudge_tui.wording.strings import say

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_TICKET_SECONDS: Final = 60.0
_MOST_TICKETS: Final = 100
_LARGEST_MESSAGE: Final = 256 * 1024  # bytes from a browser: a pasted text
_LARGEST_BODY: Final = 4096


@dataclass(slots=True)
class Ticket:
    """Leave to open one socket: for whom, and until when by the monotonic clock."""

    reviewer: str
    until: float


@dataclass
class Server:
    """Serves one queue. `wanted` is the desk without its reviewer, `most` how many at a time.

    `reviewer` is the only one there is, None: each tab says who it is, or its token does.
    `complain` gets a line about a tab's process that failed.
    """

    guard: Guard
    wanted: Wanted
    files: dict[str, tuple[Path, str]]
    complain: Callable[[str], None]
    reviewer: str | None = None
    usual: str = ""
    language: str = "en"
    most: int = 8
    tickets: dict[str, Ticket] = field(default_factory=dict)
    tabs: dict[web.WebSocketResponse, TabProcess | None] = field(default_factory=dict)

    def app(self) -> web.Application:
        """The web application."""

        async def admit(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self.admit(request, handler)

        guarded = [web.middleware(admit)]
        app = web.Application(middlewares=guarded, client_max_size=_LARGEST_BODY)
        app.router.add_get("/", self.show_page)
        app.router.add_post("/begin", self.begin)
        app.router.add_get("/ws/{ticket}", self.socket)
        app.router.add_get("/static/{name}", self.static)
        app.on_shutdown.append(self.close)
        return app

    # Who may come in ------------------------------------------------------------------------

    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Host, origin, token; then the answer, with the headers that every answer has."""
        host = request.headers.get("Host", "")
        meant = self.guard.host_meant(host)
        away = self._turned_away(request, meant)
        answer: web.StreamResponse
        if away is not None:
            answer = away
        else:
            try:
                answer = await handler(request)
            except web.HTTPException as error:
                answer = _plain(error.status, error.reason)
        if not answer.prepared:
            secure = self.guard.public.startswith("https:")
            answer.headers.update(headers(host if meant else "", secure=secure))
        return answer

    def _turned_away(self, request: web.Request, meant: bool) -> web.Response | None:
        """The answer to who must not come in; None if they may."""
        if not meant:
            return _plain(403, say("serve.wrong_host"))
        token = request.query.get("token")
        if token is not None and request.path == "/" and self.guard.tokens:
            return self._let_in(token)
        if not self._holder(request)[0]:
            return _plain(401, say("serve.no_token"))
        acts = request.method != "GET" or request.path.startswith("/ws/")
        origin = request.headers.get("Origin")
        if acts and not self.guard.own_page(origin, request.headers.get("Host")):
            return _plain(403, say("serve.wrong_page"))
        return None

    def _holder(self, request: web.Request) -> tuple[bool, str | None]:
        """Whether the request brings a token, if one is asked for; and whom that is for."""
        known, reviewer = self.guard.holder(request.cookies.get(self.guard.cookie))
        return known, reviewer or self.reviewer

    def _let_in(self, token: str) -> web.Response:
        """From the link with the token to the page without it, so that no history keeps it."""
        if not self.guard.holder(token)[0]:
            return _plain(403, say("serve.bad_token"))
        answer = web.Response(status=303, headers={"Location": "/"})
        secure = self.guard.public.startswith("https:")
        # Lax: a link in a mail leads here, and the page after it must have the cookie.
        answer.set_cookie(
            self.guard.cookie, token, httponly=True, samesite="Lax", path="/", secure=secure
        )
        return answer

    # The page -------------------------------------------------------------------------------

    async def show_page(self, request: web.Request) -> web.Response:
        """The page itself."""
        reviewer = self._holder(request)[1]
        text = page(self.language, reviewer=reviewer, usual=self.usual)
        return web.Response(text=text, content_type="text/html")

    async def static(self, request: web.Request) -> web.StreamResponse:
        """One of the few files that the page needs."""
        found = self.files.get(request.match_info["name"])
        if found is None:
            return _plain(404, "404")
        return web.FileResponse(found[0], headers={"Content-Type": found[1]})

    async def begin(self, request: web.Request) -> web.Response:
        """A ticket for the socket, if that reviewer can sit down here; else why not."""
        try:
            asked = json.loads(await request.text())
            given = asked["reviewer"] if isinstance(asked, dict) else None
        except (ValueError, KeyError, RecursionError):
            given = None
        if not isinstance(given, str):
            return _problem(400, say("serve.bad_name"))
        if self.full:
            return _problem(503, say("serve.full", most=self.most))
        try:
            name = self._holder(request)[1] or usable_name(given)
            await asyncio.to_thread(checked, replace(self.wanted, reviewer=name))
        except AdjudgeError as error:
            return _problem(400, one_line(error.sentences))
        except Exception as error:  # click's own, for a filter; or what nobody foresaw
            return _problem(400, one_line(getattr(error, "message", type(error).__name__)))
        return web.json_response({"socket": f"/ws/{self._ticket(name)}"})

    def _ticket(self, reviewer: str) -> str:
        now = time.monotonic()
        left = [one for one, ticket in self.tickets.items() if ticket.until > now]
        self.tickets = {one: self.tickets[one] for one in left[1 - _MOST_TICKETS :]}
        made = secrets.token_urlsafe(16)
        self.tickets[made] = Ticket(reviewer, now + _TICKET_SECONDS)
        return made

    @property
    def full(self) -> bool:
        """Whether there is room for no further desk."""
        return len(self.tabs) >= self.most

    # The desks ------------------------------------------------------------------------------

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """One tab: a process for as long as the socket is open."""
        ticket = self.tickets.pop(request.match_info["ticket"], None)
        if ticket is None or ticket.until < time.monotonic():
            return _plain(403, say("serve.old_ticket"))
        if self._holder(request)[1] not in (None, ticket.reviewer):
            return _plain(403, say("serve.old_ticket"))
        if self.full:
            return _plain(503, say("serve.full", most=self.most))
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=_LARGEST_MESSAGE)
        self.tabs[socket] = None  # the place is taken before anything is waited for
        try:
            await socket.prepare(request)
            await self._desk(socket, request, ticket.reviewer)
        finally:
            tab = self.tabs[socket]
            if tab is not None:
                await tab.stop()
            self.tabs.pop(socket, None)
        return socket

    async def _desk(
        self, socket: web.WebSocketResponse, request: web.Request, reviewer: str
    ) -> None:
        async def show(data: bytes) -> None:
            with contextlib.suppress(OSError, RuntimeError):
                await socket.send_bytes(data)

        size = window(request.query.get("width"), request.query.get("height"))
        command = replace(self.wanted, reviewer=reviewer).command()
        tab = self.tabs[socket] = await TabProcess.start(command, size, show)
        over = asyncio.create_task(self._when_over(tab, socket))
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await heard(tab, socket, message.data)
        finally:
            over.cancel()

    async def _when_over(self, tab: TabProcess, socket: web.WebSocketResponse) -> None:
        """Close the socket when the reviewer has quit; say why when the desk has failed."""
        code = await tab.ended()
        shown = ""
        if code:
            lines = display_safe(tab.complaint.strip()) or f"exit code {code}"
            self.complain(lines)
            shown = lines.splitlines()[-1][:500] + "\r\n"
        with contextlib.suppress(OSError, RuntimeError):
            await socket.send_bytes(f"\x1b[2J\x1b[H{shown}".encode())  # nothing half drawn stays
        await socket.close()

    async def close(self, _app: web.Application) -> None:
        """End every desk: items are given back, drafts are kept."""
        tabs = [tab for tab in self.tabs.values() if tab is not None]
        await asyncio.gather(*(tab.stop() for tab in tabs))
        for socket in list(self.tabs):
            with contextlib.suppress(OSError, RuntimeError):
                await socket.close(code=WSCloseCode.GOING_AWAY)


async def heard(tab: TabProcess, socket: web.WebSocketResponse, text: str) -> None:
    """Act on one message of the page; what is none is passed over."""
    try:
        kind, *rest = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return
    value: Any = rest[0] if rest else None
    if kind == "stdin" and isinstance(value, str):
        await tab.type(value)
    elif kind == "resize" and isinstance(value, dict):
        width, height = window(value.get("width"), value.get("height"))
        await tab.tell(type="resize", width=width, height=height)
    elif kind in ("focus", "blur"):
        await tab.tell(type=kind)
    elif kind == "ping" and isinstance(value, str):
        await socket.send_json(["pong", value[:40]])


def _plain(status: int, text: str) -> web.Response:
    return web.Response(status=status, text=text + "\n")


def _problem(status: int, text: str) -> web.Response:
    return web.json_response({"problem": text}, status=status)

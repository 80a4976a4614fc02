"""A real HTTP server on loopback that stands for an entailment model: right, wrong or not at all.

    with ScoreServer(reply=fn) as server:
        ... endpoint = server.address + "/predict" ...
        server.requests        # (path, headers in lower case, body) in order of arrival

`reply` is a function of the request's JSON, `Replies([…])` (one a request, the last one again and
again) or one for all, of: a JSON value (status 200); `Raw(status, body, headers)`; `HANG`;
`RESET`; `SHORT` (less than Content-Length says); `DRIP` (a header now and then, without end).
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

HANG: Final = object()
RESET: Final = object()
SHORT: Final = object()
DRIP: Final = object()


@dataclass(frozen=True)
class Raw:
    """A reply to the letter."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


class ScoreServer:
    """The server, in threads of its own; see the module's text."""

    def __init__(self, reply: Any) -> None:
        self.reply = reply
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self._over = threading.Event()
        self._count = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                outer._serve(self)

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    def __enter__(self) -> ScoreServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def everything(self) -> str:
        """All bodies, as text."""
        return "\n".join(
            json.dumps(json.loads(one), ensure_ascii=False) for _, _, one in self.requests
        )

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        with self._count:
            number = len(self.requests)
            headers = {name.lower(): value for name, value in handler.headers.items()}
            self.requests.append((handler.path, headers, body))
        reply = self._chosen(number, json.loads(body))
        if reply is HANG:
            self._over.wait(20)
        elif reply is RESET:
            linger = struct.pack("ii", 1, 0)
            handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            handler.connection.close()
        elif reply is DRIP:
            _drip(handler, self._over)
        elif reply is SHORT:
            _send(handler, Raw(200, b'{"scores": [', {"Content-Length": "400"}))
        else:
            raw = reply if isinstance(reply, Raw) else Raw(200, json.dumps(reply).encode())
            _send(handler, raw)

    def _chosen(self, number: int, request: Any) -> Any:
        reply = self.reply
        if isinstance(reply, Replies):
            reply = reply.listed[min(number, len(reply.listed) - 1)]
        return reply(request) if callable(reply) and not isinstance(reply, Raw) else reply


@dataclass(frozen=True)
class Replies:
    """One reply a request."""

    listed: Sequence[Any]


def _send(handler: BaseHTTPRequestHandler, raw: Raw) -> None:
    handler.send_response(raw.status)
    for name, value in {"Content-Length": str(len(raw.body)), **raw.headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(raw.body)


def _drip(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    try:
        while not over.wait(0.05):
            handler.wfile.write(b"X-More: 1\r\n")
            handler.wfile.flush()
    except OSError:
        pass


def plain(score: Callable[[str, str], Any]) -> Callable[[Any], Any]:
    """A right reply of the plain interface."""
    return lambda said: {
        "scores": [score(one["premise"], one["hypothesis"]) for one in said["pairs"]]
    }

"""One HTTP request within a time: standard library alone, no proxy, no redirect, no surprise."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import threading
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

#: A reply is read up to so many bytes.
MOST: Final = 16 * 1024**2


@dataclass(frozen=True)
class HttpReply:
    """A reply that came whole. `headers`: names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class ConnectionBroke(Exception):
    """No reply: nobody listens, the connection broke, or what came is no HTTP."""


class TooMuch(Exception):
    """The reply is longer than `MOST`."""


async def post(address: str, body: bytes, headers: Mapping[str, str], seconds: float) -> HttpReply:
    """The reply to one POST. Raises TimeoutError, ConnectionBroke, TooMuch.

    Variables such as HTTP_PROXY do not count: the text goes to the address and nowhere else.
    """
    exchange = _Exchange(address, body, headers, seconds)
    loop = asyncio.get_running_loop()
    done: asyncio.Future[HttpReply] = loop.create_future()

    def work() -> None:
        result: HttpReply | Exception
        try:
            result = exchange.run()
        except Exception as error:  # told to the waiting side, whatever it is
            result = error
        with contextlib.suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(_settle, done, result)

    # A daemon, so that a server that hangs does not hold up the end of the program.
    threading.Thread(target=work, name="entailment", daemon=True).start()
    try:
        async with asyncio.timeout(seconds):
            return await done
    except (OSError, http.client.HTTPException, ValueError) as error:
        if isinstance(error, TimeoutError):
            raise
        raise ConnectionBroke(type(error).__name__) from None
    finally:
        exchange.abort()


def _settle(done: asyncio.Future[HttpReply], result: HttpReply | Exception) -> None:
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


class _Exchange:
    """One request in a thread of its own, which `abort` ends from outside."""

    def __init__(
        self, address: str, body: bytes, headers: Mapping[str, str], seconds: float
    ) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None  # the settings have seen to it
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=seconds)
        self._path = parts.path or "/"
        self._body = body
        self._headers = {**headers, "Connection": "close"}
        self._socket: socket.socket | None = None
        self._over = False

    def run(self) -> HttpReply:
        try:
            self._connection.connect()
            self._socket = self._connection.sock
            if self._over:
                raise ConnectionAbortedError
            self._connection.request("POST", self._path, self._body, self._headers)
            with closing(self._connection.getresponse()) as response:
                body = response.read(MOST + 1)
                if len(body) > MOST:
                    raise TooMuch
                if response.length:  # of Content-Length, what did not come
                    raise http.client.IncompleteRead(b"", response.length)
                named = {name.lower(): value for name, value in response.getheaders()}
                return HttpReply(response.status, named, body)
        finally:
            self._connection.close()

    def abort(self) -> None:
        """Ends whatever the thread waits for; nothing where it is done."""
        self._over = True
        if self._socket is not None:
            with contextlib.suppress(OSError, ValueError):
                self._socket.shutdown(socket.SHUT_RDWR)

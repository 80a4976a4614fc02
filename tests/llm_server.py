"""A real OpenAI-compatible HTTP server on loopback that answers as a test wishes.

    with LlmServer(reply=fn) as server:
        ... LiteLlmCaller(CallSettings(model="openai/stub", api_base=server.base_url, ...)) ...
        server.requests        # every request in order of arrival, `/v1/chat/completions` only
        server.everything      # every byte of every request, headers too: for redaction tests
        server.peak            # the most requests that were ever in flight together

`reply` is one of
  * a function `(Request) -> Reply | str`, called in the server's thread, one request at a time;
    a `str` is the content of a right answer; an exception in it is answered by a 599
  * a list of `Reply | str`, one a request, the last one again and again
  * one `Reply` or `str` for all
It may be changed while the server runs: `server.reply = [...]`.

A `Request` has `.number` (0, 1, … in order of arrival), `.json` (the body), `.messages`
(role, content), `.text` (all contents joined), `.headers` (names in lower case), `.body`, `.path`,
`.at` (monotonic seconds).

Replies, all plain values, to be combined with `dataclasses.replace` (for instance `delay_s`):
  good(content or object)          a right answer; an object is written as JSON
  fenced(object)  prose(object)    JSON in a Markdown fence; JSON within sentences
  truncated(text)                  finish_reason "length"
  empty()  null_content()          200, with '' and with null as content
  no_choices()                     200, with an empty list of choices
  refusal()  content_filter()      the `refusal` field; finish_reason "content_filter"
  rate_limited(after=…)            429; seconds (float or int), a str for the header as it is (an
                                   HTTP date: `http_date(seconds_from_now)`), None for no header
  server_error(500)                any status, an error body as OpenAI writes it
  hang()                           never answers, until client or server goes
  reset()  reset(mid=True)         the connection breaks: before any byte; in the reply's middle
  malformed_body()  html_page()    200 and half a JSON document; 200 and text/html
  unauthorised()  too_long()       401; 400 with code context_length_exceeded
  unsupported("response_format")   400, as a server that does not know a parameter
What the content says (unknown claims, missing ones, quotes not there …) is the test's own:
`good({...})`.

`python tests/llm_server.py --latency 0.2 --busy 0.3 --after 1` serves until its input ends and
prints its base URL: for benchmarks, where the server must not share the client's process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from types import TracebackType
from typing import Any, Final

from llm_server_batches import Batches


@dataclass(frozen=True)
class Request:
    """One request as it came in."""

    number: int
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def messages(self) -> list[tuple[str, str]]:
        return [(one["role"], one["content"]) for one in self.json["messages"]]

    @property
    def text(self) -> str:
        return "\n".join(content for _, content in self.messages)


@dataclass(frozen=True)
class Reply:
    """What the server does with one request. `raw` replaces the whole body."""

    content: str | None = "{}"
    status: int = 200
    finish_reason: str = "stop"
    refusal: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    content_type: str = "application/json"
    tokens: tuple[int, int] | None = (100, 20)
    model: str | None = None
    delay_s: float = 0.0
    breaks: str = ""  # "", "hang", "before", "mid"

    def body(self, request: Request) -> bytes:
        if self.raw is not None:
            return self.raw
        asked = str(request.json.get("model", "stub"))
        message: dict[str, Any] = {"role": "assistant", "content": self.content}
        if self.refusal is not None:
            message["refusal"] = self.refusal
        choice = {"index": 0, "message": message, "finish_reason": self.finish_reason}
        written: dict[str, Any] = {
            "id": f"chatcmpl-{request.number}",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": self.model or asked,
            "choices": [choice],
        }
        if self.tokens is not None:
            came, went = self.tokens
            written["usage"] = {
                "prompt_tokens": came,
                "completion_tokens": went,
                "total_tokens": came + went,
            }
        return json.dumps(written).encode()


Replies = Callable[[Request], "Reply | str"] | Sequence["Reply | str"] | Reply | str


def _written(content: object) -> str:
    return content if isinstance(content, str) else json.dumps(content)


def good(content: object = "{}", **more: Any) -> Reply:
    return Reply(content=_written(content), **more)


def fenced(content: object) -> Reply:
    return good(f"```json\n{_written(content)}\n```")


def prose(content: object) -> Reply:
    return good(f"Here is what I found.\n\n{_written(content)}\n\nI hope that this {{helps}}.")


def truncated(content: object = '{"claims": [{"id": "c1", "ver') -> Reply:
    return Reply(content=_written(content), finish_reason="length")


def empty() -> Reply:
    return Reply(content="")


def null_content() -> Reply:
    return Reply(content=None)


def no_choices() -> Reply:
    body = {"id": "x", "object": "chat.completion", "created": 1, "model": "stub", "choices": []}
    return Reply(raw=json.dumps(body).encode())


def refusal(words: str = "I cannot help with that.") -> Reply:
    return Reply(content=None, refusal=words)


def content_filter() -> Reply:
    return Reply(content="", finish_reason="content_filter")


def server_error(status: int = 500, message: str = "the stub fails", code: str = "stub") -> Reply:
    error = {"message": message, "type": "stub_error", "param": None, "code": code}
    return Reply(status=status, raw=json.dumps({"error": error}).encode())


def rate_limited(after: float | str | None = None, **headers: str) -> Reply:
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    if after is not None:
        more["retry-after"] = str(after)
    body = server_error(429, "slow down", "rate_limit_exceeded").raw
    return Reply(status=429, raw=body, headers=more)


def http_date(seconds_from_now: float) -> str:
    return formatdate(time.time() + seconds_from_now, usegmt=True)


def hang() -> Reply:
    return Reply(breaks="hang")


def reset(mid: bool = False) -> Reply:
    return Reply(breaks="mid" if mid else "before")


def malformed_body() -> Reply:
    return Reply(raw=b'{"id": "x", "choices": [{"index": 0, "mess')


def html_page() -> Reply:
    return Reply(raw=b"<html><body>Gateway says hello</body></html>", content_type="text/html")


def unauthorised(status: int = 401) -> Reply:
    return server_error(status, "Incorrect API key provided", "invalid_api_key")


def too_long() -> Reply:
    words = "This model's maximum context length is 8192 tokens. However, you sent 9000."
    return server_error(400, words, "context_length_exceeded")


def unsupported(parameter: str = "response_format") -> Reply:
    words = f"Unsupported parameter: '{parameter}' is not supported with this model."
    return server_error(400, words, "unsupported_parameter")


class LlmServer:
    """The server, in a thread of its own; see the module's text."""

    def __init__(self, reply: Replies = "{}") -> None:
        self.reply = reply
        self.requests: list[Request] = []
        self.peak = 0
        self.in_flight = 0
        self.base_url = ""
        self._seen: list[bytes] = []
        self._batches = Batches(self._answered)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="llm-server", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None

    def __enter__(self) -> LlmServer:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    @property
    def everything(self) -> bytes:
        """All that was ever sent here, request lines, headers and bodies."""
        return b"\n".join(self._seen)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        open_ones: set[asyncio.Task[None]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            open_ones.add(task)
            try:
                await self._connection(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                pass
            finally:
                open_ones.discard(task)
                writer.transport.abort()

        server = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=1024)
        host, port = server.sockets[0].getsockname()
        self.base_url = f"http://{host}:{port}/v1"
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in list(open_ones):
            task.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            line, *fields = head.decode("latin-1").rstrip("\r\n").split("\r\n")
            headers = {
                name.strip().lower(): value.strip()
                for name, _, value in (one.partition(":") for one in fields)
            }
            body = await _body(reader, headers)
            self._seen.append(head + body)
            method, path, _ = line.split(" ", 2)
            self.in_flight += 1
            self.peak = max(self.peak, self.in_flight)
            try:
                if not await self._respond(method, path, headers, body, reader, writer):
                    return
            finally:
                self.in_flight -= 1

    async def _respond(
        self,
        method: str,
        path: str,
        headers: dict[str, str],
        body: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        """Whether the connection goes on."""
        if not path.endswith("/chat/completions"):
            status, written = self._batches.respond(method, path, headers, body)
            await _send(writer, status, "application/json", {}, written)
            return True
        request = Request(len(self.requests), method, path, headers, body, time.monotonic())
        self.requests.append(request)
        reply = self._chosen(request)
        if reply.delay_s:
            await asyncio.sleep(reply.delay_s)
        if reply.breaks == "hang":
            await reader.read()  # until the client gives up
        if reply.breaks in ("hang", "before"):
            return False
        content = reply.body(request)
        if reply.breaks == "mid":
            await _send(writer, 200, reply.content_type, {}, content[:9], length=len(content))
            return False
        await _send(writer, reply.status, reply.content_type, reply.headers, content)
        return True

    def _chosen(self, request: Request) -> Reply:
        try:
            if callable(self.reply):
                found = self.reply(request)
            elif isinstance(self.reply, str | Reply):
                found = self.reply
            else:
                found = self.reply[min(request.number, len(self.reply) - 1)]
        except Exception as error:
            return server_error(599, f"the test's own reply function failed: {error!r}")
        return found if isinstance(found, Reply) else good(found)

    def _answered(self, body: bytes) -> tuple[int, bytes]:
        """One line of a batch, answered as a request of its own."""
        path = "/v1/chat/completions"
        request = Request(len(self.requests), "BATCH", path, {}, body, time.monotonic())
        self.requests.append(request)
        reply = self._chosen(request)
        return reply.status, reply.body(request)


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return await reader.readexactly(int(headers.get("content-length", "0")))
    parts = []
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return b"".join(parts)


async def _send(
    writer: asyncio.StreamWriter,
    status: int,
    content_type: str,
    headers: dict[str, str],
    body: bytes,
    length: int | None = None,
) -> None:
    lines = [
        f"HTTP/1.1 {status} STUB",
        f"content-type: {content_type}",
        f"content-length: {len(body) if length is None else length}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
    await writer.drain()


ANSWER: Final = {"claims": [{"id": "c1", "verdict": "supported"}]}


def main() -> None:
    parser = argparse.ArgumentParser(description="The stub server as a process of its own.")
    parser.add_argument("--latency", type=float, default=0.2, help="seconds per right answer")
    parser.add_argument("--busy", type=float, default=0.0, help="share of requests refused by 429")
    parser.add_argument("--after", type=float, default=1.0, help="Retry-After of a 429, seconds")
    asked = parser.parse_args()
    chance = random.Random(20)

    def answer(request: Request) -> Reply:
        if chance.random() < asked.busy:
            return rate_limited(asked.after)
        return good(ANSWER, delay_s=asked.latency)

    with LlmServer(answer) as server, contextlib.suppress(KeyboardInterrupt):
        print(server.base_url, flush=True)
        for line in sys.stdin:  # a line asks for the number of requests so far and their peak
            del line
            print(len(server.requests), server.peak, flush=True)


if __name__ == "__main__":
    main()

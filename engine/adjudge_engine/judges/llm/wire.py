"""What passes between litellm and the network: no redirect, no cookie, no answer without end.

litellm's clients follow redirects, keep cookies and unpack whatever they are sent. Text that one
address was asked about must not reach another, and a small answer must not fill the memory, so
the last step of each request, its transport, is wrapped: while one of our calls runs, and for
that call alone. Other users of the same libraries in the process see nothing of it.

A refusal (429) can end a call right there: on its way out, litellm and the provider's client make
errors of errors of it and write their tracebacks, which takes more CPU time than an answer does.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, Final, NamedTuple, NoReturn

#: Bytes of an answer at most, unpacked; a reply as long as a model can write is far shorter.
REPLY_BYTES: Final = 16 * 2**20
#: The same for the results of a batch.
BATCH_BYTES: Final = 512 * 2**20
_PACKED: Final = "gzip, deflate"
#: Names of headers that would send the request elsewhere, or come back with the next one.
_DROPPED: Final = ("location", "set-cookie", "content-encoding", "content-length")

#: Bytes of a refusal's body that are looked at.
_REFUSAL_BYTES: Final = 4_000
_TOO_MANY: Final = 429


class RefusedAtOnce(BaseException):
    """A 429, with its headers and the beginning of its body.

    No Exception, so that no handler on the way takes it for a fault of the connection.
    """

    def __init__(self, headers: Mapping[str, str], text: str) -> None:
        super().__init__("429")
        self.headers = headers
        self.text = text


class _Guard(NamedTuple):
    most: int
    refusals: bool


_guard: ContextVar[_Guard | None] = ContextVar("adjudge_guard", default=None)


@contextlib.contextmanager
def guarded(most: int = REPLY_BYTES, *, refusals: bool = False) -> Iterator[None]:
    """Requests made within are guarded; no answer to one of them may be longer than `most`.

    `refusals`: a 429 raises RefusedAtOnce out of the request, for the caller to catch.
    """
    token = _guard.set(_Guard(most, refusals))
    try:
        yield
    finally:
        _guard.reset(token)


def guard_transports() -> None:
    """Wraps the transports that litellm may use; safe to call twice."""
    import httpx

    kinds: list[type] = [httpx.AsyncHTTPTransport]
    with contextlib.suppress(ImportError):
        from litellm.llms.custom_httpx.aiohttp_transport import LiteLLMAiohttpTransport

        kinds.append(LiteLLMAiohttpTransport)
    for kind in kinds:
        handle = kind.handle_async_request  # type: ignore[attr-defined]
        if not getattr(handle, "adjudge_guard", False):
            kind.handle_async_request = _guarding(handle)  # type: ignore[attr-defined]


def _guarding(
    handle: Callable[[Any, Any], Awaitable[Any]],
) -> Callable[[Any, Any], Awaitable[Any]]:
    async def handle_async_request(self: Any, request: Any) -> Any:
        guard = _guard.get()
        if guard is None:
            return await handle(self, request)
        request.headers["accept-encoding"] = _PACKED
        request.headers.pop("cookie", None)
        response = _checked(await handle(self, request), guard.most)
        if guard.refusals and response.status_code == _TOO_MANY:
            raise await _refusal(response)
        return response

    handle_async_request.adjudge_guard = True  # type: ignore[attr-defined]
    return handle_async_request


async def _refusal(response: Any) -> RefusedAtOnce:
    """What a 429 says; a refusal it is even where its body breaks off or has no end."""
    import httpx

    text = b""
    try:
        with contextlib.suppress(httpx.HTTPError):
            async for part in response.stream:
                text += part
                if len(text) > _REFUSAL_BYTES:
                    break
    finally:
        await response.aclose()
    said = text[:_REFUSAL_BYTES].decode("utf-8", "replace")
    return RefusedAtOnce(dict(response.headers), said)


def _checked(response: Any, most: int) -> Any:
    """The response without what leads elsewhere, its body unpacked and bounded."""
    import httpx

    packed = response.headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("identity", "", "gzip", "x-gzip", "deflate"):
        raise httpx.DecodingError("an encoding that was not asked for", request=None)
    headers = [
        (name, value)
        for name, value in response.headers.multi_items()
        if name.lower() not in _DROPPED
    ]
    unpacked = _Body(response.stream, most, packed=packed not in ("identity", ""))

    class _Stream(httpx.AsyncByteStream):
        def __aiter__(self) -> AsyncIterator[bytes]:
            return unpacked.parts()

        async def aclose(self) -> None:
            await response.stream.aclose()

    return httpx.Response(
        response.status_code, headers=headers, stream=_Stream(), extensions=response.extensions
    )


class _Body:
    """A body on its way in."""

    def __init__(self, stream: Any, most: int, *, packed: bool) -> None:
        self._stream = stream
        self._left = most
        # 32: a gzip or a zlib header, whichever comes
        self._packed = zlib.decompressobj(zlib.MAX_WBITS | 32) if packed else None

    async def parts(self) -> AsyncIterator[bytes]:
        """The bytes; httpx.DecodingError where they are too many, or not packed as it was said."""
        async for part in self._stream:
            unpacked = self._unpacked(part)
            self._left -= len(unpacked)
            if self._left < 0:
                self._refuse("the answer is too long")
            yield unpacked

    def _unpacked(self, part: bytes) -> bytes:
        if self._packed is None:
            return part
        try:
            return self._packed.decompress(part, max(self._left, 0) + 1)
        except zlib.error:
            self._refuse("the answer is not packed as it says")

    def _refuse(self, why: str) -> NoReturn:
        import httpx

        raise httpx.DecodingError(why)

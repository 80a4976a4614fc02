"""`adjudge serve` from the socket to ctrl+c: what it says on the terminal, and its signals."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from adjudge_tui.desk.desk_settings import desk_settings
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.serving.guard import Guard, is_loopback, new_tokens, place_of
from adjudge_tui.serving.page import ServingError, static_files
from adjudge_tui.serving.wanted import Wanted, checked, usable_name
from adjudge_tui.wording.strings import language_of, speak

if TYPE_CHECKING:
    from adjudge_tui.serving.server import Server

Tell = Callable[[str], None]

WARNING: Final = (
    "Warning: bound to {host}, so others on the network reach it. Without TLS anybody on the way "
    "can read along and take the token: put a proxy with TLS before it (--public-url), or use "
    "`ssh -L` to the loopback address instead."
)


@dataclass(frozen=True, slots=True)
class Offer:
    """Where and for whom the desk is served."""

    host: str = "127.0.0.1"
    port: int = 8000
    reviewers: tuple[str, ...] = ()
    token: bool = False
    public: str = ""
    most: int = 8
    usual: str = ""

    @property
    def closed(self) -> bool:
        """Whether a token is asked for: off the loopback address, or for several reviewers."""
        shown = bool(self.public) or not is_loopback(self.host)
        return self.token or shown or len(self.reviewers) > 1


def listen(host: str, port: int) -> socket.socket:
    """A socket bound there. Raises ServingError."""
    try:
        found = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, address = found[0]
        return socket.create_server(address[:2], family=family, backlog=64)
    except (OSError, UnicodeError, OverflowError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise ServingError(
            f"cannot listen at {one_line(host)}, port {port}: {why}",
            "Choose another with --port, or an address of this machine with --host.",
        ) from None


def links(guard: Guard) -> list[tuple[str | None, str]]:
    """For whom each link is, None: for anybody; and the link."""
    host = guard.host.strip("[]")
    if host in ("0.0.0.0", "::"):
        host = socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    base = guard.public.rstrip("/") or f"http://{shown}:{guard.port}"
    if not guard.tokens:
        return [(None, f"{base}/")]
    return [(name, f"{base}/?token={token}") for token, name in guard.tokens.items()]


def serve(wanted: Wanted, offer: Offer, tell: Tell) -> None:
    """Serve until interrupted or told to end. Raises AdjudgeError before anything is served."""
    files = static_files()
    settings = desk_settings(wanted.path)
    language = language_of(wanted.language, settings.language)
    speak(language)
    names = [usable_name(one) for one in offer.reviewers]
    for name in names:
        checked(replace(wanted, reviewer=name))
    if offer.public and place_of(offer.public) is None:
        raise ServingError(
            f"{one_line(offer.public)} is no URL of a server", "Such as https://desk.example.org."
        )
    from adjudge_tui.serving.server import Server

    with contextlib.closing(listen(offer.host, offer.port)) as bound:
        guard = Guard(
            host=offer.host,
            port=bound.getsockname()[1],
            public=offer.public,
            names=frozenset({socket.gethostname().lower()}),
            tokens=new_tokens(names) if offer.closed else {},
        )
        server = Server(
            guard=guard,
            wanted=wanted,
            files=files,
            complain=lambda text: tell(display_safe(text)),
            reviewer=names[0] if len(names) == 1 else None,
            usual="" if offer.closed else offer.usual,
            language=language,
            most=offer.most,
        )
        asyncio.run(_run(bound, server, tell))


async def _run(bound: socket.socket, server: Server, tell: Tell) -> None:
    """Serve on that socket until a signal; then end every desk."""
    from aiohttp import web

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    runner = web.AppRunner(server.app(), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    try:
        await web.SockSite(runner, bound).start()
        _announce(server.guard, tell)
        await stop.wait()
        tell("Closing the desks; what was decided is in the queue, drafts are kept.")
    finally:
        await runner.cleanup()


def _announce(guard: Guard, tell: Tell) -> None:
    if not is_loopback(guard.host):
        tell(WARNING.format(host=one_line(guard.host)))
    for name, link in links(guard):
        who = f" for {one_line(name)}" if name else ""
        tell(f"The desk{who}: {link}")
    if guard.tokens:
        tell("Whoever has a link may decide. It is shown this once; a restart makes a new one.")
    tell("ctrl+c ends it.")

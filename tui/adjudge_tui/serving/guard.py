"""Who may come in: the hosts a request may name, the pages it may come from, the tokens.

A page elsewhere can make a browser send requests to this machine, also under a name of its own
that it lets point here (DNS rebinding), and open websockets to any host. So the Host header must
be one of ours, what changes anything must come from our own page (Origin), and off the loopback
address a token is asked for.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

_LONGEST: Final = 300  # characters of a header that are worth reading
_USUAL_PORTS: Final = {"http": 80, "https": 443}


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server that is bound to `host`."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_address(host: str) -> bool:
    """Whether a host is an IP address: no name that somebody else lets point here."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def new_tokens(reviewers: Iterable[str]) -> dict[str, str | None]:
    """A secret for each reviewer; without any, one for whoever has it."""
    return {secrets.token_urlsafe(32): one for one in reviewers or (None,)}


def place_of(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin or a URL; None if it has none that can be meant."""
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or "@" in url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _USUAL_PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname.rstrip("."), port or _USUAL_PORTS[parts.scheme]


@dataclass(frozen=True, slots=True)
class Guard:
    """The rules of one server.

    `host` and `port` are what it is bound to, `public` is the URL under which a proxy shows it,
    or empty. `tokens` leads from each secret to the reviewer it is for, None: whoever has it;
    empty: no token is asked for.
    """

    host: str
    port: int
    public: str = ""
    names: frozenset[str] = frozenset()
    tokens: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def cookie(self) -> str:
        """The cookie's name; cookies do not tell ports apart, so it does."""
        return f"adjudge_desk_{self.port}"

    def host_meant(self, header: str | None) -> bool:
        """Whether a Host header names this server."""
        found = place_of(f"http://{header}") if header and "/" not in header else None
        if found is None:
            return False
        _, host, port = found
        public = place_of(self.public)
        if public is not None and host == public[1]:
            return port in (public[2], 80, self.port)  # 80: none was given
        if port != self.port:
            return False
        if is_loopback(self.host):
            return is_loopback(host)
        bound_to_all = self.host.strip("[]") in ("0.0.0.0", "::")
        return (
            host == self.host.lower()
            or host in self.names
            or (is_address(host) and (bound_to_all or host == self.host.strip("[]").lower()))
        )

    def own_page(self, origin: str | None, header: str | None) -> bool:
        """Whether an Origin is that of the page which this server shows under that Host."""
        if not origin or not self.host_meant(header):
            return False
        found = place_of(origin)
        own = (place_of(f"http://{header}"), place_of(self.public))
        return found is not None and found in own

    def holder(self, token: str | None) -> tuple[bool, str | None]:
        """Whether a token lets in, and which reviewer it is for; takes as long for any token."""
        if not self.tokens:
            return True, None
        given = (token or "").encode("utf-8", "replace")
        known, reviewer = False, None
        for secret, name in self.tokens.items():
            if hmac.compare_digest(secret.encode("ascii"), given):
                known, reviewer = True, name
        return known, reviewer

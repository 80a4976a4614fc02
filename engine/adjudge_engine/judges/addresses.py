"""Fields of a judge's settings that say where it is asked, and with whose key."""

from __future__ import annotations

import re
from typing import Annotated, Final
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

_ENVIRONMENT: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")


def _variable(value: str) -> str:
    if not _ENVIRONMENT.fullmatch(value):
        raise ValueError("must be the name of an environment variable, not a key")
    return value


def _address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be an address that begins with http:// or https://")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("must hold no user, password or query; use api_key_env")
    if not value.isascii() or any(one <= " " for one in value):
        raise ValueError("must be ASCII without blanks")
    _ = parts.port  # ValueError for one that is no number
    return value


#: The name of an environment variable that holds a key.
KeyVariable = Annotated[str, AfterValidator(_variable)]
#: An http(s) address without user, password, query or fragment.
Address = Annotated[str, Field(max_length=2_000), AfterValidator(_address)]

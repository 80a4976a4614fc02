"""What people write, kept apart from the record of what they did.

Events and decisions hold only the salted hash of a text. The salt stands with the text: when both
are removed, nobody can tell from the hash what was written, and the chain still verifies.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from typing import Any

from adjudge_queue.file.jsontext import dump, load
from adjudge_queue.file.store import Transaction


def salted(salt: bytes, body: str) -> str:
    """The hash that stands for a stored text."""
    return "sha256:" + hashlib.sha256(salt + body.encode("utf-8", "surrogateescape")).hexdigest()


def keep(tx: Transaction, item_id: int, kind: str, text: str | None) -> str | None:
    """Store a text; its hash. None for none."""
    if text is None:
        return None
    salt, body = os.urandom(16), dump(text)
    digest = salted(salt, body)
    tx.insert("texts", hash=digest, item_id=item_id, kind=kind, salt=salt, body=body)
    return digest


def look_up(one: Callable[[str, Sequence[Any]], Any], digest: str | None) -> str | None:
    """The text of a hash, by a store's or a transaction's `one`; None if it is not there."""
    if digest is None:
        return None
    row = one("SELECT body FROM texts WHERE hash = ?", (digest,))
    if row is None:
        return None
    text: str = load(row[0], str)
    return text

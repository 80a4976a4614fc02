"""Chance that is the same everywhere: drawn from a seed and names, whatever text they hold."""

from __future__ import annotations

from hashlib import sha256
from random import Random


def chance(seed: int, *names: str) -> Random:
    """A source of chance for one purpose. The same seed and names give the same draws."""
    digest = sha256(str(seed).encode())
    for name in names:
        raw = name.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(raw) + raw)
    return Random(int.from_bytes(digest.digest(), "big"))

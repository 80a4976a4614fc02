"""What an iterator gives, any number of times; it is asked only for what is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Kept(Generic[_T]):
    """Iterates over `source` from its beginning each time; every item of it is made once."""

    def __init__(self, source: Iterator[_T]) -> None:
        self._source = source
        self._made: list[_T] = []

    def __iter__(self) -> Iterator[_T]:
        made, at = self._made, 0
        while True:
            while at < len(made):
                yield made[at]
                at += 1
            try:
                made.append(next(self._source))
            except StopIteration:
                return

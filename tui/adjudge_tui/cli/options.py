"""Options that several commands share, added by one decorator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])


def option_group(*options: Callable[[Any], Any]) -> Callable[[Wrapped], Wrapped]:
    """A decorator that adds `options`, which `--help` shows in this order."""

    def add(command: Wrapped) -> Wrapped:
        for option in reversed(options):
            command = option(command)
        return command

    return add

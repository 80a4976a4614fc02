"""Options that several commands share, added by one decorator."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, TypeVar

import click

Wrapped = TypeVar("Wrapped", bound=Callable[..., Any])


class FiniteRange(click.FloatRange):
    """A number within a range: never `nan`, which lies outside no range, nor `inf`."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; a usage error for what is none."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is no finite number.", param, ctx)
        return number


def option_group(*options: Callable[[Any], Any]) -> Callable[[Wrapped], Wrapped]:
    """A decorator that adds `options`, which `--help` shows in this order."""

    def add(command: Wrapped) -> Wrapped:
        for option in reversed(options):
            command = option(command)
        return command

    return add

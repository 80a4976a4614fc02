"""An attribute that is worked out when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar, overload

_T = TypeVar("_T")


class once(Generic[_T]):
    """What `functools.cached_property` does, without the lock that it takes up to Python 3.11.

    Nothing here is shared by threads, and small cases ask for dozens of such attributes.
    """

    def __init__(self, work: Callable[[Any], _T]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> Self | _T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._work(instance)
        return value

    if TYPE_CHECKING:

        def __set__(self, instance: object, value: _T) -> None: ...

"""Who may open a queue's files: its owner alone, or a group.

A private file is 0600, a shared one 0660 and its group's; the umask neither adds nor takes. SQLite
gives -wal and -shm the file's own mode. Their group, like that of everything that somebody else
makes there, is the folder's, which is why a shared file needs a setgid folder of that group.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from adjudge_engine.errors import QueueError

PRIVATE: Final = 0o600
SHARED: Final = 0o660
#: What a group must be able to do in the folder: list it, make -wal and -shm, remove them.
_FOLDER: Final = stat.S_ISGID | 0o070


class Access(NamedTuple):
    """The permission bits of a file, and its group where that matters."""

    mode: int = PRIVATE
    group: int | None = None


def of_group(name: str, folder: Path) -> Access:
    """The access of a file that a group shares in `folder`.

    `name` is a group's name or number. QueueError if there is none of that name, or if the folder
    would not pass files on to it; the hint then has the commands that mend it.
    """
    group = _number(name)
    status = os.stat(folder)
    if status.st_gid != group or status.st_mode & _FOLDER != _FOLDER:
        where = quote(str(folder))
        raise QueueError(
            f"{folder} does not pass its files on to the group {name}",
            f"Prepare it with `chgrp {quote(name)} {where} && chmod g+rwxs {where}`,"
            " or choose another folder.",
        )
    return Access(SHARED, group)


def _number(name: str) -> int:
    try:
        import grp
    except ImportError as error:  # pragma: no cover  (Windows)
        raise QueueError("this system has no groups", "Leave --shared out.") from error
    try:
        if name.isascii() and name.isdigit():
            return grp.getgrgid(int(name)).gr_gid
        return grp.getgrnam(name).gr_gid
    except (KeyError, OverflowError, ValueError) as error:
        raise QueueError(
            f"there is no group {name[:80]!r}", "`getent group` shows the groups there are."
        ) from error


def of_file(path: Path) -> Access:
    """The access of an existing file, for what is made beside it."""
    status = os.stat(path)
    return Access(stat.S_IMODE(status.st_mode) & 0o666, status.st_gid)


def of_copy(path: Path) -> Access:
    """The access of a copy: the group's where the file is shared and we are in it, else private."""
    mode, group = of_file(path)
    mode = PRIVATE | mode & SHARED
    if mode == PRIVATE or not hasattr(os, "geteuid"):
        return Access()
    ours = os.geteuid() == 0 or group in (os.getegid(), *os.getgroups())
    return Access(mode, group) if ours else Access()


def create(path: Path, access: Access) -> bool:
    """Make an empty file with that access; False if there is one already. Raises QueueError."""
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE)
    except FileExistsError:
        return False
    except OSError as error:
        raise QueueError(
            f"{path} cannot be created: {error.strerror}",
            "Choose a folder that exists and that you may write to.",
        ) from error
    try:
        grant(file, access)
    except OSError as error:
        os.unlink(path)
        raise QueueError(
            f"{path} cannot be given to its group: {error.strerror}",
            "Ask somebody in that group, or the superuser, to make it.",
        ) from error
    finally:
        os.close(file)
    return True


def grant(file: int, access: Access) -> None:
    """Give an open file of our own that access, whatever the umask was. Raises OSError."""
    if not hasattr(os, "fchmod"):  # pragma: no cover  (Windows: the folder's rules hold)
        return
    if access.group is not None and os.fstat(file).st_gid != access.group:
        os.fchown(file, -1, access.group)
    if stat.S_IMODE(os.fstat(file).st_mode) != access.mode:
        os.fchmod(file, access.mode)


def refuse_unshared(path: Path, access: Access) -> None:
    """QueueError if an existing file is not shared as `access` says."""
    found = of_file(path)
    if found != access:
        where = quote(str(path))
        raise QueueError(
            f"{path} is there already, and not shared with that group",
            f"Share it with `chgrp {access.group} {where}* && chmod 660 {where}*` while nobody"
            " has it open.",
        )


def open_beside(database: Path, name: Path) -> int:
    """Open or make an empty file that whoever may write `database` may open. Raises OSError.

    A link in its place is refused: in a folder of many it could lead anywhere.
    """
    flags = os.O_RDWR | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0)
    with contextlib.suppress(FileNotFoundError):
        return os.open(name, flags)
    access = of_file(database)
    try:
        file = os.open(name, flags | os.O_CREAT | os.O_EXCL, access.mode)
    except FileExistsError:
        return os.open(name, flags)
    with contextlib.suppress(OSError):  # not of that group: its members will be told
        grant(file, access)
    return file

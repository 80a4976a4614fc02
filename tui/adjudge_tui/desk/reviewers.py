"""Who sits here, and a queue's file opened for them: the team comes from `adjudge.toml`.

The team belongs to the queue, so the file beside it counts first: whoever works from another
folder is nobody else for that. Then comes the file that $ADJUDGE_CONFIG names, or else that of
the working folder. A user's own folder is not asked: a team is nobody's own.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator
from pathlib import Path
from stat import S_ISREG
from typing import Final

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue.facade.desk import Queue
from adjudge_queue.people.team import Team

SETTINGS: Final = "adjudge.toml"


def settings_files(db: Path | None) -> Iterator[Path]:
    """The files that may say how a team works on this queue, the first one first."""
    beside = None if db is None else Path(os.path.realpath(db)).parent / SETTINGS
    if beside is not None and _is_file(beside):
        yield beside
    here = Path(SETTINGS)
    if named := os.environ.get("ADJUDGE_CONFIG", "").strip():
        yield Path(named)
    elif here.is_file() and here.resolve() != beside:
        yield here


def _is_file(path: Path) -> bool:
    """Whether there are settings. Raises QueueError where nobody may look: a team may be there."""
    try:
        return S_ISREG(path.stat().st_mode)  # `is_file` may call what is closed to us no file
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise QueueError(
            f"the folder {path.parent} cannot be looked into: {error.strerror}",
            "Ask for the right to open it: the queue and who may do what in it are read there.",
        ) from error


def team_of(db: Path | None) -> Team:
    """The first team that is declared; everybody without one. Raises QueueError."""
    teams = (Team.load(path) for path in settings_files(db))
    return next((team for team in teams if team.declared), Team.everybody())


def open_queue(path: Path, *, create: bool = False, readonly: bool = False) -> Queue:
    """The queue of that file, with its team. Raises QueueError."""
    return Queue.open(path, create=create, readonly=readonly, team=team_of(path))


def usual_name(db: Path | None) -> str:
    """Who is at the desk of that queue: $ADJUDGE_REVIEWER, else whom this account stands for.

    That is the one reviewer whose `account` it is, else the one of its name. Raises QueueError.
    """
    named = os.environ.get("ADJUDGE_REVIEWER", "").strip()
    if named:
        return named
    declared = team_of(db).of_account()
    if len(declared) > 1:
        names = ", ".join(declared)
        raise QueueError(f"this account may speak as {names}", "Say who you are: --reviewer NAME.")
    try:
        return declared[0] if declared else getpass.getuser()
    except (OSError, KeyError):  # an account without a name, as in some containers
        raise QueueError(
            "nobody knows the name of this account", "Say who you are: --reviewer NAME."
        ) from None


def viewer(queue: Queue, name: str) -> str:
    """The name, if this account may read as that reviewer. Raises DecisionError."""
    return queue.team.speaker(name).name


def reads_all(queue: Queue, name: str) -> bool:
    """Whether everything in the queue may be shown to whoever gives that name."""
    try:
        return queue.team.speaker(name).groups is None
    except DecisionError:  # a program that is no reviewer sees what is nobody's secret
        return False

"""Who reviews here: names, roles, source groups and expertise, as `adjudge.toml` declares them.

    [reviewers.ann]
    role = "lead"              # or "reviewer"
    groups = "*"               # or a list: the source groups whose text is for them
    expert = ["faithfulness"]  # or "*": the criteria on which their labels may become golden
    account = "ann"            # the only account of this system that may speak as ann

Who somebody is rests on the account of the operating system alone: where no `account` is given,
whoever may write the file may speak under the name. What is left out is not had: no group, no
expertise. With no such table everybody is reviewer, lead and expert.
"""

from __future__ import annotations

import getpass
import os
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self, get_args

from adjudge_engine.errors import DecisionError, QueueError

Role = Literal["reviewer", "lead"]
#: The table of `adjudge.toml`.
TABLE: Final = "reviewers"
#: In the place of a list: all of them.
ALL: Final = "*"
#: Actors that are no persons: in the trail nobody may pass for one.
NOBODY: Final = frozenset({"clock", "engine"})
_KEYS: Final = ("role", "groups", "expert", "account")
_HELP: Final = "A reviewer has role, groups, expert and account, each in a table [reviewers.NAME]."


@dataclass(frozen=True, slots=True)
class Member:
    """One reviewer. None for `groups` or `expert` means all of them, for `account` any."""

    name: str
    role: Role = "lead"
    groups: frozenset[str] | None = None
    expert: frozenset[str] | None = None
    account: str | None = None

    @property
    def lead(self) -> bool:
        """Whether they lead."""
        return self.role == "lead"

    def may_read(self, source: Mapping[str, Any] | None) -> bool:
        """Whether a source's text is for them; of one that nobody knows it is not, save for all."""
        if self.groups is None:
            return True
        if source is None or "groups" not in source:
            return False
        groups = source["groups"]
        return groups is None or not self.groups.isdisjoint(groups)

    def is_expert(self, criteria: Iterable[str]) -> bool:
        """Whether they are declared an expert on each of the criteria."""
        return self.expert is None or self.expert.issuperset(criteria)


@dataclass(frozen=True, slots=True)
class Team:
    """The reviewers by name. Undeclared, everybody is one, and may do everything.

    `packet`: it is that of a packet, which is for one reviewer whatever settings say.
    """

    members: Mapping[str, Member] = field(default_factory=dict)
    declared: bool = False
    packet: bool = False

    @classmethod
    def everybody(cls) -> Self:
        """No table: whoever comes is reviewer, lead and expert."""
        return cls()

    @classmethod
    def load(cls, path: Path | None) -> Self:
        """The team that a file declares; everybody without a file or table. Raises QueueError."""
        if path is None:
            return cls()
        import tomllib

        try:
            data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
        except OSError as error:
            raise QueueError(
                f"{path} cannot be read: {error.strerror}", "Check its name and its permissions."
            ) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
            raise QueueError(f"{path} is not TOML: {error}", "Mend the file there.") from None
        if TABLE not in data:
            return cls()
        table = data[TABLE]
        if not isinstance(table, dict):
            raise QueueError(f"{path}: {TABLE} is not a table", _HELP)
        members = {name: _member(path, name, one) for name, one in table.items()}
        _refuse_alike(path, members)
        if not any(one.lead for one in members.values()):
            raise QueueError(
                f"{path}: nobody of [{TABLE}] is a lead",
                'Give somebody role = "lead": a lead settles what two reviewers see differently.',
            )
        return cls(members, declared=True)

    def member(self, name: str) -> Member:
        """The reviewer of that name, whoever speaks. DecisionError if the team has none."""
        if not self.declared:
            return Member(name)
        found = self.members.get(name)
        if found is None:
            raise DecisionError(
                f"{name!s:.80} is not one of the reviewers",
                self._who(),
            )
        return found

    def _who(self) -> str:
        """Where it says who may work here."""
        if self.packet:
            names = ", ".join(name[:80] for name in self.members) or "nobody any more"
            return (
                f"This is a packet, for {names}: say so with --reviewer, or use the queue's file."
            )
        return f"adjudge.toml lists them in [{TABLE}]."

    def speaker(self, name: str) -> Member:
        """The reviewer of that name, if this account may speak as them. Raises DecisionError."""
        found = self.member(name)
        if found.account is not None and found.account != _account():
            raise DecisionError(
                f"only the account {found.account} may speak as {name[:80]}",
                "Log in as that user, or name yourself with --reviewer.",
            )
        return found

    def lead(self, name: str, what: str) -> Member:
        """The lead of that name, for `what` only leads do. Raises DecisionError."""
        found = self.speaker(name)
        if not found.lead:
            raise DecisionError(f"{what} is for leads; {name[:80]} is a reviewer", "Ask a lead.")
        return found

    def of_account(self) -> list[str]:
        """The reviewers for whom this account of the system is declared to speak."""
        declared = [one for one in self.members.values() if one.account is not None]
        return [one.name for one in declared if one.account == _account()]

    def oversees(self, name: str) -> bool:
        """Whether this is a declared lead; where everybody leads, nobody stands above the work."""
        found = self.members.get(name)
        return found is not None and found.lead


def _account() -> str:
    """The account of the operating system that this process runs under."""
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError):  # no such list on this system, or we are not in it
        return getpass.getuser()


def _refuse_alike(path: Path, members: Iterable[str]) -> None:
    """Names that a reader cannot tell apart are two persons to the queue, and one to everybody."""
    seen: dict[str, str] = {}
    for name in members:
        other = seen.setdefault(unicodedata.normalize("NFKC", name).casefold(), name)
        if other != name:
            raise QueueError(
                f"{path}: [{TABLE}] has {other[:80]!r} and {name[:80]!r}, which read alike", _HELP
            )


def _member(path: Path, name: str, table: Any) -> Member:
    place = f"{path}: {TABLE}.{name[:80]}"
    if not name.strip() or len(name) > 200:
        raise QueueError(f"{place}: a name has 1 to 200 characters", _HELP)
    if name != name.strip() or name in NOBODY or not name.isprintable():
        raise QueueError(f"{place!r}: the name would be taken for another one", _HELP)
    if not isinstance(table, dict):
        raise QueueError(f"{place} is not a table", _HELP)
    unknown = sorted(set(table) - set(_KEYS))
    if unknown:
        raise QueueError(f"{place} has no setting {unknown[0][:80]!r}", _HELP)
    role = table.get("role", "reviewer")
    if role not in get_args(Role):
        raise QueueError(f"{place}: there is no role {role!r:.80}", 'It is "reviewer" or "lead".')
    account = table.get("account")
    if account is not None and not (isinstance(account, str) and account):
        raise QueueError(f"{place}: account is the name of a user of this system", _HELP)
    groups, expert = (_names(place, key, table.get(key, [])) for key in ("groups", "expert"))
    return Member(name, role, groups, expert, account)


def _names(place: str, key: str, given: Any) -> frozenset[str] | None:
    if given == ALL:
        return None
    if not isinstance(given, list) or not all(isinstance(one, str) and one for one in given):
        raise QueueError(f'{place}: {key} is a list of names, or "*" for all', _HELP)
    return None if ALL in given else frozenset(given)

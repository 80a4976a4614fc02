"""Which side of the split a case is on: most are to learn from, a third is kept back to check.

The split keeps a source document whole: a group goes to `held-out` if the hash of its name lies in
the lowest third of all hashes, else to `dev`. So it is the same in every version of every set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from adjudge_engine.canonical import canonical_json, sha256_hex

if TYPE_CHECKING:
    from adjudge_engine.case import Case

Split = Literal["dev", "held-out"]
SPLITS: Final[tuple[Split, ...]] = ("dev", "held-out")

_SEED: Final = "adjudge.split/1"


def split_of(group: str) -> Split:
    """`held-out` for a third of all groups, `dev` for the others."""
    number = int(sha256_hex(canonical_json([_SEED, group])), 16)
    return "held-out" if 3 * number < 2**256 else "dev"


def group_of(case: Case) -> str:
    """What the split keeps together: cases on one source document err together."""
    return case.group

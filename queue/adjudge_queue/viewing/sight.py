"""What a viewer may find: no words of sources that are not for them, no original of a planted item.

A list that is narrowed by words tells of every hit that the words stand in it. So a closed source
must not be among what is looked through, nor what anybody says about it; and the text of a planted
item must not lead to the golden item that it is a copy of, which whoever labelled that knows, and
a declared lead may.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue.file.jsontext import pack
from adjudge_queue.file.store import Store
from adjudge_queue.finding import search
from adjudge_queue.people.team import Member, Team
from adjudge_queue.viewing import masks


class Sight(NamedTuple):
    """Who looks, and whether planted items must look to them as any others do."""

    member: Member
    meets_copies: bool

    @property
    def everything(self) -> bool:
        """Whether no source is closed to them."""
        return self.member.groups is None


def sight_of(team: Team, viewer: str | None) -> Sight | None:
    """How a viewer looks; None for the audit, which sees all.

    To a stranger, as a program may be, every source is closed; but nobody is put to the test.
    """
    if viewer is None:
        return None
    if team.declared and viewer not in team.members:
        nothing: frozenset[str] = frozenset()
        return Sight(Member(viewer, "reviewer", nothing, nothing), meets_copies=False)
    member = team.member(viewer)
    return Sight(member, meets_copies=team.declared and not member.lead)


#: Golden items of which a copy was planted, save those that a reviewer has labelled.
ORIGINALS: Final = (
    "SELECT DISTINCT g.item_id FROM planted p JOIN golden_rows g ON g.id = p.row"
    " WHERE NOT EXISTS (SELECT 1 FROM decisions d WHERE d.item_id = g.item_id AND d.reviewer = ?)"
)


def originals(store: Store, sight: Sight | None) -> set[int]:
    """The items that words must not lead this viewer to."""
    if sight is None or not sight.meets_copies:
        return set()
    return {row[0] for row in store.rows(ORIGINALS, (pack(sight.member.name),))}


def hits(store: Store, text: str, sight: Sight | None) -> set[int]:
    """The newest items with all the words that this viewer may find by them."""
    found = set(search.newest(store, text))
    if sight is None:
        return found
    found -= originals(store, sight)
    query = search.query(text)
    if sight.everything or query is None:
        return found
    rows = store.rows(search.NEWEST, (search.public(query), search.TOP, search.MOST_HITS))
    open_to_all = {row[0] for row in rows}
    return {
        one for one in found if one in open_to_all or not masks.closed(store.one, one, sight.member)
    }


def refuse_feed(sight: Sight | None) -> None:
    """The feed leaves planted items out, and so would tell which they are."""
    if sight is not None and sight.meets_copies:
        raise DecisionError(
            "changes of disposition are for waiting systems and leads",
            "`adjudge list --disposition` shows what was released or blocked.",
        )

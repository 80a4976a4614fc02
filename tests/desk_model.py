"""A simple model of a queue: what each item is after everything that people and the engine did."""

from __future__ import annotations

from dataclasses import dataclass, field

STATE = {"release": "released", "block": "blocked", "review": "pending"}
FINAL = {"approve": "released", "block": "blocked", "relabel": "blocked"}
OPEN = ("pending", "claimed", "snoozed", "escalated", "needs_second", "adjudication")
#: What puts an item aside, and where to.
ASIDE = {"escalate": "escalated", "snooze": "snoozed"}
LEADS = ("lea", "max")
REVIEWERS = ("ann", "bob", *LEADS)


@dataclass(eq=False)
class Said:
    """One decision."""

    reviewer: str
    item: int
    action: str
    rests_on: tuple[str, str]  # route and policy
    round: str = "only"
    before: Said | None = None  # the decision in force before, if the item was decided
    aside: Said | None = None  # the escalation in force before


@dataclass(eq=False)
class Row:
    """A row of the newest golden set."""

    item: int
    said: Said
    withdrawn: bool = False


@dataclass
class Modelled:
    """One item; `standing` is the decision in force."""

    route: str
    high: bool
    twice: bool
    policy: str = "p"
    decided: bool = False
    holder: str | None = None
    waits: bool = True  # False: the policy alone has spoken
    assigned: str | None = None
    standing: Said | None = None
    first: Said | None = None
    second: Said | None = None
    stale: bool = False
    original: int | None = None
    aside: str | None = None  # `escalated` or `snoozed`, by the standing decision
    closed: tuple[str, str] | None = None  # state and disposition since its purge
    skipped: set[str] = field(default_factory=set)
    worded: set[str] = field(default_factory=set)
    taken_back: list[Said] = field(default_factory=list)  # when another's word stood beside

    @property
    def priority(self) -> int:
        return 400 if self.high else 0

    @property
    def rest(self) -> str:
        """Where it waits while nobody holds it."""
        if self.closed:
            return self.closed[0]
        if self.decided:
            return "decided"
        if not self.waits:
            return STATE[self.route]
        if self.aside:
            return self.aside
        if self.first is None:
            return "pending"
        return "needs_second" if self.second is None else "adjudication"

    @property
    def state(self) -> str:
        return "claimed" if self.holder else self.rest

    @property
    def disposition(self) -> str:
        if self.closed:
            return self.closed[1]
        if self.decided:
            assert self.standing is not None
            return FINAL[self.standing.action]
        return self.rest if self.rest in ("released", "blocked") else "pending"

    @property
    def under_review(self) -> bool:
        return self.first is not None and not self.decided

    def may_take(self, who: str) -> bool:
        """Whether its rounds leave room for this reviewer."""
        if not self.under_review:
            return True
        authors = [said.reviewer for said in (self.first, self.second) if said]
        return who not in authors and (self.second is None or who in LEADS)

    def admits(self, who: str) -> bool:
        """Whether nothing but its being done keeps a reviewer from it."""
        free = self.holder in (None, who)
        own = self.assigned in (None, who) or who in LEADS
        return free and own and self.may_take(who)

    def may_decide(self, who: str, action: str) -> bool:
        if not self.admits(who):
            return False
        if action == "skip" or action in ASIDE:
            return self.state in OPEN
        if self.decided:
            assert self.standing is not None
            if self.standing.reviewer != who or self.first is not None:
                return False
        if self.first is not None and self.second is None:
            own = [said for said in self.taken_back if said.reviewer == who]
            if any(said.action != action for said in own):
                return False
        return action != "approve" or self.route != "block" or who in LEADS

    def by_route(self, route: str) -> None:
        """Nobody's word counts: what the policy says."""
        self.decided, self.holder, self.standing, self.aside = False, None, None, None
        self.waits = route == "review"

    def take(self, who: str) -> None:
        """Open again after an undo, it is in the hands of whoever undid, if it may be."""
        if self.rest in OPEN and self.may_take(who):
            self.holder = who

    def decide(self, said: Said) -> None:
        if said.action == "skip":
            self.holder = None
            self.skipped.add(said.reviewer)
            self.assigned = None if self.assigned == said.reviewer else self.assigned
            return
        said.aside = self.standing if self.aside == "escalated" else None
        if said.action in ASIDE:
            self.aside, self.holder, self.standing = ASIDE[said.action], None, said
            self.assigned = self.assigned if said.action == "snooze" else None
            return
        self.holder, self.assigned, self.aside = None, None, None
        self.stale = self.stale and self.first is not None and self.second is None
        if self.first is None:
            said.round = "first" if self.twice and not self.decided else "only"
            said.before = self.standing if self.decided else None
        else:
            said.round = "second" if self.second is None else "adjudication"
        self.waits = True
        if said.round == "first":
            self.first, self.standing = said, None
            return
        if said.round == "second":
            self.second = said
            assert self.first is not None
            if self.first.action != said.action:
                self.standing = None
                return
        self.standing, self.decided = said, True

    @property
    def words(self) -> list[Said]:
        """What holds it where it is: the decision in force, or those of two."""
        two = [one for one in (self.first, self.second) if one is not None]
        if self.decided and self.standing not in two:
            return [self.standing] if self.standing else []
        return two

    def see_whether_stale(self) -> bool:
        """Whether it has to be decided anew since its words rest on what has changed."""
        self.stale = any(one.rests_on != (self.route, self.policy) for one in self.words)
        if not (self.stale and self.high):
            return False
        if self.decided and self.disposition != "released":
            return False
        if self.decided or (self.route == "block" and self.aside != "escalated"):
            self.by_route("block" if self.route == "block" else "review")
        self.first = self.second = None
        return True

    def counts(self, said: Said) -> bool:
        """Whether a decision is in force, alone or as one of two."""
        return said in (self.standing, self.first, self.second)

    def undo(self, said: Said, who: str) -> None:
        if said.action == "skip":
            self.skipped.discard(said.reviewer)
            self.holder = None
        elif said in (self.first, self.second) or (self.first and said.action not in ASIDE):
            self._undo_round(said)
        elif said.action in ASIDE:
            self.stale = self.stale and self.first is not None
            self.aside = self.standing = self.holder = None
            if said.aside is not None:
                self.hand_on(said.aside)
            elif self.first is None:
                self.by_route(self.route)
        else:
            self.stale = False
            if said.before is not None:
                self.holder = None
                self.standing = said.before
            else:
                self.by_route(self.route)
                if said.aside is not None:
                    self.hand_on(said.aside)
        if said.action != "skip":
            self.see_whether_stale()
        if not self.decided:
            self.take(who)

    def hand_on(self, said: Said) -> None:
        """Escalated, as it was by that decision."""
        self.decided, self.waits, self.aside, self.standing = False, True, "escalated", said

    def _undo_round(self, said: Said) -> None:
        two = (self.first, self.second)
        newest = said is (self.second or self.first) or said not in two
        handed = self.standing if self.aside == "escalated" else None
        if handed is None and newest:
            handed = said.aside
        overrides = self.decided and self.standing not in two and self.standing is not said
        left = [one for one in two if one is not None and one is not said]
        self.first, self.second = (*left, None, None)[:2]
        if self.first is not None:
            self.taken_back.append(said)
        self.holder = None
        if overrides:
            return
        self.standing, self.decided, self.aside = None, False, None
        if len(left) == 2 and left[0].action == left[1].action:
            self.standing, self.decided = left[1], True
        elif not left:
            self.by_route(self.route)
        if handed is not None and not self.decided:
            self.hand_on(handed)

    def evaluate(self, route: str, policy: str, twice: bool) -> None:
        """Another evaluation: the policy's word is renewed, a person's stays unless it is stale."""
        self.route, self.policy = route, policy
        if self.words:
            if self.see_whether_stale():
                self.twice = twice
        else:
            self.twice = twice
            if self.aside != "escalated" and (not self.waits or route != "review"):
                self.by_route(route)

    def wake(self) -> None:
        """Time has passed: nobody holds it any more, nor has put it off."""
        if self.closed is None:
            self.holder = None
            if self.aside == "snoozed":
                self.aside = self.standing = None

    def purge(self) -> None:
        """Its text is gone: what is open, or waits for an answer, is blocked."""
        state = "blocked" if self.rest in OPEN else self.rest
        word = "blocked" if self.disposition == "pending" else self.disposition
        self.closed = self.closed or (state, word)
        self.holder, self.assigned, self.stale = None, None, False

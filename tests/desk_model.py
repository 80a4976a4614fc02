"""A simple model of a queue: what each item is after everything that people and the engine did."""

from __future__ import annotations

from dataclasses import dataclass, field

STATE = {"release": "released", "block": "blocked", "review": "pending"}
FINAL = {"approve": "released", "block": "blocked", "relabel": "blocked"}
OPEN = ("pending", "claimed", "needs_second", "adjudication")
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
    skipped: set[str] = field(default_factory=set)
    worded: set[str] = field(default_factory=set)

    @property
    def priority(self) -> int:
        return 400 if self.high else 0

    @property
    def rest(self) -> str:
        """Where it waits while nobody holds it."""
        if self.decided:
            return "decided"
        if not self.waits:
            return STATE[self.route]
        if self.first is None:
            return "pending"
        return "needs_second" if self.second is None else "adjudication"

    @property
    def state(self) -> str:
        return "claimed" if self.holder else self.rest

    @property
    def disposition(self) -> str:
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
        if action == "skip":
            return self.state in OPEN
        if self.decided:
            assert self.standing is not None
            if self.standing.reviewer != who or self.first is not None:
                return False
        return action != "approve" or self.route != "block" or who in LEADS

    def by_route(self, route: str) -> None:
        """Nobody's word counts: what the policy says."""
        self.decided, self.holder, self.standing = False, None, None
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
        self.holder, self.assigned, self.stale = None, None, False
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

    def counts(self, said: Said) -> bool:
        """Whether a decision is in force, alone or as one of two."""
        return said in (self.standing, self.first, self.second)

    def undo(self, said: Said, who: str) -> None:
        if said.action == "skip":
            self.skipped.discard(said.reviewer)
            self.holder = None
        elif self.first is not None:
            self._undo_round(said)
        else:
            self.stale = False
            if said.before is not None:
                self.holder = None
                self.standing = said.before
                self.stale = said.before.rests_on != (self.route, self.policy)
                if self.stale and self.high and self.disposition == "released":
                    self.by_route("block" if self.route == "block" else "review")
            else:
                self.by_route(self.route)
        if not self.decided:
            self.take(who)

    def _undo_round(self, said: Said) -> None:
        two = (self.first, self.second)
        overrides = self.decided and self.standing not in two and self.standing is not said
        left = [one for one in two if one is not None and one is not said]
        self.first, self.second = (*left, None, None)[:2]
        self.holder = None
        if overrides:
            return
        self.standing, self.stale, self.decided = None, False, False
        if len(left) == 2 and left[0].action == left[1].action:
            self.standing, self.decided = left[1], True
        elif not left:
            self.by_route(self.route)

    def evaluate(self, route: str, policy: str, twice: bool) -> None:
        """Another evaluation: the policy's word is renewed, a person's stays unless it is stale."""
        self.route, self.policy = route, policy
        if self.decided:
            assert self.standing is not None
            self.stale = self.standing.rests_on != (route, policy)
            if self.stale and self.high and self.disposition == "released":
                self.by_route("block" if route == "block" else "review")
                self.first = self.second = None
                self.twice = twice
        elif self.first is None:
            self.twice = twice
            if not self.waits or route != "review":
                self.by_route(route)

"""The reasons of a route, in three lists, and the strictest action that any of them asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudge_engine.evaluation import Judgment, Reason
from adjudge_engine.judges.naming import named
from adjudge_engine.judges.preference import preferred_of
from adjudge_engine.vocabulary import Route

_STRICTNESS: Final[dict[Route, int]] = {"release": 0, "review": 1, "block": 2}


class Ledger:
    """Collects reasons and the strictest action so far."""

    def __init__(self) -> None:
        self.route: Route = "release"
        self.proved: list[Reason] = []
        self.judged: list[Reason] = []
        self.uncertain: list[Reason] = []

    def demand(self, action: Route | None) -> None:
        """Make the route no milder than this action."""
        if action is not None and _STRICTNESS[action] > _STRICTNESS[self.route]:
            self.route = action

    def open(self, code: str, message: str, **more: object) -> None:
        """Something unsettled, which therefore needs a person."""
        self.demand("review")
        self.uncertain.append(_reason(code, message, "review", more))

    def block(self, code: str, message: str, **more: object) -> None:
        """Something that an admitted judge says against the answer."""
        self.demand("block")
        self.judged.append(_reason(code, message, "block", more))


def _reason(code: str, message: str, action: Route, more: Mapping[str, object]) -> Reason:
    return Reason.model_validate({"code": code, "message": message, "action": action, **more})


def list_judgments(ledger: Ledger, judgments: Sequence[Judgment]) -> None:
    """What judges say, whether it counts or not: for whoever looks at the answer."""
    for judgment in judgments:
        preferred = preferred_of(judgment)
        if preferred is not None:
            said = "calls a tie" if preferred == "tie" else f"prefers {preferred}"
            message = f"{named(judgment)} {said}, whichever answer is shown first"
            ledger.judged.append(
                Reason(code="preferred", message=message, criterion=judgment.criterion)
            )
        if judgment.abstained:
            why = judgment.abstention.message if judgment.abstention else "no reason given"
            message = f"{named(judgment)} abstains on {judgment.criterion}: {why}"
            ledger.judged.append(
                Reason(code="abstained", message=message, criterion=judgment.criterion)
            )
        for one in judgment.claims:
            if one.verdict != "unsure":
                said = one.verdict.replace("_", " ")
                message = f"{named(judgment)}: {said}" + (f" — {one.reason}" if one.reason else "")
                ledger.judged.append(
                    Reason(
                        code=one.verdict,
                        message=message,
                        claim_id=one.claim_id,
                        criterion=judgment.criterion,
                    )
                )
            elif one.reason:
                ledger.uncertain.append(
                    Reason(
                        code="unsure",
                        message=f"{named(judgment)} is unsure: {one.reason}",
                        claim_id=one.claim_id,
                        criterion=judgment.criterion,
                    )
                )

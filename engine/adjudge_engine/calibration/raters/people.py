"""What people say of a case: good or bad, as a whole and claim by claim, or why neither is known.

Labels are the yardstick, so nothing is guessed here: an undetermined label, people who disagree
and a value on another scale are left out by name and counted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from adjudge_engine.calibration.statistics.confusion import Truth
from adjudge_engine.case import Case, Label, LabelClaim
from adjudge_engine.evaluation import Claim
from adjudge_engine.vocabulary import PREFERENCE, UNSUPPORTED

#: Why a case has no usable label for the criterion.
NoTruth = Literal["no_label", "undetermined", "people_disagree", "other_scale"]

#: The good and the bad values of a criterion's label. Partly good is not good.
VALUES: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "faithfulness": (
        frozenset({"faithful", "supported"}),
        frozenset({"unfaithful", "partial", "unsupported", "not_supported", "contradicted"}),
    ),
    "answerability": (frozenset({"answerable"}), frozenset({"unanswerable"})),
    "correctness": (frozenset({"correct", "3"}), frozenset({"incorrect", "partial", "2", "1"})),
    # As the rubrics that come with the program read their scales: from 4 of 5 on it is enough.
    "relevance": (frozenset({"4", "5"}), frozenset({"1", "2", "3"})),
    "clarity": (frozenset({"4", "5"}), frozenset({"1", "2", "3"})),
    # Of two answers A and B: which is called good is a matter of names. A tie has no place here.
    PREFERENCE: (frozenset({"a"}), frozenset({"b"})),
}
_ANY_CRITERION: Final = (
    frozenset({"pass", "good", "yes", "true"}),
    frozenset({"fail", "bad", "no", "false"}),
)


def labels_of(case: Case, criterion: str) -> list[Label]:
    """Each person's last label on the criterion; labels without a name all count.

    A golden row that was withdrawn since its set was frozen has none: figures follow an undo.
    """
    if is_withdrawn(case):
        return []
    last: dict[str | int, Label] = {}
    for place, label in enumerate(case.labels):
        if label.criterion == criterion:
            last[label.by if label.by is not None else place] = label
    return list(last.values())


def is_withdrawn(case: Case) -> bool:
    """Whether it is a golden row whose decision was taken back."""
    golden = case.metadata.get("golden")
    return isinstance(golden, dict) and bool(golden.get("withdrawn"))


def label_says(label: Label) -> Truth | NoTruth:
    """Good or bad by the label's value; without a value, bad if any of its claims is."""
    if label.undetermined:
        return "undetermined"
    if label.value is None:
        bad = any(claim.verdict in UNSUPPORTED for claim in label.claims)
        return "bad" if bad else "no_label"
    value = label.value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    word = str(value).strip().lower()
    own = VALUES.get(label.criterion, (frozenset[str](), frozenset[str]()))
    if word in own[0] or word in _ANY_CRITERION[0]:
        return "good"
    if word in own[1] or word in _ANY_CRITERION[1]:
        return "bad"
    return "other_scale"


def people_say(labels: Sequence[Label]) -> Truth | NoTruth:
    """What all people with an opinion say, or why there is no one word."""
    said = {label_says(label) for label in labels}
    if "good" in said:
        return "people_disagree" if "bad" in said else "good"
    for one in ("bad", "undetermined", "other_scale"):
        if one in said:
            return one
    return "no_label"


def people_say_of_claims(labels: Sequence[Label], claims: Sequence[Claim]) -> dict[str, Truth]:
    """Claim id → good (supported) or bad, for the claims that people judged.

    A label's verdict falls on the claim of its id, else on every claim that its span overlaps,
    the worst verdict winning. Where people call the whole answer good, claims without a verdict
    are supported; elsewhere they are unknown and left out. So are undetermined ones and those on
    which two labels differ.
    """
    found: dict[str, Truth | None] = {}
    all_good = people_say(labels) == "good"
    for label in labels:
        rest = all_good and label_says(label) == "good"
        for claim_id, truth in _claims_of_label(label, claims, rest).items():
            same = found.setdefault(claim_id, truth) == truth
            if not same:
                found[claim_id] = None
    return {claim_id: truth for claim_id, truth in found.items() if truth}


def _claims_of_label(label: Label, claims: Sequence[Claim], rest: bool) -> dict[str, Truth | None]:
    """One label's word on claims; with `rest`, those without a verdict are good."""
    found: dict[str, Truth | None] = {claim.id: "good" for claim in claims} if rest else {}
    verdicts: dict[str, set[str]] = {}
    ends = [claim.end for claim in claims]
    ids = frozenset(claim.id for claim in claims)
    for said in label.claims:
        for claim_id in _targets(said, claims, ends, ids):
            verdicts.setdefault(claim_id, set()).add(said.verdict)
    for claim_id, said_of_it in verdicts.items():
        found[claim_id] = _worst(said_of_it)
    return found


def _targets(
    said: LabelClaim, claims: Sequence[Claim], ends: Sequence[int], ids: frozenset[str]
) -> Iterable[str]:
    """The claims that a person's verdict is about; claims are ordered and do not overlap."""
    if said.claim_id in ids:
        yield str(said.claim_id)
        return
    if said.start is None or said.end is None:
        return
    for place in range(bisect_right(ends, said.start), len(claims)):
        if claims[place].start >= said.end:
            return
        yield claims[place].id


def _worst(verdicts: Iterable[str]) -> Truth | None:
    said = set(verdicts)
    if said & UNSUPPORTED:
        return "bad"
    return None if "undetermined" in said else "good"

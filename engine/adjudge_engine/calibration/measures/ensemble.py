"""Seven measures of one judge and their mean, `alignment`: no single one of them tells enough.

Accuracy hides a rare failure, precision and recall each hide half of the errors, and κ and MCC
hide which way they go. Which class is called positive changes precision, recall, specificity and
F1; so both conventions are given, and whoever compares two figures must have the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from adjudge_engine.calibration.statistics.confusion import Confusion, Truth

#: The seven, in the order in which they are shown.
MEASURES: Final = ("accuracy", "precision", "recall", "specificity", "f1", "kappa", "mcc")


@dataclass(frozen=True, slots=True)
class Ensemble:
    """The measures over the items with a verdict; `positive` names the positive class.

    `alignment` is the plain mean of the seven (five of them 0 … 1, κ and MCC −1 … 1); None where
    one is undefined. `undefined` says which, and what is missing: such a judge cannot be compared.
    """

    positive: Truth
    accuracy: float | None
    precision: float | None
    recall: float | None
    specificity: float | None
    f1: float | None
    kappa: float | None
    mcc: float | None
    alignment: float | None
    undefined: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The measures as JSON values."""
        return {
            "positive": self.positive,
            **{name: getattr(self, name) for name in MEASURES},
            "alignment": self.alignment,
            "undefined": list(self.undefined),
        }


def ensemble(matrix: Confusion, positive: Truth = "bad") -> Ensemble:
    """The seven measures of a matrix. Abstentions are no verdicts and count in none of them."""
    values = measures(matrix.counts, positive)
    missing = _missing(matrix)
    undefined = tuple(
        f"{name}: {_why(name, missing, positive)}" for name in MEASURES if values[name] is None
    )
    return Ensemble(positive=positive, **values, undefined=undefined)


def alignment_of(counts: Sequence[int]) -> float | None:
    """`alignment`, failure positive, from the counts of a matrix in the order of `CELLS`."""
    return measures(counts)["alignment"]


def measures(counts: Sequence[int], positive: Truth = "bad") -> dict[str, float | None]:
    """The seven and `alignment` by name, from counts in the order of `CELLS`; None: undefined."""
    bad_pass, bad_fail, _, good_pass, good_fail, _ = counts
    hit, missed, false, right = bad_fail, bad_pass, good_fail, good_pass
    if positive == "good":
        hit, missed, false, right = right, false, missed, hit
    n, both, called = hit + missed + false + right, hit + missed, hit + false
    kappa = mcc = None
    if 0 < both < n:
        chance = both * called + (n - both) * (n - called)
        kappa = (n * (hit + right) - chance) / (n * n - chance)
        if 0 < called < n:
            spread = sqrt(both * (n - both) * called * (n - called))
            mcc = (hit * right - missed * false) / spread
    found = {
        "accuracy": _share(hit + right, n),
        "precision": _share(hit, called),
        "recall": _share(hit, both),
        "specificity": _share(right, n - both),
        "f1": _share(2 * hit, both + called),
        "kappa": kappa,
        "mcc": mcc,
    }
    known = [one for one in found.values() if one is not None]
    return found | {"alignment": sum(known) / len(known) if len(known) == len(MEASURES) else None}


def _share(part: int, of: int) -> float | None:
    return part / of if of else None


def _missing(matrix: Confusion) -> dict[str, str]:
    """What there is none of among the verdicts, by its key."""
    if not matrix.judged:
        return dict.fromkeys(("bad", "good", "fail", "pass"), "nothing has a verdict")
    found = {}
    if not matrix.bad_pass + matrix.bad_fail:
        found["bad"] = "nothing bad has a verdict"
    if not matrix.good_pass + matrix.good_fail:
        found["good"] = "nothing good has a verdict"
    if not matrix.bad_fail + matrix.good_fail:
        found["fail"] = "the judge failed nothing"
    if not matrix.bad_pass + matrix.good_pass:
        found["pass"] = "the judge passed nothing"
    return found


def _why(name: str, missing: dict[str, str], positive: Truth) -> str:
    """What of the missing makes this measure undefined."""
    other = "good" if positive == "bad" else "bad"
    needs = {
        "precision": ("fail" if positive == "bad" else "pass",),
        "recall": (positive,),
        "specificity": (other,),
    }.get(name, ("bad", "good", "fail", "pass"))
    told = dict.fromkeys(missing[one] for one in needs if one in missing)
    return "; ".join(told)

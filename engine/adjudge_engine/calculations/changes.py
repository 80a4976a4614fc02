"""Changes that a claim states: in per cent of the earlier amount, in points, in amounts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from adjudge_engine.calculations.amounts import HUNDRED, ROUGH, alike, measured_alike
from adjudge_engine.calculations.claimed import FEW, Finding, Stated
from adjudge_engine.calculations.solve import Solution, agrees, solve
from adjudge_engine.calculations.sums import between
from adjudge_engine.numbers.model import SHARES, Number

#: What stands before the earlier of two amounts, and before the later.
OLD: Final = re.compile(
    r"(?:\bfrom|\bvon|\bdel?|\bdu|\bdal?|\bdesde|\bvan|\bс|\bот|从|從|\bbefore)\W{0,3}\Z",
    re.IGNORECASE,
)
NEW: Final = re.compile(
    r"(?:\bto|\bauf|\bà|\bau|\bal?|\btot|\bnaar|\bhasta|\bдо|到|至|\bnow)\W{0,3}\Z", re.IGNORECASE
)
#: Japanese says it behind the number: 200万円から.
_FROM: Final = re.compile(r"\w{0,2}?から")
_FALL: Final = re.compile(
    r"\b(?:decreas\w{1,4}|declin\w{1,4}|drop\w{0,4}|fell|fall\w{0,3}|reduc\w{1,5}|shr[aiu]nk|down|"
    r"lower\w{0,2}|cut|rückgang|gesunken|sank|senkung|baisse|diminution|recul|descenso|caída|"
    r"disminución|reducción|bajó|cayó|снизил\w{0,4}|упал\w{0,2})\b|減少|減|下降|减少|低下|下が|下落",
    re.IGNORECASE,
)
_RISE: Final = re.compile(
    r"\b(?:increas\w{1,4}|rose|risen?|rising|grew|grow\w{0,3}|growth|up|climb\w{0,3}|higher|gain\w{0,2}|"
    r"anstieg|gestiegen|stieg|zunahme|wachstum|hausse|augment\w{1,8}|aument\w{1,4}|incremento|"
    r"crecimiento|вырос\w{0,3}|увеличил\w{0,4})\b|増加|増|增长|增加|上升|上昇|上が|伸び",
    re.IGNORECASE,
)


def change(stated: Stated) -> Finding:
    result = stated.result
    others = [one for one in stated.others if one.start != result.start]
    if _is_points(result) or result.kind not in ("percent", "fraction"):
        pool = [one for one in others if _comparable(result, one)]
        return _directed(stated, between(stated, pool), pool) if len(pool) == 2 else FEW
    pool = [one for one in others if one.kind not in SHARES]
    if len(pool) < 2:
        shares = [one for one in others if one.kind == "percent"]
        return _relative(stated, shares) if len(shares) == 2 else FEW
    return _relative(stated, pool)


def _directed(stated: Stated, finding: Finding, pool: list[Number]) -> Finding:
    """The finding on a change in amounts, whose words may say a fall where it is a rise."""
    if finding.state != "holds":
        return finding
    (old, new), told = _in_time(stated.claim, (pool[0], pool[1]))
    change = solve("difference", stated.result, (new, old)) if told else None
    if change is None:
        return finding
    if _turns(stated, change):
        return Finding("wrong", change, (old, new), "a fall" if change.value < 0 else "a rise")
    falls, rises = _says_fall(stated.claim), _says_rise(stated.claim)
    if falls != rises and change.value and falls != (change.value < 0):
        return Finding("unclear", change, (old, new))
    return finding


def _says_fall(text: str) -> bool:
    return _FALL.search(text) is not None


def _says_rise(text: str) -> bool:
    return _RISE.search(text) is not None


def _is_points(result: Number) -> bool:
    """Whether a change is told in points: "2 percentage points", "une hausse de 2 points"."""
    if result.kind in ("points", "basis_points"):
        return True
    return result.kind == "plain" and result.noun.startswith(("point", "punkt", "punto", "пункт"))


def _comparable(result: Number, one: Number) -> bool:
    """A change in points lies between per cents; any other between amounts alike."""
    if _is_points(result) and not (result.kind == "plain" and one.noun == result.noun):
        bare = result.kind == one.kind == "plain" and not (one.noun or one.unit or one.currency)
        return one.kind == "percent" or bare
    return alike(result, one)


def _relative(stated: Stated, pool: list[Number]) -> Finding:
    """A change in per cent: of the earlier of two amounts."""
    result = stated.result
    if len(pool) > 2:
        for pair in pairwise(pool):
            solution = _percent(result, _in_time(stated.claim, pair)[0])
            if solution is not None and agrees(result, solution):
                return Finding("holds", solution, pair)
        return Finding("unclear")
    (old, new), told = _in_time(stated.claim, (pool[0], pool[1]))
    if not (alike(old, new) if told else measured_alike(old, new)):
        return FEW
    solution = _percent(result, (old, new))
    if solution is None:
        return Finding("unclear")
    if old.value < 0:  # of a loss there is no share by which it grows
        return Finding("unclear", solution, (old, new))
    if agrees(result, solution) and not _turns(stated, solution):
        return Finding("holds", solution, (old, new))
    other = _percent(result, (new, old))
    if not told and other is not None and agrees(result, other):
        return Finding("unclear", solution, (old, new))
    note = ""
    if old.kind == "percent":
        points = solve("difference", result, (new, old))
        note = f"or {_plain(points)} points" if points is not None else ""
    near = told or all(one.start < result.start for one in pool)
    return Finding(
        "wrong" if near and not _hedged_change(stated) else "unclear", solution, (old, new), note
    )


def _hedged_change(stated: Stated) -> bool:
    """Other words than "about" and "over" may say that the change is one of something else."""
    return (
        re.search(r"\b(?:per year|a year|annual\w{0,2}|each|if|would)\b", stated.claim) is not None
    )


def _plain(solution: Solution | None) -> str:
    return f"{solution.value.copy_abs():f}" if solution is not None else ""


def _percent(result: Number, pair: Sequence[Number]) -> Solution | None:
    """The change in per cent; in the share that a fraction is, for a fraction."""
    solution = solve("percent_change", result._replace(unit=pair[0].unit), pair)
    if solution is not None and result.kind == "fraction":
        return solution._replace(value=ROUGH.divide(solution.value, HUNDRED))
    return solution


def _in_time(claim: str, pair: tuple[Number, Number]) -> tuple[tuple[Number, Number], bool]:
    """(old, new) and whether the claim says which is which: "from 640 to 800"."""
    first, second = pair
    before_first = claim[max(0, first.start - 14) : first.start]
    before_second = claim[max(0, second.start - 14) : second.start]
    if _FROM.match(claim[first.end : first.end + 6]) is not None:
        return pair, True
    if OLD.search(before_second) and not OLD.search(before_first):
        return (second, first), True
    if OLD.search(before_first):
        return pair, True
    return pair, NEW.search(before_second) is not None


def _turns(stated: Stated, solution: Solution) -> bool:
    """Whether the words around the result say a fall where it is a rise, or the other way."""
    said = stated.claim[max(0, stated.statement.start - 20) : stated.statement.end + 20]
    falls, rises = _says_fall(said), _says_rise(said)
    if falls == rises or not solution.value:
        return False
    return falls != (solution.value < 0)

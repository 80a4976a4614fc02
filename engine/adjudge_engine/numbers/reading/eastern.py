"""What follows a figure in Chinese and Japanese, without spaces: 2,000万円, 14日間, 3億円の赤字."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.model import Bound
from adjudge_engine.numbers.reading import currencies, scales, units
from adjudge_engine.numbers.reading.follows import After

_SINGLES: Final[dict[str, str]] = {
    "年": "year",
    "日": "day",
    "分": "min",
    "周": "week",
    "度": "°",
    "米": "m",
    "克": "g",
    "升": "l",
}
#: What makes a label of a figure: room 305, car 7.
_LABELS: Final = frozenset(["号室", "號室", "号車", "号车", "号楼", "号館", "号馆", "号线", "号線"])
#: What makes a bound of a figure, behind it or behind what it counts.
_BOUNDS: Final[dict[str, Bound]] = {
    "以上": "at_least",
    "以下": "at_most",
    "以内": "at_most",
    "未満": "under",
    "未满": "under",
}
#: Money that is said to be lost, or won.
_RESULT: Final = re.compile(
    r"[のとな]?(?:純|净)?(?:(?P<down>赤字|損失|欠損|亏损|虧損|逆差)"
    r"|(?P<up>黒字|黑字|利益|盈利|盈余|盈餘|顺差|順差))"
)


def read_eastern(folded: str, after: After, at: int) -> After:
    """Scales, currencies and units at `at`, as far as they go; `after`: what stands before them."""
    power, scale = after.power, after.scale
    while at < len(folded) and folded[at] in scales.SIGNS and not after.unit:
        if folded[at : at + 2] in ("千米", "百分", "千克", "千瓦", "千卡", "万一"):
            break
        power, scale, at = power + scales.SIGNS[folded[at]], scale + folded[at], at + 1
    after = after._replace(power=power, scale=scale)
    if power:
        after = after._replace(end=at)
    if (
        at < len(folded)
        and folded[at] in "余多以超"
        and folded[at : at + 2] not in ("以上", "以下")
    ):
        at += 1
    return _counted(folded, after, at)


def _counted(folded: str, after: After, at: int) -> After:
    """`after` with the currency, the unit or the thing counted at `at`."""
    rest = folded[at : at + 8]
    for spelling, currency in currencies.EAST_ASIAN:
        if rest.startswith(spelling):
            return _won_or_lost(folded, after._replace(end=at + len(spelling), currency=currency))
    for spelling, unit in units.EAST_ASIAN:
        if rest.startswith(spelling):
            return after._replace(end=at + len(spelling), unit=unit)
    if rest[:1] in _SINGLES:
        return after._replace(end=at + 1, unit=_SINGLES[rest[0]])
    if rest[:2] in _LABELS and not after.power:
        return after._replace(kind="label")
    if rest[:1] == "割" and rest[:2] != "割合" and not after.power:
        return after._replace(end=at + 1, kind="percent", power=1, scale="割")
    bound = _BOUNDS.get(rest[:2]) or _BOUNDS.get(rest[1:3])
    return after._replace(noun=rest[:1], bound=bound)


def _won_or_lost(folded: str, after: After) -> After:
    match = _RESULT.match(folded, after.end)
    if match is None:
        return after
    return after._replace(direction="down" if match["down"] else "up")

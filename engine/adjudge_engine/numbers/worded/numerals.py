"""Numbers in Chinese numerals, in Chinese and Japanese: 十一名, 三万五千円, 百分之七十五, 三分の一.

A numeral is a number only where it cannot be part of a word: before what it counts, or where
several signs make a value of their own. 一般, 三菱, 四国 and 三月三日 are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.numbers.model import Kind

NUMERALS: Final = "一二三四五六七八九十百千万萬億亿兆〇零两兩"
#: The signs of cheques and contracts, for those above.
_FORMAL: Final = str.maketrans(
    "壹壱弌贰貳弐叁參参肆伍陆陸柒漆捌玖拾佰仟", "一一一二二二三三三四五六六七七八九十百千"
)
_FORMAL_SIGNS: Final = "壹壱贰貳弐叁參肆伍陆陸柒捌玖拾佰仟"
_COUNTERS = (
    r"(?:か|ヶ|カ|ケ|ヵ|个|個|箇)(?:月|国|所|年)|週間|日間|年間|時間|分間|秒間|小时|小時|分钟|分鐘|"
    r"星期|周年|パーセント|ポイント|キロ|メートル|グラム|リットル|トン|ドル|ユーロ|世紀|世纪|"
    r"平方|立方|"
    r"[名人個个件本枚台円元年日週周天秒回倍割％%歳岁位種种つ票社縣県校頭匹冊杯階層层"
    r"点號号米克升吨噸把軒戸户棟栋家章節枝艘辆輛座间間巻期代頁页株羽度隻只张張组組发發]|节(?!气)"
)
_COUNTED = re.compile(
    rf"(?P<share>百分之)?(?P<raw>[{NUMERALS}]{{1,16}})"
    rf"(?:(?P<point>点[一二三四五六七八九〇零]{{1,6}}))?"
    rf"(?P<counter>{_COUNTERS}|分(?![のに之别別解]))?"
)
_MONEY = re.compile(rf"[{_FORMAL_SIGNS}一二三四五六七八九十百千万萬億零]{{2,20}}(?=[圓円元圆])")
_PART_OF = re.compile(
    rf"(?P<below>[{NUMERALS}]{{1,4}})分(?:の|之)(?P<above>[{NUMERALS}]{{1,4}})"
    r"|(?P<half>(?:半数|半分|一半|过半|過半数)(?=[のはがをに的以]))"
)
#: Half a year; in 上半年 and 四半期 it is none.
_HALF: Final = re.compile(
    r"(?<![四上下前后後大过過一二三折夜])(?P<half>半)(?P<of>年|月|日|小时|小時|時間)"
)
_VAGUE_HALF: Final = frozenset({"月", "日"})
#: "3分の1" in digits, which are read as two figures: evidence only.
_IN_DIGITS: Final = re.compile(
    r"(?<![0-9.])(?P<below>[1-9][0-9]?)分[の之](?P<above>[1-9][0-9]?)(?![0-9.])"
)
_ORDINAL = re.compile(rf"第(?P<raw>[{NUMERALS}]{{1,6}})(?![{NUMERALS}])")
#: What makes a numeral vague, a date, or part of a figure before it.
_NO_START: Final = frozenset(
    "第数數几幾何每毎月零〇.0123456789,，．０１２３４５６７８９星期礼拜周曜"
)
_ERA: Final = re.compile(r"(?:昭和|平成|令和|大正|明治|西暦|民国|民國|公元|光绪|康熙|乾隆)\Z")
#: Words that only look like a numeral and its counter.
_FIXED = re.compile(
    r"十分(?![間间钟鐘])|二次(?=[元方電电感创创])|三人称|三人稱|二人三脚|百分(?!之)|千万(?![円元人名ドユ])|"
    r"三位一[体體]|二元[论論]|三角|四国|三国|九州|八百万の|六本木|十字|百科|百貨|百货|万人|万一|"
    r"二号机|四日市|三日月|七日間?戦争|百人一首|二年生|三年生|一二年|千年古|百年老|三元[里桥]|"
    r"八度空|四季|五輪|三重|十代|二十歳代|百度|千度|四度|三代目|二代目|三年级|二年级"
)
_DIGIT: Final = {char: at for at, char in enumerate("一二三四五六七八九", start=1)} | {
    "两": 2,
    "兩": 2,
    "〇": 0,
    "零": 0,
}
_SMALL: Final = {"十": 10, "百": 100, "千": 1000}
_LARGE: Final = {"万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8, "兆": 10**12}
#: What a numeral that ends with it counts in: "三万" shows no more than ten thousands.
_ROUND: Final = {"百": 100, "千": 1000} | _LARGE
#: Round numbers that are as often a manner of speaking.
_VAGUE: Final = frozenset("十百千万萬億亿兆")
_SPEAKING: Final = frozenset("年人里種种代家度世")


class Numeral(NamedTuple):
    """A number in numerals: span, value, kind, whether it may not be meant as one."""

    start: int
    end: int
    value: Decimal
    step: Decimal
    kind: Kind
    weak: bool


def read_numerals(folded: str) -> Iterator[Numeral]:
    """Every number in Chinese numerals, left to right. Linear."""
    end = 0
    for one in sorted(_all(folded), key=lambda found: (found.start, -found.end)):
        if one.start >= end:
            end = one.end
            yield one


def _all(folded: str) -> Iterator[Numeral]:
    for match in _PART_OF.finditer(folded):
        yield from _part(match)
    for match in _ORDINAL.finditer(folded):
        value = numeral_value(match["raw"])
        if value is not None:
            weak = value < 3
            yield Numeral(*match.span(), value, Decimal(1), "ordinal", weak)
    if "半" in folded:
        for match in _HALF.finditer(folded):
            weak = match["of"] in _VAGUE_HALF
            yield Numeral(*match.span("half"), Decimal("0.5"), Decimal("0.1"), "plain", weak)
    if "分の" in folded or "分之" in folded:
        for match in _IN_DIGITS.finditer(folded):
            below, above = Decimal(match["below"]), Decimal(match["above"])
            if above < below:
                yield Numeral(*match.span(), above / below, Decimal("0.01"), "fraction", True)
    for match in _MONEY.finditer(folded):
        value = numeral_value(match.group().translate(_FORMAL))
        if value is not None and any(char in _FORMAL_SIGNS for char in match.group()):
            yield Numeral(*match.span(), value, Decimal(1), "plain", False)
    for match in _COUNTED.finditer(folded):
        yield from _counted(folded, match)


def _part(match: re.Match[str]) -> Iterator[Numeral]:
    step = Decimal("0.01")
    if match["half"]:
        yield Numeral(*match.span(), Decimal("0.5"), step, "fraction", False)
        return
    below, above = numeral_value(match["below"]), numeral_value(match["above"])
    if below and above and below != 100 and above < below:
        yield Numeral(*match.span(), above / below, step, "fraction", False)


def _counted(folded: str, match: re.Match[str]) -> Iterator[Numeral]:
    start, raw, counter = match.start("raw"), match["raw"], match["counter"] or ""
    before = folded[start - 1 : start]
    if not match["share"] and (before in _NO_START or _FIXED.match(folded, start)):
        return
    if counter in ("年", "日") and _ERA.search(folded, max(0, start - 2), start):
        return
    value = numeral_value(raw)
    if value is None or (not counter and not match["share"] and not _stands_alone(raw)):
        return
    end, step = match.end("raw"), Decimal(1)
    if match["point"]:
        digits = "".join(str(_DIGIT[char]) for char in match["point"][1:])
        value, step = value + Decimal(f"0.{digits}"), Decimal(1).scaleb(-len(digits))
        end = match.end("point")
    elif raw[-1] in _ROUND:
        step = Decimal(_ROUND[raw[-1]])
    if match["share"]:
        yield Numeral(match.start(), end, value, step, "percent", False)
        return
    vague = raw in _VAGUE and (counter in _SPEAKING or not counter)
    yield Numeral(start, end, value, step, "plain", vague or value < 2)


def _stands_alone(raw: str) -> bool:
    """Whether the signs make a number by themselves: 三百二十, 二十五."""
    return len(raw) >= 3 and any(char in _SMALL for char in raw) and raw[-1] != "一"


def numeral_value(raw: str) -> Decimal | None:
    """What a Chinese numeral is worth; None where its signs make no number ("二三", "十十")."""
    if all(char in _DIGIT for char in raw):
        return Decimal(_DIGIT[raw]) if len(raw) == 1 else None
    total, section, digit = 0, 0, None
    room, scale = 10**4, 10**16
    for char in raw:
        if char in _DIGIT:
            value = _DIGIT[char]
            if digit is not None:
                return None
            digit = value or None
        elif char in _SMALL:
            factor = _SMALL[char]
            if factor >= room:
                return None
            section += (digit or 1) * factor
            digit, room = None, factor
        else:
            factor = _LARGE[char]
            if factor >= scale:
                return None
            total += (section + (digit or 0) or 1) * factor
            section, digit, room, scale = 0, None, 10**4, factor
    return Decimal(total + section + (digit or 0))

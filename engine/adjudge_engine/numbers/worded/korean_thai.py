"""Numbers in words of Korean and Thai, which are numbers only before what they count.

서른 명, 다섯 시간, 삼십 년 and สิบสองเดือน; 이, 일, 사 and สาม (in สามารถ) alone are mostly
parts of other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.worded.spelled import Spelled, value_of

_TENS: Final = {
    word: at * 10
    for at, word in enumerate(word_list("열 스물 서른 마흔 쉰 예순 일흔 여든 아흔"), start=1)
} | {"스무": 20}
_ONES: Final = "하나/한 둘/두 셋/세/석 넷/네/넉 다섯 여섯 일곱 여덟 아홉"
_NATIVE: Final = {
    form: at for at, forms in enumerate(word_list(_ONES), start=1) for form in forms.split("/")
}
_KOREAN_COUNTERS = (
    r"(?:시간|개월|개국|군데|가지|마리|사람|그루|켤레|자루|달러|퍼센트|킬로|미터|주일|"
    r"명|개|살|시|번|권|대|채|장|잔|병|곳|달|해|배|편|쌍|척|원|년|일|월|분|초|층|회|차례|세|점|위|인|%)"
)
_KOREAN = re.compile(
    r"(?<![가-힣])(?:(?P<tens>열|스물|스무|서른|마흔|쉰|예순|일흔|여든|아흔)?"
    r"(?P<ones>하나|한|둘|두|셋|세|석|넷|네|넉|다섯|여섯|일곱|여덟|아홉)?"
    r"|(?P<sino>[일이삼사오육칠팔구십백천만억]{2,14}))"
    rf"(?=[ \xa0]?{_KOREAN_COUNTERS})"
)
_THAI_ATOM = r"(?:หนึ่ง|เอ็ด|สอง|ยี่|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|ร้อย|พัน|หมื่น|แสน|ล้าน)"
_THAI_COUNTERS = (
    r"(?:ชั่วโมง|สัปดาห์|เปอร์เซ็นต์|กิโลเมตร|กิโลกรัม|เดือน|วินาที|นาที|ครั้ง|บาท|วัน|ปี|คน|ตัว|เมตร|"
    r"กรัม|ลิตร|แห่ง|ประเทศ|เท่า|ชิ้น|อัน|ลำ|คัน|หลัง|เรื่อง|ฉบับ|ใบ|ดวง|คู่|ทีม)"
)
_THAI = re.compile(rf"{_THAI_ATOM}{{1,12}}+(?:(?=[ \xa0]?{_THAI_COUNTERS})|(?![\u0e01-\u0e4e]))")


def read_korean(folded: str) -> Iterator[Spelled]:
    """Korean numbers of both kinds, before a counter."""
    for match in _KOREAN.finditer(folded):
        if match.start() == match.end():
            continue
        if match["sino"]:
            value = value_of(match["sino"], "ko")
            if value is None or not any(char in "십백천만억" for char in match["sino"]):
                continue
        else:
            value = Decimal(_TENS.get(match["tens"], 0) + _NATIVE.get(match["ones"], 0))
        yield Spelled(*match.span(), value, Decimal(1), (match.group(),))


def read_thai(folded: str) -> Iterator[Spelled]:
    """Thai numbers before a counter, or of several words."""
    for match in _THAI.finditer(folded):
        value = value_of(match.group(), "th")
        if value is not None:
            yield Spelled(*match.span(), value, Decimal(1), (match.group(),))

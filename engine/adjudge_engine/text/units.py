"""The units, scale words and currencies that quantities are compared in. Exact factors only."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

Unit = tuple[str, Decimal]  # the base unit, and how many of it one makes


def _table(base: str, rows: str) -> dict[str, Unit]:
    """`factor: name name …; …` as a table from name to (base, factor)."""
    out: dict[str, Unit] = {}
    for row in rows.split(";"):
        factor, _, names = row.partition(":")
        out.update(dict.fromkeys(names.split(), (base, Decimal(factor.strip()))))
    return out


#: As written, letter case counts.
UNITS_BY_SYMBOL: Final[dict[str, Unit]] = {
    **_table("kg", "1: kg; 0.001: g; 0.000001: mg; 0.000000001: µg μg ug mcg; 1000: t"),
    **_table("l", "1: l L; 0.1: dl dL; 0.01: cl cL; 0.001: ml mL; 0.000001: µl μl µL μL; 100: hl"),
    **_table("m", "1: m; 1000: km; 0.01: cm; 0.001: mm; 0.000001: µm μm um; 0.000000001: nm"),
    **_table("s", "1: s; 0.001: ms; 60: min; 3600: h; 86400: d"),
    **_table("%", "1: % pct; 0.1: ‰"),
    **_table("eur", "1: EUR €"),
    **_table("usd", "1: USD $"),
    **_table("gbp", "1: GBP £"),
    **_table("jpy", "1: JPY ¥"),
    **_table("inr", "1: INR ₹"),
    **_table("chf", "1: CHF"),
}

#: In lower case.
UNITS_BY_WORD: Final[dict[str, Unit]] = {
    **_table(
        "kg",
        "1: kilogram kilograms kilogramm kilogramme kilogrammes kilogramos kilo kilos;"
        "0.001: gram grams gramm gramme grammes gramo gramos grammi grammo;"
        "0.000001: milligram milligrams milligramm milligramme milligrammes miligramo miligramos;"
        "0.000000001: microgram micrograms mikrogramm microgramme microgrammes microgramos;"
        "1000: tonne tonnes tonnen",
    ),
    **_table(
        "l",
        "1: litre litres liter liters litro litros litri;"
        "0.001: millilitre millilitres milliliter milliliters mililitro mililitros millilitri;"
        "0.01: centilitre centilitres centiliter centiliters",
    ),
    **_table(
        "m",
        "1: metre metres meter meters mètre mètres metro metros metri;"
        "1000: kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros;"
        "0.01: centimetre centimetres centimeter centimeters zentimeter centimètres centímetros;"
        "0.001: millimetre millimetres millimeter millimeters millimètres milímetros",
    ),
    **_table(
        "s",
        "1: sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi;"
        "60: mins minute minutes minuten minuto minutos minuti минут минуты;"
        "3600: hr hrs hour hours stunde stunden heure heures hora horas ora ore час часа часов;"
        "86400: day days tag tage tagen jour jours día días dia dias giorno giorni день дня дней;"
        "604800: week weeks woche wochen semaine semaines semana semanas settimana settimane"
        " неделя недели недель",
    ),
    **_table(
        "mo",
        "1: month months monat monate monaten mois mes meses mese mesi mês месяц месяца месяцев;"
        "3: quarter quarters quartal quartale; 12: year years yr yrs jahr jahre jahren an ans année"
        " années año años anno anni ano anos год года лет",
    ),
    **_table("%", "1: percent prozent pourcent процент процента процентов"),
    **_table("eur", "1: euro euros евро"),
    **_table("usd", "1: dollar dollars"),
    **_table("jpy", "1: yen"),
}

#: Written right after the digits, in scripts without spaces; longer ones first.
UNSPACED_UNITS: Final[tuple[tuple[str, Unit], ...]] = tuple(
    sorted(
        {
            **_table(
                "s",
                "1: 秒 秒間 초; 60: 分 分間 分钟 分鐘 분; 3600: 時間 小时 小時 시간;"
                "86400: 日 日間 天 일; 604800: 週間 周 星期 주",
            ),
            **_table(
                "mo",
                "1: か月 ヶ月 ヵ月 カ月 ケ月 箇月 か月間 ヶ月間 个月 個月 개월; 12: 年 年間 년",
            ),
            **_table("kg", "1: キログラム 公斤 千克; 0.001: グラム 克; 0.000001: ミリグラム 毫克"),
            **_table("l", "1: リットル 升; 0.001: ミリリットル 毫升"),
            **_table(
                "m", "1: メートル 米; 1000: キロメートル 公里 千米; 0.01: センチメートル 厘米"
            ),
            **_table("%", "1: パーセント"),
            **_table("jpy", "1: 円"),
            **_table("cny", "1: 元"),
            **_table("krw", "1: 원"),
        }.items(),
        key=lambda item: (-len(item[0]), item[0]),
    )
)

SCALES: Final[dict[str, dict[str, Decimal]]] = {
    "words": {
        **dict.fromkeys(("thousand", "tausend", "mille", "mil", "mila", "тыс"), Decimal(10**3)),
        **dict.fromkeys(
            ("million", "millions", "millionen", "mio", "millón", "millones", "milione", "milioni",
             "milhão", "milhões", "млн", "миллион", "миллиона", "миллионов", "mn"),
            Decimal(10**6),
        ),
        **dict.fromkeys(
            ("billion", "billions", "bn", "milliarde", "milliarden", "mrd", "milliard",
             "milliards", "miliardo", "miliardi", "млрд"),
            Decimal(10**9),
        ),
        "trillion": Decimal(10**12),
        **dict.fromkeys(("lakh", "lakhs"), Decimal(10**5)),
        **dict.fromkeys(("crore", "crores"), Decimal(10**7)),
    },
    "unspaced": {
        "万": Decimal(10**4), "萬": Decimal(10**4), "만": Decimal(10**4),
        "億": Decimal(10**8), "亿": Decimal(10**8), "억": Decimal(10**8), "兆": Decimal(10**12),
    },
}  # fmt: skip
CURRENCY_SCALES: Final[dict[str, Decimal]] = {
    "k": Decimal(10**3), "K": Decimal(10**3), "m": Decimal(10**6), "M": Decimal(10**6),
    "b": Decimal(10**9), "B": Decimal(10**9),
}  # fmt: skip
CURRENCY_SIGNS: Final[dict[str, str]] = {
    "€": "eur", "$": "usd", "£": "gbp", "¥": "jpy", "₹": "inr",
}  # fmt: skip

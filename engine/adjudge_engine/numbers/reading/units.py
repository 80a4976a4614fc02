"""Units of measure: spellings of many languages to one name, and the family of each name."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.tables import word_set


class Unit(NamedTuple):
    """A unit's own name and its family; no two families convert into one another."""

    name: str
    family: str


#: family → name → spellings. A spelling in lower case also stands for itself with a capital
#: first letter when it is longer than three characters; symbols need their own case.
_TABLE: Final[dict[str, dict[str, str]]] = {
    "mass": {
        "jin": "斤",
        "t": "t tonne tonnes tonnen tonelada toneladas tonnellata tonnellate т тонн тонна тонны",
        "kg": "kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo "
        "kilogramos chilogrammi chilogrammo chili quilograma quilogramas quilos кг килограмм "
        "килограмма килограммов kilogramów кило κιλά "
        "кілограм كيلوغرام كيلوجرام किलोग्राम किलो กิโลกรัม",
        "g": "g gram grams gramm gramme grammes gramo gramos grammi grammo grama gramas gramów "
        "граммов грамм грамма г gr γραμμάρια غرام غراما جرام ग्राम กรัม",
        "mg": "mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos "
        "milligrammi miligrama miligramas miligramów мг миллиграмм миллиграмма миллиграммов "
        "ملغ مليغرام ملليغرام मिलीग्राम มิลลิกรัม",
        "mcg": "mcg µg ug microgram micrograms mikrogramm microgramme microgrammes microgramo "
        "microgramos microgrammi micrograma microgramas мкг микрограмм микрограммов",
        "ng": "ng nanogram nanograms",
        "lb": "lb lbs libbre фунта",
        "oz": "oz ounce ounces unze unzen onza onzas oncia ",
        "st": "stone",
        "ton": "ton tons",
    },
    "length": {
        "km": "km kms kilometer kilometers kilometre kilometres kilometern kilómetro kilómetros "
        "kilomètre kilomètres chilometri chilometro quilômetro quilômetros quilómetros kilometrów "
        "км километр километра километров χιλιόμετρα كيلومتر كيلومترا كم किलोमीटर किमी กิโลเมตร กม",
        "m": "m meter meters metre metres metern metro metros metri mètre mètres м метр метра "
        "метров metrów μέτρα متر مترا أمتار मीटर เมตร mét",
        "cm": "cm centimeter centimeters centimetre centimetres zentimeter zentimetern centímetro "
        "centímetros centimètre centimètres centimetri см сантиметр сантиметра сантиметров سم "
        "सेंटीमीटर เซนติเมตร",
        "mm": "mm millimeter millimeters millimetre millimetres millimetern milímetro milímetros "
        "millimètre millimètres millimetri мм миллиметр миллиметра миллиметров",
        "µm": "µm um micrometer micrometers micron microns mikrometer",
        "nm": "nm nanometer nanometers",
        "mi": "mi mile miles meile meilen milla millas miglia milhas mijl миль мили миля",
        "ft": "ft foot feet fuß piedi pés фут фута футов",
        "in": "inch inches zoll pulgada pulgadas pouce pouces pollici polegadas дюйм дюйма дюймов",
        "yd": "yd yds yard yards",
        "nmi": "nmi seemeile seemeilen",
    },
    "area": {
        "m²": "m² m2 sqm м² quadratmeter quadratmetern",
        "km²": "km² km2 км² quadratkilometer quadratkilometern",
        "cm²": "cm² cm2 quadratzentimeter",
        "mm²": "mm² mm2",
        "ft²": "ft² ft2 sqft",
        "mi²": "mi² mi2 quadratmeile quadratmeilen",
        "ha": "ha hectare hectares hektar hectárea hectáreas ettari ettaro гектар гектара гектаров",
        "acre": "acre acres акр акра акров",
    },
    "volume": {
        "l": "l L liter liters litre litres litern litro litros litri л литр литра литров litrów "
        "λίτρα لتر لترا लीटर ลิตร lít",
        "ml": "ml mL milliliter milliliters millilitre millilitres millilitern mililitro "
        "mililitros millilitri мл миллилитр миллилитра миллилитров cc मिलीलीटर",
        "cl": "cl cL centiliter centiliters centilitre centilitres",
        "dl": "dl dL deciliter deciliters decilitre decilitres",
        "hl": "hl hL hectoliter hectolitre hektoliter",
        "µl": "µl µL microliter microliters microlitre microlitres",
        "m³": "m³ m3 м³ kubikmeter kubikmetern cbm",
        "cm³": "cm³ cm3 kubikzentimeter",
        "ft³": "ft³ ft3",
        "gal": "gal gallon gallons gallone gallonen galón galones galloni галлон галлонов",
        "pt": "pint pints",
        "qt": "quart quarts",
        "fl oz": "floz",
        "cup": "cup cups taza tazas xícara xícaras",
        "tbsp": "tbsp tbsps tablespoon tablespoons tbs esslöffel cucharada cucharadas",
        "tsp": "tsp tsps teaspoon teaspoons teelöffel cucharadita cucharaditas",
        "bbl": "bbl bbls barrel barrels barril barriles barili баррель баррелей",
    },
    "time": {
        "week": "week weeks wk wks woche wochen semaine semaines semana semanas settimana "
        "settimane недель недели неделя неделю weken veckor vecka tygodni tygodnie tydzień hafta "
        "εβδομάδες εβδομάδα أسبوع أسابيع सप्ताह हफ्ते हफ़्ते สัปดาห์ tuần minggu pekan",
        "day": "day days tag tage tagen jour jours día días dia dias giorni giorno день дня дней "
        "dagen dag dagar dni dzień gün ημέρες ημέρα μέρες يوما يوم أيام दिन दिनों วัน ngày hari",
        "h": "h hr hrs hour hours stunde stunden heure heures hora horas ore час часа часов uur "
        "uren timmar timme godzin godziny godzina saat ώρες ώρα ساعة ساعات घंटे घंटा घंटों ชั่วโมง "
        "giờ tiếng",
        "min": "min mins minute minutes minuten minuto minutos minuti минут минуты минута minuter "
        "minut minuuttia minuty dakika λεπτά دقيقة دقائق मिनट นาที phút menit",
        "s": "sec secs seconds sekunde sekunden secondes segundo segundos secondi секунд секунды "
        "секунда seconden sekunder sekund sekundy saniye δευτερόλεπτα ثانية ثوان सेकंड วินาที giây "
        "detik",
        "ms": "ms millisecond milliseconds millisekunden milisegundos",
    },
    "calendar": {
        "year": "year years yr yrs jahr jahre jahren an ans année années año años ano anos anno "
        "anni год года лет jaar jaren år rok lat lata yıl yıldır سنوات سنة عام عاما أعوام वर्ष "
        "साल वर्षों सालों χρόνια έτη έτος năm ปี tahun",
        "month": "month months mo monat monate monaten mois mes meses mese mesi mês месяц месяца "
        "месяцев maand maanden månader månad miesiąc miesiące miesięcy ay μήνες μήνας أشهر شهر "
        "شهرا महीने महीना महीनों माह เดือน tháng bulan",
        "quarter": "quartal quartale trimestre trimestres trimestri",
        "decade": "decade decades jahrzehnt jahrzehnte jahrzehnten décennie décennies década "
        "décadas decenni",
        "century": "century centuries jahrhundert jahrhunderte siècle siècles siglo siglos secoli "
        "séculos",
    },
    "working_time": {
        "working day": "workday workdays werkdag werkdagen werktag werktage werktagen arbeitstag "
        "arbeitstage arbeitstagen",
        "working hour": "arbeitsstunde arbeitsstunden",
    },
    "temperature": {
        "°C": "°C ℃ celsius",
        "°F": "°F ℉ fahrenheit",
        "K": "kelvin",
        "°": "° degree degrees degré degrés grad grados graus градус градуса градусов",
    },
    "data": {
        "B": "byte bytes octets",
        "kB": "kB KB kilobyte kilobytes",
        "MB": "MB megabyte megabytes мб МБ",
        "GB": "GB gigabyte gigabytes гб ГБ",
        "TB": "TB terabyte terabytes тб ТБ",
        "PB": "PB petabyte petabytes",
        "KiB": "KiB kibibyte kibibytes",
        "MiB": "MiB mebibyte mebibytes",
        "GiB": "GiB gibibyte gibibytes",
        "TiB": "TiB tebibyte tebibytes",
        "bit": "bit bits",
        "kbit": "kbit kilobit kilobits",
        "Mbit": "Mb Mbit megabit megabits",
        "Gbit": "Gb Gbit gigabit gigabits",
    },
    "data_rate": {"Mbit/s": "Mbps Mbit/s", "Gbit/s": "Gbps Gbit/s", "kbit/s": "kbps kbit/s"},
    "power": {
        "W": "W watt watts",
        "kW": "kW kilowatt kilowatts кВт",
        "MW": "MW megawatt megawatts МВт",
        "GW": "GW gigawatt gigawatts ГВт",
        "mW": "mW milliwatt milliwatts",
        "hp": "hp horsepower",
        "PS": "PS",
    },
    "energy": {
        "J": "J joule joules",
        "kJ": "kJ kilojoule kilojoules кДж",
        "MJ": "MJ megajoule megajoules",
        "Wh": "Wh wattstunden",
        "kWh": "kWh kilowattstunde kilowattstunden",
        "MWh": "MWh megawattstunden",
        "GWh": "GWh gigawattstunden",
        "TWh": "TWh terawattstunden",
        "kcal": "kcal kilocalorie kilocalories kilokalorien kilocalorías ккал",
        "cal": "cal calorie calories kalorien calorías calorias калорий",
    },
    "voltage": {
        "V": "V volt volts",
        "kV": "kV kilovolt kilovolts",
        "mV": "mV millivolt millivolts",
    },
    "current": {"A": "A amp amps ampere amperes", "mA": "mA milliampere milliamperes"},
    "charge": {"mAh": "mAh", "Ah": "Ah"},
    "resistance": {"Ω": "Ω ohm ohms"},
    "frequency": {"Hz": "Hz hertz", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz"},
    "rotation": {"rpm": "rpm"},
    "traces": {"ppm": "ppm", "ppb": "ppb"},
    "pressure": {
        "Pa": "Pa pascal pascals",
        "hPa": "hPa",
        "kPa": "kPa kilopascal kilopascals",
        "MPa": "MPa megapascal megapascals",
        "bar": "bar",
        "mbar": "mbar millibar millibars",
        "psi": "psi",
        "mmHg": "mmHg",
        "atm": "atm",
    },
    "torque": {"Nm": "Nm N·m"},
    "force": {"N": "newton newtons", "kN": "kN"},
    "speed": {
        "km/h": "km/h kmh kph",
        "mph": "mph",
        "m/s": "m/s",
        "kn": "knot knots knoten nudos nœuds",
    },
    "amount": {"mol": "mol mole moles", "mmol": "mmol", "µmol": "µmol umol"},
    "activity": {"IU": "IU iu", "mIU": "mIU"},
    "sound": {"dB": "dB decibel decibels"},
    "cents": {"cent": "¢ pence centavos"},
}


def _spellings() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for family, units in _TABLE.items():
        for name, spellings in units.items():
            for spelling in spellings.split():
                found[spelling] = Unit(name, family)
                if len(spelling) > 3 and spelling.islower():
                    found[spelling.capitalize()] = Unit(name, family)
    return found


SPELLINGS: Final[dict[str, Unit]] = _spellings()
FAMILY: Final[dict[str, str]] = {name: family for family, units in _TABLE.items() for name in units}

#: Unit → how it is written right after a figure, in East Asian scripts.
_EAST_ASIAN: Final[dict[str, str]] = {
    "working day": "営業日 工作日 個工作日 个工作日 영업일",
    "jin": "斤",
    "kg": "キログラム 公斤 千克 킬로그램",
    "g": "グラム 克 그램",
    "mg": "ミリグラム 毫克 밀리그램",
    "mcg": "マイクログラム 微克 마이크로그램",
    "t": "トン 吨 噸 公吨 톤",
    "lb": "磅",
    "oz": "オンス 盎司",
    "km": "キロメートル 公里 千米 킬로미터",
    "m": "メートル 米 미터",
    "cm": "センチメートル センチ 厘米 公分 센티미터",
    "mm": "ミリメートル ミリ 毫米 밀리미터",
    "mi": "マイル 英里 마일",
    "ft": "フィート 英尺 피트",
    "in": "インチ 英寸 인치",
    "m²": "平方メートル 平方米 平米 제곱미터 평방미터",
    "km²": "平方キロメートル 平方キロ 平方公里 平方千米 제곱킬로미터",
    "mi²": "平方マイル 平方英里",
    "ha": "ヘクタール 公顷 公頃 헥타르",
    "acre": "エーカー 英亩 英畝 에이커",
    "m³": "立方メートル 立方米 세제곱미터",
    "l": "リットル 公升 升 리터",
    "ml": "ミリリットル 毫升 밀리리터",
    "gal": "ガロン 加仑 加侖 갤런",
    "week": "週間 星期 周 주일 주간",
    "day": "日間 天 일간 일",
    "h": "時間 小时 小時 시간",
    "min": "分間 分钟 分鐘 분간",
    "s": "秒間 秒 초",
    "ms": "ミリ秒 毫秒 밀리초",
    "month": "か月 ヶ月 ヵ月 カ月 ケ月 箇月 个月 個月 개월",
    "year": "年間 周年 년간 년",
    "quarter": "四半期 季度 분기",
    "°C": "摄氏度 攝氏度",
    "°F": "华氏度 華氏度",
    "W": "ワット 瓦",
    "kW": "キロワット 千瓦 킬로와트",
    "MW": "メガワット 兆瓦 메가와트",
    "kWh": "キロワット時 千瓦时 千瓦時 킬로와트시",
    "kcal": "キロカロリー 千卡 大卡 킬로칼로리",
    "cal": "カロリー",
}
#: (spelling, unit), longest first.
EAST_ASIAN: Final[tuple[tuple[str, str], ...]] = tuple(
    sorted(
        ((word, name) for name, words in _EAST_ASIAN.items() for word in words.split()),
        key=lambda pair: (-len(pair[0]), pair[0]),
    )
)

#: Two words that are one unit, in lower case.
_SQUARE, _CUBIC = "square sq carré carrés cuadrado cuadrados", "cubic cu"
PAIRS: Final[dict[str, str]] = {
    **{
        f"{word} {spelling}": f"{name}{power}"
        for words, power in ((_SQUARE, "²"), (_CUBIC, "³"))
        for word in words.split()
        for name in ("m", "km", "cm", "mm", "mi", "ft")
        for spelling in _TABLE["length"][name].split()
        if f"{name}{power}" in _TABLE["area"] or f"{name}{power}" in _TABLE["volume"]
    },
    **dict.fromkeys(("fluid ounce", "fluid ounces", "fl oz"), "fl oz"),
    **dict.fromkeys(("nautical mile", "nautical miles"), "nmi"),
    **dict.fromkeys(("short ton", "short tons", "long ton", "long tons"), "ton"),
    **dict.fromkeys(("metric ton", "metric tons"), "t"),
    **dict.fromkeys(
        ("jours ouvrés", "jours ouvrables", "días hábiles", "días laborables"), "working day"
    ),
    **dict.fromkeys(
        ("giorni lavorativi", "dias úteis", "рабочих дней", "рабочих дня"), "working day"
    ),
}

#: Words behind "days" that make working days of them.
WORKING_BEHIND: Final = word_set(
    "ouvré ouvrés ouvrable ouvrables hábil hábiles laborable laborables lavorativi lavorativo "
    "úteis útil"
)
#: Days that such a word may stand behind.
DAYS_BEFORE: Final = word_set("jour jours día días dia dias giorno giorni")

#: Words that may stand between a figure and its unit without changing it.
FILLERS: Final = word_set(
    "full whole consecutive calendar additional more extra further straight fluid us "
    "metric successive entire short long heaping level"
)
#: Words before a time unit that make another unit of it.
WORKING: Final = word_set("working business trading work")


#: Signs that Arabic words may be written with or without: "شهراً" is "شهرا".
VOWEL_SIGNS: Final = dict.fromkeys(range(0x64B, 0x653))
#: "s" is a second only behind a stroke: "the 1980s" are none.
SECOND: Final = Unit("s", "time")


def spellings_of(name: str) -> list[str]:
    """The spellings of a unit, as the table has them."""
    return _TABLE[FAMILY[name]][name].split()


def find(word: str) -> Unit | None:
    """The unit that a spelling stands for, or None; vowel signs of Arabic are passed over."""
    unit = SPELLINGS.get(word)
    if unit is None and not word.isascii():
        return SPELLINGS.get(word.translate(VOWEL_SIGNS))
    return unit


def family(name: str) -> str:
    """The family of a unit's own name (an empty string for one that is not in the table)."""
    return FAMILY.get(name, "")

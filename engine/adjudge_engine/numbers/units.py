"""Units of measure: spellings to one name, and the family within which a conversion may exist."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.numbers.tables import word_set


class Unit(NamedTuple):
    """A unit's own name and its family; no two families convert into one another."""

    name: str
    family: str


#: family → name → spellings. A spelling in lower case also stands for itself with a capital
#: first letter when it is longer than three characters; symbols need their own case.
_TABLE: Final[dict[str, dict[str, str]]] = {
    "mass": {
        "t": "t tonne tonnes tonnen toneladas тонн тонна",
        "kg": "kg kgs kilo kilos kilogram kilograms kilogramm kilogrammes "
        "kilogramos кг килограммов",
        "g": "g gram grams gramm gramme grammes gramos граммов грамм г gr",
        "mg": "mg milligram milligrams milligramm milligrammes miligramos мг",
        "mcg": "mcg µg ug microgram micrograms mikrogramm microgrammes microgramos мкг",
        "ng": "ng nanogram nanograms",
        "lb": "lb lbs",
        "oz": "oz ounce ounces",
        "st": "stone",
        "ton": "ton tons",
    },
    "length": {
        "km": "km kms kilometer kilometers kilometre kilometres kilometern kilómetros "
        "kilomètres км километров",
        "m": "m meter meters metre metres metern metros mètres м метров",
        "cm": "cm centimeter centimeters centimetre centimetres zentimeter см",
        "mm": "mm millimeter millimeters millimetre millimetres мм",
        "µm": "µm um micrometer micrometers micron microns",
        "nm": "nm nanometer nanometers",
        "mi": "mi mile miles meilen millas milles",
        "ft": "ft foot feet",
        "in": "inch inches",
        "yd": "yd yard yards",
    },
    "area": {
        "m²": "m² m2 sqm",
        "km²": "km² km2",
        "ft²": "ft² sqft",
        "ha": "ha hectare hectares hektar",
        "acre": "acre acres",
    },
    "volume": {
        "l": "l L liter liters litre litres litern litros л литров",
        "ml": "ml mL milliliter milliliters millilitre millilitres мл cc",
        "cl": "cl cL",
        "dl": "dl dL",
        "m³": "m³ m3",
        "gal": "gal gallon gallons",
        "pt": "pint pints",
        "qt": "qt quart quarts",
        "cup": "cup cups",
        "tbsp": "tbsp tablespoon tablespoons tbs",
        "tsp": "tsp teaspoon teaspoons",
    },
    "time": {
        "week": "week weeks wk wks woche wochen semaine semaines semana semanas settimane "
        "недель недели неделя weken",
        "day": "day days tag tage tagen jour jours día días dia dias giorni день дня дней dagen "
        "يوما يوم أيام दिन दिनों ngày วัน",
        "h": "h hr hrs hour hours stunde stunden heure heures hora horas ore час часа часов uur "
        "ساعة ساعات घंटे giờ saat",
        "min": "min mins minute minutes minuten minuto minutos minuti минут минуты минута "
        "दقيقة دقيقة मिनट phút",
        "s": "sec secs seconds sekunde sekunden secondes segundos secondi секунд секунды",
        "ms": "ms millisecond milliseconds",
    },
    "calendar": {
        "year": "year years yr yrs jahr jahre jahren an ans année années año años anos anni "
        "год года лет jaar سنوات سنة वर्ष साल χρόνια năm ปี",
        "month": "month months mo monat monate monaten mois mes meses mesi месяц месяца месяцев "
        "maanden أشهر شهر महीने tháng เดือน",
        "quarter": "quartal quartale trimestre trimestres",
        "decade": "decade decades jahrzehnte",
        "century": "century centuries jahrhundert jahrhunderte siècles siglos",
    },
    "working_time": {"working day": "workday workdays werktage arbeitstage", "working hour": ""},
    "temperature": {"°C": "°C ℃ celsius", "°F": "°F ℉ fahrenheit", "K": "kelvin"},
    "angle": {"°": "° degree degrees grad"},
    "data": {
        "B": "byte bytes",
        "kB": "kB KB kilobyte kilobytes",
        "MB": "MB megabyte megabytes",
        "GB": "GB gigabyte gigabytes",
        "TB": "TB terabyte terabytes",
        "PB": "PB petabyte petabytes",
        "KiB": "KiB kibibyte kibibytes",
        "MiB": "MiB mebibyte mebibytes",
        "GiB": "GiB gibibyte gibibytes",
        "TiB": "TiB",
        "bit": "bit bits",
        "Mbit": "Mb Mbit megabit megabits",
        "Gbit": "Gb Gbit gigabit gigabits",
    },
    "data_rate": {"Mbit/s": "Mbps Mbit/s", "Gbit/s": "Gbps", "kbit/s": "kbps"},
    "power": {
        "W": "W watt watts",
        "kW": "kW kilowatt kilowatts",
        "MW": "MW megawatt megawatts",
        "GW": "GW gigawatt gigawatts",
        "mW": "mW milliwatt milliwatts",
        "hp": "hp horsepower PS",
    },
    "energy": {
        "J": "J joule joules",
        "kJ": "kJ kilojoule kilojoules",
        "MJ": "MJ",
        "Wh": "Wh",
        "kWh": "kWh",
        "MWh": "MWh",
        "GWh": "GWh",
        "TWh": "TWh",
        "kcal": "kcal kilocalorie kilocalories",
        "cal": "cal calorie calories",
    },
    "voltage": {"V": "V volt volts", "kV": "kV", "mV": "mV"},
    "current": {"A": "amp amps ampere amperes", "mA": "mA"},
    "charge": {"mAh": "mAh", "Ah": "Ah"},
    "frequency": {"Hz": "Hz hertz", "kHz": "kHz", "MHz": "MHz", "GHz": "GHz", "rpm": "rpm"},
    "pressure": {
        "Pa": "Pa",
        "hPa": "hPa",
        "kPa": "kPa",
        "MPa": "MPa",
        "bar": "bar",
        "mbar": "mbar",
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
        "kn": "knot knots",
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

#: What follows a figure without a space in East Asian scripts, longest first.
EAST_ASIAN: Final[tuple[tuple[str, str], ...]] = (
    ("営業日", "working day"),
    ("工作日", "working day"),
    ("キログラム", "kg"),
    ("ミリグラム", "mg"),
    ("マイクログラム", "mcg"),
    ("グラム", "g"),
    ("キロメートル", "km"),
    ("センチメートル", "cm"),
    ("ミリメートル", "mm"),
    ("メートル", "m"),
    ("リットル", "l"),
    ("ミリリットル", "ml"),
    ("週間", "week"),
    ("か月", "month"),
    ("ヶ月", "month"),
    ("カ月", "month"),
    ("ケ月", "month"),
    ("个月", "month"),
    ("個月", "month"),
    ("年間", "year"),
    ("日間", "day"),
    ("時間", "h"),
    ("小时", "h"),
    ("小時", "h"),
    ("分間", "min"),
    ("分钟", "min"),
    ("秒間", "s"),
    ("秒", "s"),
    ("星期", "week"),
    ("周年", "year"),
    ("天", "day"),
    ("公斤", "kg"),
    ("毫克", "mg"),
    ("微克", "mcg"),
    ("公里", "km"),
    ("千米", "km"),
    ("厘米", "cm"),
    ("毫米", "mm"),
    ("毫升", "ml"),
    ("摄氏度", "°C"),
)

#: Words that may stand between a figure and its unit without changing it.
FILLERS: Final = word_set(
    "full whole consecutive calendar additional more extra further straight fluid us "
    "metric successive entire short long heaping level"
)
#: Words before a time unit that make another unit of it.
WORKING: Final = word_set("working business trading work")


def find(word: str) -> Unit | None:
    """The unit that a spelling stands for, or None."""
    return SPELLINGS.get(word)


def family(name: str) -> str:
    """The family of a unit's own name (an empty string for one that is not in the table)."""
    return FAMILY.get(name, "")

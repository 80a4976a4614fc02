"""What a unit is worth in the base unit of its family, by the units library pint.

Pint is imported when two different units of one kind must first be compared, never before: it
takes some 0.3 s. Every factor is worked out once and kept. The families are ours
(`numbers.units`), so that what pint would turn into one another but a reader would not (months in
days, torque in energy) stays apart.
"""

from __future__ import annotations

from decimal import Context, Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from adjudge_engine.numbers.reading.units import family

if TYPE_CHECKING:
    from pint import UnitRegistry


class Factor(NamedTuple):
    """`x` of a unit are `x * factor + offset` of its family's base unit.

    `sure` is False where the name stands for several units (a US or an imperial gallon).
    """

    factor: Decimal
    offset: Decimal = Decimal(0)
    sure: bool = True


#: Family → its base unit, in pint's words. Other families have no conversions.
_BASES: Final[dict[str, str]] = {
    "mass": "gram",
    "length": "meter",
    "area": "meter ** 2",
    "volume": "liter",
    "time": "second",
    "calendar": "month",
    "temperature": "kelvin",
    "data": "byte",
    "data_rate": "byte / second",
    "power": "watt",
    "energy": "joule",
    "voltage": "volt",
    "current": "ampere",
    "charge": "coulomb",
    "frequency": "hertz",
    "pressure": "pascal",
    "force": "newton",
    "speed": "meter / second",
    "amount": "mole",
    "resistance": "ohm",
    "activity": "dimensionless",
}
#: Our names that pint has by another name, and names that stand for more than one unit.
_READINGS: Final[dict[str, tuple[str, ...]]] = {
    "jin": ("500 gram",),
    "t": ("metric_ton",),
    "mcg": ("microgram",),
    "oz": ("ounce",),
    "lb": ("pound",),
    "st": ("stone",),
    "ton": ("short_ton", "long_ton", "metric_ton"),
    "µm": ("micrometer",),
    "mi": ("mile",),
    "in": ("inch",),
    "nmi": ("nautical_mile",),
    "m²": ("meter ** 2",),
    "km²": ("kilometer ** 2",),
    "cm²": ("centimeter ** 2",),
    "mm²": ("millimeter ** 2",),
    "ft²": ("foot ** 2",),
    "mi²": ("mile ** 2",),
    "ha": ("hectare",),
    # The library's acre is that of the US survey; the international one is everybody's.
    "acre": ("4840 yard ** 2",),
    "m³": ("meter ** 3",),
    "cm³": ("centimeter ** 3",),
    "ft³": ("foot ** 3",),
    "µl": ("microliter",),
    "gal": ("gallon", "imperial_gallon"),
    "pt": ("pint", "imperial_pint"),
    "qt": ("quart", "imperial_quart"),
    "fl oz": ("fluid_ounce", "imperial_fluid_ounce"),
    "cup": ("cup", "240 milliliter", "250 milliliter"),
    "tbsp": ("tablespoon", "15 milliliter"),
    "tsp": ("teaspoon", "5 milliliter"),
    "bbl": ("oil_barrel",),
    "quarter": ("3 month",),
    "decade": ("10 year",),
    "h": ("hour",),
    "min": ("minute",),
    "s": ("second",),
    "°C": ("degC",),
    "°F": ("degF",),
    "°": ("degC", "degF"),
    "K": ("kelvin",),
    "B": ("byte",),
    "kB": ("kilobyte", "kibibyte"),
    "MB": ("megabyte", "mebibyte"),
    "GB": ("gigabyte", "gibibyte"),
    "TB": ("terabyte", "tebibyte"),
    "PB": ("petabyte", "pebibyte"),
    "KiB": ("kibibyte",),
    "MiB": ("mebibyte",),
    "GiB": ("gibibyte",),
    "TiB": ("tebibyte",),
    "kbit": ("kilobit",),
    "Mbit": ("megabit",),
    "Gbit": ("gigabit",),
    "kbit/s": ("kilobit / second",),
    "Mbit/s": ("megabit / second",),
    "Gbit/s": ("gigabit / second",),
    "hp": ("horsepower", "metric_horsepower"),
    "PS": ("metric_horsepower",),
    "cal": ("calorie", "kilocalorie"),
    "km/h": ("kilometer / hour",),
    "mph": ("mile / hour",),
    "m/s": ("meter / second",),
    "ft/s": ("foot / second",),
    "kn": ("knot",),
    "Ω": ("ohm",),
    "IU": ("dimensionless",),
    "mIU": ("0.001 dimensionless",),
}
#: Digits that are kept of what pint works out to 28: its last ones are the noise of division.
_CLEAN: Final = Context(prec=20)
_ZERO: Final = Decimal(0)


@cache
def factors(unit: str) -> tuple[Factor, ...]:
    """Every way to read a unit of the table, in its family's base; empty where it has none."""
    base = _BASES.get(family(unit))
    if base is None:
        return ()
    names = _READINGS.get(unit, (unit,))
    return tuple(_factor(name, base, len(names) == 1) for name in names)


def has_factor(unit: str) -> bool:
    """Whether a unit's family has conversions. Does not load pint."""
    return family(unit) in _BASES


def _factor(name: str, base: str, sure: bool) -> Factor:
    registry = _registry()
    count, _, counted = name.partition(" ")
    if count[0].isdigit():
        one = Decimal(count)
        return Factor(_magnitude(registry.Quantity(one, counted), base), _ZERO, sure)
    if name.startswith("deg"):
        start = _magnitude(registry.Quantity(_ZERO, name), base)
        slope = _magnitude(registry.Quantity(Decimal(1), f"delta_{name}"), base)
        return Factor(slope, start, sure)
    return Factor(_magnitude(registry.Quantity(Decimal(1), name), base), _ZERO, sure)


def _magnitude(quantity: Any, base: str) -> Decimal:
    return _CLEAN.plus(Decimal(str(quantity.to(base).magnitude))).normalize()


@cache
def _registry() -> UnitRegistry[Any]:
    """Pint's own definitions in exact decimals; nothing is cached on disk."""
    from pint import UnitRegistry

    return UnitRegistry(non_int_type=Decimal, cache_folder=None)

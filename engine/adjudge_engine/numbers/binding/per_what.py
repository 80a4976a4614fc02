"""What a price or a dose is for: "20 euros per person" is not 20 euros per group.

Words for one thing in several languages are one class. Only two known classes are compared, so
that a word that is not known raises nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.tables import word_list, word_set

_CLASSES: Final = {
    "person": "person people head capita guest visitor passenger participant employee traveller "
    "traveler attendee kopf gast teilnehmer personne tête participant persona cabeza testa "
    "ospite persoon hoofd pessoa hóspede человека человек человеку гостя",
    "child": "child kid kind enfant niño niña bambino criança ребёнка ребенка",
    "group": "group family household couple team class party gruppe familie haushalt paar klasse "
    "groupe famille couple foyer grupo familia pareja hogar gruppo famiglia coppia groep gezin "
    "família casal группу группы семью семьи",
    "room": "room apartment zimmer wohnung chambre appartement habitación apartamento camera "
    "appartamento kamer quarto номер комнату",
    "piece": "piece item unit stück artikel pièce pieza artículo pezzo stuk peça штуку",
    "dozen": "dozen dutzend douzaine docena dozzina dúzia дюжину",
    "vehicle": "car vehicle auto wagen fahrzeug voiture véhicule coche vehículo macchina carro "
    "veículo машину автомобиль",
    "box": "box pack package crate case kiste packung karton boîte paquet caja paquete scatola "
    "confezione doos pak caixa коробку упаковку",
}
_CLASS_OF: Final = {word: name for name, words in _CLASSES.items() for word in word_list(words)}
#: What a word that says for what stands behind; articles do as well ("20 euros a person").
_WORDS: Final = word_set("per pro par por je each every a an one the la le al à alla za за с на")
_SIGNS: Final = ".,;:)!?\"'”»"
_BEHIND: Final = 36
#: Units of a dose, and what a dose is said for; without it, it is another dose.
_DOSES: Final = frozenset(["mg", "g", "µg", "mcg", "ug", "ml", "IU", "mmol", "kcal"])
_BODIES: Final = frozenset(["kg", "lb", "m²", "m^2", "kg/day", "kg/d"])
_WEIGHTS: Final = re.compile(r"\bkg\b|kilo|weigh|\blbs?\b|pound|gewicht|poids|\bpes[oo]\b|вес|体重")


def classes_behind(lower: str, end: int) -> set[str]:
    """What a figure that ends at `end` is said for, as far as it is known."""
    words = lower[end : end + _BEHIND].split()
    found = set[str]()
    if _WORDS.isdisjoint(words):
        return found
    for one, two in pairwise(words):
        if one[-1] in ".;":
            break
        if one in _WORDS:
            found.add(_CLASS_OF.get(two.rstrip(_SIGNS), ""))
    found.discard("")
    return found


def is_for_another(mine: set[str], lower: str, end: int) -> bool:
    """Whether a figure that ends at `end` is said for something else than `mine`."""
    yours = classes_behind(lower, end)
    return bool(yours) and mine.isdisjoint(yours)


def is_part_of_dose(number: Number, like: Number) -> bool:
    """Whether a source gives a dose for the weight or size of a body, the answer a plain one."""
    return not number.per and like.per in _BODIES and like.unit in _DOSES


def is_dose_of_body(number: Number, like: Number) -> bool:
    """Whether an answer gives a dose for the weight or size of a body, the source a plain one."""
    return number.per in _BODIES and not like.per and number.unit in _DOSES


def speaks_of_weight(text: str) -> bool:
    """Whether a text says for what weight a dose is."""
    return _WEIGHTS.search(text.lower()) is not None

"""Signs that words say: an expense of "(80)" is one of 80, a loss of 80 is no gain of 80."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

from adjudge_engine.numbers.binding.belonging import said_with
from adjudge_engine.numbers.binding.common_words import COMMON_WORDS
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.directions import direction_of
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.text.tokens import fold

_COSTS: Final = frozenset(
    map(
        fold,
        word_list(
            "expense expenses cost costs loss losses payment payments paid purchase purchases "
            "deduction deductions decrease depreciation amortization amortisation impairment tax "
            "taxes charge charges repayment used outflow outflows expenditure vested forfeited "
            "aufwand aufwendungen kosten verlust fehlbetrag jahresfehlbetrag charges dépenses "
            "perte pertes gastos costes pérdida pérdidas расход расходы убыток затраты"
        ),
    )
)
#: What may have either sign ("Profit (loss)", "Net cash provided by (used in)").
_EITHER: Final = frozenset(
    map(
        fold,
        word_list(
            "profit profits gain gains surplus result results provided earnings change gewinn "
            "jahresüberschuss überschuss ergebnis jahresergebnis betriebsergebnis benefit bénéfice "
            "bénéfices résultat beneficio beneficios ganancia ganancias resultado прибыль результат"
        ),
    )
)


def is_outflow(material: Material, number: Number, found: Found) -> bool:
    """Whether `found`, in parentheses, is a cost that `number` states without its sign."""
    source = found.number
    if number.signed or number.direction is not None or not source.text.startswith("("):
        return False
    stated = said_with(material.answer, number.start, number.end).words.keys()
    if stated & _EITHER and not stated & _COSTS:
        return False  # "a result of 350" says a gain, where the source has a loss of it
    for context_id, text, located in material.texts:
        if (context_id, located) == (found.context_id, found.located):
            words = said_with(text, source.start, source.end).words.keys()
            income = "incom" in words and not words & {fold("tax"), fold("expense")}
            return bool(words & _COSTS) and not words & _EITHER and not income
    return False


#: Words that say a loss, and words that say a gain: what is one of them is not the other.
_LOSS_WORDS: Final = word_list(
    "loss losses deficit shortfall verlust verluste fehlbetrag jahresfehlbetrag perte pertes "
    "déficit pérdida pérdidas perdita perdite disavanzo prejuízo prejuízos verlies verliezen "
    "tekort убыток убытки убытка дефицит дефицита дефицитом убытком"
)
_LOSS: Final = frozenset(map(fold, _LOSS_WORDS))
_GAIN_WORDS: Final = word_list(
    "profit profits gain gains surplus gewinn gewinne jahresüberschuss überschuss bénéfice "
    "bénéfices excédent beneficio beneficios ganancia ganancias superávit utile utili "
    "avanzo lucro lucros winst winsten overschot прибыль прибыли профицит профицита "
    "профицитом прибылью"
)
_GAIN: Final = frozenset(map(fold, _GAIN_WORDS))
#: Words for what may be either; a figure without a sign says a gain with them.
_RESULT_WORDS: Final = word_list(
    "result ergebnis jahresergebnis betriebsergebnis résultat resultado income earnings результат"
)
_RESULT: Final = frozenset(map(fold, _RESULT_WORDS))


_LOSS_HINTS: Final = word_list(
    "loss deficit déficit shortfall verlust fehlbetrag perte pérdida perdit disavanzo prejuízo "
    "verlie tekort убыт дефицит"
)
#: Of letters that are all ASCII such a word begins as it is folded, or like this.
_LOSS_BEGINNINGS: Final = (*sorted(_LOSS), "verlie")
#: A word said with a number stands no further from it, but in a table or under a heading.
_NEAR: Final = 4_000
_GAIN_HINTS: Final = word_list(
    "profit gain surplus gewinn überschuss ergebnis bénéfice résultat result benefici gananci "
    "income earnings excédent superávit utile utili avanzo lucro winst overschot прибыл профицит "
    "результат"
)


_HINTS: Final = (*_GAIN_HINTS, *_LOSS_HINTS)


def result_in(text: str) -> str | None:
    """A word of a text that may say a gain or a loss; None for most texts."""
    return next(filter(text.lower().__contains__, _HINTS), None)


def _may_say_loss(text: str) -> bool:
    """Whether a word that says a loss may stand in a text."""
    return not text.isascii() or any(map(text.casefold().__contains__, _LOSS_BEGINNINGS))


def turned_result(material: Material, number: Number, like: Iterable[Found]) -> Trace | None:
    """The finding that `number` is said as a gain, while every one of `like` stands as a loss.

    Or as a loss, while every one stands as a gain.
    """
    if number.signed:
        return None
    like = iter(like)
    foremost = next(like, None)
    if foremost is None:
        return None
    if not (_is_near_loss(material, foremost) or _may_say_loss(material.answer)):
        return None  # a gain on both sides
    stated = said_with(material.answer, number.start, number.end).words.keys()
    if stated & _LOSS and stated & _GAIN:
        return None
    is_loss = bool(stated & _LOSS)
    test, name = (_is_loss_of_gain, "gain") if is_loss else (_is_gain_of_loss, "loss")
    if not all(test(material, number, found) for found in chain((foremost,), like)):
        return None
    source = foremost.number.text
    message = f'"{number.text}": the source has the other sign, "{source}" is a {name} '
    return Trace("sign_mismatch", message + f"(context {foremost.context_id})", found=foremost)


def is_turned(material: Material, number: Number, found: Found) -> bool:
    """Whether a fall is said of the very thing that the source says a rise of, or a rise."""
    source = found.number
    if number.direction is None or source.direction is None or not found.located:
        return False
    if (number.currency, number.unit) != (source.currency, source.unit):
        return False
    stated = said_with(material.answer, number.start, number.end)
    for context_id, text, located in material.texts:
        if (context_id, located) != (found.context_id, True):
            continue
        own = said_with(text, source.start, source.end)
        names = {word for word, written in own.words.items() if not direction_of(written.lower())}
        names -= COMMON_WORDS
        same_time = own.periods.keys() == stated.periods.keys()
        return same_time and bool(names) and names <= stated.words.keys()
    return False


def _is_gain_of_loss(material: Material, number: Number, found: Found) -> bool:
    """Whether `number` is said as a gain, and `found` stands as a loss of as much."""
    source = found.number
    if number.signed or number.direction is not None or source.signed or not found.located:
        return False
    for (context_id, text, located), lower in zip(material.texts, material.lower, strict=True):
        if (context_id, located) != (found.context_id, True):
            continue
        if not _has_loss(lower, source):
            return False
        own = said_with(text, source.start, source.end).words.keys()
        if not own & _LOSS or own & (_GAIN | _RESULT | _EITHER):
            return False
        stated = said_with(material.answer, number.start, number.end).words.keys()
        if stated & (_LOSS | _COSTS):
            return False
        enclosed = text[source.start - 1 : source.start] == "(" or source.text.startswith("(")
        return bool(stated & _GAIN) or (enclosed and bool(stated & _RESULT))
    return False


def _is_near_loss(material: Material, found: Found) -> bool:
    """Whether a word that says a loss may stand about `found`."""
    for (context_id, _, located), lower in zip(material.texts, material.lower, strict=True):
        if (context_id, located) == (found.context_id, True):
            return _has_loss(lower, found.number)
    return False


def _has_loss(lower: str, source: Number) -> bool:
    low, high = max(0, source.start - _NEAR), source.end + _NEAR
    return any(lower.find(hint, low, high) >= 0 for hint in _LOSS_HINTS)


def _is_loss_of_gain(material: Material, _: Number, found: Found) -> bool:
    """Whether `found` stands as a gain, which the answer has as a loss of as much."""
    source = found.number
    if source.signed or source.direction == "down" or not found.located:
        return False
    for context_id, text, located in material.texts:
        if (context_id, located) == (found.context_id, True):
            own = said_with(text, source.start, source.end).words.keys()
            return bool(own & _GAIN) and not own & (_LOSS | _COSTS)
    return False

"""How the abstention gate cuts a sentence: where another statement may begin inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.text.abbreviations import FINITE, words
from adjudge_engine.text.boundary import is_unspaced

#: Where another statement may begin inside a sentence.
_TURN: Final = re.compile(
    r"[;；—]|\s[–/-]\s|:\s|[，]|(?<=[\u3040-\u9fff]),(?=[\u3040-\u9fff])|،\s*|,\s(?=\w)"
    r"|(?:(?<=ないが)|(?<=せんが)|(?<=ですが)|(?<=ますが)|(?<=ものの)|(?<=ので)(?!す))、?"
    r"|(?:(?<=なく)|(?<=おらず)|(?<=せず)|(?<=ませんし))、|(?<=[\u3040-\u9fff])(?=并且|並且|而且|因为|因為|因此)"
    r"|(?:(?<=が)|(?<=ため)|(?<=から)|(?<=けど)|(?<=れば))、"
    r"|(?<!不)(?=但|不过|不過|然而|可是)"
    r"|(?:(?<=है)|(?<=हैं))\s(?:पर|और)\s|(?:(?<=므로)|(?<=으며)|(?<=않고)|(?<=없고)|(?<=니까)|(?<=때문에)),?\s|(?:(?<=지만)|(?<=으나)"
    r"|(?<=는데)),?\s"
    r"|,\s(?=(?:nennt|enthält|erwähnt|macht|gibt|sagt) (?:aber|jedoch|allerdings)\b)"
    r"|(?<!, nennt)(?<!, enthält)(?<!, erwähnt)(?<!, macht)(?<!, gibt)(?<!, sagt)"
    r",?\s(?=(?:but|however|although|though|yet|while|whereas|aber|jedoch|obwohl|mais|cependant"
    r"|pero|aunque|sino|ma|però|mas|porém|но|однако|хотя|لكن|ولكن|لیکن|하지만|그러나)\b)"
    r"|\s(?=(?:و?لكن|غير أن|إلا أن|بل\s|لذلك|لذا\s|وبالتالي|लेकिन|मगर|किंतु|किन्तु|परंतु|परन्तु"
    r"|इसलिए))"
    r"|\s(?=(?:and (?:\w+ )?(?:therefore|thus|hence|consequently|accordingly)|und (?:\w+ )?(?:daher"
    r"|deshalb"
    r"|somit|folglich|demnach)|et (?:\w+ )?donc|y (?:\w+ )?por (?:lo )?tanto|e (?:\w+ )?(?:quindi"
    r"|portanto"
    r"|pertanto)|и (?:\w+ )?(?:поэтому|следовательно|значит))\b)"
    r"|\s(?=and (?:[A-Z][\w'’-]{1,30} ){1,3}(?:is|was|has|did)\b)"
    r"|\s(?=(?:and (?:it|he|she|they|this|that)|und (?:er|sie|es)|et (?:il|elle|c'est)"
    r"|y (?:es|fue|era)|e (?:è|é|foi)|и (?:он|она|оно|это))\b)"
)
_TURN_OR_COMMA: Final = re.compile(_TURN.pattern + r"|,\s|،")
_CONCESSION: Final = re.compile(
    r"(?:while|although|though|even though|whereas|obwohl|auch wenn|bien que|même si|aunque|si bien"
    r"|sebbene|anche se|embora|ainda que|хотя)\b",
    re.IGNORECASE,
)
#: A word with the signs on its letters, which in Indic and Arabic script are no letters.
WORD: Final = re.compile(
    r"(?:[^\W\d_]|[\u0300-\u036f\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957"
    r"\u0962\u0963\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])+"
)
#: By which a parenthesis states something although it has no verb.
_GUESS: Final = re.compile(
    r"\b(?:presumably|probably|perhaps|possibly|likely|usually|typically|normally|generally|i guess"
    r"|wahrscheinlich|vermutlich|wohl|meist(?:ens)?|üblicherweise|normalerweise|probablement"
    r"|sans doute|normalement|peut-être|probablemente|seguramente|normalmente|probabilmente"
    r"|di solito|provavelmente|waarschijnlijk|vermoedelijk|meestal|вероятно|обычно)\b",
    re.IGNORECASE,
)
#: A parenthesis that may state something of its own.
_ASIDE: Final = re.compile(r"[(（]([^()（）]{2,300})[)）]")
#: Words that answer a question by themselves.
YES_OR_NO: Final = words(
    """
    yes no yeah yep nope ja nein doch oui si sí sì sim não да нет はい いいえ 是 不 否 نعم لا
    हाँ हां नहीं
    """
)


#: How a question for yes or no begins, in languages that put the verb first.
_ASKS_WHETHER: Final = words(
    """
    is are was were am do does did has have had can could will would shall should may might must
    ist sind war waren hat haben hatte kann können darf dürfen muss müssen wird werden gibt est sont
    peut faut hay es está están puede pueden se tiene tienen è sono ha può é são há pode existe is
    zijn heeft kan mag есть можно является
    """
)


def asks_yes_or_no(question: str) -> bool:
    """Whether a question asks for yes or no, as far as its first word tells."""
    first = WORD.search(question.lower())
    return first is not None and first.group() in _ASKS_WHETHER


def pieces(text: str, offset: int) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence; its pieces between commas too, where numbers stand in them."""
    last = 0
    turns = _TURN
    if _CONCESSION.match(text):
        turns = _TURN_OR_COMMA
    for match in turns.finditer(text):
        yield offset + last, offset + match.start()
        last = match.end()
    yield offset + last, offset + len(text)


def asides(text: str, offset: int) -> Iterator[tuple[int, int]]:
    """What stands in parentheses and has a verb of its own, or guesses, as far as can be told."""
    for match in _ASIDE.finditer(text):
        inside = match.group(1)
        words = WORD.findall(inside.lower())
        states = not FINITE.isdisjoint(words) or _GUESS.search(inside) is not None
        if states or any(map(is_unspaced, inside)):
            yield offset + match.start(1), offset + match.end(1)

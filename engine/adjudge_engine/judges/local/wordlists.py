"""Words that turn, widen or narrow a statement: what the local judge stops at.

Entries are lower case, as they stand in a text; `text.tokens.fold` is applied on use.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.tokens import fold


def _folded(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in words(text))


def _pairs(text: str) -> dict[str, frozenset[str]]:
    """`a b|c d`: each word with its opposites, in both directions."""
    found: dict[str, set[str]] = {}
    for row in text.split("|"):
        left, right = (side.split() for side in row.split("/"))
        for one in map(fold, left):
            found.setdefault(one, set()).update(map(fold, right))
        for one in map(fold, right):
            found.setdefault(one, set()).update(map(fold, left))
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES: Final = _pairs(
    """increase increases increased rise rises rose grew gain higher / decrease decreases decreased
    fall falls fell decline declined drop dropped shrank loss lower
    |before prior / after following|above over exceeding / below under|more greater / less fewer
    |allowed permitted allow permit / forbidden prohibited banned forbid prohibit disallowed
    |include includes included including / exclude excludes excluded excluding
    |minimum least / maximum most|must shall required mandatory / may optional voluntary
    |all every each always / some none never sometimes no|with / without|first / last
    |start begin starts begins opens / end stop ends stops closes|buy bought / sell sold
    |north / south|east / west|left / right|early earlier earliest / late later latest
    |open / closed|enable enabled / disable disabled|accept accepted / reject rejected refused
    |true / false|same / different|import / export|lend / borrow|debit / credit|asset / liability
    |hot warm / cold cool|inside within / outside beyond|male / female|positive / negative
    |benign / malignant|acute / chronic|systolic / diastolic|daily / weekly monthly yearly annually
    |top / bottom|front / rear back|upper / lower|internal / external|single / double multiple
    |employer / employee|buyer / seller|landlord / tenant|approve approved / deny denied
    |vor / nach|mehr / weniger|über / unter|mit / ohne|alle jeder immer / manche keine nie
    |muss müssen / darf kann können|erlaubt zulässig / verboten unzulässig|mindestens / höchstens
    |steigt gestiegen erhöht / sinkt gesunken gefallen reduziert|inklusive / exklusive
    |avant / après|plus / moins|antes / después|más / menos|toujours / jamais|siempre / nunca"""
)

#: Claims of the whole or of the utmost. A claim may only make them where its evidence does.
ABSOLUTES: Final = _folded(
    """always never all every each any none only solely exclusively entirely completely fully
    totally absolutely guaranteed guarantees definitely certainly must everyone nobody everything
    nothing most least best worst first last largest smallest highest lowest biggest fastest
    greatest main primary sole unique immediately instantly exactly precisely both
    immer nie alle jeder jede jedes nur ausschließlich vollständig garantiert sofort genau beste
    größte kleinste höchste niedrigste toujours jamais tous toutes seulement uniquement siempre
    nunca todos todas solamente únicamente"""
)

#: Words that make a passage less than a plain assertion. A claim without them says more.
HEDGES: Final = _folded(
    """may might could possibly perhaps probably likely potentially appears appear seems seem
    suggests suggest suggested believed thought reportedly allegedly supposedly estimated expected
    planned proposed intended approximately roughly about around almost nearly up usually often
    sometimes generally typically mostly partly should would whether
    kann könnte könnten möglicherweise vielleicht wahrscheinlich etwa ungefähr circa rund meist oft
    manchmal sollte würde ob geplant voraussichtlich
    peut pourrait probablement environ puede podría quizás probablemente"""
)

#: Words that put a condition or an exception on a passage.
CONDITIONS: Final = _folded(
    """if unless except excluding excepting provided only until when whenever where subject but
    however although though instead rather than otherwise while whereas
    wenn falls sofern außer ausgenommen nur bis sobald aber jedoch obwohl sondern statt
    si sauf excepto salvo pero mais"""
)

#: Of these, what does not bind where a claim is in other words: they tie or time clauses.
TYING: Final = _folded(
    """when whenever where while whereas but however although though until aber jedoch obwohl bis
    sobald mais pero"""
)

#: Words by which a passage tells what somebody says or what is not so.
REPORTED: Final = _folded(
    """myth false wrong incorrect untrue rumor rumour claim claims claimed alleged allege alleges
    denied denies denying supposedly contrary mistaken mistakenly misconception hypothetical example
    imagine suppose once formerly previously former used falsch irrtum angeblich behauptet früher
    ehemals beispielsweise faux mito falso"""
)

#: What follows a number and changes how much it is.
SCALES: Final = _folded(
    """thousand million billion trillion hundred k m bn mn tn dozen percent percentage pct basis bps
    point points lakh crore tausend million millionen milliarde milliarden mio mrd prozent
    mg mcg µg g kg t ton tons lb lbs oz ml cl l litre litres liter liters gallon gallons mm cm km
    inch inches ft feet foot yard yards mile miles hz khz mhz ghz kb mb gb tb w kw mw v mv a ma
    second seconds minute minutes min hour hours day days week weeks month months year years
    decade decades century usd eur gbp dollar dollars euro euros cent cents pound pounds yen
    stunde stunden tag tage woche wochen monat monate jahr jahre minuten sekunden
    degree degrees celsius fahrenheit"""
)

#: Words that tie sentences together; a claim may add them.
CONNECTING: Final = _folded(
    """finally next alternatively specifically additionally overall firstly secondly thirdly lastly
    please simply meanwhile accordingly consequently namely außerdem zudem schließlich zunächst
    anschließend ferner enfin ensuite además finalmente"""
)

#: Negations of a thing rather than of what is said: "free without a receipt".
LACKING: Final = _folded("without lack lacks lacking absent ohne sans sin")

#: Verbs before a negation without which it does not read: "must not be used".
AUXILIARIES: Final = _folded(
    """must may might can could shall should will would do does did is are was were be been has have
    had"""
)

PRONOUNS: Final = _folded(
    """it its they their them he his him she her this that these those such both es er sie ihr ihre
    dies diese dieser dieses il elle ils elles ce cette este esta"""
)

#: An answer that speaks of its sources, or of what they lack, is not measured by their words.
ABOUT_SOURCES: Final = _folded(
    """passage passages context contexts document documents text texts source sources information
    provided excerpt excerpts snippet snippets answer question mention mentioned mentions article
    unable sorry cannot dokument dokumente quelle quellen abschnitt abschnitte antwort frage angaben
    informationen textstelle document texte réponse información texto respuesta"""
)

#: Words by which a sentence speaks to its reader.
ADDRESS: Final = _folded(
    "i i'd i'll i'm i've me my please sure let's hello thanks bitte hallo danke"
)

#: Words of advice, which asserts little: "it is best to consult a professional", "prices may vary".
ADVICE: Final = _folded(
    """recommended recommend advisable important essential crucial best consult professional
    beneficial helpful note noting worth may might can could should vary varies ensure sure"""
)

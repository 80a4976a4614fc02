"""Words by which a text limits, takes back or disowns a sentence, or leans on it: patterns.

All over lower-case text of bounded length. They only ever make an engine more careful.
"""

from __future__ import annotations

import re
from typing import Final

#: How a sentence begins that limits or turns the one before it.
REVERSALS: Final = re.compile(
    r"(?:but|however|yet|except|excepting|excluding|unless|only (?:if|when|where|for)|provided"
    r"|although|though|nevertheless|nonetheless|otherwise|instead|in exceptional|exceptions?"
    r"|this (?:does|is|was|applies|holds|rule|has)|that (?:does|is|was|has)|these (?:do|are|were)"
    r"|it (?:is|was) not(?! true that)|not (?:any ?more|for|if|when|in|on|so)\b|no\b[,.!]|wrong"
    r"|false|until"
    r"|aber|jedoch|allerdings|doch|außer|ausgenommen|ausnahme\w*|es sei denn|nur (?:wenn|falls|für)"
    r"|(?:dies|das) (?:gilt|ist|war)|sofern|soweit|sonst|andernfalls|falsch|bis\b"
    r"|mais|cependant|toutefois|sauf|excepté|à moins|à condition|néanmoins|sinon|exceptions?"
    r"|pero|sin embargo|salvo|excepto|a menos|siempre que|no obstante|excepcion\w*"
    r"|ma\b|tuttavia|però|salvo|eccetto|tranne|a meno|purché|eccezion\w*"
    r"|mas\b|porém|contudo|no entanto|exceto|salvo|a menos|desde que|exceç\w*"
    r"|maar|echter|behalve|tenzij|uitzondering\w*"
    r"|но\b|однако|кроме|за исключением|если только|исключени\w*)(?!\w)"
    r"|ただし|但し|しかし|もっとも|なお、|例外|除く|ところが|でも、|だが"
    r"|但是|但|然而|不过|不過|除非|除外|例外|只有"
    r"|다만|단,|그러나|하지만|예외|لكن|إلا|باستثناء|लेकिन|परंतु|परन्तु|किंतु"
)

#: Words that say of a neighbouring statement that it is not, or no longer, so.
TAKEN_BACK: Final = re.compile(
    r"(?<!\w)(?:myths?|hoax|misconceptions?|false|falsely|falsehoods?|untrue|incorrect\w*|wrong"
    r"|mistaken\w*|not (?:true|correct|so|the case|valid|in force|right)|isn't (?:true|so)"
    r"|no longer|any ?more|obsolete|outdated|superseded|repealed|revoked|rescinded|withdrawn"
    r"|retracted|abolished|cancelled|discontinued|expired|deprecated|formerly|old (?:rule|version)"
    r"|excepted|exempt\w*|excluded|fictional|alleged\w*|rumou?rs?|hypothetical\w*"
    r"|mythos|mythen|irrtum|irrtümer|falsch\w*|unwahr|nicht (?:wahr|richtig|korrekt|mehr)"
    r"|überholt|veraltet|aufgehoben|widerrufen|zurückgezogen|außer kraft|ungültig|gerücht\w*"
    r"|mythe|faux|fausse|inexact\w*|n'est (?:plus|pas vrai)|abrogée?s?|périmée?s?|obsolète"
    r"|mito|mitos|fals[oa]s?|incorrect[oa]s?|ya no|no es (?:cierto|verdad)|derogad[oa]s?"
    r"|sbagliat[oa]|non è (?:vero|più)|abrogat[oa]|errad[oa]|não é (?:verdade|mais)|revogad[oa]"
    r"|onwaar|onjuist|niet (?:waar|meer)|миф\w*|ложь|ложн\w+|неверно|неправда|больше не|отменен\w*"
    r"|отменён\w*)(?!\w)"
    r"|誤り|間違い|嘘|誤解|迷信|廃止|撤回|失効|無効|旧規定|ではありませんでした|もはや"
    r"|错误|錯誤|误区|誤區|谣言|謠言|不正确|不再|废止|廢止|已失效|作废"
    r"|거짓|오해|틀렸|더 이상|폐지|خاطئ|خرافة|لم يعد|गलत|मिथक"
)

#: Headings under which a statement is not, or no longer, the text's own word.
DISOWNING: Final = re.compile(
    r"(?<!\w)(?:do not|don['’]?ts?|never|must not|not allowed|forbidden|prohibited|avoid|old|former"
    r"|previous|archived?|until \d+|before \d+|drafts?|proposals?|proposed|examples?|verboten|nicht"
    r"|nie|alte?|frühere?|bisherige?|entwurf|beispiele?|interdit|jamais|ancien\w*|exemples?"
    r"|prohibido|nunca|antigu\w+|ejemplos?|vietato|esempi\w*|proibido|exemplos?|запрещ\w+"
    r"|пример\w*)(?!\w)|禁止|旧|以前|例|草案|예시"
)

#: Who speaks in a line that is not the text itself: "Customer: …".
SPEAKERS: Final = re.compile(
    r"(?<!\w)(?:complaint|customer|client|user|caller|guest|patient|review(?:er)?|comment|plaintiff"
    r"|claimant|defendant|question|quote|opinion|claim|q|kunde|kundin|anrufer|frage|meinung"
    r"|behauptung|cliente?|pregunta|domanda|pergunta|клиент|вопрос)(?!\w)"
    r"|質問|お客様|客户|客戶|问|問|고객|질문"
)

#: What follows a denial that names its own object: "it is not true that …".
THAT: Final = re.compile(
    r"(?<!\w)(?:that|dass|daß|que|che|dat|что)(?!\w)|ということ|というの|라는|أن"
)

#: Words that no heading ends with: the sentence goes on behind them.
HANGING: Final = frozenset(
    word
    for line in (
        "a an the and or but nor if unless that than then when where while because since until",
        "although not no only of for in on at by to from with without under over about as is are",
        "was were be been has have had will would may might must can cannot could should shall",
        "does do did who which whose whether every each any all except",
        "der die das den dem des ein eine einen einem einer und oder aber dass daß wenn falls weil",
        "obwohl nicht kein keine nur von für in im auf an am bei zu zum zur mit ohne unter über",
        "als ist sind war wird werden kann muss darf soll ob sofern soweit außer",
        "le la les un une des du de et ou mais si que qui quand pas ne pour dans sur avec sans",
        "el los las una unos y o pero que cuando no para en con sin por del al",
        "il lo gli e ma se che non per con senza o os as do da dos das mas não em sem",
        "и или но если что когда не только для в на с без от",
    )
    for word in line.split()
)

#: How a sentence begins that says of whom or what it speaks only together with the one before.
LEANING: Final = re.compile(
    r"\W*(?:(?:it|its|he|his|she|her|they|their|them|this|that|these|those|such|both|either|neither"
    r"|here|there|then|so|also|otherwise|instead|however|but|and|or|yes|no|the (?:former|latter)"
    r"|the same|er|sie|ihr\w{0,2}|sein\w{0,2}|es(?! gibt)|dies\w{0,2}|jen\w{1,2}|dort|dann|dabei"
    r"|dafür|damit|dazu|davon|sonst|andernfalls|beide\w?|solche\w?|auch|aber|und|oder|ja|nein"
    r"|ils?|elles?|ce|cela|ceci|cette|ces|celui|celle|ceux|leurs?|son|sa|ses|oui|non|et|mais"
    r"|él|ella|ellos|ellas|este|esta|esto|estos|estas|ese|esa|eso|su|sus|sí|pero|y"
    r"|esso|essa|essi|questo|questa|questi|queste|quello|suo|sua|lui|lei|sì|ma|e"
    r"|ele|ela|eles|elas|isso|isto|esse|essa|seu|sua|sim|não|mas"
    r"|deze|dit|dat|zij|hij|он|она|оно|они|это|этот|эта|эти|его|её|ее|их|да|нет|но|и)(?!\w)"
    r"|これ|それ|あれ|この|その|あの|こちら|そちら|同|彼|また|はい|いいえ|ただし|しかし"
    r"|它|他|她|这|那|這|其|该|該|此|是的|不是|但|이것|그것|저것|이는|그는|이 |그 |예,|네,|아니)"
)

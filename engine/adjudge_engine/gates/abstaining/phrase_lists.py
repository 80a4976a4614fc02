"""How answers say that they do not answer, in the languages of our users: patterns, no code.

Each runs over one clause of bounded length, in lower case after quote normalisation. Every gap is
bounded, so that the time stays linear. A verb that also states facts of the world ("the plan does
not include meals") counts only where its subject is the sources.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.gates.abstaining.east_asian import CHINESE, JAPANESE, KOREAN
from adjudge_engine.gates.abstaining.english import ENGLISH
from adjudge_engine.gates.abstaining.romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH

#: Language → patterns of clauses that say that nothing is known, or said, of what was asked.
PATTERNS: Final[dict[str, tuple[str, ...]]] = {
    "en": ENGLISH,
    "de": (
        r"\bkeine[nrm]? (?:\w+ ){0,3}(?:angaben?|information(?:en)?|auskunft|auskünfte|hinweise?"
        r"|antwort(?:en)?|erwähnung|details|daten|aussagen?|einzelheiten)\b",
        r"\b(?:nicht|nirgends|nirgendwo) (?:\w+ ){0,2}(?:erwähnt|gesagt|genannt|benannt|angegeben"
        r"|aufgeführt|beschrieben"
        r"|hervor"
        r"|bekannt"
        r"|ersichtlich|beantwort\w*|bestimmen|entnehmen|geklärt|spezifiziert|zu entnehmen"
        r"|dokumentiert|feststellen|ermitteln)\b",
        r"\b(?:unterlagen|dokument\w*|kontext|text\w*|quellen?|handbuch|vertrag|bericht|passagen?"
        r"|abschnitt\w*|material\w*|informationen|auszüge?n?|anleitung|richtlinie)\b.{0,60}"
        r"\b(?:nicht|nichts|kein\w*|weder)\b.{0,60}"
        r"(?:enthalt\w*|angab\w*|information\w*|erwähn\w*|nenn\w*|steht|sag\w*|find\w*|hervor|$)",
        r"\b(?:nennen|nennt|sagen|sagt|erwähnen|erwähnt)\b.{0,60}\b(?:nicht|nichts|keine\w*)\b",
        r"\bweiß (?:ich )?(?:\w+ )?(?:leider )?nicht\b|\bunbekannt\b|\bunklar\b|\bnicht sicher\b",
        r"\b(?:(?:ich|wir) (?:kann|können|konnte|konnten)|(?:kann|können|konnte|konnten) (?:ich"
        r"|wir))\b"
        r".{0,80}\b(?:nicht|nichts|keine\w*)\b",
        r"\b(?:information(?:en)?|angaben?|antwort|auskunft)(?: (?:dazu|hierzu|darüber|zu[mr]?|über"
        r"|bezüglich|auf)\b.{0,50})? fehl(?:t|en)(?: leider| hier)?\W*$"
        r"|\b(?:information(?:en)?|angaben?|antwort)\b.{0,50}\bnicht"
        r" (?:\w+ ){0,2}(?:enthalten|vorhanden|verfügbar|zu finden|gegeben|aus)\b",
        r"\bfehl(?:t|en)\b.{0,20}\b(?:in|im) (?:\w+ ){0,2}(?:unterlagen|dokument\w*|kontext|text\w*"
        r"|quellen?)\b",
        r"\b(?:steht|stehen|findet sich|finden sich|ist|sind)\b.{0,20}\b(?:nicht"
        r"|nichts)\b.{0,20}\b(?:in|im)"
        r" (?:\w+ ){0,2}(?:unterlagen|dokument\w*|kontext|text\w*|quellen?|handbuch|vertrag|bericht"
        r"|passagen?|abschnitt\w*|material\w*|auszug|anleitung|richtlinie)\b(?! \w{0,20}t\b)",
        r"^nicht (?:aber )?(?:der|den|die|das|dessen|deren) (?:preis|kosten|name|namen|betrag|datum"
        r"|dauer|höhe|gebühr|grund|zeitpunkt|adresse|anzahl)\b",
        r"\bfehl(?:t|en) (?:mir|uns)\b.{0,40}\b(?:information(?:en)?|angaben?|daten|kenntnis\w*)\b"
        r"|^(?:(?:der|die|das|eine?|diese) )?(?:preis|kosten|name|betrag|datum|dauer|gebühr|adresse"
        r"|anzahl) fehl(?:t|en)(?: leider| hier)?\W*$",
        r"\b(?:(?:frage|preis|kosten|betrag|höhe|dauer|datum|grund|zeitpunkt|punkt|das"
        r"|dies) bleib\w+"
        r" (?:\w+ ){0,2}offen|bleib(?:t|en) (?:\w+ )?(?:unklar|unerwähnt|ungenannt"
        r"|unbeantwortet))\b",
        r"\bkeine?[nrms]? (?:[\w-]+ ){1,3}(?:genannt|angegeben|erwähnt|aufgeführt|mitgeteilt)\b",
        r"\bmuss ich (?:leider )?passen\b|\bbin ich (?:leider )?überfragt\b|\bkeine ahnung\b"
        r"|\b(?:unterlagen|dokument\w*|kontext|text\w*|quellen?) schweig\w+\b",
        r"\blässt sich\b.{0,80}\bnicht\b|\bnicht möglich\b.{0,40}\b(?:zu|antwort)",
    ),
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "nl": (
        r"\bgeen (?:\w+ )?(?:informatie|antwoord|vermelding|gegevens|details)\b"
        r"|\bweet (?:ik |het |ik het )?(?:helaas )?niet\b",
        r"\b(?:document(?:en)?|tekst(?:en)?|bron(?:nen)?|context|passages?|handleiding"
        r"|informatie)\b.{0,20}\b(?:zeg"
        r"|vermeld|noem|gev|geef|bevat|beschrijv|meld)\w*\b.{0,40}\bniet\b",
        r"\bstaa[tn]\b.{0,20}\b(?:niet|niets)\b.{0,20}\bin (?:\w+ ){0,2}"
        r"(?:document(?:en)?|tekst(?:en)?"
        r"|bron(?:nen)?"
        r"|context|passages?|handleiding)\b",
        r"\bniet (?:\w+ )?(?:vermeld|genoemd|gevonden|bekend|aangegeven|beschreven"
        r"|beantwoord\w*|terug te vinden|te vinden in|af te leiden|op te maken)\b",
        r"\b(?:(?:kan|kon) (?:ik|men)|(?:ik|men) (?:\w+ )?(?:kan|kon)|(?:kunnen|konden) (?:we|wij)"
        r"|(?:we|wij) (?:\w+ )?(?:kunnen|konden))\b.{0,60}"
        r"\bniet (?:beantwoorden|vinden|terugvinden|zeggen"
        r"|bepalen|vaststellen|achterhalen|afleiden|opmaken|helpen)\b",
        r"\b(?:in|uit) (?:\w+ ){0,3}(?:document(?:en)?|tekst(?:en)?|bron(?:nen)?|context|passages?"
        r"|handleiding|informatie|fragment(?:en)?) (?:staat|blijkt|vind ik|lees ik)\b"
        r"(?! dat (?!niet\b|nergens\b)).{0,20}"
        r"\b(?:niet|niets|nergens)\b",
    ),
    "fi": (
        r"\b(?:en|emme) (?:tiedä|löydä|löytänyt|voi vastata|osaa|pysty|voi auttaa|ole varma)",
        r"\b(?:ei|eivät) (?:\w+ )?(?:mainit|kerro|sisäl|löydy|löyty|selviä|anna|vastaa|käy ilmi"
        r"|ilmene"
        r"|ole (?:tietoa|mainittu|mahdollista|vastausta|kerrottu)|voida (?:vastata|päätellä))",
        r"\btieto(?:a|ja) ei\b|\briittävästi tieto",
    ),
    "sv": (
        r"\bvet (?:jag )?inte\b|\bframgår inte\b|\b(?:nämns|anges|framgår|står|nämner|anger) inte\b"
        r"|\bingen information\b|\bkan inte (?:svara|hitta|avgöra)\b|\bsaknas (?:uppgift"
        r"|information)",
    ),
    "da": (
        r"\b(?:det )?(?:ved|vet) (?:jeg|vi) ikke\b|\b(?:jeg|vi) (?:ved|vet) (?:\w+ )?ikke\b"
        r"|\b(?:fremgår|nævnes|nevnes|oplyses|oppgis|står|angives|angis) (?:\w+ )?ikke\b"
        r"|\b(?:ingen|ikke nok) (?:oplysninger|opplysninger|informasjon|information)\b"
        r"|\bkan ikke (?:svare|besvares|besvare|finde|finne)\b",
    ),
    "pl": (
        r"\bnie (?:\w+ )?(?:wiem|podano|podaj|wspomin|zawier|określ|mogę|znalaz|ma informacji|mówi"
        r"|wymieni|wskazuj|da się)\w*|\bbrak (?:\w+ )?(?:informacji|danych|odpowiedzi|wzmianki)",
    ),
    "tr": (
        r"\bbilmiyor\w*|\bbilgi (?:yok|bulunm|verilme|mevcut değil|içerm)\w*|\bbelirtilme\w*"
        r"|\byer alm\w*|\bcevaplayam\w*|\byanıtlayam\w*|\bbulamad\w*|\bbahsedilme\w*",
    ),
    "vi": (
        r"không (?:biết|có (?:\w+ )?thông tin|đề cập|nêu|thể (?:trả lời|xác định|tìm)|tìm thấy"
        r"|được nhắc"
        r"|được đề cập|cung cấp|rõ|chứa|nói)",
    ),
    "el": (
        r"\bδεν (?:γνωρίζ|αναφέρ|υπάρχ\w* πληροφορ|μπορώ να|περιέχ|βρήκα|προσδιορίζ|διευκρινίζ|δίν"
        r"|ξέρω|παρέχ|περιλαμβάν)\w*",
    ),
    "ru": (
        r"\bнет (?:\w+ ){0,2}(?:ответа|информации|данных|сведений|упоминани\w*|указани\w*)",
        r"\b(?:(?:ответа|информации|сведений|упоминани\w*|указани\w*) .{0,40}|данных (?:(?:об?|по"
        r"|для)"
        r" .{0,40})?)\b(?:нет\b|недостаточно|не хватает|отсутству)",
        r"\bнельзя (?:\w+ )?(?:ответить|определить|установить|сказать|понять)|\b(?:ответить"
        r"|определить"
        r"|установить|сказать) .{0,60}\bнельзя\b|\bне располага\w+|\bиз (?:\w+ )?(?:текста"
        r"|документов"
        r"|контекста) .{0,20}\bне (?:следует|ясно|вытекает)",
        r"\bне (?:\w+ ){0,2}(?:назван|говорят|указан|указыва|упомина|упомянут|сказано|говорит"
        r"|содерж|знаю|знаем"
        r"|найден"
        r"|нашел|нашёл|нашла|нашли|удалось|удаётся|удается|сообща|известн|приводит|привод|описан"
        r"|уточня|определен|раскрыва|позволя\w+ (?:ответить|определить|установить)|хватает|дают"
        r"|дает"
        r"|даёт|отвеча|ясно|уверен)\w*",
        r"\bне (?:могу|можем|смог|смогли|в состоянии) (?:\w+ ){0,3}"
        r"(?:ответить|найти|сказать|помочь|определить)",
        r"\bнедостаточно (?:\w+ )?(?:информации|данных|сведений)|\bневозможно (?:\w+ )?"
        r"(?:ответить|определить|сказать|установить)|\bнеизвестн\w*|\bнеясно\b",
        r"\b(?:информаци|сведени|данны|ответ)\w* .{0,60}\bотсутству|\bотсутству\w+ .{0,40}"
        r"(?:информаци|сведени|данны|ответ|упомин)",
    ),
    "ar": (
        r"\bلا (?:\S+ ){0,1}(?:أعرف|أعلم|يمكن|أستطيع|أجد|تذكر|يذكر|تحتوي|يحتوي|تتضمن|يتضمن|تشير"
        r"|يشير"
        r"|تحدد|يحدد|توضح|يوضح|تقدم|يقدم|تتوفر|يتوفر|يرد|ترد|تجيب|يجيب|تكفي|يكفي|نعرف|تنص|ينص)",
        r"\bلا (?:توجد|يوجد) .{0,30}(?:معلومات|إجابة|ذكر|إشارة|بيانات|جواب|تفاصيل)",
        r"\bلم (?:\S+ ){0,1}(?:يذكر|تذكر|يُذكر|تُذكر|يرد|ترد|أجد|يحدد|تحدد|أعثر|يتم|توضح|يوضح"
        r"|تتطرق)",
        r"\bليس(?:ت)? (?:لدي|هناك|واضح|في)|\bغير (?:معروف|مذكور|محدد|كاف|متوفر|متاح|واضح|موجود)",
    ),
    "fa": (
        r"(?:اطلاعات|پاسخ|جواب|ذکر|اشاره|توضیح|مطلب).{0,60}(?:نیست|نشده|ندار|نمی|نکرده|نیامده)",
        r"نمی ?(?:دانم|توانم|دانیم|توان|توانیم)|مشخص نیست|نامشخص|معلوم نیست",
    ),
    "hi": (
        r"(?:जानकारी|उत्तर|उल्लेख|विवरण|सूचना|जवाब|दस्तावेज|संदर्भ|पाठ|स्रोत).{0,60}"
        r"(?:नहीं|अनुपलब्ध|अपर्याप्त)",
        r"(?:नहीं|नही) (?:पता|जानत|मालूम|बताय|मिल)|(?:पता|मालूम) नहीं|अपर्याप्त जानकारी",
    ),
    "ko": KOREAN,
    "ja": JAPANESE,
    "zh": CHINESE,
    "th": (r"ไม่(?:มีข้อมูล|ทราบ|ได้ระบุ|ได้กล่าวถึง|พบข้อมูล|สามารถตอบ|ได้ให้ข้อมูล|แน่ใจ|พบคำตอบ|มีคำตอบ)",),
}

#: Script (first word of its characters' Unicode names) → languages that are written in it.
LANGUAGES: Final[dict[str, tuple[str, ...]]] = {
    "LATIN": ("en", "de", "fr", "es", "it", "pt", "nl", "fi", "sv", "da", "pl", "tr", "vi"),
    "CYRILLIC": ("ru",),
    "GREEK": ("el",),
    "ARABIC": ("ar", "fa"),
    "DEVANAGARI": ("hi",),
    "HANGUL": ("ko",),
    "HIRAGANA": ("ja",),
    "KATAKANA": ("ja",),
    "CJK": ("ja", "zh"),
    "THAI": ("th",),
}

#: What every clause in Latin letters has that one of its patterns can match: a word that denies,
#: or the beginning of one. It is looked for first, for most clauses have none.
DENYING: Final = (
    r"n't\b|n'|/a\b|\b(?:no|not|non|na|cannot|none|neither|nothing|never|nowhere|silent|unable"
    r"|impossible|difficult|too|missing|absent|unknown|unclear|unspecified|unstated|unavailable"
    r"|unanswer\w+|unmentioned|undisclosed|undocumented|unaddressed|unrecorded|unerwähnt|ungenannt"
    r"|unbeantwortet|offen|passen|nobody|omits?"
    r"|omet\w*|tai\w+|défaut|ignor[oa]|silencio|omiten?|without|more"
    r"|need|beyond|outside|inadequate|nicht|nichts|weder|unbekannt|unklar"
    r"|ne|pas|rien|nul|sans|ignore|sin|sem|nie"
    r"|niet|niets|nergens|geen|nor|couldnot|callan?|en|emme|ei|inte|ingen|ikke|brak|yer"
    r"|(?:fail|fehl|insuf|lack|omit|leav|left|kein|nirgend|schweig|überfragt|aucun|inconn|manqu"
    r"|muet|l'ignor|j'ignor|ningun"
    r"|descono"
    r"|falta|nessun|suffic|não|nenhum|eivät|riittäv|saknas|bilmi|bilgi|belirt|cevap|yanıt|bulam"
    r"|bahsed|không|sufic|δεν)\w*)\b"
)

"""How answers say that they do not answer, in the languages of our users: patterns, no code.

Each runs over one clause of bounded length, in lower case after quote normalisation. Every gap is
bounded, so that the time stays linear. A verb that also states facts of the world ("the plan does
not include meals") counts only where its subject is the sources.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.gates.abstaining.english import ENGLISH

#: Language → patterns of clauses that say that nothing is known, or said, of what was asked.
PATTERNS: Final[dict[str, tuple[str, ...]]] = {
    "en": ENGLISH,
    "de": (
        r"\bkeine[nrm]? (?:\w+ ){0,3}(?:angaben?|information(?:en)?|auskunft|auskünfte|hinweise?"
        r"|antwort(?:en)?|erwähnung|details|daten|aussagen?|einzelheiten)\b",
        r"\bnicht (?:\w+ ){0,2}(?:erwähnt|gesagt|genannt|benannt|angegeben|aufgeführt|beschrieben"
        r"|hervor"
        r"|bekannt"
        r"|ersichtlich|beantwort\w*|bestimmen|entnehmen|geklärt|spezifiziert|zu entnehmen"
        r"|dokumentiert|feststellen|ermitteln)\b",
        r"\b(?:unterlagen|dokument\w*|kontext|text\w*|quellen?|handbuch|vertrag|bericht|passagen?"
        r"|abschnitt\w*|material\w*|informationen|auszüge?n?|anleitung|richtlinie)\b.{0,60}"
        r"\b(?:nicht|nichts|kein\w*|weder)\b.{0,60}"
        r"(?:enthalt\w*|angab\w*|information\w*|erwähn\w*|nenn\w*|steht|sag\w*|find\w*|hervor|$)",
        r"\b(?:enthalten|enthält|nennen|nennt|sagen|sagt|erwähnen|erwähnt|geben|gibt|machen"
        r"|macht)\b"
        r".{0,60}\b(?:nicht|nichts|keine\w*)\b",
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
        r"\blässt sich\b.{0,80}\bnicht\b|\bnicht möglich\b.{0,40}\b(?:zu|antwort)",
    ),
    "fr": (
        r"\bn(?:e |')(?:\w+ )?(?:permet|permettent|précis|mentionn|indiqu|contien|di[ts]|donn"
        r"|fourni"
        r"|spécifi|trait|répond|parl|évoqu|compor|abord)\w*.{0,20}\b(?:pas|aucun|aucune|rien|ni)\b",
        r"\bn(?:e |')(?:est|sont|a|ont|y a|figur\w*|apparaît|apparaissent)\b.{0,20}"
        r"\b(?:pas|aucun|aucune|nulle part)\b.{0,40}\b(?:mentionn|précis|indiqu|information|réponse"
        r"|spécifi|donnée|dans (?:\w+ ){0,2}(?:documents?|contexte|textes?|sources?|passages?"
        r"|extraits?)|connu)\w*",
        r"\b(?:je|nous) n(?:e |')(?:sais|savons|peux|pouvons|trouve|trouvons|dispose|disposons|suis"
        r"|ai|avons|connais)\b.{0,20}\b(?:pas|aucune?)\b",
        r"\bimpossible à (?:déterminer|dire|savoir|trouver|établir)|\breste\w* sans réponse\b"
        r"|\bn'est (?:pas |nulle part )?fait (?:aucune )?mention\b",
        r"\baucune? (?:\w+ ){0,3}n(?:e |')(?:est|sont|a été|ont été) (?:\w+ )?(?:mentionn|précis"
        r"|indiqu"
        r"|donn|fourni|spécifi)\w*",
        r"\baucune (?:information|mention|indication|réponse|donnée|précision)\b",
        r"\bpas (?:assez|suffisamment) d|\bimpossible de (?:répondre|déterminer|dire|savoir"
        r"|trouver)",
        r"\b(?:est|sont) inconnue?s?\b|\bmanqu\w+ d'information|\bmuet(?:te)?s? (?:sur|à)\b",
        r"\b(?:je l'ignore|j'ignore|on ne sait pas|nul ne sait)\b|\brien (?:\w+ ){0,4}n(?:e "
        r"|')(?:indique"
        r"|précise|dit|permet|mentionne)\b",
        r"^(?:non |pas )(?:précisé|indiqué|mentionné|spécifié|communiqué|renseigné)e?s?\W*$",
        r"\b(?:réponse|information|détail)s?\b.{0,40}\bn(?:e |')(?:se trouve|figure|est|y est"
        r"|apparaît)\w* (?:pas|nulle part)\b",
    ),
    "es": (
        r"\bno (?:\w+ )?(?:encuentro|encontré|encontramos|hay|existe|existen|dispongo|disponemos"
        r"|tengo|tenemos|figura|figuran|consta|constan|aparece|aparecen|se encuentra"
        r"|se encontró|contienen?|incluyen?|proporcionan?|ofrecen?|dan?)\b.{0,40}"
        r"\b(?:información|mención|datos?|respuesta|detalles?|documentos?|contexto|texto"
        r"|fuentes?)\b",
        r"\bno (?:(?:se|lo|la|los|las) )?(?:menciona|indica|especifica|precisa|sabe|dice|detalla"
        r"|aclara|informa"
        r"|señala"
        r"|responde|aborda|explica)n?\b",
        r"\b(?:documentos?|contexto|textos?|fuentes?|pasajes?|manual|contrato|información)\b.{0,40}"
        r"\bno (?:permite|contiene|incluye|proporciona|ofrece|da|recoge|basta|es suficiente)n?\b",
        r"\bno (?:sé|lo sé|puedo|podemos|estoy segur[oa]|es posible)\b",
        r"\binformación (?:insuficiente|no disponible)|\bsin información\b|\b(?:se desconoce"
        r"|desconozco"
        r"|desconocemos)\b",
        r"\bno puede[n]? (?:responder|determinar|saber|deducir|establecer)se\b",
        r"\bno se puede (?:\w+ )?(?:determinar|saber|responder|deducir|establecer|inferir"
        r"|concluir)\b",
        r"\bno (?:está|están|viene|vienen|fue|es) (?:\w+ )?(?:especificad|indicad|mencionad"
        r"|precisad"
        r"|detallad)[oa]s?\b",
        r"\b(?:información|respuesta|dato|detalle|nombre|precio|importe"
        r"|fecha|hora)s?\b.{0,40}\bno (?:(?:está|están)(?: disponibles?\b|\W*$| en (?:\w+ ){0,3}"
        r"(?:documentos?|contexto|textos?|fuentes?|pasajes?|manual|contrato|información)\b)"
        r"|(?:figura|aparece|consta)n?\b.{0,20}(?:\ben\b|$))"
        r"|\bfalta(?:n)? (?:información|datos)\b",
        r"\bningun[oa]? (?:\w+ )?(?:información|mención|documento|pasaje)\b",
    ),
    "it": (
        r"\bnon (?:lo |mi |si |viene |vengono |è |sono )?(?:menziona|specifica|indica|precisa|dice"
        r"|dicono|riporta|fornisc|contien|contengon|risult|riport|emerg|chiar|present|not"
        r"|rispond)\w*",
        r"\bnon (?:lo )?(?:so|posso|possiamo|trovo|ho trovato|dispongo|sono (?:in grado|sicur))",
        r"\bnon (?:è possibile|ci sono|c'è|ho|vi è|vi sono)\b.{0,40}"
        r"(?:informazion|rispo|determin|menzion|indicazion|dat[oi]\b|stabilir)",
        r"\binformazion[ei]\b.{0,40}\bnon (?:è|sono) (?:\w+ )?(?:disponibil|fornit|presen"
        r"|indicat)\w*",
        r"\bnessuna (?:informazione|menzione|indicazione|risposta)"
        r"|\binformazioni (?:in)?sufficienti",
    ),
    "pt": (
        r"\bnão (?:se |é |são |foi |está )?(?:mencion|especific|indic|diz|dizem|inform|precis"
        r"|esclarec"
        r"|conhec|respond|menciona)\w*",
        r"\bnão (?:sei|posso|podemos|encontr\w+|há|consta\w*|é possível|tenho|disponho|contêm"
        r"|contém"
        r"|fornec\w+|permit\w+|inclu\w+)\b.{0,60}"
        r"(?:informaç|respo|menç|dados|document|context|texto|determin|pergunta|ajudar|$)",
        r"\binformaç\w+\b.{0,40}\bnão (?:está|estão|é|foi|foram) (?:\w+ )?(?:disponív|fornecid"
        r"|present"
        r"|incluíd|indicad)\w*|\bnão (?:está|estão|foi) (?:\w+ )?(?:especificad|indicad"
        r"|informad)\w*",
        r"\bnenhuma (?:informação|menção|resposta|referência)|\bsem informaç",
    ),
    "nl": (
        r"\bgeen (?:\w+ )?(?:informatie|antwoord|vermelding|gegevens|details)\b"
        r"|\bweet (?:ik |het |ik het )?(?:helaas )?niet\b",
        r"\b(?:documenten?|tekst(?:en)?|bron(?:nen)?|context|passages?|handleiding"
        r"|informatie)\b.{0,20}\b(?:zeg"
        r"|vermeld|noem|gev|geef|bevat|beschrijv|meld)\w*\b.{0,40}\bniet\b",
        r"\bstaa[tn]\b.{0,20}\b(?:niet|niets)\b.{0,20}\bin (?:\w+ ){0,2}(?:documenten?|tekst(?:en)?"
        r"|bron(?:nen)?"
        r"|context|passages?|handleiding)\b",
        r"\bniet (?:\w+ )?(?:vermeld|genoemd|gevonden|bekend|aangegeven|beschreven"
        r"|beantwoord\w*)\b",
        r"\b(?:kan|kunnen)\b.{0,60}\bniet (?:beantwoorden|vinden|zeggen|bepalen|helpen)\b",
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
    "ko": (
        r"(?:정보|내용|답변|언급|기재|자료|설명|기록|답).{0,30}(?:없|않|못|부족)",
        r"(?:알|찾을|답할|답변할|확인할|판단할|파악할|도와드릴|도울|말씀드릴) ?수(?:가|는)? ?없",
        r"모르겠|모릅니다|모른다|불분명|알려지지 않|명시되지 않|나와 있지 않",
    ),
    "ja": (
        r"(?:記載|情報|言及|記述|説明|回答|答え|明記|データ|手がかり|内容|資料).{0,20}"
        r"(?:ありません|ない|なし|ございません|見つかり?ません|見当たり|不足|含まれてい?ません)",
        r"(?:記載|言及|明記|説明|記述|示|触れ|述べ|書か|記さ|明らかに).{0,6}"
        r"(?:いません|いない|おらず|おりません|れません)",
        r"(?:資料|文書|文脈|本文|文章|テキスト|コンテキスト|ドキュメント|情報源|マニュアル).{0,60}"
        r"(?:含ま|提供|示|載).{0,6}(?:いません|いない|おらず|おりません|れません)",
        r"(?:わかりません|分かりません|わからない|分からない|わかりかねます|分かりかねます|不明|存じません"
        r"|知りません|(?:答え|応え)(?:られ|でき)ません|(?:お答え|回答|判断|確認|特定|断定|お手伝い|お答えすること)"
        r"(?:は|が)?(?:でき|出来)(?:ません|ない|かね)|見つかりません|見当たりません|答えられません)",
    ),
    "zh": (
        r"(?:没有|沒有|并未|並未|未|无|無)(?:明确|明確|具体|具體|直接|有)?(?:提及|提到|说明|說明|给出|給出|涉及"
        r"|指出|记载|記載|找到|相关信息|相關資訊|相关|相關|信息|资料|資料|关于|關於|注明|列出|描述|披露|写明|寫明"
        r"|告知|回答)|不(?:曾)?(?:提及|涉及)",
        r"(?:文档|文件|资料|資料|上下文|文中|原文|文本|材料|信息|来源|來源|段落|内容|內容).{0,20}"
        r"(?:没有|沒有|并未|並未|未|不)(?:\w{0,2})(?:包含|包括|提供|足以|足够|足夠)",
        r"(?:没有|沒有|并未|並未|未|不)(?:\w{0,2})(?:包含|包括|提供).{0,20}"
        r"(?:信息|資訊|资料|資料|答案|内容|內容|说明|說明)",
        r"(?:无法|無法|不能|难以|難以)(?:\w{0,8})(?:回答|确定|確定|得知|判断|判斷|找到|提供|知道|确认|確認|得出|帮助|協助)",
        r"(?<![他她它我你您们們人者])(?:没有|沒有|没|沒|未)(?:说|說|写|寫|讲|講|交代|告诉|告訴)"
        r"(?![话話谎謊信完服])",
        r"(?:没有|沒有|缺乏|缺少|找不到|查不到|未找到)[^,。]{0,12}(?:信息|资讯|資訊|资料|資料|内容|內容|答案|线索|線索)"
        r"(?!\w{0,2}(?:共享|分享|泄露|洩露|丢失|丟失|收集|存储|儲存))|看不出|(?:文档|文件|资料|資料|文中|原文|上下文"
        r"|材料)[^,。]{0,6}(?:找不到|查不到)",
        r"不知道|不清楚|不确定|不確定|未知|(?:信息|資訊|资料|資料)不足|不详|不詳|不得而知|没有答案|沒有答案",
    ),
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
    r"|unanswerable|without|more|need|beyond|outside|inadequate|nicht|nichts|weder|unbekannt|unklar"
    r"|ne|pas|rien|nul|sans|ignore|sin|sem|nie"
    r"|niet|niets|geen|en|emme|ei|inte|ingen|ikke|brak|yer"
    r"|(?:fail|fehl|insuf|lack|omit|leav|kein|aucun|inconn|manqu|muet|l'ignor|j'ignor|ningun"
    r"|descono"
    r"|falta|nessun|suffic|não|nenhum|eivät|riittäv|saknas|bilmi|bilgi|belirt|cevap|yanıt|bulam"
    r"|bahsed|không|sufic|δεν)\w*)\b"
)

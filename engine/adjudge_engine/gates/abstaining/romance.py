"""How answers in French, Spanish, Italian and Portuguese say that they do not answer.

The conditions are those of `phrase_lists`.
"""

from __future__ import annotations

from typing import Final

FRENCH: Final = (
    r"\bn(?:e |')(?:\w+ )?(?:permet|permettent|précis|mentionn|indiqu|di[ts]|spécifi"
    r"|trait|répond|parl|évoqu|abord)\w*.{0,20}\b(?:pas|aucun|aucune|rien|ni)\b",
    r"\b(?:documents?|contexte|textes?|sources?|passages?|extraits?|dépliant|brochure|rapport|notice"
    r"|article|informations|ils?|elles?)\b.{0,40}\bn(?:e |')(?:l[ae] |les |l'|en )?(?:contien|donn"
    r"|fourni|compor)\w*.{0,20}\b(?:pas|aucun|aucune|rien|ni)\b"
    r"|\bn(?:e |')(?:contien|donn|fourni|compor)\w*.{0,20}\b(?:pas|aucune?)\b.{0,20}"
    r"\b(?:information|réponse|détail|mention|indication|donnée|précision|nom|prix|date)s?\b",
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
    r"\b(?:je|on|nous) n'en sa\w+ rien\b|\bpas possible de (?:\w+ )?(?:répondre|déterminer|dire"
    r"|savoir|trouver|établir|préciser)\b",
    r"\bn(?:e |')(?:est|sont) (?:\w+ )?(?:mentionn|précis|indiqu|spécifi|donn|nomm"
    r"|cit)\w* nulle part",
    r"\b(?:prix|tarif|coût|montant|date|nom|durée|adresse|nombre|information|réponse|détail)s?\b"
    r".{0,30}\bn'y (?:figure|apparaît|est|sont)\w* (?:pas|nulle part)\b",
    r"\b(?:on|nous|je) ne (?:trouv|voi|vois|voit|lit|lis)\w* (?:pas|aucune?|rien"
    r"|nulle part)\b.{0,50}"
    r"\b(?:dans|sur) (?:\w+ ){0,2}(?:documents?|contexte|textes?|sources?|passages?|extraits?)\b",
    r"\b(?:documents?|contexte|textes?|sources?)\b.{0,20}\b(?:omet|omettent|tait|taisent)\b"
    r"|\b(?:information|réponse|donnée|prix|date|nom)s?\b.{0,30}\b(?:fait|font) défaut\b",
    r"\b(?:réponse|information|détail)s?\b.{0,40}\bn(?:e |')(?:se trouve|figure|est|y est"
    r"|apparaît)\w* (?:pas|nulle part)\b",
)
#: What is looked for in a text, and no thing of the world: "no fue posible encontrar el precio".
_TOLD = (
    r"(?:\W*$|.{0,30}\b(?:informa|dat[oi]s?\b|respuesta|rispost|respost|menci|menzion|menç|detalle"
    r"|dettagl|detalh|document|text[oi]s?\b|test[oi]\b|context|contest|fuente|font[ei]s?\b|pasaje"
    r"|passag|trecho|precio|prezz|preço|cost[eio]s?\b|custo|fecha|data\b|nombre|nom[ei]s?\b|númer"
    r"|numer|direcci|indirizz|endereç|horari|orari|h?ora\b|autor|propietari|proprietari|lugar"
    r"|luogo|peso\b|alt(?:ura|ezza)|distan|duraci|durat|duraç|cifra|valor|importe|motiv))"
)
SPANISH: Final = (
    r"\bno (?:\w+ )?(?:encuentro|encontré|encontramos|hay|existe|existen|dispongo|disponemos"
    r"|tengo|tenemos|figura|figuran|consta|constan|aparece|aparecen|se encuentra"
    r"|se encontró|se ha encontrado|se han encontrado|he encontrado|hemos encontrado|contienen?"
    r"|incluyen?|proporcionan?|ofrecen?|dan?)\b.{0,40}"
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
    r"\blo ignor[oa]\b|^no (?:consta|figura|aparece)n?\W*$|\bno (?:me|nos) es posible\b"
    r"|\bno (?:estoy|estamos) en condiciones de\b|\bno poder (?:\w+ )?(?:responder\w*|ayudar\w*"
    r"|contestar\w*|decir\w*)",
    r"\b(?:documentos?|contexto|textos?|fuentes?)\b.{0,20}\b(?:omiten?|guardan? silencio"
    r"|callan?)\b",
    r"\bno se (?:proporciona|facilita|ofrece|da|aporta|nombra|cita|recoge)n?\b.{0,25}\b(?:precio"
    r"|coste"
    r"|costo|importe|información|datos?|fecha|nombre|duración|detalles?|respuesta)s?\b"
    r"|\bfaltan? (?:esa|esta|la|el|los|dicha|ese|este) (?:información|datos?|precio|fecha"
    r"|detalle)s?\b",
    r"\bno (?:me |nos )?(?:ha sido|fue) posible (?:(?:determinar|responder|saber|establecer)\w*"
    rf"|(?:encontrar|localizar|identificar|hallar)\w*{_TOLD})",
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
)
ITALIAN: Final = (
    r"\bnon (?:lo |mi |si |viene |vengono |è |sono )?(?:menziona|specifica|indica|precisa|dice"
    r"|dicono|riporta|risult|riport|emerg|chiar|not|rispond)\w*",
    r"\b(?:document[oi]|test[oi]|contest[oi]|font[ei]|bran[oi]|passagg\w+|materiale|articolo"
    r"|manuale|estratt[oi]|informazioni)\b.{0,40}\bnon (?:l[oae] |ne )?"
    r"(?:fornisc|contien|contengon|present)"
    r"|\bnon (?:fornisc|contien|contengon|present)\w* (?:\w+ ){0,4}(?:informazion|dettagl|rispost"
    r"|menzion|riferiment|indicazion|dat[oi]\b)|\bnon (?:è|sono) (?:\w+ )?presenti?\b",
    r"\bnon (?:lo )?(?:(?:so|saprei|posso|possiamo|trovo|ho trovato|dispongo)\b"
    r"|sono (?:in grado|sicur))",
    r"\bnon (?:è possibile|ci sono|c'è|ho|vi è|vi sono)\b.{0,40}"
    r"(?:informazion|rispo|determin|menzion|indicazion|dat[oi]\b|stabilir)",
    r"\binformazion[ei]\b.{0,40}\bnon (?:è|sono) (?:\w+ )?(?:disponibil|fornit|presen"
    r"|indicat)\w*",
    r"\bnon (?:(?:mi |ci )?è stato possibile|è possibile|sono riuscit[oa] a|siamo riusciti a)"
    rf" (?:(?:determinar|risponder|stabilir|ricavar|sapere)\w*|(?:trovar|individuar)\w*{_TOLD})",
    r"\bnessuna (?:informazione|menzione|indicazione|risposta)"
    r"|\binformazioni (?:in)?sufficienti",
)
PORTUGUESE: Final = (
    r"\bnão (?:se |é |são |foi |está )?(?:mencion|especific|indic|diz|dizem|inform|precis"
    r"|esclarec"
    r"|conhec|respond|menciona)\w*",
    r"\b(?:documentos?|textos?|contextos?|trechos?|fontes?|passage(?:m|ns)|materia(?:l|is)|relatório"
    r"|artigo|folheto)\b.{0,40}\bnão (?:contêm|contém|fornec|inclu|apresenta|traz|dá)",
    r"\bnão (?:sei|posso|podemos|encontr\w+|há|consta\w*|é possível|tenho|disponho|contêm"
    r"|contém"
    r"|fornec\w+|permit\w+|inclu\w+)\b.{0,60}"
    r"(?:informaç|respo|menç|dados|document|context|texto|determin|pergunta|ajudar)"
    r"|\bnão (?:sei|consta\w*|encontr(?:o|ei|amos)|disponho)\b.{0,60}$",
    r"\binformaç\w+\b.{0,40}\bnão (?:está|estão|é|foi|foram) (?:\w+ )?(?:disponív|fornecid"
    r"|present"
    r"|incluíd|indicad)\w*|\bnão (?:está|estão|foi) (?:\w+ )?(?:especificad|indicad"
    r"|informad)\w*",
    r"\bnão (?:(?:me |nos )?(?:foi|é) possível|consegu(?:i|imos|e|em)|pude|pudemos) "
    rf"(?:(?:determin|respond|saber|estabelec)\w*|(?:encontr|localiz|identific)\w*{_TOLD})",
    r"\bnenhuma (?:informação|menção|resposta|referência)|\bsem informaç",
)

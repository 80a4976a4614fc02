"""How languages deny, what they deny with one word, and what speaks for a denial in other words."""

from __future__ import annotations

from typing import Final

from adjudge_engine.text.abbreviations import words

#: Stand in texts that deny something where words are parted otherwise, or by other signs.
OTHER_CUES: Final = (
    *("n’t", "n’", "ない", "ません", "なし", "不", "没", "沒", "无", "無", "없", "않"),
    *("नहीं", "बिना", "ليس", "بدون", "ไม่"),
)
NEGATORS: Final = words(
    """
    no not never without neither nor cannot none don't doesn't didn't isn't aren't wasn't weren't
    won't can't couldn't wouldn't shouldn't hasn't haven't hadn't excludes exclude excluding
    excluded
    nicht kein keine keinen keiner keinem keines ohne nie niemals
    ne pas aucun aucune sans jamais no sin ningún ninguna ninguno nunca non senza nessun nessuna
    nessuno não sem nenhum nenhuma niet geen zonder не нет без никогда değil yok không chưa chẳng
    δεν μην χωρίς नहीं बिना لا ليس ليست بدون لم لن
    """
)
#: Lead into a clause that supposes something, or stand in it.
CONDITIONS: Final = words(
    """
    if when unless whether once wenn falls sofern quand lorsque si cuando se quando если когда als
    """
)
#: Right before a negation these make it a description or a guess and no statement.
NOT_STATED: Final = words(
    """
    that which who whom whose what may might could should would so ensure make sure dass welche
    welcher welches qui que quienes che chi которые который könnte könnten
    """
)
#: Who speaks of the sources says what they do not tell.
OF_SOURCES: Final = words(
    """
    passage passages source sources context contexts excerpt excerpts snippet snippets information
    mention mentions mentioned specify specifies specified state states stated say says clear
    answer
    answers question    passagen quelle quellen kontext erwähnt angegeben genannt mentionne
    mentionné contexte
    contexto menciona mencionado fuentes fonti contesto menzionato
    """
)
UNSPACED_NEGATORS: Final = "ません|ない|なし|不|没有|沒有|没|无|無|없|않|안 |ไม่"
#: One of these words stands in whatever denies something in other languages.
CUES: Final = (
    NEGATORS
    | {one.capitalize() for one in NEGATORS}
    | words("n'est n'a n'y n'ont n'inclut n'offre n'exige n'existe n'importe N'est")
)
#: Words that carry a denial and are not what is denied.
CARRIERS: Final = words(
    """
    include includes included including cover covers covered covering contain contains contained
    offer offers offered provide provides provided have has had need needs needed require requires
    required charge charges charged support supports supported accept accepts accepted apply
    applies
    applied carry carries come comes allow allows allowed permit permits permitted available
    possible valid already yet any additional extra further other separate specific also either
    currently
    used use using made make makes been being be done do does did get gets given give part
    umfasst enthält enthalten abgedeckt deckt bietet anfallen fällt fallen benötigt erforderlich
    nötig verlangt erhoben gilt gelten möglich erlaubt zulässig weitere zusätzliche
    comprend inclut inclus incluse couvre couvert couverte couverts offre fournit exige requis
    nécessaire possible autorisé facturé prévu autre
    incluye incluido incluida incluyen cubre cubierto cubierta ofrece requiere necesario posible
    permite permitido cobra cobran adicional include incluso coperto copre offre richiede previsto
    possibile consentito inclui incluído incluída cobre oferece exige necessário possível permitido
    включает включено включена включены покрывает предусмотрено предусмотрена требуется взимается
    возможно разрешено dahil gerekli içermez kapsamaz bao gồm cần
    """
)
#: Words by which a text denies or limits in its own way; where one is near, nothing is said.
PRIVATIVES: Final = words(
    """
    free only except exempt exempted exclude excludes excluded excluding exclusion exclusive lack
    lacks lacking absent absence missing waive waived waives gratis complimentary optional
    voluntary
    unlimited unrestricted prohibit prohibits prohibited forbid forbids forbidden ban banned
    illegal
    impossible unable fail fails failed refuse refuses refused deny denies denied reject rejected
    instead rather solely merely just zero void invalid expired limited limit limits restricted
    stop stops stopped avoid avoids avoided prevent prevents prevented discontinued unless until
    hardly rarely seldom little few less beyond outside unknown unlike contrary false myth cease
    kostenlos kostenfrei gebührenfrei frei nur ausgenommen ausgeschlossen ausschließlich verboten
    untersagt unmöglich unbefristet freiwillig entfällt außer lediglich
    gratuit gratuite gratuits gratuitement seulement uniquement exclu exclue exclus sauf hormis
    interdit interdite impossible facultatif illimité dispensé exonéré
    gratis gratuito gratuita solo sólo únicamente excluye excluido excluida excepto salvo prohibido
    prohibida imposible opcional ilimitado exento exenta soltanto esclusi escluso esclusa eccetto
    vietato impossibile facoltativo illimitato esente apenas somente exceto proibido impossível
    isento grátis gratuitamente behalve uitgesloten alleen verboden onmogelijk
    бесплатно бесплатный бесплатная бесплатно только исключая исключено запрещено невозможно кроме
    ücretsiz yalnızca sadece hariç yasak miễn phí chỉ trừ cấm δωρεάν μόνο εκτός απαγορεύεται
    केवल सिवाय مجاني فقط باستثناء ممنوع
    """
)
#: What a text may say in other words, by what is denied.
SAME_MATTER: Final = tuple(
    words(line)
    for line in (
        "fee fees charge charges cost costs price payment pay paid surcharge money rate",
        "gebühr gebühren kosten preis zahlung entgelt zuschlag",
        "frais coût coûts prix paiement tarif",
        "coste costes tarifa cargo cargos precio pago comisión",
        "refund refunds reimbursement reimbursed repay money-back return returns",
        "pet pets dog dogs animal animals cat cats",
        "deadline limit period term expiry expire expires time date",
        "evidence proof data study studies research indication sign",
        "side effect effects symptom symptoms risk risks danger harm harmful safe",
        "cure treatment therapy remedy medicine medication drug drugs",
        "difference different same similar identical equal",
        "approval permission permit licence license consent authorisation authorization",
        "doctor physician professional provider",
        "child children kid kids minor minors baby babies infant infants",
        "job work employment position employee employees",
    )
)

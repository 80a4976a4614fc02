"""What stands in every clause that one of a language's abstention phrases can match.

Most clauses that deny something have none of it, and then none of the phrases need be tried. A
phrase that is added to `phrase_lists` needs a piece here.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.numbers.reading.tables import word_list

_ENGLISH: Final = word_list(
    "document passage text source information material excerpt snippet article reference data "
    "content paragraph none nothing say state mention indicate address tell explain disclose "
    "clarify detail define discuss reveal answer name identify report note describe elaborate "
    "speak touch confirm neither know found find available clear identified recorded indication "
    "sure certain help assist see have respond comment aware verify evidence knowledge unable "
    "impossible difficult determine established inferred verified derived deduced locate n/a "
    "supplied include lack omit leave beyond outside search into give provide contain show told "
    "nor there's list specif nobody no-one appear feature silent spelled able possible said "
    "applicable either nowhere think believe absent something retrieved"
)

#: Language → pieces, of which each of its phrases has one; of a language without, all are tried.
PIECES: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        *(*_ENGLISH, "but not ", "no idea", "no way ", "left out of", "come up", "there is"),
        *("there are", "not its", "not the", "not his", "not her", "not a"),
    ),
    "de": (
        *("nicht", "nirgends", "nirgendwo", "kein", "weder", "unbekannt", "unklar", "fehlt"),
        *("fehlen", "bleib", "genannt", "angegeben", "erwähnt", "aufgeführt", "mitgeteilt"),
        *("muss ich ", "bin ich ", " schweig", "lässt sich"),
    ),
    "fr": (
        *("ne ", "n'", "pas", "aucun", "rien", "nul", "impossible", "reste", "muet", " défaut"),
        *("détail", "ignore", "inconnu", "information", "document", "texte", "source", "précis"),
        *("indiqu", "mention", "spécifi", "communiqu", "renseign"),
    ),
    "es": (
        *("mención", "dato", "respuesta", "detalle", "documento", "texto", "fuente", "menciona"),
        *("indica", "especifica", "precisa", "sabe", "dice", "detalla", "aclara", "informa"),
        *("señala", "responde", "aborda", "explica", "pasaje", "manual", "contrato", "no sé"),
        *("no lo sé", "no puedo", "no podemos", "se desconoce", "desconozco", "desconocemos"),
        *("lo ignor", "no consta", "no figura", "no aparece", " es posible", "no est"),
        *("no poder ", "omite", "guarda", "calla", "no se ", "falta", " posible ", " determinar"),
        *(" deducir", " establecer", "ningun"),
    ),
    "it": ("non ", "informazion", "è stato possibile", "nessuna "),
    "pt": ("não ", "informaç", " possível", "nenhuma "),
    "nl": (
        *("informatie", "antwoord", "gegevens", "details", "weet ", "niet", "staa", "vermeld"),
        *("genoemd", "gevonden", "bekend", "aangegeven", "beschreven", "terug te vinden"),
        *("te vinden in", "af te leiden", "op te maken", " blijkt", " vind ik", " lees ik"),
    ),
    "fi": (
        *("tiedä", "löydä", "löytänyt", "voi vastata", "osaa", "pysty", "voi auttaa", "varma"),
        *("mainit", "kerro", "sisäl", "löydy", "löyty", "selviä", "anna", "vastaa", "käy ilmi"),
        *("ilmene", "mahdollista", "vastausta", "voida ", "tieto"),
    ),
    "sv": ("inte", "ingen information", "saknas "),
    "da": ("ikke", "ingen"),
    "pl": ("nie ", "brak "),
    "tr": (
        *("bilmiyor", "bilgi ", "belirtilme", "yer alm", "cevaplayam", "yanıtlayam", "bulamad"),
        "bahsedilme",
    ),
    "vi": ("không ",),
}

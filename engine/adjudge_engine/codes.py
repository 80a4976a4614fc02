"""The one table of reason codes: code → gate → outcome → default action.

A check can only be made through `finding`, which takes its outcome from here, so a code that is
not in the table cannot reach an evaluation. `docs/codes.md` is this table in prose.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.evaluation import Check, Place
from adjudge_engine.models import made
from adjudge_engine.vocabulary import Gate, Outcome, Route


class Code(NamedTuple):
    """One reason code. `action` None: the policy's action for the gate and outcome holds."""

    gate: Gate
    code: str
    outcome: Outcome
    meaning: str
    action: Route | None = None


def _rows(
    gate: Gate, *rows: tuple[str, Outcome, str] | tuple[str, Outcome, str, Route]
) -> list[Code]:
    return [Code(gate, *row) for row in rows]


CODES: Final[tuple[Code, ...]] = (
    *_rows(
        "access",
        ("readable", "pass", "the requester may read the source"),
        ("open", "pass", "the source is open to everybody"),
        ("forbidden", "fail", "the requester may not read the source"),
        ("requester_unknown", "unavailable", "the source is restricted and nobody says who asks"),
        ("source_unlisted", "unavailable", "the registry does not know the source"),
        ("no_registry", "unavailable", "no source registry was given", "review"),
    ),
    *_rows(
        "identity",
        ("source_known", "pass", "the registry has an approved version of the source"),
        ("source_unknown", "fail", "the registry does not know the source"),
        ("not_approved", "fail", "no version of the source is approved"),
        ("no_registry", "unavailable", "no source registry was given", "review"),
        ("fingerprint_equal", "pass", "the cited fingerprint is that of an approved version"),
        ("fingerprint_stale", "fail", "the cited fingerprint is not that of an approved version"),
        ("fingerprint_malformed", "fail", "the fingerprint is no sha256 digest"),
        ("fingerprint_missing", "unavailable", "the registry has no fingerprint to compare with"),
        ("not_pinned", "pass", "the citation pins no version; the registry's approved one counts"),
        ("source_unstated", "unavailable", "nothing says which source the fingerprint is of"),
        ("content_mismatch", "fail", "the registry's own content has another fingerprint"),
        ("context_found", "pass", "the context stands in the source that it names"),
        ("context_altered", "fail", "the context does not stand in the source that it names"),
        ("context_misplaced", "fail", "the context stands elsewhere in the source than it says"),
        ("context_cut", "unavailable", "the context begins or ends inside a number of the source"),
        ("context_joined", "unavailable", "the context is put together from parts of the source"),
        ("context_reformatted", "unavailable", "the context has another markup than the source"),
        ("place_unknown", "unavailable", "whether the context stands where it says is not clear"),
        ("cells_found", "pass", "a table of the source has the context's cells"),
        ("cells_altered", "fail", "no table of the source has the context's cells"),
        ("text_unavailable", "unavailable", "the registry has no text to compare the context with"),
        ("search_limit", "unavailable", "the case asks for more searching than is allowed"),
    ),
    *_rows(
        "citations",
        ("quote_found", "pass", "the quote stands in the cited place, word for word"),
        ("value_found", "pass", "the value stands in the cited place"),
        ("cell_found", "pass", "the table cell holds the value"),
        ("resolved", "pass", "the citation leads to a context of the case or a place of a source"),
        ("ids_well_formed", "pass", "every citation has an id of its own"),
        ("marks_resolved", "pass", "every citation mark leads to a citation or a context"),
        ("id_missing", "fail", "a citation has no id"),
        ("id_malformed", "fail", "a citation's id is blank or has unprintable characters"),
        ("id_duplicate", "fail", "two citations have one id"),
        ("context_unknown", "fail", "the citation names a context that the case does not have"),
        ("source_unresolved", "fail", "no context of the case comes from the cited source"),
        ("page_mismatch", "fail", "the cited page is not the page of the context"),
        ("element_mismatch", "fail", "the cited element is not the element of the context"),
        ("page_unknown", "unavailable", "the context does not say which page it is"),
        ("span_out_of_range", "fail", "the cited span lies outside the context"),
        ("span_mismatch", "fail", "the cited span holds another text than the quote"),
        ("quote_not_found", "fail", "the quote does not stand in the cited place"),
        ("quote_empty", "fail", "the citation's quote or value is blank"),
        ("value_not_found", "fail", "the value does not stand in the cited place"),
        ("cell_mismatch", "fail", "the table cell holds something else"),
        ("cell_missing", "fail", "the table has no such cell"),
        ("sign_unclear", "unavailable", "the value stands in brackets, which may make it negative"),
        ("unit_unstated", "unavailable", "the cell has the number, but not the value's unit"),
        ("ambiguous_repeat", "unavailable", "the quote stands there several times"),
        ("no_locator", "unavailable", "the citation does not say where to look"),
        ("claim_not_in_answer", "fail", "the citation's claim does not stand in the answer"),
        ("mark_unresolved", "fail", "the answer has a citation mark that leads nowhere"),
        ("citation_missing", "fail", "citations are required and there is none"),
        ("claim_uncited", "fail", "a claim that needs a citation has none"),
        ("claims_cited", "pass", "every claim that needs a citation has one"),
        ("quote_elided", "pass", "the quote's parts stand in the cited place in their order"),
        ("quote_relaid", "unavailable", "the quote differs only by the hyphens where lines end"),
        ("source_mismatch", "fail", "the cited context comes from another source"),
        ("source_unstated", "unavailable", "the context does not say which source it is from"),
        ("element_unknown", "unavailable", "the context does not say which element it is"),
        ("marks_unlisted", "unavailable", "where a citation mark leads cannot be told"),
        ("search_limit", "unavailable", "the case asks for more searching than is allowed"),
        ("capability_missing", "unavailable", "the source's parser cannot give what is cited"),
        ("source_unread", "unavailable", "no registry has the source that the locator leads into"),
        ("source_unreadable", "unavailable", "the source's parsed form could not be read"),
        ("source_not_approved", "unavailable", "no version of the cited source is approved"),
        ("text_unavailable", "unavailable", "the registry has no text of the cited place"),
        ("version_unclear", "unavailable", "the approved versions differ, and none is pinned"),
        ("page_missing", "fail", "the source has no such page"),
        ("element_missing", "fail", "the source has no such element"),
        ("element_page_conflict", "fail", "the cited element is not on the cited page"),
        ("table_missing", "fail", "the source has no such table"),
        ("joined", "unavailable", "the quote is joined from neighbouring elements"),
        ("near_name", "unavailable", "the evidence names something similar, not this", "review"),
        ("truncated_support", "unavailable", "the claim rests on a truncated context", "review"),
        (
            "unsupported_negative",
            "unavailable",
            "silence of the sources proves no denial",
            "review",
        ),
        ("conflicting_sources", "unavailable", "the contexts disagree about it", "review"),
        ("quotation_found", "pass", "the words that the answer quotes stand in a context"),
        ("quotation_not_found", "unavailable", "quoted words that stand in no context", "review"),
    ),
    *_rows(
        "contract",
        ("conforms", "pass", "the answer conforms to its schema"),
        ("fenced", "pass", "the answer conforms; it stands in a code fence"),
        ("not_json", "fail", "the answer is not JSON"),
        ("schema_violation", "fail", "the answer breaks its schema"),
        ("schema_invalid", "unavailable", "the schema itself is broken"),
        (
            "schema_remote",
            "unavailable",
            "the schema refers to another place, which is not fetched",
        ),
        ("schema_endless", "unavailable", "the schema never comes to an end"),
        ("too_deep", "fail", "the answer is nested too deeply to be read"),
        ("pattern_refused", "unavailable", "a pattern of the schema could run without end"),
    ),
    *_rows(
        "numbers",
        ("traced", "pass", "the number stands in a context"),
        ("rounded", "pass", "a context's number, rounded to the digits shown"),
        ("bound", "pass", "a true bound of a context's number"),
        ("allowed", "pass", "the case allows this number"),
        ("counted", "pass", "the number of items listed"),
        ("denied", "pass", "the number is denied, not asserted"),
        ("no_context", "unavailable", "the case has no context to trace numbers to"),
        ("untraced", "fail", "the number stands in no context"),
        ("scale_mismatch", "fail", "the contexts have another scale (million, billion …)"),
        ("sign_mismatch", "fail", "the contexts have the other sign"),
        ("bound_mismatch", "fail", "more, or less, than the contexts have, or the other bound"),
        ("unit_mismatch", "fail", "the contexts have another unit"),
        ("currency_mismatch", "fail", "the contexts have another currency"),
        ("percent_mismatch", "fail", "percent, points and plain numbers are mixed up"),
        ("question_only", "fail", "the number stands in the question alone, which proves nothing"),
        (
            "derivation_unchecked",
            "unavailable",
            "perhaps calculated; that is not checked",
            "review",
        ),
        (
            "conversion_unchecked",
            "unavailable",
            "whether it is a conversion the digits or words do not tell",
            "review",
        ),
        ("ordinal_unchecked", "unavailable", "no context has the ordinal; not checked", "review"),
        (
            "reference_unchecked",
            "unavailable",
            "a part of a document that no context speaks of",
            "review",
        ),
        ("entity_mismatch", "fail", "the number belongs to something else", "review"),
        ("search_limit", "unavailable", "the case asks for more searching than is allowed"),
        ("derived", "pass", "the number follows from the contexts' numbers by a stated operation"),
    ),
    *_rows(
        "calculations",
        ("recomputed", "pass", "the stated result recomputes"),
        ("wrong_result", "fail", "the stated result is not what its operands give"),
        ("claimed_missing", "fail", "the declared result does not stand in the answer"),
        ("formula_unreadable", "unavailable", "the declared formula cannot be evaluated"),
        ("value_missing", "unavailable", "the formula names a value that is not given"),
        ("operands_unclear", "unavailable", "which numbers the result is made of is not clear"),
        ("source_inconsistent", "fail", "the source's own total does not recompute", "review"),
    ),
    *_rows(
        "dates",
        ("traced", "pass", "the date stands in a context"),
        ("derived", "pass", "the date follows from the contexts' dates and periods"),
        ("denied", "pass", "the date is denied, not asserted"),
        ("untraced", "fail", "the date stands in no context"),
        ("question_only", "fail", "the date stands in the question alone, which proves nothing"),
        ("date_mismatch", "fail", "the contexts give another date for it"),
        ("time_mismatch", "fail", "the contexts give another time or time zone"),
        ("entity_mismatch", "fail", "the date belongs to something else", "review"),
        ("ambiguous_date", "unavailable", "day and month can be read two ways"),
        ("relative_unchecked", "unavailable", "a relative date without an anchor", "review"),
        (
            "derivation_unchecked",
            "unavailable",
            "perhaps counted from a date; that is not checked",
            "review",
        ),
        ("search_limit", "unavailable", "the case asks for more searching than is allowed"),
        ("no_context", "unavailable", "the case has no context to trace dates to"),
        ("in_force", "pass", "the source was in force on the transaction date"),
        ("not_in_force", "fail", "the source was not in force on the transaction date"),
        ("range_unreadable", "unavailable", "a date of the effective range cannot be read"),
        ("no_registry", "unavailable", "no source registry was given", "review"),
        ("source_unlisted", "unavailable", "the registry has no approved version of the source"),
    ),
    *_rows(
        "facts",
        ("fact_present", "pass", "the expected fact stands in the answer"),
        ("fact_optional_missing", "pass", "an optional fact is missing"),
        ("fact_missing", "fail", "a required fact is missing"),
        ("fact_negated", "fail", "the answer denies the required fact"),
    ),
    *_rows(
        "abstention",
        ("answered", "pass", "the question can be answered and the answer does"),
        ("abstained", "pass", "nothing to answer from, and the answer says so and no more"),
        ("refusal", "pass", "nothing to answer from, and the answer is a bare refusal"),
        ("bare", "pass", "the answer is an abstention word for word, with nothing beside it"),
        ("empty_answer", "fail", "the answer is empty"),
        ("over_abstained", "fail", "the question can be answered, the answer abstains", "review"),
        ("answered_anyway", "fail", "nothing to answer from, and the answer answers"),
        ("asserts_beside", "fail", "the answer abstains and asserts something beside it"),
    ),
)

_BY_KEY: Final[dict[tuple[str, str], Code]] = {(row.gate, row.code): row for row in CODES}

_OUTCOMES: Final[dict[tuple[str, str], Outcome]] = {
    key: row.outcome for key, row in _BY_KEY.items()
}


def lookup(gate: Gate, code: str) -> Code:
    """The row of a code, or KeyError: nothing may be reported that the table does not know."""
    return _BY_KEY[gate, code]


def finding(
    gate: Gate,
    code: str,
    message: str,
    *,
    check: str,
    verifier: str,
    claim_id: str | None = None,
    citation_id: str | None = None,
    expected: Place | None = None,
    observed: Place | None = None,
) -> Check:
    """A check of `gate` with the outcome that the table gives `code`.

    `check` is the rule's name without the gate ("traced" → `numbers.traced`).
    """
    return made(
        Check,
        {
            "check": f"{gate}.{check}",
            "outcome": _OUTCOMES[gate, code],
            "code": code,
            "message": message,
            "verifier": verifier,
            "claim_id": claim_id,
            "citation_id": citation_id,
            "expected": expected,
            "observed": observed,
        },
    )

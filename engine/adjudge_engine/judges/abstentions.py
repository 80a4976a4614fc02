"""Why a judge gives no verdict: the one table of abstention codes.

An abstention is never a score. `docs/judges.md` is this table in prose.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

#: `material`: nothing to judge. `own`: the judge's word. `evidence`, `disagreement`: its word does
#: not hold. `reply`, `call`: it could not be read, or not be had. `rule`: it may not be asked.
Kind = Literal["material", "own", "evidence", "disagreement", "reply", "call", "rule"]


class AbstentionCode(NamedTuple):
    """One reason. `again`: asking again, unchanged, may end otherwise, so it is never cached."""

    code: str
    kind: Kind
    meaning: str
    again: bool = False


ABSTENTIONS: Final[tuple[AbstentionCode, ...]] = (
    AbstentionCode("no_judge", "rule", "no judge was asked"),
    AbstentionCode("criterion", "rule", "the judge does not know the criterion"),
    AbstentionCode("no_question", "material", "the case has no question"),
    AbstentionCode("no_context", "material", "the case has no context to read"),
    AbstentionCode("no_answer", "material", "the case has no answer to judge"),
    AbstentionCode("no_claims", "material", "the answer makes no claim"),
    AbstentionCode("no_reference", "material", "the case gives nothing to compare with"),
    AbstentionCode("language", "material", "the judge does not know the language"),
    AbstentionCode("too_long", "material", "the case is longer than the model can read"),
    AbstentionCode("unsure", "own", "the judge is unsure about a claim"),
    AbstentionCode("declined", "own", "the judge says that it cannot tell"),
    AbstentionCode("quote_not_found", "evidence", "a quote that a verdict rests on is not there"),
    AbstentionCode("quote_unrelated", "evidence", "a quote has nothing to do with its claim"),
    AbstentionCode("unstable", "disagreement", "repeated runs do not agree"),
    AbstentionCode("split_panel", "disagreement", "the judges of a panel do not agree"),
    AbstentionCode("order_contradiction", "disagreement", "the order of the answers decides"),
    AbstentionCode("no_quorum", "disagreement", "too few judges of a panel give a verdict"),
    AbstentionCode("one_order", "evidence", "two answers were compared in one order only"),
    AbstentionCode("self_preference", "rule", "judge and generator are of one model family"),
    AbstentionCode("malformed", "reply", "the reply cannot be read, repaired once", True),
    AbstentionCode("empty", "reply", "the reply is empty", True),
    AbstentionCode("truncated", "reply", "the reply was cut off at its length limit", True),
    AbstentionCode("refused", "reply", "the model or its provider refuses", True),
    AbstentionCode("timeout", "call", "no reply within the time allowed", True),
    AbstentionCode("rate_limited", "call", "the provider's rate limit outlasted the time", True),
    AbstentionCode("provider_error", "call", "the provider failed", True),
    AbstentionCode("unauthorised", "call", "the provider does not accept the key", True),
    AbstentionCode("over_budget", "rule", "the run's budget is spent", True),
    AbstentionCode("local_only", "rule", "only judges on this machine may be asked"),
    AbstentionCode("not_approved", "rule", "the provider is not among the approved ones"),
    AbstentionCode("not_redacted", "rule", "the text could not be searched for what is private"),
    AbstentionCode("not_recorded", "material", "no judgment of that name was recorded"),
    AbstentionCode("unreadable_record", "reply", "the recorded judgment cannot be read"),
    AbstentionCode("judge_failed", "call", "the judge broke; the run went on", True),
)

BY_CODE: Final[dict[str, AbstentionCode]] = {one.code: one for one in ABSTENTIONS}

#: Codes after which asking again, unchanged, may end otherwise.
AGAIN: Final[frozenset[str]] = frozenset(one.code for one in ABSTENTIONS if one.again)

#: Codes of replies that came and could not be used: the parse failures of a run.
UNREADABLE: Final[frozenset[str]] = frozenset({"malformed", "empty", "truncated"})

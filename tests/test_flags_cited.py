"""Review flags on claims that are cited: past the cut of a text, and "no … on …"."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.flagging.cut_support import check_cut_support
from adjudge_engine.gates.flagging.silent_denials import check_silent_denials
from adjudge_engine.subject import Subject


def _subject(answer: str, context: str, *, truncated: bool = False) -> Subject:
    return Subject(
        Case.model_validate(
            {
                "id": "x",
                "answer": answer,
                "contexts": [{"id": "c1", "text": context, "truncated": truncated}],
                "citations": [{"id": "k1", "claim": answer, "context_id": "c1"}],
            }
        )
    )


@pytest.mark.parametrize(
    ("answer", "context", "flagged"),
    [
        ("Keys are returned by noon on Friday unless the gate is shut.",
         "Keys are returned by noon on Friday unless", True),
        ("Der Schlüssel liegt ab Freitag mittags im Kasten.",
         "Der Schlüssel liegt ab Freitag mittags im", True),
        ("Keys are returned by noon on Friday.",
         "Keys are returned by noon on Friday unless", False),
        ("Keys are usually returned by noon on Friday.",
         "Keys are returned by noon on Friday. Gates are", False),
    ],
)  # fmt: skip
def test_a_cited_claim_that_goes_on_past_the_cut(answer: str, context: str, flagged: bool) -> None:
    assert bool(check_cut_support(_subject(answer, context, truncated=True))) is flagged


@pytest.mark.parametrize(
    ("answer", "context", "flagged"),
    [
        ("There is no ceiling on rewards.", "Rewards are handed out in spring.", True),
        ("There is no ceiling on rewards.", "Rewards are unlimited.", False),
        ("There is no ceiling on rewards.", "The ceiling on rewards was lifted.", False),
        ("この保険は盗難を補償しません。", "この保険は火災を補償します。", True),
        ("この保険は盗難を補償しません。", "盗難は補償の対象外です。", False),
    ],
)
def test_what_is_denied_of_something_known(answer: str, context: str, flagged: bool) -> None:
    assert bool(check_silent_denials(_subject(answer, context))) is flagged

"""Redaction leaves real answers alone: a figure taken for a phone number spoils the reading."""

from __future__ import annotations

import json
from collections import Counter

from shared_data import SHARED, needs_shared

from adjudge_engine.privacy.redaction import RedactionSettings, Redactor

#: Share of real answers in which each kind may be found: they hold phone numbers, and no cards.
MOST = {"PHONE": 0.002, "EMAIL": 0.001, "CARD": 0.0, "IBAN": 0.0}


@needs_shared
def test_hardly_any_real_answer_is_touched() -> None:
    redactor = Redactor(RedactionSettings())
    answers, touched = 0, Counter[str]()
    for path in sorted((SHARED / "items").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[::3]:
            answer = json.loads(line).get("answer")
            if isinstance(answer, str) and answer:
                answers += 1
                touched.update({kind for _, _, kind, _ in redactor.find(answer)})
                session = redactor.session()
                assert session.restore(session.redact(answer)) == answer
    assert answers > 1_000
    for kind, most in MOST.items():
        assert touched[kind] <= most * answers, (kind, touched[kind], answers)

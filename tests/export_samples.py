"""Golden rows for the tests of the exports: small ones, and hostile ones from hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.case import Case, case_hash
from adjudge_queue.golden_sets.golden_rows import group_of

ANSWER = "The pump 🛠 weighs 12 kg. It is blue."
CLAIMS = (
    {"id": "k-weight", "start": 0, "end": 24, "proved": False},
    {"id": "k-blue", "start": 25, "end": 36, "proved": True},
)
UNFAITHFUL: dict[str, Any] = {
    "criterion": "faithfulness",
    "value": "unfaithful",
    "claims": [
        {
            "claim_id": "k-weight",
            "start": 0,
            "end": 24,
            "text": ANSWER[:24],
            "verdict": "contradicted",
        }
    ],
    "missing": ["the colour"],
    "corrected_answer": "The pump weighs 21 kg.",
    "note": "see page 3",
    "by": "ann",
    "at": "2026-03-01T09:30:00.000000Z",
}
JUDGED: dict[str, Any] = {
    "criterion": "faithfulness",
    "judge": "local",
    "fingerprint": "sha256:judge",
    "score": 1.0,
    "strict": 1.0,
    "claims": [
        {"claim_id": "k-weight", "verdict": "supported"},
        {"claim_id": "k-blue", "verdict": "supported"},
    ],
}


def golden_row(
    case_id: str = "pump-1",
    *,
    labels: list[dict[str, Any]] | None = None,
    judged: list[dict[str, Any]] | None = None,
    told: dict[str, Any] | None = None,
    **case: Any,
) -> dict[str, Any]:
    """One golden row as a queue freezes it; what is given replaces parts of the case."""
    content: dict[str, Any] = {
        "id": case_id,
        "question": "What does the pump weigh?",
        "answer": ANSWER,
        "contexts": [{"id": "c1", "text": "The pump weighs 21 kg.", "source_id": "manual"}],
        "tags": ["pumps"],
    } | case
    group = group_of(content)
    golden = {
        "name": "pumps",
        "version": 2,
        "split": split_of(group),
        "group": group,
        "item": 7,
        "case_hash": case_hash(Case.model_validate(content)),
        "reviewers": ["ann"],
        "events": [12],
        "inclusion_probability": 0.05,
        "claims": [dict(one) for one in CLAIMS],
        "judged": [JUDGED] if judged is None else judged,
    }
    metadata = content.get("metadata", {}) | {"golden": golden | (told or {})}
    return content | {"labels": labels or [UNFAITHFUL], "metadata": metadata}


#: Text that formulas, templates, terminals and encodings trip over.
hostile = st.one_of(
    st.text(max_size=12),
    st.text("='+-@\t\r\n,\"＝", max_size=6),
    st.text("{%#}\u2060 e", max_size=8),
    st.sampled_from(
        ["=1+1", "file:///etc/passwd", "{{ env.KEY }}", "\ud800", "\0", "\u202e", "-1"]
    ),
)
values = st.one_of(
    st.sampled_from(["faithful", "unfaithful"]),
    hostile.filter(lambda text: text.strip() != ""),
    st.integers(-5, 5),
    st.floats(-5, 5),
)


@st.composite
def golden_rows(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A few rows with different ids and hostile text everywhere."""
    ids = draw(st.lists(hostile, min_size=1, max_size=3, unique=True))
    found = []
    for case_id in ids:
        labels = [
            {"criterion": criterion, "value": draw(values), "by": draw(hostile)}
            for criterion in draw(st.lists(hostile, min_size=1, max_size=2, unique=True))
        ]
        found.append(
            golden_row(
                case_id,
                question=draw(st.none() | hostile),
                answer=draw(hostile),
                contexts=[{"id": "c", "text": draw(hostile), "source_id": draw(hostile)}],
                labels=labels,
                judged=draw(st.sampled_from([[], [JUDGED]])),
                told={"claims": []},
                metadata={"kept": draw(st.floats(allow_nan=False, allow_infinity=False))},
            )
        )
    return found

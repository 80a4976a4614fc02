"""The assertion: an answer holds against its passages, or the test says what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudge_engine.case import Case
from adjudge_engine.integrations.grounding import Checked, case_of, check_case
from adjudge_engine.integrations.wording import visible
from adjudge_engine.testing.settings import in_use

if TYPE_CHECKING:
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.policy import Policy
    from adjudge_engine.registry import Registry


class NotGrounded(AssertionError):
    """What speaks against an answer, as text; `checked` has it for programs."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(_told(checked))
        self.checked = checked


def check_grounded(
    answer: str | Case,
    contexts: Iterable[str | Mapping[str, Any]] = (),
    *,
    policy: Policy | None = None,
    sources: Registry | None = None,
    judges: Sequence[Judge] | None = None,
    gates: Iterable[str] | None = None,
    allow_review: bool | None = None,
    **more: Any,
) -> Checked:
    """As `assert_grounded`, but returns the outcome, whatever it is."""
    case = answer if isinstance(answer, Case) else case_of(answer, contexts, **more)
    if isinstance(answer, Case) and (more or contexts):
        raise TypeError("a case has its contexts and all else already")
    usual = in_use()
    return check_case(
        case,
        policy=policy or usual.load_policy(),
        sources=sources or usual.load_sources(),
        judges=usual.make_judges() if judges is None else judges,
        gates=usual.gates if gates is None else gates,
        allow_review=usual.allow_review if allow_review is None else allow_review,
    )


def assert_grounded(
    answer: str | Case,
    contexts: Iterable[str | Mapping[str, Any]] = (),
    *,
    question: str | None = None,
    facts: Iterable[str | Mapping[str, Any]] = (),
    citations: Iterable[Mapping[str, Any]] = (),
    gates: Iterable[str] | None = None,
    allow_review: bool | None = None,
    policy: Policy | None = None,
    sources: Registry | None = None,
    judges: Sequence[Judge] | None = None,
    **more: Any,
) -> Checked:
    """Fail unless nothing speaks against an answer: an answer with its contexts, or a `Case`.

    `contexts`: texts, or objects with `id`, `text`, `page` …; `facts` have to be in the answer;
    `citations` and `more` as in a case file. `gates` names those that count; left out, all of the
    policy's count, and each claim needs a passage that backs it. `allow_review` lets pass what
    the policy would show to a person rather than block. Policy, sources and judges are else those
    of the suite; judges read what code cannot check, and without one nobody does. Returns what
    was found. Raises NotGrounded, which is an AssertionError, and InputError for what is no case.
    """
    __tracebackhide__ = True
    told: dict[str, Any] = dict(more)
    told |= {
        name: value
        for name, value in (("question", question), ("facts", facts), ("citations", citations))
        if value
    }
    checked = check_grounded(
        answer,
        contexts,
        policy=policy,
        sources=sources,
        judges=judges,
        gates=gates,
        allow_review=allow_review,
        **told,
    )
    if not checked.passed:
        raise NotGrounded(checked)
    return checked


def _told(checked: Checked) -> str:
    case, count = checked.case, len(checked.against)
    head = f"{count} finding{'' if count == 1 else 's'} against the answer of {visible(case.id)}"
    lines = [head]
    if case.question:
        lines.append(f"question: {visible(case.question)}")
    lines.append(f"answer: {visible(case.answer or '(none)')}")
    return "\n".join([*lines, checked.explain()])

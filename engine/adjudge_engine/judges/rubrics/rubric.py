"""A rubric: what a judge is asked about one criterion, and the labels it answers with."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final, Literal

from pydantic import Field, field_validator, model_validator

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.models import Frozen

Kind = Literal["claims", "scale", "coverage", "pairwise", "context"]
Need = Literal["question", "contexts", "reference", "criteria", "answer"]

#: What the labels of each kind may stand for; scales have whole numbers, and `unsure`.
VERDICTS: Final[dict[str, tuple[str, ...]]] = {
    "claims": ("supported", "partial", "not_mentioned", "contradicted", "unsure"),
    "coverage": ("full", "partial", "none", "unsure"),
    "pairwise": ("A", "B", "tie", "unsure"),
    "scale": ("unsure",),
    "context": ("unsure",),
}
#: What a kind cannot do without, whatever the file says.
_ALWAYS: Final[dict[str, tuple[Need, ...]]] = {
    "claims": ("answer", "contexts"),
    "coverage": ("answer", "criteria"),
    "pairwise": (),
    "scale": (),
    "context": ("question", "contexts"),
}
_CODE: Final = re.compile(r"[A-Za-z0-9_]{1,16}")


class RubricError(JudgeError):
    """A rubric that is missing or says something that cannot be followed."""


class Label(Frozen):
    """One answer a judge may give: its code in the reply, and what it stands for.

    `verdict` in words, or `value` on a scale. `quote`: it counts only with words that stand where
    they should: in a context, or, for what an answer covers, in the answer.
    """

    code: str
    verdict: str | None = None
    value: int | None = Field(default=None, strict=True)
    meaning: str = Field(min_length=1, max_length=1_000)
    quote: bool = False

    @field_validator("code")
    @classmethod
    def _plain(cls, code: str) -> str:
        if _CODE.fullmatch(code) is None:
            raise ValueError("must be 1 to 16 Latin letters, digits or underscores")
        return code

    @model_validator(mode="after")
    def _one_sense(self) -> Label:
        if (self.verdict is None) == (self.value is None):
            raise ValueError("needs either a verdict or a value")
        return self


class Rubric(Frozen):
    """One version of a rubric.

    `needs` must be in the case, else the judge abstains; `uses` is shown where the case has it.
    The judge sees nothing else. `entity`: the judge says apart, for each claim, whether its quote
    is about the same thing. `extra`: it may name statements of the answer that no claim holds. On
    scales a value from `passes_from` on is enough.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")
    version: str = Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z._-]{0,31}$")
    criterion: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")
    kind: Kind
    needs: tuple[Need, ...] = ("answer",)
    uses: tuple[Need, ...] = ()
    entity: bool = False
    extra: bool = False
    labels: tuple[Label, ...] = Field(min_length=2, max_length=64)
    scale_min: int | None = Field(default=None, strict=True)
    scale_max: int | None = Field(default=None, strict=True)
    passes_from: int | None = Field(default=None, strict=True)
    instructions: str = Field(min_length=20, max_length=20_000)

    @model_validator(mode="after")
    def _fits_together(self) -> Rubric:
        for problem in (
            self._missing_need(),
            self._wrong_label(),
            self._wrong_scale(),
            "entity and extra: only rubrics of the kind claims have them"
            if (self.entity or self.extra) and self.kind != "claims"
            else None,
        ):
            if problem:
                raise ValueError(problem)
        return self

    def _missing_need(self) -> str | None:
        lost = [need for need in _ALWAYS[self.kind] if need not in self.needs]
        if lost:
            return f"needs: a rubric of the kind {self.kind} needs {' and '.join(lost)}"
        if self.kind == "pairwise" and "answer" in self.needs:
            return "needs: a comparison has two answers; leave out answer"
        return None

    def _wrong_label(self) -> str | None:
        allowed, scaled = VERDICTS[self.kind], self.kind in ("scale", "context")
        codes = [label.code.casefold() for label in self.labels]
        senses = [label.verdict if label.value is None else label.value for label in self.labels]
        if len(set(codes)) < len(codes):
            return "labels: a code is given twice (upper and lower case count as the same)"
        if len(set(senses)) < len(senses):
            return "labels: two labels stand for the same"
        for label in self.labels:
            if label.value is not None and not scaled:
                return f"labels: {label.code} has a value, but {self.kind} has no scale"
            if label.verdict is not None and label.verdict not in allowed:
                return f"labels: {label.code} must stand for one of {', '.join(allowed)}"
            others = {one.verdict for one in self.labels if one is not label and one.verdict}
            if label.code.casefold() in {one.casefold() for one in others}:
                return f"labels: the code {label.code} is what another label stands for"
        lost = [one for one in allowed if one not in senses]
        return f"labels: none stands for {', '.join(lost)}" if lost else None

    def _wrong_scale(self) -> str | None:
        given = self.scale_min, self.scale_max, self.passes_from
        if self.kind not in ("scale", "context"):
            return None if given == (None, None, None) else f"scale: {self.kind} has no scale"
        low, high, enough = given
        if low is None or high is None or enough is None:
            return "scale: min, max and passes_from are needed"
        if not low < enough <= high or high - low > 60:
            return "scale: must have min < passes_from <= max, and at most 61 values"
        values = sorted(label.value for label in self.labels if label.value is not None)
        if values != list(range(low, high + 1)):
            return f"labels: must give every value from {low} to {high} its meaning"
        return None

    def shows(self, need: Need) -> bool:
        """Whether the judge is shown that part of a case."""
        return need in self.needs or need in self.uses

    @property
    def unsure(self) -> Label:
        """The label by which the judge says that it cannot tell."""
        return next(label for label in self.labels if label.verdict == "unsure")

    @cached_property
    def hash(self) -> str:
        """`sha256:…` over everything that can change a verdict: all that the model is told, the
        shape it must answer in, how the reply is read, how a quote is found."""
        from adjudge_engine.judges.harmless import HARMLESS
        from adjudge_engine.judges.quotes import QUOTES
        from adjudge_engine.judges.rubrics.reply import REPLY
        from adjudge_engine.judges.rubrics.shapes import schema_of
        from adjudge_engine.judges.rubrics.static import TEMPLATE, static_text
        from adjudge_engine.judges.rubrics.verdicts import VERDICTS_VERSION

        said = self.model_dump(mode="json", exclude={"name", "version"})
        parts = [HARMLESS, QUOTES, REPLY, TEMPLATE, VERDICTS_VERSION]
        told = {"system": static_text(self), "schema": schema_of(self)}
        return canonical_hash({"rubric": said, "parts": parts, "told": told})

    @property
    def stamp(self) -> str:
        """`name/version#` and the first 16 digits of the hash, as judgments carry it."""
        return f"{self.name}/{self.version}#{self.hash.removeprefix('sha256:')[:16]}"

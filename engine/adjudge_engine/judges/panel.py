"""A panel: several judges on the same request. What they agree on counts, the rest goes to people.

A claim's verdict counts if all members that give one agree and at least two do (`unanimity`), or
if more than half of all members hold it (`majority`). All else is `unsure`, with who said what.
Each member's own word, without its quotes, stands in `parameters["members"]`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

from pydantic import JsonValue

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import (
    Judge,
    JudgeRequest,
    RecordReader,
    abstained,
    as_shown_to,
    criteria_of,
    faithfulness,
    judged,
    withheld,
)
from adjudge_engine.judges.folding import (
    Quorum,
    Voice,
    against_whole,
    extra_of,
    fold_claims,
    fold_values,
    least_of,
    missing_of,
    speaks,
    summary_of,
    without_fault,
)
from adjudge_engine.judges.preference import fold_preferences
from adjudge_engine.judges.running import CONCURRENCY, broken, wait_for
from adjudge_engine.judges.usage import side_by_side
from adjudge_engine.judges.wrapping import Wrapping
from adjudge_engine.vocabulary import PREFERENCE

QuorumName = Literal["unanimity", "majority"]


class PanelJudge:
    """Asks all members side by side and gives one judgment.

    Raises JudgeError for fewer than two members, two of one name, or no criterion that two know.
    A criterion that fewer than two members know is not judged.
    """

    def __init__(
        self, name: str, members: Sequence[Judge], *, quorum: QuorumName = "unanimity"
    ) -> None:
        names = [member.name for member in members]
        if len(names) < 2:
            raise JudgeError(f"the panel {name} has {len(names)} members", "name at least two")
        known = [(member.name, criterion) for member in members for criterion in member.criteria]
        if len(set(known)) < len(known):
            raise JudgeError(f"two members of the panel {name} have one name", "rename one")
        _refuse_twice(name, members)
        self.name = name
        self.members = tuple(members)
        self.quorum: QuorumName = quorum
        self.criteria = self._shared([member.criteria for member in members])
        if not self.criteria:
            raise JudgeError(
                f"no two members of the panel {name} judge the same criterion",
                "name members that share one",
            )

    @property
    def remote(self) -> bool:
        """Whether any member sends text away."""
        return any(member.remote for member in self.members)

    @property
    def concurrency(self) -> int:
        """Requests under way at once: as many as the most patient member takes."""
        return max(int(getattr(one, "concurrency", CONCURRENCY)) for one in self.members)

    def criteria_of(self, recorded: Sequence[Judgment]) -> tuple[str, ...]:
        """What two members know, counting what the case itself carries judgments on."""
        return self._shared([criteria_of(member, recorded) for member in self.members])

    def fingerprint(self, criterion: str) -> str:
        """Changes with the quorum, the members and whatever changes theirs."""
        return canonical_hash(
            {
                "judge": "panel/2",
                "quorum": self.quorum,
                "members": [[one.name, one.fingerprint(criterion)] for one in self._on(criterion)],
            }
        )

    def judge(self, request: JudgeRequest) -> Judgment:
        """The panel's judgment, waited for. Not from within an event loop."""
        return wait_for(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The panel's judgment: every member is asked, side by side."""
        members = self._on(request.criterion)
        if len(members) < 2:
            message = f"fewer than two members of the panel judge {request.criterion}"
            return abstained(self, request.criterion, "criterion", message)
        said = await asyncio.gather(
            *(_word_of(member, as_shown_to(member, request)) for member in members)
        )
        voices = [Voice(one.name, word) for one, word in zip(members, said, strict=True)]
        folded = fold_panel(self, request, voices, self.quorum)
        return folded.model_copy(update={"fingerprint": self._stamp(members, voices, request)})

    def _stamp(
        self, members: Sequence[Judge], voices: Sequence[Voice], request: JudgeRequest
    ) -> str:
        """The panel's fingerprint; with that of each record that a member passes on, if any does.

        Whose records they are is not for the panel's name to say: those of other models, rubrics
        or files under the same name have earned nothing.
        """
        passed = [
            [voice.name, voice.judgment.fingerprint if speaks(voice.judgment) else None]
            for one, voice in zip(members, voices, strict=True)
            if reads_records(one)
        ]
        own = self.fingerprint(request.criterion)
        said = {"judge": "panel/1", "panel": own, "records": passed}
        return canonical_hash(said) if passed else own

    def _on(self, criterion: str) -> tuple[Judge, ...]:
        return tuple(
            one
            for one in self.members
            if criterion in one.criteria or isinstance(one, RecordReader)
        )

    @staticmethod
    def _shared(known: Sequence[Sequence[str]]) -> tuple[str, ...]:
        every = dict.fromkeys(criterion for criteria in known for criterion in criteria)
        return tuple(one for one in every if sum(one in criteria for criteria in known) > 1)


def reads_records(judge: Judge) -> bool:
    """Whether anything that the judge says may rest on records."""
    if isinstance(judge, PanelJudge):
        return any(map(reads_records, judge.members))
    if isinstance(judge, Wrapping):
        return reads_records(judge.inner)
    return isinstance(judge, RecordReader)


def _refuse_twice(name: str, members: Sequence[Judge]) -> None:
    """JudgeError where one judge would speak with two voices: under two names, or once more in a
    panel that is itself a member. It would agree with itself."""
    seen: dict[tuple[str, str], str] = {}
    left = list(members)
    while left:
        one = left.pop(0)
        if isinstance(one, PanelJudge):
            left += one.members
            continue
        for criterion in one.criteria:
            stamp = criterion, one.fingerprint(criterion)
            if stamp in seen:
                who = seen[stamp] if seen[stamp] == one.name else f"{seen[stamp]} as {one.name}"
                raise JudgeError(
                    f"the panel {name} would hear {who} twice", "take one of the two out"
                )
            seen[stamp] = one.name


async def _word_of(member: Judge, request: JudgeRequest) -> Judgment:
    try:
        return await judged(member, request)
    except Exception as error:  # one member's defect must not silence the others
        return broken(member, request.criterion, error)


def fold_panel(
    judge: Judge, request: JudgeRequest, voices: Sequence[Voice], quorum: QuorumName = "unanimity"
) -> Judgment:
    """One judgment, by `judge`, of what several judges say on the request."""
    speaking = [voice for voice in voices if speaks(voice.judgment)]
    needed = 2 if quorum == "unanimity" else max(2, len(voices) // 2 + 1)
    rule = Quorum(needed, quorum == "unanimity")
    if len(speaking) < needed:
        folded = _too_few(judge, request.criterion, voices, len(speaking), needed)
    elif request.criterion == PREFERENCE:
        folded = fold_preferences(judge, speaking, rule)
    else:
        folded = _fold(judge, request, speaking, rule)
    members: list[JsonValue] = [summary_of(voice, request.claims) for voice in voices]
    judgments = [voice.judgment for voice in voices]
    return folded.model_copy(
        update={
            "usage": side_by_side(one.usage for one in judgments),
            "parameters": folded.parameters | {"quorum": quorum, "members": members},
        }
    )


def _too_few(
    judge: Judge, criterion: str, voices: Sequence[Voice], speaking: int, needed: int
) -> Judgment:
    """An abstention: with the members' reason where it is one and the same."""
    given = [voice.judgment.abstention for voice in voices]
    codes = {one.code if one is not None else None for one in given}
    if len(codes) == 1 and given[0] is not None:
        return abstained(judge, criterion, given[0].code, given[0].message)
    why = "; ".join(
        f"{voice.name}: {one.code}" for voice, one in zip(voices, given, strict=True) if one
    )
    message = f"{speaking} of {len(voices)} members give a verdict, {needed} are needed"
    return abstained(judge, criterion, "no_quorum", f"{message} ({why})" if why else message)


def _fold(judge: Judge, request: JudgeRequest, voices: Sequence[Voice], rule: Quorum) -> Judgment:
    """Claim by claim where enough members go by claims, else by their word on the whole."""
    claimed = [voice for voice in voices if voice.judgment.claims]
    by_claims = request.criterion == "faithfulness" and len(claimed) >= rule.needed
    folded = (
        _by_claims(judge, request, claimed, voices, rule)
        if by_claims
        else _by_values(judge, request.criterion, voices, rule)
    )
    judgments = [voice.judgment for voice in voices]
    beside = {"missing": missing_of(judgments), "extra_claims": extra_of(judgments)}
    return without_fault(folded.model_copy(update=beside))


def _by_claims(
    judge: Judge,
    request: JudgeRequest,
    claimed: Sequence[Voice],
    voices: Sequence[Voice],
    rule: Quorum,
) -> Judgment:
    verdicts, disputed = fold_claims(claimed, request.claims, rule)
    names = ", ".join(voice.name for voice in voices)
    folded = faithfulness(judge, verdicts, rationale=f"what {names} agree on")
    if folded.strict is None and disputed:
        message = f"the members do not agree on {disputed} of {len(verdicts)} claims"
        return withheld(folded, "split_panel", message)
    against = [one.name for one in voices if _sees_otherwise(one.judgment, folded)]
    if folded.strict is not None and rule.unanimous and against:
        message = f"{', '.join(against)} see the whole answer otherwise"
        return withheld(folded, "split_panel", message)
    return folded


def _sees_otherwise(judgment: Judgment, folded: Judgment) -> bool:
    """Whether a word on the whole answer, with no claim to go by, is another."""
    if judgment.claims and not against_whole(judgment):
        return False
    return judgment.strict is not None and judgment.strict != folded.strict


def _by_values(judge: Judge, criterion: str, voices: Sequence[Voice], rule: Quorum) -> Judgment:
    folded = fold_values(voices, rule)
    judgments = [voice.judgment for voice in voices]
    out = Judgment(
        criterion=criterion,
        judge=judge.name,
        fingerprint=judge.fingerprint(criterion),
        value=folded.lowest.value,
        score=least_of(judgments, "score"),
        strict=folded.strict,
        not_contradicted=least_of(judgments, "not_contradicted"),
        rationale=folded.lowest.rationale,
    )
    if not folded.split:
        return out
    said = "; ".join(
        f"{voice.name}: {voice.judgment.strict:g}"
        for voice in voices
        if voice.judgment.strict is not None
    )
    return withheld(out, "split_panel", f"the members do not agree ({said})")

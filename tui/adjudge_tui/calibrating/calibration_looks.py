"""Writing down that the desk has shown a judge's figures on held-out labels.

As `adjudge calibrate` and `adjudge admit --dry-run` do: whoever measures until the figures are good
shall be seen to have.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudge_engine.errors import QueueError
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_engine.calibration.measures.labelled import Compared
    from adjudge_engine.calibration.releasing.looks import LabelSet

#: Where it was seen, as the file of admissions says it: the desk looks at both sides.
_HOW: Final = "desk"


def write_look(db: Path, seen: Compared, labels: LabelSet, by: str, *, recorded: bool) -> None:
    """Enters beside the queue that `by` was shown these figures. QueueError where that cannot be
    done: they are not to be shown then.
    """
    from adjudge_engine.calibration.releasing.admissions import FILE, enter_looks
    from adjudge_engine.calibration.releasing.looks import Look
    from adjudge_tui.cli.judges.looking import now

    look = Look(
        judge=seen.judge,
        criterion=seen.criterion,
        fingerprint=seen.fingerprint,
        reading=seen.reading,
        minimum=seen.minimum,
        labels=labels,
        how=_HOW,
        at=now(),
        by=by,
        recorded=recorded,
    )
    file = db.with_name(FILE)
    try:
        enter_looks(file, [look])
    except OSError as error:
        why = error.strerror or str(error)
        raise QueueError(say("calibration.not_written", file=str(file), why=why), "") from None

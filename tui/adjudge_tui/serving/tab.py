"""The process behind one tab: `python -m adjudge_tui.serving.tab JSON`, started by the server."""

from __future__ import annotations

import sys

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.display import one_line
from adjudge_tui.serving.wanted import Wanted


def show(wanted: Wanted) -> int:
    """The desk, until the tab or the reviewer ends it; the exit code."""
    from adjudge_tui.desk.app import run_review
    from adjudge_tui.desk.reviewers import open_queue, viewer

    where = None
    if wanted.chosen:
        from adjudge_tui.cli.people.choosing import make_filter

        with open_queue(wanted.path, readonly=True) as queue:
            where = make_filter(queue, viewer(queue, wanted.reviewer), wanted.chosen)
    return run_review(
        wanted.path,
        reviewer=wanted.reviewer,
        where=where,
        mouse=wanted.mouse,
        blind=wanted.blind,
        order=wanted.order,
        language=wanted.language,
    )


def main() -> int:
    """Show what the one argument asks for."""
    try:
        return show(Wanted.read(sys.argv[1]))
    except AdjudgeError as error:
        print(one_line(str(error)), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

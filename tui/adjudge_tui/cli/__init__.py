"""The command line: one command, its sub-commands loaded when they are called."""

from __future__ import annotations

from adjudge_tui.cli.lazy import Command, main_group

#: Name → where the command lives and what `adjudge --help` says of it, without loading it.
COMMANDS = {
    "demo": Command("adjudge_tui.cli.demo:demo", "Try it: sample answers, checked and queued."),
    "evaluate": Command(
        "adjudge_tui.cli.evaluate:evaluate", "Check, judge and queue the answers of a file."
    ),
    "review": Command("adjudge_tui.cli.review:review", "Open the review desk."),
    "list": Command("adjudge_tui.cli.listing:list_items", "List the items of the queue."),
    "show": Command("adjudge_tui.cli.show:show", "Show one item whole."),
    "decide": Command("adjudge_tui.cli.decide:decide", "Decide one item."),
    "undo": Command("adjudge_tui.cli.decide:undo", "Take a decision back."),
    "audit": Command("adjudge_tui.cli.audit:audit", "Verify and read the audit trail."),
    "golden": Command("adjudge_tui.cli.golden:golden", "Freeze, list and export golden sets."),
    "calibrate": Command(
        "adjudge_tui.cli.calibrate:calibrate", "Measure a judge against people's labels."
    ),
    "doctor": Command("adjudge_tui.cli.doctor:doctor", "Check the installation and the database."),
}

main = main_group(COMMANDS)

"""The command line: one command, its sub-commands loaded when they are called."""

from __future__ import annotations

from typing import Final

from adjudge_tui.cli.lazy import Command, main_group

_CHECK: Final = "Check answers"
_REVIEW: Final = "Review them"
_LEAD: Final = "Lead a team"
_LEARN: Final = "Learn from decisions"
_UPKEEP: Final = "Look after it"

#: Name → where the command lives, what `adjudge --help` says of it without loading it, its group.
COMMANDS = {
    "demo": Command(
        "adjudge_tui.cli.runs.demo:demo", "Try it: sample answers, checked and queued.", _CHECK
    ),
    "evaluate": Command(
        "adjudge_tui.cli.runs.evaluate:evaluate",
        "Check, judge and queue the answers of a file.",
        _CHECK,
    ),
    "ingest": Command(
        "adjudge_tui.cli.runs.ingest:ingest",
        "Take what shards have evaluated into the queue.",
        _CHECK,
    ),
    "check": Command(
        "adjudge_tui.cli.runs.check:check", "Check answers by the gates alone.", _CHECK
    ),
    "mcp": Command("adjudge_tui.cli.runs.mcp:mcp", "Serve checks and decisions to agents.", _CHECK),
    "review": Command("adjudge_tui.cli.people.review:review", "Open the review desk.", _REVIEW),
    "serve": Command("adjudge_tui.cli.runs.serve:serve", "Show the desk in a browser.", _REVIEW),
    "list": Command(
        "adjudge_tui.cli.people.listing:list_items", "List the items of the queue.", _REVIEW
    ),
    "search": Command(
        "adjudge_tui.cli.people.search:search", "Find items by their words.", _REVIEW
    ),
    "show": Command("adjudge_tui.cli.people.show:show", "Show one item whole.", _REVIEW),
    "decide": Command(
        "adjudge_tui.cli.people.decide:decide", "Decide one item, or put it off.", _REVIEW
    ),
    "undo": Command(
        "adjudge_tui.cli.people.decide:undo", "Take a decision back, also last year's.", _REVIEW
    ),
    "redo": Command("adjudge_tui.cli.people.decide:redo", "Take anew what you took back.", _REVIEW),
    "views": Command("adjudge_tui.cli.people.views:views", "Keep filters under a name.", _REVIEW),
    "team": Command(
        "adjudge_tui.cli.people.team:team", "Say who reviews here, and who you are.", _LEAD
    ),
    "assign": Command("adjudge_tui.cli.people.assign:assign", "Give items to a reviewer.", _LEAD),
    "unassign": Command(
        "adjudge_tui.cli.people.assign:unassign", "Let anybody have given items again.", _LEAD
    ),
    "export": Command(
        "adjudge_tui.cli.people.packets:export", "Give items out as a packet.", _LEAD
    ),
    "import": Command("adjudge_tui.cli.people.packets:import_", "Take a packet in again.", _LEAD),
    "packets": Command(
        "adjudge_tui.cli.people.packets:packets", "List packets, or wait for one no longer.", _LEAD
    ),
    "adjudicate": Command(
        "adjudge_tui.cli.people.adjudicate:adjudicate",
        "Settle what two reviewers differ on.",
        _LEAD,
    ),
    "figures": Command(
        "adjudge_tui.cli.people.figures:figures", "Pace, agreement and drift of reviewers.", _LEAD
    ),
    "audit": Command(
        "adjudge_tui.cli.people.audit:audit", "Verify, read and export the audit trail.", _LEAD
    ),
    "golden": Command(
        "adjudge_tui.cli.people.golden:golden", "Freeze, list and export golden sets.", _LEARN
    ),
    "calibrate": Command(
        "adjudge_tui.cli.judges.calibrate:calibrate",
        "Measure a judge against people's labels.",
        _LEARN,
    ),
    "admit": Command(
        "adjudge_tui.cli.judges.admit:admit", "Let a judge release, if its errors allow it.", _LEARN
    ),
    "thresholds": Command(
        "adjudge_tui.cli.judges.thresholds:thresholds",
        "Find cuts from costs or a guarantee.",
        _LEARN,
    ),
    "compare": Command(
        "adjudge_tui.cli.judges.compare:compare", "Set several judges side by side.", _LEARN
    ),
    "probe": Command(
        "adjudge_tui.cli.judges.probe:probe", "See what moves a judge, and what it catches.", _LEARN
    ),
    "optimize": Command(
        "adjudge_tui.cli.judges.optimize:optimize",
        "Rewrite a judge's rubric until it agrees.",
        _LEARN,
    ),
    "status": Command(
        "adjudge_tui.cli.judges.status:status",
        "Say where it all stands, what to label next.",
        _LEARN,
    ),
    "report": Command(
        "adjudge_tui.cli.judges.report:report", "Write all figures as one HTML file.", _LEARN
    ),
    "gate": Command(
        "adjudge_tui.cli.judges.gate:gate", "Fail in CI where figures dropped beyond noise.", _LEARN
    ),
    "purge": Command("adjudge_tui.cli.upkeep.purge:purge", "Remove texts for good.", _UPKEEP),
    "retention": Command(
        "adjudge_tui.cli.upkeep.purge:retention", "Purge what is older than it may be.", _UPKEEP
    ),
    "backup": Command(
        "adjudge_tui.cli.upkeep.backup:backup", "Copy the queue, also at work.", _UPKEEP
    ),
    "doctor": Command(
        "adjudge_tui.cli.upkeep.doctor:doctor", "Check the installation and the database.", _UPKEEP
    ),
}

main = main_group(COMMANDS)

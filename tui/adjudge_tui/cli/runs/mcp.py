"""`adjudge mcp`: tools for agents over stdio."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from adjudge_tui.cli.common import db_option, viewer_option


@click.command()
@click.option(
    "--policy",
    type=click.Path(path_type=Path),
    help="The release policy (TOML) of check_answer; else the shipped one.",
)
@click.option(
    "--judge",
    "judge_names",
    multiple=True,
    default=("none",),
    show_default="none",
    metavar="NAME",
    help="Who reads what code cannot check: none or local. Nothing leaves this machine.",
)
@viewer_option
@db_option
def mcp(policy: Path | None, judge_names: tuple[str, ...], reviewer: str, db: Path) -> None:
    """Serve three tools to an agent over stdio: check_answer, find_decision, queue_status.

    They only read. What they tell of the queue is what --reviewer may read. It needs the extra
    mcp, and is started by the agent's program, which speaks the Model Context Protocol.

    \b
    adjudge mcp --db team.db --reviewer agent
    """
    from adjudge_engine.judges.registry import make_judges
    from adjudge_engine.judges.shared import Shared
    from adjudge_engine.policy import load_policy
    from adjudge_tui.agents.mcp_server import make_server, serve
    from adjudge_tui.agents.mcp_server_tools import Tools
    from adjudge_tui.desk.reviewers import team_of

    team_of(db).speaker(reviewer)
    judges = make_judges(judge_names, Shared(local_only=True))
    server = make_server(Tools(db, reviewer, load_policy(policy), judges))
    try:
        serve(server)
    finally:
        if sys.stdout.closed:  # by the SDK, when the agent hung up: nobody reads any more
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115

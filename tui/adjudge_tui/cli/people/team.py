"""`adjudge team`: who reviews here, and who I am."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudge_engine.errors import DecisionError
from adjudge_queue.people.team import Member, Team
from adjudge_tui.cli.common import (
    console,
    db_option,
    json_option,
    print_json,
    safe,
    table,
    viewer_option,
)
from adjudge_tui.desk.reviewers import team_of
from adjudge_tui.display import one_line


@click.command()
@viewer_option
@db_option
@json_option
@click.pass_context
def team(ctx: click.Context, reviewer: str, db: Path, as_json: bool) -> None:
    """Say who reviews here, and who you are.

    The team stands in adjudge.toml beside the queue's file (or $ADJUDGE_CONFIG, or the working
    folder's). Who somebody is rests on the account of this system alone. Exits with 1 if you
    are none of the reviewers, or may not speak under the name.

    \b
    adjudge team --reviewer ann
    """
    found = team_of(db)
    problem = None
    try:
        found.speaker(reviewer)
    except DecisionError as error:
        problem = error.message
    if as_json:
        print_json(_as_json(found, reviewer, problem))
    else:
        _print(found, reviewer, problem)
    ctx.exit(1 if problem else 0)


def _as_json(found: Team, reviewer: str, problem: str | None) -> dict[str, Any]:
    members = [
        {
            "name": one.name,
            "role": one.role,
            "groups": _listed(one.groups),
            "expert": _listed(one.expert),
            "account": one.account,
        }
        for one in found.members.values()
    ]
    return {
        "declared": found.declared,
        "members": members,
        "me": reviewer,
        "lead": problem is None and found.member(reviewer).lead,
        "problem": problem,
    }


def _listed(names: frozenset[str] | None) -> list[str] | None:
    return None if names is None else sorted(names)


def _print(found: Team, reviewer: str, problem: str | None) -> None:
    if found.declared:
        out = table("name", "role", "reads", "expert on", "account")
        for one in found.members.values():
            out.add_row(
                safe(one.name),
                one.role,
                safe(_words(one.groups, "no source")),
                safe(_words(one.expert, "nothing")),
                safe(one.account or "any"),
            )
        console().print(out)
    else:
        click.echo("No team is declared: everybody is reviewer, lead and expert.")
    if problem is None:
        click.echo(f"You are {one_line(reviewer)}, {_role(found.member(reviewer))}.")
    else:
        click.echo(f"You cannot be {one_line(reviewer)}: {one_line(problem)}.")


def _role(one: Member) -> str:
    return "a lead" if one.lead else "a reviewer"


def _words(names: frozenset[str] | None, nothing: str) -> str:
    return "everything" if names is None else ", ".join(sorted(names)) or nothing

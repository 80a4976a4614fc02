"""`adjudge golden plant`: known answers among the others, to see how people decide."""

from __future__ import annotations

from pathlib import Path

import click

from adjudge_tui.cli.common import (
    counted,
    db_option,
    golden_reference,
    json_option,
    lead_option,
    print_json,
)
from adjudge_tui.desk.reviewers import open_queue


@click.command()
@click.argument("reference", metavar="NAME[@N]")
@click.option(
    "--count", type=click.IntRange(min=1), default=5, show_default=True, help="At most so many."
)
@click.option("--seed", required=True, help="Draws the rows: the same seed draws the same ones.")
@lead_option
@db_option
@json_option
def plant(reference: str, count: int, seed: str, reviewer: str, db: Path, as_json: bool) -> None:
    """Let rows of a set come again as ordinary items, under ids of the same look. For leads.

    Nothing tells reviewers which they are; what is decided on them reaches no waiting system and
    no golden set. `adjudge figures` holds it against the golden labels. The numbers of the items
    are printed only with --json.

    \b
    adjudge golden plant leaflets --count 10 --seed spring --reviewer lea
    """
    name, version = golden_reference(reference)
    with open_queue(db) as queue:
        items = queue.plant(name, version, count, seed=seed, by=reviewer)
    if as_json:
        print_json({"name": name, "version": version, "items": list(items)})
    else:
        click.echo(f"{counted(len(items), 'item')} planted.")

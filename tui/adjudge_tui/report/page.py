"""The whole page: its parts in order, its look, and nothing that loads or runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adjudge_tui.report import calibration, desk, judges, trials
from adjudge_tui.report.html import Html, esc, join, paragraph, tag
from adjudge_tui.report.material import Material

#: id → the part's title, and what makes it.
PARTS: Final[dict[str, tuple[str, Callable[[Material], Html]]]] = {
    "queue": ("Queue and routes", desk.queue),
    "people": ("People against people", desk.people),
    "calibration": ("Judges against people", calibration.calibrations),
    "admission": ("Admission", judges.admission),
    "thresholds": ("Thresholds and what they cost", judges.thresholds),
    "comparison": ("Judges side by side", judges.comparison),
    "probes": ("Probes", trials.probes),
    "optimiser": ("Rewriting the rubric", trials.optimiser),
    "rates": ("Bad answers in production", desk.rates),
    "disagreements": ("Disagreements, one by one", calibration.disagreements),
}

#: No request of any kind leaves the page, also where a browser would make one by itself.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_LOOK: Final = """
:root { color-scheme: light dark; --ink: #1c1f23; --paper: #ffffff; --dim: #5b6470;
  --rule: #d5dae0; --accent: #0b62a8; --band: #0b62a826; --loud: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --paper: #14171a; --dim: #9aa4af;
  --rule: #343b43; --accent: #6bb3ee; --band: #6bb3ee33; --loud: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 60rem; color: var(--ink);
  background: var(--paper); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--rule); }
a { color: var(--accent); } nav ul { columns: 2; padding-left: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem;
  font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: left; color: var(--dim); }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--rule);
  text-align: right; vertical-align: top; }
td.short { white-space: nowrap; }
th[scope=row], thead th:first-child { text-align: left; font-weight: 500; min-width: 7rem;
  max-width: 28rem;  overflow-wrap: anywhere; }
.note, figcaption { color: var(--dim); font-size: .9rem; }
.missing { color: var(--dim); font-style: italic; } .alarm { color: var(--loud); }
figure { margin: 1rem 0; break-inside: avoid; } svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--rule); } .guide { stroke: var(--dim); stroke-dasharray: 4 4; }
.curve { fill: none; stroke: var(--accent); stroke-width: 2; } .band { fill: var(--band); }
.dot { fill: var(--accent); } .spread { stroke: var(--accent); stroke-width: 2; }
.loud { stroke: var(--loud); } .mark { fill: none; stroke: var(--loud); stroke-width: 2; }
@media print { :root { --ink: #000; --paper: #fff; } nav { display: none; }
  body { max-width: none; padding: 0; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
"""


def page(material: Material) -> str:
    """The report as one HTML document."""
    entries = [
        tag("li", Html(f'<a href="#{name}">{esc(title)}</a>')) for name, (title, _) in PARTS.items()
    ]
    parts = [
        Html(f'<section id="{name}">\n{tag("h2", title)}\n{make(material)}\n</section>')
        for name, (title, make) in PARTS.items()
    ]
    head = [
        tag("h1", material.title),
        paragraph(f"Made {material.at} by adjudge report.", "note"),
        Html(f"<nav><ul>{''.join(entries)}</ul></nav>"),
    ]
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{esc(material.title)}</title>
<style>{_LOOK}</style>
</head>
<body>
<main>
{join([*head, *parts])}
</main>
</body>
</html>
"""

"""Foreign text in what machines read: XML, and the lines of a workflow's runner.

A runner reads `::command::` at the start of a line and `##[command]` anywhere; ids and names are
foreign, and in neither may they be more than text.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from adjudge_tui.cli.lazy import inert
from adjudge_tui.display import one_line

_NOT_XML: Final = re.compile("[\ufffe\uffff]")


def tame(text: object) -> str:
    """Foreign text on one line in which no runner finds a command."""
    return inert(one_line(str(text)))


def tame_json(value: Any) -> str:
    """`value` as JSON in which no runner finds a command, the strings staying what they are."""
    text = json.dumps(value, indent=2, default=dict)
    return text.replace("::", "\\u003a:").replace("##[", "\\u0023#[")


def runner_data(text: str) -> str:
    """The message of a runner's command."""
    return tame(text).replace("%", "%25")


def runner_property(text: str) -> str:
    """The value of a property of a runner's command."""
    return runner_data(text).replace(":", "%3A").replace(",", "%2C")


def xml_text(text: str) -> str:
    """One line of characters that XML has; it is still to be escaped."""
    return _NOT_XML.sub("\ufffd", one_line(text))


def xml_attribute(text: str) -> str:
    """An attribute's value with its quotation marks."""
    return quoteattr(xml_text(text))

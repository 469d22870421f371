"""The check of spaces at the ends of a text, and of two where one is enough."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.messages import tr
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

_DOUBLE = re.compile(r"(?:(?<!\S)\S+)?[ \u00a0\u202f\t]{2,}\S*")
_AT_LINE_END = re.compile(r"(?:(?<!\S)\S+)?(?<![ \u00a0\u202f\t])[ \u00a0\u202f\t]+(?=\n)")


def check_spaces(_: Wordbook, entry: Entry) -> Iterator[Fault]:
    """Find spaces that do not show on a card, or show as a gap."""
    text, source = entry.text, entry.source
    if text[:1].isspace() and not source[:1].isspace():
        yield Fault("warning", tr("It begins with a space, which its source does not."))
    if text[-1:].isspace() and not source[-1:].isspace():
        yield Fault("warning", tr("It ends with a space, which its source does not."))
    if found := _DOUBLE.search(text.strip()):
        yield Fault("warning", tr("Two spaces stand together in “{found}”.", found=found[0]))
    if found := _AT_LINE_END.search(text.strip()):
        yield Fault("warning", tr("A line ends with a space after “{found}”.", found=found[0].rstrip()))

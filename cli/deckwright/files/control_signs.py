"""Signs that XML cannot hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckwright.errors import InputError
from deckwright.messages import tr

if TYPE_CHECKING:
    from deckwright.model.handout import Handout

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def refuse_control_signs(handout: Handout, kind: str) -> None:
    """See that all texts of what goes out can be written to a sort of file.

    Raises:
        InputError: one has a control character.
    """
    for given in handout.entries:
        for text in (
            given.entry.source,
            given.entry.text,
            given.entry.previous,
            given.pivot,
            *given.entry.notes,
        ):
            if _CONTROL.search(text):
                message = tr(
                    "{context} has a control character, which {kind} cannot hold.",
                    context=given.entry.context,
                    kind=kind,
                )
                raise InputError("control-character", message, hint=tr("Take it out, or write a .po file."))

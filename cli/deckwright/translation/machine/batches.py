"""Translate many texts with a service, and keep what comes back only where it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.errors import InputError, finding_of
from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.translation.machine.markup import masked, unmasked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from deckwright.translation.machine import Service


class Translated(NamedTuple):
    """Translations by context, and what was found wrong with others, which are not among them."""

    texts: Mapping[str, str]
    findings: Sequence[Finding]


def translate_all(
    service: Service,
    sources: Mapping[str, str],
    languages: tuple[str, str],
    terms: Mapping[str, str],
    advance: Callable[[int], None] | None = None,
) -> Translated:
    """Translate texts, by context, from the first language into the second; `advance` is told how many are done.

    Where a service stops after some, as one does whose quota is used up, these are kept: they may have been paid for.

    Raises:
        InputError: the service has not translated any.
    """
    texts: dict[str, str] = {}
    findings: list[Finding] = []
    contexts = list(sources)
    for start in range(0, len(contexts), service.most):
        batch = contexts[start : start + service.most]
        try:
            answers = service.translate([masked(sources[one], terms) for one in batch], *languages)
        except InputError as fault:
            if not start:
                raise
            findings.append(finding_of(fault))
            break
        for context, answer in zip(batch, answers, strict=True):
            text = unmasked(answer, sources[context])
            if text is None:
                findings.append(_refused(context, sources[context]))
            else:
                texts[context] = text
        if advance:
            advance(start + len(batch))
    return Translated(texts, findings)


def _refused(context: str, source: str) -> Finding:
    message = tr(
        "The machine has not kept the icons or stars of {context}, “{source}”: its translation is left out.",
        context=context,
        source=source,
    )
    card = () if ":" in context else (context.rpartition(".")[0],)
    return Finding("machine-icons", "warning", message, card)

"""Run the checks over the entries of a language, and make findings of what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr
from deckwright.model.translation import USED
from deckwright.model.words import nearest
from deckwright.translation.checks.emphasis import check_emphasis
from deckwright.translation.checks.keywords import (
    survey_card_names,
    survey_emphasis,
    survey_lost_emphasis,
    survey_repeats,
)
from deckwright.translation.checks.numbers import check_numbers
from deckwright.translation.checks.same import check_same
from deckwright.translation.checks.signs import check_icons, check_marks, check_placeholders
from deckwright.translation.checks.spaces import check_spaces
from deckwright.translation.checks.terms import check_glossary, check_names
from deckwright.translation.checks.typography.check import check_typography, survey_quotes
from deckwright.translation.checks.wordbook import Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.translation import Entry
    from deckwright.translation.checks.wordbook import Wordbook

    Check = Callable[[Wordbook, Entry], Iterable[Fault]]
    Survey = Callable[[Wordbook, Sequence[Entry]], Iterable[tuple[Entry, Fault]]]

CHECKS: Mapping[str, Check] = {
    "icons": check_icons,
    "marks": check_marks,
    "placeholders": check_placeholders,
    "numbers": check_numbers,
    "emphasis": check_emphasis,
    "glossary": check_glossary,
    "names": check_names,
    "typography": check_typography,
    "spaces": check_spaces,
    "same-as-source": check_same,
}
"""What looks at one entry after the other, by the name of its rule."""

SURVEYS: Sequence[tuple[str, Survey]] = (
    ("keywords", survey_repeats),
    ("keywords", survey_emphasis),
    ("keywords", survey_card_names),
    ("emphasis", survey_lost_emphasis),
    ("typography", survey_quotes),
)
"""What looks at all entries together, with the name of its rule."""

RULES = ("missing", "stale", "unsure", *CHECKS, "keywords", "spelling", "fit")
"""Every rule, in the order in which its findings of an entry are shown."""

Found = tuple["Entry", str, Fault]
"""What was found: the entry, the rule, and the fault."""


class Checked(NamedTuple):
    """What came of checking a language: the findings, and how many more are waived."""

    findings: list[Finding]
    waived: int


def checked(
    book: Wordbook,
    entries: Sequence[Entry],
    rules: Collection[str] = RULES,
    *,
    more: Iterable[Found] = (),
    places: Mapping[str, Where] | None = None,
) -> Checked:
    """Check entries by some rules.

    `more` is what checks outside this module have found by those rules (spelling, fit), and `places` are where
    entries stand, by context.
    """
    found = [one for one in (*_found(book, entries), *more) if one[1] in rules]
    order = {entry.context: number for number, entry in enumerate(entries)}
    found.sort(key=lambda one: (order.get(one[0].context, 0), RULES.index(one[1])))
    waived = [one for one in found if _is_waived(*one[:2])]
    kept = [one for one in found if not _is_waived(*one[:2])]
    idle = _idle(entries, {(entry.context, rule) for entry, rule, _ in waived}, rules)
    findings = [_finding(book.language, one, places or {}) for one in (*kept, *idle)]
    return Checked(list(dict.fromkeys(findings)), len(waived))


def _found(book: Wordbook, entries: Sequence[Entry]) -> Iterator[Found]:
    used = [entry for entry in entries if entry.state in USED]
    for entry in entries:
        if entry.state == "missing":
            yield entry, "missing", Fault("warning", tr("It is not translated."))
        elif entry.state == "stale":
            yield entry, "stale", Fault("warning", tr("Its source has changed since it was translated."))
        elif entry.unsure:
            yield entry, "unsure", Fault("warning", tr("Its translator is unsure of it: it is not printed."))
    for entry in used:
        for rule, check in CHECKS.items():
            yield from ((entry, rule, fault) for fault in check(book, entry))
    for rule, survey in SURVEYS:
        yield from ((entry, rule, fault) for entry, fault in survey(book, used))


def _is_waived(entry: Entry, rule: str) -> bool:
    return any(one.rule == rule and one.reason and entry.holds(one) for one in entry.waivers)


def _idle(entries: Iterable[Entry], used: set[tuple[str, str]], rules: Collection[str]) -> Iterator[Found]:
    """Find waivers that waive nothing, hold for other texts, say no reason, or name no rule."""
    for entry in entries:
        for waiver in entry.waivers:
            if waiver.rule not in RULES:
                near = nearest(waiver.rule, list(RULES)) or RULES
                message = tr("There is no rule {name} to waive.", name=waiver.rule)
                meant = tr("Did you mean {names}?", names=", ".join(near))
                yield entry, "waiver", Fault("warning", f"{message} {meant}")
            elif not waiver.reason:
                yield (
                    entry,
                    "waiver",
                    Fault("warning", tr("The waiver of {name} says no reason.", name=waiver.rule)),
                )
            elif not entry.holds(waiver):
                message = tr(
                    "The waiver of {name} is for an earlier text: check it again, then remove {digest} or the waiver.",
                    name=waiver.rule,
                    digest=waiver.digest,
                )
                yield entry, "waiver", Fault("info", message)
            elif waiver.rule in rules and (entry.context, waiver.rule) not in used:
                message = tr("The waiver of {name} waives nothing: take it out.", name=waiver.rule)
                yield entry, "waiver", Fault("info", message)


def _finding(language: str, found: Found, places: Mapping[str, Where]) -> Finding:
    entry, rule, fault = found
    message = tr(
        "{context} in {language}: {fault}", context=entry.context, language=language, fault=fault.message
    )
    card = (entry.card,) if entry.card else ()
    return Finding(rule, fault.severity, message, card, found=fault.found, where=places.get(entry.context))

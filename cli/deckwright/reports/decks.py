"""Decks: the results of checks, as text, for programs, and counted; combined and repaired decks."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.errors import as_findings
from deckwright.messages import severity_name, tr, trn
from deckwright.model.card import MAIN, distinct_names
from deckwright.model.words import list_names, on_one_line, writable
from deckwright.reports.findings import (
    error_as_json,
    finding_lines,
    github_lines,
    note_findings,
    report_error,
)
from deckwright.reports.output import card_count, members, note, painted, write, write_json, write_json_list
from deckwright.workbench.deck_checks import CheckSummary
from deckwright.workbench.library import combined_error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from xml.etree.ElementTree import Element

    from deckwright.construction.combine import Combined
    from deckwright.construction.repair import Repaired
    from deckwright.findings import Finding
    from deckwright.workbench.deck_checks import BrokenRule, CheckedDeck, CombinedDeck, RepairedDeck


MANY = 20
"""The most decks of which a text report names each; of more, those with findings."""

_MOST_NAMED = 10


class ReportOptions(NamedTuple):
    """How the results of a check are reported; `total` is the number of decks, `others` are files that are not decks."""

    form: str = "text"
    summary: bool = False
    total: int = 0
    others: Sequence[str] = ()


def report_checks(results: Iterable[CheckedDeck], options: ReportOptions) -> CheckSummary:
    """Show the results of a check, in their order, while they are found, and return their numbers."""
    summary, failed = CheckSummary(), []

    def counted() -> Iterator[CheckedDeck]:
        for checked in results:
            summary.add(checked)
            if checked.error is not None:
                failed.append(checked)
            yield checked

    _REPORTS[options.form, options.summary](counted(), summary, options)
    _note_others(options.others)
    if failed:
        _note_failed(failed, options)
    return summary


def _note_others(others: Sequence[str]) -> None:
    if others:
        note(
            trn(
                "{count} file is not a deck and was not checked: {names}.",
                "{count} files are not decks and were not checked: {names}.",
                len(others),
                names=_some(others),
            )
        )


def _note_failed(failed: Sequence[CheckedDeck], options: ReportOptions) -> None:
    """Report the decks that could not be checked; the error of a single deck is shown as any error."""
    if options.total == 1 and failed[0].error:
        report_error(failed[0].error, as_json=False)
        return
    note(
        trn(
            "{count} deck of {all} could not be checked: {names}.",
            "{count} decks of {all} could not be checked: {names}.",
            len(failed),
            all=options.total,
            names=_some([deck.name for deck in failed]),
        )
    )


def _some(names: Sequence[str]) -> str:
    return list_names(map(on_one_line, names[:_MOST_NAMED])) + (", …" if len(names) > _MOST_NAMED else "")


# As text.


def _write_text(results: Iterable[CheckedDeck], summary: CheckSummary, options: ReportOptions) -> None:
    for checked in results:
        is_only_counted = options.total > MANY and checked.legal and not checked.findings
        is_an_error = options.total == 1 and checked.error
        if not is_only_counted and not is_an_error:
            write("\n".join(result_lines(checked)))
    if options.total > MANY:
        write("\n".join(summary_lines(summary)))


def result_lines(checked: CheckedDeck) -> Iterator[str]:
    """Result of a check as lines, with every finding."""
    name = on_one_line(checked.name)
    if checked.error:
        yield f"{name}: {painted(tr('not checked'), 'error')}"
        yield from (f"  {line}" for line in finding_lines(as_findings(checked.error)))
        return
    yield f"{name}: {legality(legal=checked.legal)} ({_checked_for(checked)})"
    yield from (f"  {line}" for line in finding_lines(checked.findings))


def _checked_for(checked: CheckedDeck) -> str:
    parts = [checked.format, _size(checked.cards, checked.further_zones, checked.beside)]
    if checked.players:
        parts.append(trn("{count} player", "{count} players", checked.players))
    return ", ".join(parts)


def _size(cards: int, further_zones: Mapping[str, int], beside: int = 0) -> str:
    """Number of cards in the main zone, which most rules count, of those beside them, and in each of the other zones."""
    sizes = [card_count(cards - sum(further_zones.values()) - beside)]
    if beside:
        sizes.append(trn("{count} other card", "{count} other cards", beside))
    return ", ".join([*sizes, *(f"{zone}: {count}" for zone, count in further_zones.items())])


def summary_lines(summary: CheckSummary) -> Iterator[str]:
    """Numbers of a check as lines: of decks, of those that break each rule, and of those that could not be checked."""
    yield tr(
        "{decks}: {legal} legal, {illegal} not legal, {unchecked} not checked",
        decks=trn("{count} deck", "{count} decks", summary.decks),
        legal=summary.legal,
        illegal=summary.illegal,
        unchecked=summary.unchecked,
    )
    if rules := _by_number(summary.rules):
        has_several = len({(rule.game, rule.format) for rule, _ in rules}) > 1
        yield tr("Decks by broken rule:")
        for rule, decks in rules:
            name = f"{rule.rule} ({rule.game}, {rule.format})" if has_several else rule.rule
            yield f"  {decks:>6}  {painted(severity_name(rule.severity), rule.severity)}: {name}"
    if errors := _by_number(summary.errors):
        yield tr("Decks by what is wrong with their lists:")
        yield from (f"  {decks:>6}  {painted(tr('error'), 'error')}: {code}" for code, decks in errors)


def _by_number(counts: dict[Any, int]) -> list[tuple[Any, int]]:
    """What was counted, most first."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _write_summary(results: Iterable[CheckedDeck], summary: CheckSummary, _: ReportOptions) -> None:
    for _one in results:
        pass
    write("\n".join(summary_lines(summary)))


# As JSON of the contract.


def _write_json(results: Iterable[CheckedDeck], _: CheckSummary, options: ReportOptions) -> None:
    failed: list[CheckedDeck] = []

    def as_json() -> Iterator[dict[str, Any]]:
        for checked in results:
            if checked.error:
                failed.append(checked)
            yield result_as_json(checked)

    write_json_list("decks", as_json(), lambda: {**_error_of(failed), **_others_as_json(options)})


def result_as_json(checked: CheckedDeck) -> dict[str, Any]:
    """JSON object of the contract for a checked deck, or for one that could not be checked."""
    if checked.error:
        return {"deck": checked.name, **error_as_json(checked.error)}
    return members(checked, "deck=name game format players legal cards findings")


def _error_of(checks: Sequence[CheckedDeck]) -> dict[str, Any]:
    """The errors of all decks that could not be checked, as one."""
    errors = [checked.error for checked in checks if checked.error]
    return error_as_json(combined_error(errors)) if errors else {}


def _others_as_json(options: ReportOptions) -> dict[str, Any]:
    return {"others": list(options.others)} if options.others else {}


def _write_json_summary(
    results: Iterable[CheckedDeck], summary: CheckSummary, options: ReportOptions
) -> None:
    error = _error_of([checked for checked in results if checked.error])
    error.pop("findings", None)
    write_json({**error, "summary": _summary_as_json(summary), **_others_as_json(options)})


def _summary_as_json(summary: CheckSummary) -> dict[str, Any]:
    rules: list[tuple[BrokenRule, int]] = _by_number(summary.rules)
    return {
        **members(summary, "decks legal illegal unchecked"),
        "rules": [{**rule._asdict(), "decks": decks} for rule, decks in rules],
        "errors": [{"code": code, "decks": decks} for code, decks in _by_number(summary.errors)],
    }


# For other programs: annotations, tables, and the formats of continuous integration.


def _write_github(results: Iterable[CheckedDeck], _: CheckSummary, __: ReportOptions) -> None:
    for checked in results:
        for line in github_lines(_findings_of(checked)):
            write(line, commands=True)


def _findings_of(checked: CheckedDeck) -> Sequence[Finding]:
    return as_findings(checked.error) if checked.error else checked.findings


_DECK_COLUMNS = ("deck", "game", "format", "players", "legal", "cards")
_FINDING_COLUMNS = ("rule", "severity", "message", "card_ids", "found", "limit", "file", "line", "column")


def _write_csv(results: Iterable[CheckedDeck], _: CheckSummary, __: ReportOptions) -> None:
    from deckwright.files.writing import write_csv

    write_csv(
        "-",
        chain(
            [(*_DECK_COLUMNS, *_FINDING_COLUMNS, "cite")],
            (row for checked in results for row in _rows(checked)),
        ),
    )


def _rows(checked: CheckedDeck) -> Iterator[list[object]]:
    """Rows of a deck in a table: one for each finding, and one for a deck without any."""
    legal = "" if checked.error else "yes" if checked.legal else "no"
    cards = "" if checked.error else checked.cards
    deck = (writable(checked.name), checked.game, checked.format, checked.players, legal, cards)
    for finding in _findings_of(checked):
        place = [part or "" for part in (finding.where or ("", 0, 0))[:3]]
        what = (finding.rule, finding.severity, finding.message, " ".join(finding.subjects))
        row = (*deck, *what, finding.found, finding.limit, *place, finding.cite)
        yield [writable(cell) if isinstance(cell, str) else cell for cell in row]
    if not _findings_of(checked):
        yield [*deck, *[""] * len(_FINDING_COLUMNS), ""]


def _write_junit(results: Iterable[CheckedDeck], summary: CheckSummary, _: ReportOptions) -> None:
    """Write a test for each deck."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    cases = [_test_case(checked) for checked in results]
    numbers = {
        "tests": str(summary.decks),
        "failures": str(summary.illegal),
        "errors": str(summary.unchecked),
        "time": "0",
    }
    suites = Element("testsuites", {"name": "deckwright", **numbers})
    SubElement(suites, "testsuite", {"name": "deckwright check", **numbers}).extend(cases)
    indent(suites)
    write(f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}')


def _test_case(checked: CheckedDeck) -> Element:
    """A deck as a test: its errors are failures, and the notes of a legal deck are its output."""
    from xml.etree.ElementTree import Element, SubElement

    name, findings = writable(checked.name), _findings_of(checked)
    kind = ".".join(filter(None, ("deckwright", checked.game, checked.format)))
    case = Element("testcase", name=name, classname=kind, file=name, time="0")
    if not findings:
        return case
    if checked.legal:
        note_of_case = SubElement(case, "system-out")
    else:
        first = next(finding for finding in findings if finding.severity == "error")
        more = {"message": writable(first.message), "type": writable(first.rule)}
        note_of_case = SubElement(case, "error" if checked.error else "failure", more)
    note_of_case.text = writable("\n".join(finding_lines(findings)))
    return case


_REPORTS: dict[tuple[str, bool], Callable[[Iterable[CheckedDeck], CheckSummary, ReportOptions], None]] = {
    ("text", False): _write_text,
    ("text", True): _write_summary,
    ("json", False): _write_json,
    ("json", True): _write_json_summary,
    ("github", False): _write_github,
    ("csv", False): _write_csv,
    ("junit", False): _write_junit,
}
"""How each report is written, in whole and as a summary."""

REPORTS = tuple(form for form, summary in _REPORTS if not summary)
SUMMARIES = tuple(form for form, summary in _REPORTS if summary)


def legality(*, legal: bool) -> str:
    """Whether a deck is legal, in words."""
    return painted(tr("legal"), "good") if legal else painted(tr("not legal"), "error")


def combined_as_json(combined: Combined) -> dict[str, Any]:
    """JSON object of the contract for a combined deck."""
    from deckwright.files.deck_writing import deck_as_json

    removed = [{"card": card, "copies": copies} for card, copies in combined.removed]
    return {"deck": deck_as_json(combined.deck), "removed": removed, **members(combined, "legal findings")}


def report_combined(combined: CombinedDeck, *, has_list: bool) -> None:
    """Show what was removed from a combined deck and whether it is legal; with `has_list`, the deck itself."""
    result = combined.result
    changes = [(card, MAIN, -copies) for card, copies in result.removed]
    _report_deck(combined, changes, result.deck.format, has_list=has_list)
    note_findings(result.findings, every=True)


def _report_deck(
    made: CombinedDeck | RepairedDeck, changes: Iterable[tuple[str, str, int]], form: str, *, has_list: bool
) -> None:
    from deckwright.files.deck_writing import as_list

    deck, names = made.result.deck, distinct_names(made.cards, made.language)
    if has_list:
        write(as_list(deck, made.cards, made.language).rstrip())
    for card, zone, copies in changes:
        note(change_line(names[card], copies, zone))
    verdict = f"{legality(legal=made.result.legal)} ({form}, {_size(deck.size, deck.further_zones)})"
    note(tr("{label}: {value}", label=deck.name, value=verdict))


def repaired_as_json(repaired: Repaired) -> dict[str, Any]:
    """JSON object of the contract for a repaired deck; without a legal deck, that is null."""
    from deckwright.files.deck_writing import deck_as_json

    return {
        "deck": deck_as_json(repaired.deck) if repaired.legal else None,
        "added": [change for change in repaired.changes if change.copies > 0],
        "removed": [
            change._replace(copies=-change.copies) for change in repaired.changes if change.copies < 0
        ],
        **members(repaired, "nearest legal"),
        "least": None if repaired.is_impossible else repaired.least,
        **members(repaired, "impossible=is_impossible verdict.findings"),
    }


def report_repaired(repaired: RepairedDeck, *, has_list: bool) -> None:
    """Show what was changed in a deck to make it legal; with `has_list`, also the legal deck itself."""
    result = repaired.result
    _report_deck(repaired, result.changes, result.verdict.format, has_list=has_list and result.legal)
    note(_outcome(result))
    note_findings(result.verdict.findings, every=True)


def change_line(name: str, copies: int, zone: str = MAIN) -> str:
    """What was done with copies of a card, removed if below 0, with the zone unless that is the main one."""
    count, values = abs(copies), {"name": name, "zone": zone}
    if zone == MAIN and copies < 0:
        return trn("Removed: {count} copy of {name}.", "Removed: {count} copies of {name}.", count, **values)
    if zone == MAIN:
        return trn("Added: {count} copy of {name}.", "Added: {count} copies of {name}.", count, **values)
    if copies < 0:
        return trn(
            "Removed from {zone}: {count} copy of {name}.",
            "Removed from {zone}: {count} copies of {name}.",
            count,
            **values,
        )
    return trn(
        "Added to {zone}: {count} copy of {name}.",
        "Added to {zone}: {count} copies of {name}.",
        count,
        **values,
    )


def _outcome(repaired: Repaired) -> str:
    """What the changes are worth: the fewest, or how far from them at most."""
    if repaired.is_impossible:
        return tr("No deck can be legal: rules contradict each other, or there are not enough cards.")
    if not repaired.legal:
        return tr("No legal deck was found. There may be one: not all could be tried.")
    if not repaired.changed:
        return tr("The deck is already legal: nothing was changed.")
    if repaired.nearest:
        return trn(
            "{count} copy was changed. No legal deck is nearer.",
            "{count} copies were changed. No legal deck is nearer.",
            repaired.changed,
        )
    changed = trn("{count} copy was changed.", "{count} copies were changed.", repaired.changed)
    more = trn(
        "A legal deck may exist that is nearer, by {count} copy at most.",
        "A legal deck may exist that is nearer, by {count} copies at most.",
        repaired.changed - repaired.least,
    )
    return f"{changed} {more}"

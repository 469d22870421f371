"""How translating is shown, as text and JSON: extracts, merges, status, checks and suggestions."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.files.texts import STDIN
from deckwright.messages import later, tr, trn
from deckwright.model.translation import STATES, count_states, state_word, word_diff
from deckwright.model.words import on_one_line
from deckwright.reports.cards import write_changes_since_print
from deckwright.reports.findings import github_lines, note_findings, summary_lines
from deckwright.reports.output import card_count, members, note, painted, write, write_json, write_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Finding
    from deckwright.model.glossary import BilingualGlossary
    from deckwright.model.translation import DiffPart, LanguageStatus, Message, MessageCounts
    from deckwright.translation.checks.run import Passage
    from deckwright.workbench.merging import FileMerge, TranslationFix
    from deckwright.workbench.proofreading import LanguageCheck
    from deckwright.workbench.translating import ExtractedTexts, GameStatus, Suggestions

_SHORTEST, _LONGEST = 5, 20
"""Lengths of a bar, in characters."""
_GAP = 3
"""Characters between two columns."""


def extract_as_json(texts: ExtractedTexts) -> dict[str, Any]:
    """JSON document for texts handed out to a translator."""
    counts = {"entries": len(texts.entries), "by_state": count_states(texts.entries)}
    return members(texts, "file game from=source to pivot=beside|") | counts | members(texts, "files?")


def report_glossary(glossary: BilingualGlossary, file: str, *, as_json: bool) -> None:
    """Show that a glossary was written into a file."""
    count = len(glossary.terms)
    if as_json:
        languages = members(glossary, "game from=source_language to=language")
        write_json({"file": file, **languages, "terms": count})
    elif file != STDIN:
        note(trn("{file}: {count} term.", "{file}: {count} terms.", count, file=file))


# Merging


_WAIVE = later(
    "To accept a finding, waive it on its entry in the file: # waive RULE: reason. A waiver only applies to the text it was written for: to renew it, remove the code after its rule."
)
_HINTS = {
    "conflict": later(
        "--ours keeps the game’s texts, --theirs uses the file’s. To choose one by one, write the texts you want into the file, and use --theirs."
    ),
    "unknown-entry": later(
        "Change the context of the entry to that of its text in the game, or remove it from the file."
    ),
    **dict.fromkeys(("icons", "marks", "placeholders", "emphasis", "glossary", "names"), _WAIVE),
}
"""What to do about errors, by their rule."""


def report_merge(result: FileMerge, *, as_json: bool, every: bool | None = None) -> None:
    """Show what a merge has changed; `every` shows all findings that are alike."""
    if as_json:
        write_json(_merge_as_json(result))
        return
    merged = result.merged
    if result.is_dry_run:
        _write_changes(_changes(result))
    note_findings(result.findings, every=every)
    counts = [
        trn("{count} added", "{count} added", len(merged.added)),
        trn("{count} changed", "{count} changed", len(merged.changed)),
        trn("{count} stale", "{count} stale", len(merged.stale)),
        trn("{count} unchanged", "{count} unchanged", len(merged.unchanged)),
    ]
    line = tr(
        "{game} in {language}: {counts}.", game=result.game, language=result.to, counts=", ".join(counts)
    )
    write(line if result.is_kept else f"{line} {tr('Nothing was written.')}")
    errors = {finding.rule for finding in result.findings if finding.severity == "error"}
    for hint in dict.fromkeys(hint for rule, hint in _HINTS.items() if rule in errors):
        note(tr(hint))


def _merge_as_json(result: FileMerge) -> dict[str, Any]:
    groups = ("changed", "unchanged", "added", "stale", "conflicts")
    return {
        **members(result, "file game to"),
        **{name: len(getattr(result.merged, name)) for name in groups},
        **({"texts": _changes_as_json(_changes(result))} if result.is_dry_run else {}),
        **members(result, "findings dry_run=is_dry_run"),
    }


_NO_BREAK_SPACES = str.maketrans(dict.fromkeys("\u00a0\u202f", "␣"))
"""No-break spaces would look like others."""


def _changes(result: FileMerge) -> list[tuple[Message, Message]]:
    return [(result.merged.before[after.context], after) for after in result.merged.touched()]


def _write_changes(changes: Iterable[tuple[Message, Message]]) -> None:
    """Write texts before and after a change, and the state of those of which only that has changed."""
    lines: list[str] = []
    for before, after in changes:
        write(painted(before.context, "strong"))
        if before.text == after.text:
            write(f"  {state_word(before)} → {state_word(after)}")
            continue
        for sign, text, style in (("-", before.text, "error"), ("+", after.text, "good")):
            if text:
                lines.append(f"{sign} {on_one_line(text.translate(_NO_BREAK_SPACES))}")
                write(painted(lines[-1], style))
    if any("␣" in line for line in lines):
        note(tr("␣ is a no-break space."))


def _changes_as_json(changes: Iterable[tuple[Message, Message]]) -> list[dict[str, str]]:
    return [
        {"context": before.context, "before": before.text, "after": after.text} for before, after in changes
    ]


# Fixing


def report_fix(result: TranslationFix, *, as_json: bool, every: bool | None = None) -> None:
    """Show each text before and after its slips of typography were corrected."""
    if as_json:
        write_json(_fix_as_json(result))
        return
    _write_changes(result.fixed)
    note_findings(result.findings, every=every)
    counts = trn("{count} text changed", "{count} texts changed", len(result.fixed))
    line = tr("{game} in {language}: {counts}.", game=result.game, language=result.to, counts=counts)
    write(line if result.is_kept or not result.fixed else f"{line} {tr('Nothing was written.')}")


def _fix_as_json(result: TranslationFix) -> dict[str, Any]:
    texts = {"texts": _changes_as_json(result.fixed)}
    return members(result, "game to") | texts | members(result, "findings dry_run=is_dry_run")


# Status


def status_as_json(status: GameStatus, *, stale: bool) -> dict[str, Any]:
    """JSON document for a game's translations; with its stale texts, if asked."""
    languages = [_language_as_json(language, stale=stale) for language in status.languages]
    return {"game": status.game, "languages": languages}


def _language_as_json(status: LanguageStatus, *, stale: bool) -> dict[str, Any]:
    packs = [{"pack": name, **members(count, _COUNTS)} for name, count in status.packs.items()]
    texts = [members(entry, "context previous source text by at") for entry in status.stale]
    more = {"stale": texts} if stale else {}
    return {"language": status.language, "packs": packs, **members(status.whole, _COUNTS), **more}


_COUNTS = "entries states unsure broken same_as_source percent"


def write_status(statuses: Sequence[GameStatus]) -> None:
    """Write tables of card files and states: one with bars for each language on a terminal, elsewhere one for all."""
    if not sys.stdout.isatty():
        rows = [
            [status.game, language.language, *row]
            for status in statuses
            for language in status.languages
            for row in _rows(language, STATES, 0)
        ]
        write_table([tr("Game"), tr("Language"), *_heads(STATES)], rows)
        return
    for status in statuses:
        for language in status.languages:
            states, length = _fit_columns(language)
            write(painted(f"{status.game} · {language.language}", "strong"))
            write_table(_heads(states), list(_rows(language, states, length)))


def _heads(states: Iterable[str]) -> list[str]:
    return [tr("Pack"), tr("all"), *(tr(_STATES[state]) for state in states), tr("same"), tr("done")]


_STATES = {
    "missing": later("missing"),
    "machine": later("machine"),
    "stale": later("stale"),
    "draft": later("draft"),
    "reviewed": later("reviewed"),
}


def _fit_columns(status: LanguageStatus) -> tuple[Sequence[str], int]:
    """States to show and the length of bars, by the width of the terminal; 0 for no bar.

    If a bar does not fit beside all states, those that no text is in are omitted.
    """
    room = _room_for_bars(status, STATES)
    if room >= _SHORTEST:
        return STATES, min(_LONGEST, room)
    states = [state for state in STATES if status.whole.states[state]]
    room = _room_for_bars(status, states)
    return states, min(_LONGEST, room) if room >= _SHORTEST else 0


def _room_for_bars(status: LanguageStatus, states: Sequence[str]) -> int:
    """Characters that a table without bars leaves for them, and for the space after a bar."""
    columns = zip(_heads(states), *_rows(status, states, 0), strict=True)
    widths = [max(len(str(cell)) for cell in column) + _GAP for column in columns]
    return shutil.get_terminal_size().columns - sum(widths)


def _rows(status: LanguageStatus, states: Sequence[str], length: int) -> Iterator[list[object]]:
    for name, count in status.packs.items():
        yield [name, *_cells(count, states, length)]
    yield [tr("all"), *_cells(status.whole, states, length)]


def _cells(count: MessageCounts, states: Sequence[str], length: int) -> list[object]:
    full = int(length * count.percent / 100)
    bar = f"{'█' * full}{'░' * (length - full)} " if length else ""
    shown = [count.states[state] for state in states]
    return [count.entries, *shown, count.same_as_source, bar + tr("{number} %", number=count.percent)]


def write_stale(status: GameStatus) -> None:
    """Write each stale text of a game: what has changed in its source, and its translation."""
    for language in status.languages:
        for entry in language.stale:
            who = " ".join(part for part in (entry.by, entry.at) if part)
            name = painted(f"{status.game}/{entry.context}", "strong")
            write(f"\n{name} [{language.language}] {painted(who, 'quiet')}".rstrip())
            write(f"  {''.join(_marked(piece) for piece in word_diff(entry.previous, entry.source))}")
            write(f"  {entry.text}")


def _marked(piece: DiffPart) -> str:
    """Piece of a comparison with signs for old and new, which read without colours too."""
    if piece.sort == "old":
        return painted(f"[-{piece.text}-]", "error")
    return painted(f"{{+{piece.text}+}}", "good") if piece.sort == "new" else piece.text


def note_problems(statuses: Iterable[GameStatus], require: float) -> None:
    """Note texts that are not printed, and languages below the required percentage."""
    for status in statuses:
        for language in status.languages:
            for line in _problem_lines(status.game, language, require):
                note(line)


def _problem_lines(game: str, status: LanguageStatus, require: float) -> Iterator[str]:
    names = {"game": game, "language": status.language}
    if status.whole.unsure:
        yield trn(
            "{game} in {language}: {count} draft is marked as unsure, so it is not printed.",
            "{game} in {language}: {count} drafts are marked as unsure, so they are not printed.",
            status.whole.unsure,
            **names,
        )
    if status.whole.broken:
        yield trn(
            "{game} in {language}: {count} text has an icon that is not in the game, so its source is printed.",
            "{game} in {language}: {count} texts have icons that are not in the game, so their sources are printed.",
            status.whole.broken,
            **names,
        )
    if status.whole.percent < require:
        yield tr(
            "{game} in {language}: {percent} is done, {required} is required.",
            percent=tr("{number} %", number=status.whole.percent),
            required=tr("{number} %", number=require),
            **names,
        )


# Checks


def report_checks(
    game: str, checks: Sequence[LanguageCheck], form: str, *, every: bool | None = True
) -> None:
    """Show the findings about a game's translations; without `every`, missing and stale texts are counted."""
    if not checks:
        note(tr("{game} has no translations. To add some, list their languages in game.yaml.", game=game))
    _REPORTS[form](game, checks, every)


def _write_checks(_: str, checks: Sequence[LanguageCheck], every: bool | None) -> None:
    for check in checks:
        passages = check.checked.passages

        def texts_of(finding: Finding, passages: Mapping[Finding, Passage] = passages) -> list[str]:
            return passage_lines(passages[finding]) if finding in passages else []

        for line in summary_lines(check.checked.findings, every=every, is_list=True, below=texts_of):
            write(line)
        write(_check_summary(check))
        if check.changes:
            write_changes_since_print(check.changes)
    unchecked = [check.language for check in checks if check.spelling == "none"]
    if unchecked:
        message = tr(
            "Spelling was not checked ({languages}): no dictionary was found.", languages=", ".join(unchecked)
        )
        way = tr(
            "Install deckwright[spelling] and a dictionary: in LibreOffice, in Firefox, or with a package such as {name}. Or use"
            " --dictionary FILE.",
            name=f"hunspell-{unchecked[0]}",
        )
        note(f"{message} {way}")


_INDENT = "    "
_WIDTH = 96
"""The most letters of a line of a text that are shown."""


def passage_lines(passage: Passage) -> list[str]:
    """The line of a source and that of its translation, one above the other, with the passage marked; none without one."""
    entry, meant = passage.entry, passage.passage
    if passage.start < 0 or "\n" in meant:
        return []
    lines, sources = entry.text.split("\n"), entry.source.split("\n")
    number = entry.text.count("\n", 0, passage.start)
    column = passage.start - (entry.text.rfind("\n", 0, passage.start) + 1)
    line = lines[number]
    source = sources[number] if len(sources) == len(lines) else " ".join(sources)
    start = max(0, column + len(meant) - _WIDTH + 8) if len(line) > _WIDTH else 0
    shown = f"{'…' if start else ''}{line[start:]}"
    mark = f"{' ' * (column - start + bool(start))}{'^' * len(meant)}"
    texts = [shorten(source, _WIDTH), shorten(shown, _WIDTH), mark]
    return [f"{_INDENT}{on_one_line(text)}" for text in (texts if entry.source != entry.text else texts[1:])]


def shorten(text: str, width: int) -> str:
    """The beginning of a text, with … for the rest."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _check_summary(check: LanguageCheck) -> str:
    counts = Counter(finding.severity for finding in check.checked.findings)
    parts = [
        trn("{count} error", "{count} errors", counts["error"]),
        trn("{count} warning", "{count} warnings", counts["warning"]),
        trn("{count} note", "{count} notes", counts["info"]),
    ]
    if check.checked.waived:
        parts.append(trn("{count} waived", "{count} waived", check.checked.waived))
    summary = tr(
        "{language}: {entries}; {parts}.",
        language=check.language,
        entries=trn("{count} text", "{count} texts", check.entries),
        parts=", ".join(parts),
    )
    return f"{summary} {_overflow_summary(check)}".strip()


def _overflow_summary(check: LanguageCheck) -> str:
    """How many lines do not fit on how many cards; '' if all fit."""
    long = [finding for finding in check.checked.findings if finding.rule == "fit"]
    if not long:
        return ""
    lines = sum(int(finding.found or 1) for finding in long)
    cards = len({card for finding in long for card in finding.subjects})
    return trn(
        "{count} line does not fit, on {cards}.",
        "{count} lines do not fit, on {cards}.",
        lines,
        cards=card_count(cards),
    )


def _write_checks_json(game: str, checks: Sequence[LanguageCheck], _: bool | None) -> None:
    findings = [finding for check in checks for finding in check.checked.findings]
    write_json(
        {
            "game": game,
            "to": [check.language for check in checks],
            "entries": sum(check.entries for check in checks),
            "findings": findings,
            "waived": sum(check.checked.waived for check in checks),
            "spelling": {check.language: check.spelling for check in checks},
            **next(({"changes": check.changes} for check in checks if check.changes is not None), {}),
        }
    )


def _write_checks_github(_: str, checks: Sequence[LanguageCheck], __: bool | None) -> None:
    for check in checks:
        for line in github_lines(check.checked.findings):
            write(line, commands=True)


_REPORTS: dict[str, Callable[[str, Sequence[LanguageCheck], bool | None], None]] = {
    "text": _write_checks,
    "json": _write_checks_json,
    "github": _write_checks_github,
}


# Suggestions


_ORIGINS = ("glossary", "memory", "similar", "machine")


@dataclass(frozen=True, slots=True)
class SuggestionReport:
    """Suggestions, and the file that they are in; '' if there are none."""

    suggested: Suggestions
    file: str

    def by_origin(self) -> dict[str, int]:
        """Numbers of suggestions by origin."""
        counts: Counter[str] = Counter(suggestion.origin for suggestion in self.suggested.found.values())
        return {origin: counts[origin] for origin in _ORIGINS}


def report_suggestions(report: SuggestionReport, *, as_json: bool) -> None:
    """Show how many suggestions there are, and where."""
    if as_json:
        write_json(_suggestions_as_json(report))
        return
    suggested = report.suggested
    note_findings(suggested.findings, every=True)
    if not suggested.untranslated:
        note(tr("{game} is complete in {language}.", game=suggested.game.id, language=suggested.to))
    elif not suggested.found:
        note(
            trn(
                "No suggestion for the {count} text. Nothing was written.",
                "No suggestions for any of the {count} texts. Nothing was written.",
                len(suggested.untranslated),
            )
        )
    else:
        note(_suggestion_summary(report))


def _suggestion_summary(report: SuggestionReport) -> str:
    by_origin = report.by_origin()
    parts = {
        "glossary": trn("{count} from the glossary", "{count} from the glossary", by_origin["glossary"]),
        "memory": trn("{count} translated before", "{count} translated before", by_origin["memory"]),
        "similar": trn("{count} similar", "{count} similar", by_origin["similar"]),
        "machine": trn("{count} by machine", "{count} by machine", by_origin["machine"]),
    }
    suggested = report.suggested
    summary = trn(
        "{done} of {count} text has a suggestion ({counts}).",
        "{done} of {count} texts have a suggestion ({counts}).",
        len(suggested.untranslated),
        done=len(suggested.found),
        counts=", ".join(parts[origin] for origin, count in by_origin.items() if count),
    )
    return f"{report.file}: {summary}"


def _suggestions_as_json(report: SuggestionReport) -> dict[str, Any]:
    suggested = report.suggested
    counts = {"entries": len(suggested.untranslated), "suggested": len(suggested.found)}
    return {
        **members(report, "game=suggested.game.id from=suggested.source suggested.to file|"),
        **counts,
        "by_origin": report.by_origin(),
        "findings": suggested.findings,
    }
